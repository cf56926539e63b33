import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { type AllowedAddresses, isAllowedAddress } from "./addresses.ts"
import { AddressNotPublic, HostNotFound, UrlNotCallable } from "./errors.ts"

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>

export interface TargetOptions {
  /** Allowed addresses in addition to public ones; "any" only for a host that the operator configures. */
  allowPrivate: AllowedAddresses
  /** Resolver; the system's by default. */
  resolve?: Resolve
}

/**
 * Target of a call: the connection goes to one of these addresses, even if the name resolves differently a moment
 * later.
 */
export interface Target {
  url: URL
  /** Host without brackets or a port. */
  host: string
  addresses: string[]
}

const systemResolve: Resolve = async host => (await lookup(host, { all: true })).map(({ address }) => address)

/** The URL of a call. The URL standard turns odd notations of an IPv4 address (0x7f.1) into the usual one. */
const parseTargetUrl = (text: string): URL => {
  if (!URL.canParse(text)) throw new UrlNotCallable("not-absolute")
  const url = new URL(text)
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new UrlNotCallable("protocol")
  if (url.username || url.password) throw new UrlNotCallable("credentials")
  return url
}

/** Resolves a URL and checks every address. Throws UrlNotCallable, HostNotFound or AddressNotPublic. */
export const findTarget = async (
  text: string,
  { allowPrivate, resolve = systemResolve }: TargetOptions,
): Promise<Target> => {
  const url = parseTargetUrl(text)
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new HostNotFound(host)
  if (!addresses.every(address => isAllowedAddress(address, allowPrivate))) throw new AddressNotPublic(host)
  return { url, host, addresses }
}
