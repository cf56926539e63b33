/** What the form keeps of a search and the service is not sent. */
const PREFIX = "place."
export const PLACE = {
  /** As it was typed. */
  text: `${PREFIX}text`,
  /** What was found, in words. */
  found: `${PREFIX}found`,
  /** What the search put into the customer's details. */
  postalCode: `${PREFIX}postalCode`,
  address: `${PREFIX}address`,
} as const

export const isOfSearch = (path: string): boolean => path.startsWith(PREFIX)

/** A text as degrees; undefined where it is no number. */
export const degreesOf = (text: string | undefined): number | undefined => {
  const number = Number(text?.trim().replace(",", ".") || Number.NaN)
  return Number.isFinite(number) ? number : undefined
}
