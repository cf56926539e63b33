import { readPlaces, type ShippedPostcode } from "../../../fixtures/geo/index.ts"
import { nearestOf } from "../solar/knmi.ts"

/** Largest distance of a place from the middle of its postcode [degrees]. */
const NEAR_DEGREES = 0.25

let postcodes: readonly ShippedPostcode[] | undefined

/** Town of the nearest postcode in the Netherlands, Belgium and Germany; null elsewhere. */
export const placeAt = (location: { lat: number; lon: number }): string | null => {
  postcodes ??= readPlaces().postcodes
  const { lat, lon, town } = nearestOf(postcodes, location)
  return Math.hypot(lat - location.lat, lon - location.lon) < NEAR_DEGREES ? town.name : null
}
