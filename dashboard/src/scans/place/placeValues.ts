import type { Values } from "../paths.ts"

/** Prefix of search fields, which are not sent to the service. */
const PREFIX = "place."
export const PLACE = {
  /** The typed text. */
  text: `${PREFIX}text`,
  /** Name of the found place, and its degrees as stored in the form. */
  found: `${PREFIX}found`,
  foundAt: `${PREFIX}foundAt`,
  /** The text that gave a place, or confirmed the place. */
  settled: `${PREFIX}settled`,
  /** Values that the search put into the customer's details. */
  postalCode: `${PREFIX}postalCode`,
  address: `${PREFIX}address`,
  town: `${PREFIX}town`,
} as const

/** The typed degrees of a form. */
const typedAt = (values: Values): string => `${values["location.lat"]} ${values["location.lon"]}`

/** The fields of a found place. @param lat degrees as typed, like lon */
export const foundValues = (name: string, lat: string, lon: string): Values => {
  const place = { "location.lat": lat, "location.lon": lon }
  return { ...place, [PLACE.found]: name, [PLACE.foundAt]: typedAt(place) }
}

/** The form with a field changed. Typed degrees settle an open search for a place. */
export const withField = (values: Values, path: string, text: string): Values => ({
  ...values,
  ...(path.startsWith("location.") ? { [PLACE.settled]: values[PLACE.text]?.trim() ?? "" } : {}),
  [path]: text,
})

/** True if a typed text has led to no place: neither chosen, nor kept, nor replaced by typed degrees. */
export const isPlaceOpen = (values: Values): boolean => {
  const text = values[PLACE.text]?.trim() ?? ""
  return text !== "" && text !== values[PLACE.settled]
}

/** True if a text means the first of the places found for it. */
export const isMeant = (text: string, items: readonly { name: string }[]): boolean =>
  items.length === 1 || items.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase()).length === 1

/** Result of a search for its form; nothing if the place was given during the search. */
export const placeToTake = <T extends { name: string }>(
  values: Values,
  text: string,
  items: readonly T[],
): T | undefined => (isPlaceOpen(values) && isMeant(text, items) ? items[0] : undefined)

/** Name of the found place while the form still has its degrees. */
export const foundIn = (values: Values): string | undefined =>
  values[PLACE.foundAt] === typedAt(values) ? values[PLACE.found] : undefined

export const isOfSearch = (path: string): boolean => path.startsWith(PREFIX)

/** Parses degrees; undefined if the text is no number. */
export const degreesOf = (text: string | undefined): number | undefined => {
  const number = Number(text?.trim().replace(",", ".") || Number.NaN)
  return Number.isFinite(number) ? number : undefined
}
