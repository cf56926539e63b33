import { readPlaces, type ShippedPostcode } from "../../../fixtures/geo/index.ts"
import { nearestOf } from "../solar/knmi.ts"

/** Largest distance of a place from the middle of its postcode [degrees]. */
const NEAR_DEGREES = 0.25

/** Postcodes by their band of latitude, as high as the largest distance. */
let bands: ReadonlyMap<number, readonly ShippedPostcode[]> | undefined

const bandOf = ({ lat }: { lat: number }): number => Math.floor(lat / NEAR_DEGREES)

/** Town of the nearest postcode in the Netherlands, Belgium and Germany; null elsewhere. */
export const placeAt = (location: { lat: number; lon: number }): string | null => {
  bands ??= Map.groupBy(readPlaces().postcodes, bandOf)
  const band = bandOf(location)
  const near = [band - 1, band, band + 1]
    .flatMap(each => bands?.get(each) ?? [])
    .filter(({ lat, lon }) => Math.hypot(lat - location.lat, lon - location.lon) < NEAR_DEGREES)
  return near.length === 0 ? null : nearestOf(near, location).town.name
}
