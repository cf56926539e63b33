import ipaddr from "ipaddr.js"

/** Address in a public range that the host of a virtual machine answers (Azure's metadata and wire server). */
const METADATA_ADDRESSES = ["168.63.129.16"]

/** IPv6 range assigned by IANA for the public internet; addresses outside are reserved, local, or translations. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * True if an IP address in its usual notation is on the public internet. Refuses private, loopback, link-local,
 * carrier-grade NAT, multicast, documentation and reserved ranges (RFC 6890), and metadata services. Every IPv6 form
 * with an IPv4 address is refused too: mapped, compatible, 6to4, Teredo, NAT64.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_IPV6)
  return !METADATA_ADDRESSES.includes(parsed.toString())
}
