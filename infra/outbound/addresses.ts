import ipaddr from "ipaddr.js"

/** Public by its range, yet answered by the host a virtual machine runs on (Azure's metadata and wire server). */
const METADATA_ADDRESSES = ["168.63.129.16"]

/** All that IANA has given out for the public internet; what lies outside is reserved, local, or a translation. */
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
