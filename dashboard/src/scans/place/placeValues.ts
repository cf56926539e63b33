import type { Values } from "../paths.ts"

/** What the form keeps of a search and the service is not sent. */
const PREFIX = "place."
export const PLACE = {
  /** As it was typed. */
  text: `${PREFIX}text`,
  /** What was found, in words, and its degrees as the form got them. */
  found: `${PREFIX}found`,
  foundAt: `${PREFIX}foundAt`,
  /** The text that has led to a place, or to keeping it. */
  settled: `${PREFIX}settled`,
  /** What the search put into the customer's details. */
  postalCode: `${PREFIX}postalCode`,
  address: `${PREFIX}address`,
} as const

/** The degrees of a form, as they are typed. */
const typedAt = (values: Values): string => `${values["location.lat"]} ${values["location.lon"]}`

/** The fields of a place that was found. @param lat degrees as they are typed, like lon */
export const foundValues = (name: string, lat: string, lon: string): Values => {
  const place = { "location.lat": lat, "location.lon": lon }
  return { ...place, [PLACE.found]: name, [PLACE.foundAt]: typedAt(place) }
}

/** The form with a field changed: degrees that are given answer what was typed for a place. */
export const withField = (values: Values, path: string, text: string): Values => ({
  ...values,
  ...(path.startsWith("location.") ? { [PLACE.settled]: values[PLACE.text]?.trim() ?? "" } : {}),
  [path]: text,
})

/** Whether a text was typed that has led to no place: neither chosen, nor kept, nor were degrees given since. */
export const isPlaceOpen = (values: Values): boolean => {
  const text = values[PLACE.text]?.trim() ?? ""
  return text !== "" && text !== values[PLACE.settled]
}

/** Whether a text means the first of the places that were found for it. */
export const isMeant = (text: string, items: readonly { name: string }[]): boolean =>
  items.length === 1 || items.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase()).length === 1

/** What a search gives to its form: nothing where the place was given while the search was on its way. */
export const placeToTake = <T extends { name: string }>(
  values: Values,
  text: string,
  items: readonly T[],
): T | undefined => (isPlaceOpen(values) && isMeant(text, items) ? items[0] : undefined)

/** What was found, in words, as long as the degrees are those of it. */
export const foundIn = (values: Values): string | undefined =>
  values[PLACE.foundAt] === typedAt(values) ? values[PLACE.found] : undefined

export const isOfSearch = (path: string): boolean => path.startsWith(PREFIX)

/** A text as degrees; undefined where it is no number. */
export const degreesOf = (text: string | undefined): number | undefined => {
  const number = Number(text?.trim().replace(",", ".") || Number.NaN)
  return Number.isFinite(number) ? number : undefined
}
