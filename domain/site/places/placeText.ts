/** What somebody types for a place: a postcode, an address with one in it, or a town. */

/** What is looked for. */
export type PlaceQuery =
  | {
      kind: "postcode"
      code: string
      country: "NL" | "BE" | "DE" | null
      /** What follows the postcode, without numbers; empty where nothing does. */
      town: string
    }
  | { kind: "town"; name: string }

const DUTCH = /(?<![\d\p{L}])(?:NL[- ]?)?([1-9]\d{3}) ?[A-Z]{2}(?![\p{L}\d])/giu
const NAMED = /(?<![\d\p{L}])(NL|BE?|DE?)[- ]?(\d{5}|\d{4})(?![\d\p{L}])/giu
const BARE = /(?<![\d\p{L}])(\d{5}|\d{4})(?![\d\p{L}])/gu
const COUNTRIES = { NL: "NL", B: "BE", BE: "BE", D: "DE", DE: "DE" } as const

const words = (text: string): string =>
  text
    .replace(/\S*\d\S*/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()

/** The last postcode of a text, as a number of a house comes before it. */
const postcodeIn = (
  text: string,
): (Omit<PlaceQuery & { kind: "postcode" }, "kind" | "town"> & { end: number }) | null => {
  const last = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)
  const [dutch, named, bare] = [last(DUTCH), last(NAMED), last(BARE)]
  if (dutch) return { code: dutch[1]!, country: "NL", end: dutch.index + dutch[0].length }
  if (named) {
    const country = COUNTRIES[named[1]!.toUpperCase() as keyof typeof COUNTRIES]
    return { code: named[2]!, country, end: named.index + named[0].length }
  }
  if (!bare) return null
  return { code: bare[1]!, country: bare[1]!.length === 5 ? "DE" : null, end: bare.index + bare[0].length }
}

/**
 * What a text asks for: the postcode in it (`3511 AB`, `NL-3511`, `B-9000 Gent`, `Hoofdstraat 1, 10115 Berlin`), else a town, of an
 * address the last part without its numbers. Null where nothing is left of it.
 */
export const placeQueryOf = (text: string): PlaceQuery | null => {
  const found = postcodeIn(text)
  if (found) {
    const { end, ...postcode } = found
    const [after = ""] = text
      .slice(end)
      .replace(/^[\s,]+/u, "")
      .split(",")
    return { kind: "postcode", ...postcode, town: words(after) }
  }
  const name = text
    .split(",")
    .map(words)
    .findLast(part => part !== "")
  return name === undefined ? null : { kind: "town", name }
}

/** The same as a text, without street and house: what a service is asked that need not know them. */
export const askedText = (query: PlaceQuery): string => {
  if (query.kind === "town") return query.name
  const code = query.country === null ? query.code : `${query.country}-${query.code}`
  return `${code} ${query.town}`.trim()
}
