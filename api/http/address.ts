import { isIPv6 } from "node:net"

const UNKNOWN = "unknown"
/** The part of an IPv6 address that identifies a customer's network; customers choose the rest. */
const IPV6_NETWORK_GROUPS = 4

/**
 * Maximum number of characters of an entry. Longer entries, which no proxy writes, would fill the memory of the limits.
 */
const MAX_ADDRESS_CHARS = 64

export type AddressOf = (request: Request) => string
/** Remote address of a request's connection; undefined once it is closed. */
export type SocketAddressOf = (request: Request) => string | undefined

/**
 * Address of the caller. Without proxies it is the connection's own. Behind `trustedProxies` proxies it is the entry of
 * X-Forwarded-For that the outermost proxy wrote, counted from the right. Entries further left are unverified claims of
 * the caller.
 */
export const createAddressOf =
  (trustedProxies: number, socketAddressOf: SocketAddressOf): AddressOf =>
  request => {
    const connectionAddress = socketAddressOf(request) ?? UNKNOWN
    if (trustedProxies === 0) return connectionAddress
    const forwarded = (request.headers.get("x-forwarded-for") ?? "").split(",").flatMap(entry => entry.trim() || [])
    return forwarded.at(-Math.min(trustedProxies, forwarded.length))?.slice(0, MAX_ADDRESS_CHARS) ?? connectionAddress
  }

/** Unit of a limit for an address: itself, or the /64 network of an IPv6 address. */
export const networkOf = (address: string): string => {
  const [withoutZone = ""] = address.split("%", 1)
  const plain = withoutZone.replace(/^::ffff:(?=\d{1,3}\.)/i, "")
  if (!isIPv6(plain)) return plain
  const [head, tail] = plain.split("::")
  const left = head ? head.split(":") : []
  const right = tail ? tail.split(":") : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array(Math.max(0, zeros)).fill("0"), ...right]
  return `${groups.slice(0, IPV6_NETWORK_GROUPS).map(normalGroup).join(":")}::/64`
}

const normalGroup = (group: string): string => Number.parseInt(group, 16).toString(16)
