import { NotAcceptable } from "./errors.ts"

/** Media types of an Accept header that are looked at. */
const MAX_RANGES = 20
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * The type that a request prefers by its Accept header (RFC 9110, 12.5.1) among those offered, the first of which it gets without
 * one; undefined when it takes none of them.
 */
export const preferredType = <T extends string>(request: Request, offered: readonly T[]): T | undefined => {
  const header = request.headers.get("accept")?.trim()
  if (!header) return offered[0]
  const ranges = header.split(",", MAX_RANGES).map(rangeOf)
  const qualities = offered.map(type => qualityOf(type, ranges))
  const best = Math.max(...qualities)
  return best > 0 ? offered[qualities.indexOf(best)] : undefined
}

/** The same of those offered; throws NotAcceptable, which names them, for a request that takes none. */
export const acceptedType = (request: Request, offered: readonly string[]): string => {
  const type = preferredType(request, offered)
  if (type === undefined) throw new NotAcceptable(offered)
  return type
}

interface Range {
  type: string
  quality: number
}

const rangeOf = (text: string): Range => {
  const [type = "", ...parameters] = text.split(";").map(part => part.trim().toLowerCase())
  const quality = parameters.map(parameter => QUALITY.exec(parameter)?.[1]).find(found => found !== undefined)
  return { type, quality: Number(quality ?? 1) }
}

/** That of the range which names the type most closely. */
const qualityOf = (type: string, ranges: readonly Range[]): number => {
  const names = [type, `${type.split("/")[0]}/*`, "*/*"]
  const named = names.flatMap(name => ranges.find(range => range.type === name) ?? [])
  return named[0]?.quality ?? 0
}
