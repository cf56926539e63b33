import { NotAcceptable } from "./errors.ts"

/** Maximum number of media types read from an Accept header. */
const MAX_RANGES = 20
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * Chooses the media type of an answer by the Accept header (RFC 9110, 12.5.1). It gets the first offered type unless it
 * prefers another offered type. A client that names no offered type always gets the first.
 */
export const preferredType = <T extends string>(request: Request, offered: readonly [T, ...T[]]): T => {
  const ranges = rangesOf(request)
  const [first, ...rest] = offered
  const named = (type: T): number => ranges.find(range => range.type === type)?.quality ?? 0
  const best = rest.reduce((liked, other) => (named(other) > named(liked) ? other : liked), first)
  if (best === first) return first
  const isLikedMore = named(best) > qualityOf(first, ranges)
  return isLikedMore || (named(first) === 0 && named(best) === qualityOf(first, ranges)) ? best : first
}

/**
 * The same; throws NotAcceptable, which names those offered, for a request that asks for nothing but `absent`, which
 * are not offered.
 */
export const acceptedType = <T extends string>(
  request: Request,
  offered: readonly [T, ...T[]],
  absent: readonly string[],
): T => {
  const accepted = rangesOf(request).filter(({ quality }) => quality > 0)
  if (accepted.length > 0 && accepted.every(({ type }) => absent.includes(type))) throw new NotAcceptable(offered)
  return preferredType(request, offered)
}

interface Range {
  type: string
  quality: number
}

const rangesOf = (request: Request): Range[] => {
  const header = request.headers.get("accept")?.trim()
  return header ? header.split(",", MAX_RANGES).map(rangeOf) : []
}

const rangeOf = (text: string): Range => {
  const [type = "", ...parameters] = text.split(";").map(part => part.trim().toLowerCase())
  const quality = parameters.map(parameter => QUALITY.exec(parameter)?.[1]).find(match => match !== undefined)
  return { type, quality: Number(quality ?? 1) }
}

/** Quality of the range that names the type most closely. */
const qualityOf = (type: string, ranges: readonly Range[]): number => {
  const names = [type, `${type.split("/")[0]}/*`, "*/*"]
  const named = names.flatMap(name => ranges.find(range => range.type === name) ?? [])
  return named[0]?.quality ?? 0
}
