import ipaddr from "ipaddr.js"

/** Address in a public range that the host of a virtual machine answers (Azure's metadata and wire server). */
const METADATA_ADDRESSES = ["168.63.129.16"]

/** IPv6 range assigned by IANA for the public internet; addresses outside are reserved, local, or translations. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3")

/** A network in CIDR notation. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/**
 * Private addresses that calls may go to: none, the addresses of some networks, or all except link-local addresses and
 * metadata services.
 */
export type PrivateAddresses = boolean | readonly Network[]

/** The same, or any address, for a host that the operator configures. */
export type AllowedAddresses = PrivateAddresses | "any"

/** True for CIDR notation with four decimal parts without leading zeros, or of IPv6. */
const isCidr = (text: string): boolean =>
  text.includes(":") ? ipaddr.isValidCIDR(text) : ipaddr.IPv4.isValidCIDRFourPartDecimal(text)

/** The networks of a list such as `10.0.0.0/8, fd00::/8`; undefined if an entry is not in CIDR notation. */
export const networksOf = (list: string): Network[] | undefined => {
  const texts = list.split(",").flatMap(text => text.trim() || [])
  return texts.length > 0 && texts.every(isCidr) ? texts.map(text => ipaddr.parseCIDR(text)) : undefined
}

/** Networks that no setting opens: link-local addresses, metadata services, IPv6 forms with an IPv4 address. */
const NEVER = [
  "169.254.0.0/16",
  "fe80::/10",
  "168.63.129.16/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
  "64:ff9b:1::/48",
  "::ffff:0:0:0/96",
  "2002::/16",
  "2001::/32",
].map(text => ipaddr.parseCIDR(text))
/** NAT64 form of an IPv4 address, its last 32 bits (RFC 6052). A resolver with DNS64 adds it to IPv4 hosts. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96")
/** Deprecated IPv4-compatible form, without the loopback and the unspecified address. */
const COMPATIBLE = ipaddr.parseCIDR("::/96")

/** True if calls may go to an IP address: a public one, or a private one that is allowed. */
export const isAllowedAddress = (address: string, allowed: AllowedAddresses): boolean => {
  if (allowed === false || !ipaddr.isValid(address)) return isPublicAddress(address)
  if (allowed === "any") return true
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && parsed.match(NAT64)) {
    const embedded = new ipaddr.IPv4(parsed.toByteArray().slice(-4))
    return isAllowedAddress(embedded.toString(), allowed)
  }
  const isIn = (network: Network) => parsed.kind() === network[0].kind() && parsed.match(network)
  const isLocal = ["loopback", "unspecified"].includes(parsed.range())
  if (NEVER.some(isIn) || (isIn(COMPATIBLE) && !isLocal)) return false
  return allowed === true || isPublicAddress(address) || allowed.some(isIn)
}

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
