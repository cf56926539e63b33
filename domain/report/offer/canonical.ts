import type { Currency } from "../../market/currencyNames.ts"
import type { OfferContent } from "./schema.ts"
import { offerTotals } from "./totals.ts"

/** An offer with its number, as it can be accepted. */
export interface NumberedOffer {
  scanId: string
  number: number
  version: number
  currency: Currency
  content: OfferContent
}

/** Canonical JSON (RFC 8785): fields in the order of their names. Fields that are undefined are left out. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const sorted = fields.sort(([name], [other]) => (name < other ? -1 : 1))
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`
}

/** Text whose SHA-256 names an accepted offer. */
export const acceptedText = ({ content, ...named }: NumberedOffer): string =>
  canonicalJson({ ...named, ...content, totals: offerTotals(content.lines) })
