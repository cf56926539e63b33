/** Typed text for a place: a postcode, an address with a postcode, or a town. */

/** Search term. */
export type PlaceQuery =
  | {
      kind: "postcode"
      code: string
      country: "NL" | "BE" | "DE" | null
      /** Text after the postcode, without numbers; empty without such a text. */
      town: string
    }
  | { kind: "town"; name: string }

const DUTCH = /(?<![\d\p{L}])(?:NL[- ]?)?([1-9]\d{3}) ?[A-Z]{2}(?![\p{L}\d])/giu
const NAMED = /(?<![\d\p{L}])(NL|BE?|DE?)[- ]?(\d{5}|\d{4})(?![\d\p{L}])/giu
const BARE = /(?<![\d\p{L}])(\d{5}|\d{4})(?![\d\p{L}])/gu
const COUNTRIES = { NL: "NL", B: "BE", BE: "BE", D: "DE", DE: "DE" } as const

const words = (text: string): string =>
  text
    .split(/\s/u)
    .filter(word => word !== "" && !/\d/u.test(word))
    .join(" ")

interface FoundCode {
  code: string
  country: "NL" | "BE" | "DE" | null
  /** Position in the text. */
  start: number
  end: number
}

const at = ({ index, 0: { length } }: RegExpExecArray) => ({ start: index, end: index + length })

/** Last postcode of a text, because house numbers precede the postcode. */
const postcodeIn = (text: string): FoundCode | null => {
  const last = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)
  const [dutch, named, bare] = [last(DUTCH), last(NAMED), last(BARE)]
  if (dutch) return { code: dutch[1]!, country: "NL", ...at(dutch) }
  if (named) {
    const country = COUNTRIES[named[1]!.toUpperCase() as keyof typeof COUNTRIES]
    return { code: named[2]!, country, ...at(named) }
  }
  if (!bare) return null
  return { code: bare[1]!, country: bare[1]!.length === 5 ? "DE" : null, ...at(bare) }
}

/**
 * Search of a text: the postcode in it (`3511 AB`, `NL-3511`, `B-9000 Gent`, `Hoofdstraat 1, 10115 Berlin`), else a
 * town, for an address the last part without its numbers. Null if nothing remains.
 */
export const placeQueryOf = (text: string): PlaceQuery | null => {
  const postcode = postcodeIn(text)
  if (postcode) {
    const { code, country, end } = postcode
    const [after = ""] = text
      .slice(end)
      .replace(/^[\s,]+/u, "")
      .split(",")
    return { kind: "postcode", code, country, town: words(after) }
  }
  const name = text
    .split(",")
    .map(words)
    .findLast(part => part !== "")
  return name === undefined ? null : { kind: "town", name }
}

/** Search text without street and house number, for services that do not need these. */
export const askedText = (query: PlaceQuery): string => {
  if (query.kind === "town") return query.name
  const code = query.country === null ? query.code : `${query.country}-${query.code}`
  return `${code} ${query.town}`.trim()
}

/** Address in a text: its postcode as typed, and the street before it. Without a postcode: a line with a comma. */
export const addressOf = (text: string): { postalCode?: string; address?: string } => {
  const postcode = postcodeIn(text)
  if (!postcode) return text.includes(",") ? { address: text.trim() } : {}
  const postalCode = text.slice(postcode.start, postcode.end).toUpperCase()
  const address = text.slice(0, postcode.start).trim().replace(/,$/, "")
  return address === "" ? { postalCode } : { postalCode, address }
}
