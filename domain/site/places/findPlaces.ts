/** Places by postcode or by name: the Netherlands, Belgium and Germany, from shipped data. */

import { readPlaces, type ShippedPostcode, type ShippedTown } from "../../../fixtures/geo/index.ts"
import { plainName } from "../../../fixtures/geo/plainName.ts"
import { placeQueryOf } from "./placeText.ts"

/** A found place. */
export interface FoundPlace {
  /** Null for a town. */
  postalCode: string | null
  /** Town, in its own language. */
  name: string
  /** Province or state. */
  region: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Degrees, of the middle of the postcode or town. */
  lat: number
  lon: number
}

/** A town with all its names. */
interface NamedTown {
  town: ShippedTown
  names: readonly string[]
}
interface Index {
  towns: readonly NamedTown[]
  postcodes: ReadonlyMap<string, readonly ShippedPostcode[]>
}

let index: Index | undefined
const loaded = (): Index => {
  if (index) return index
  const { towns, postcodes } = readPlaces()
  index = {
    towns: towns.map(town => ({ town, names: [plainName(town.name), ...town.otherNames] })),
    postcodes: Map.groupBy(postcodes, ({ code }) => code),
  }
  return index
}

const ofPostcode = ({ code, town, country, lat, lon }: ShippedPostcode): FoundPlace => ({
  postalCode: code,
  name: town.name,
  region: town.region,
  country,
  lat,
  lon,
})

const ofTown = ({ name, region, country, lat, lon }: ShippedTown): FoundPlace => ({
  postalCode: null,
  name,
  region,
  country,
  lat,
  lon,
})

/** Towns with that name first, then towns whose name begins with it; more populous towns first. */
const townsNamed = (name: string, limit: number): FoundPlace[] => {
  const wanted = plainName(name)
  if (wanted === "") return []
  const { towns } = loaded()
  const exact = towns.filter(({ names }) => names.includes(wanted))
  const begun =
    exact.length >= limit
      ? []
      : towns.filter(({ names }) => !names.includes(wanted) && names.some(other => other.startsWith(wanted)))
  return [...exact, ...begun].slice(0, limit).map(({ town }) => ofTown(town))
}

/**
 * Finds places for a text, the likeliest first. A postcode has four digits in the Netherlands and Belgium, five in
 * Germany. A town next to the postcode limits the places if it has that postcode. Other texts find towns by name, by
 * the start of a name, and by names in other languages.
 * @param limit highest number of places
 */
export const findPlaces = (text: string, limit: number): FoundPlace[] => {
  const query = placeQueryOf(text)
  if (query === null) return []
  if (query.kind === "town") return townsNamed(query.name, limit)
  const matching = (loaded().postcodes.get(query.code) ?? []).filter(
    ({ country }) => query.country === null || country === query.country,
  )
  const wanted = plainName(query.town)
  const isNamed = ({ town }: ShippedPostcode) => [plainName(town.name), ...town.otherNames].includes(wanted)
  const named = matching.filter(isNamed)
  return (named.length > 0 ? named : matching).slice(0, limit).map(ofPostcode)
}
