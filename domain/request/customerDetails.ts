import { type Static, Type } from "@sinclair/typebox"
import { EmailAddress, PhoneNumber, Strict, TextLine } from "../base/validation/schema.ts"

/** A line about a customer. */
const line = (maxLength: number, description: string) =>
  Type.Optional(TextLine({ minLength: 1, maxLength, description }))

/**
 * Customer of a scan. It is stored apart from the request: no job, webhook, event, log or report carries it. It can be
 * deleted without the scan (docs/decisions/032).
 */
export const CustomerDetails = Strict(
  {
    name: line(200, "Name of a person or a company"),
    reference: line(64, "The caller's own number of the customer"),
    address: line(300, "Street and number"),
    postalCode: line(16, "Postal code as written locally"),
    town: line(100, "Town"),
    email: Type.Optional(EmailAddress()),
    phone: Type.Optional(PhoneNumber()),
  },
  { description: "Customer of the scan; in no report, webhook or log, and deletable by itself" },
)
export type CustomerDetails = Static<typeof CustomerDetails>

const FIELDS = ["name", "reference", "address", "postalCode", "town", "email", "phone"] as const

/** Fields that are written with spaces and hyphens, or without. */
const SPACED = ["postalCode", "phone"] as const

const compactOf = (text: string): string => text.replace(/[\s()/.-]/g, "")

/** Texts that a search finds: as typed, and as postal codes and phones are compared. */
export const searchedTexts = (search: string): string[] => {
  const typed = searchable(search)
  const compact = compactOf(typed)
  return compact === "" || compact === typed ? [typed] : [typed, compact]
}

/** Text for searches: every line, in lower case; null without any. */
export const searchTextOf = (details: CustomerDetails | null): string | null => {
  const compact = SPACED.flatMap(field => (details?.[field] ? compactOf(details[field]) : []))
  const lines = new Set([...FIELDS.flatMap(field => details?.[field] ?? []), ...compact])
  return lines.size === 0 ? null : searchable([...lines].join("\n"))
}

/** Address, postal code and town in one text; undefined without all three. */
export const addressOf = ({ address, postalCode, town }: CustomerDetails): string | undefined =>
  [address, [postalCode, town].filter(Boolean).join(" ")].filter(Boolean).join(", ") || undefined

/** A text as searches compare it: letters without their size, one form of each accent. */
export const searchable = (text: string): string => text.normalize("NFKC").toLowerCase()
