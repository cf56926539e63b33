/** Standard profiles with the seasons of their place of use. */

import { createMemo } from "../../base/memo.ts"
import { profileHours } from "../consumption/profiles.ts"
import { isSouthern } from "../geo/hemisphere.ts"
import { HOURS_PER_YEAR } from "../year.ts"

/** Calendar year and latitude of hours of load. */
export interface YearAndPlace {
  year: number
  lat: number
}

/** Shift of whole weeks, so that weekdays stay except on the last day of the year. */
const HALF_YEAR_HOURS = 26 * 7 * 24

const shiftedYears = createMemo<Float64Array>(1)

/**
 * 8760 shares of a year, in sum 1, of a standard profile. All were measured in Europe and the United States: south of
 * the equator each hour is taken from half a year later.
 */
export const localProfileHours = (profileKey: string, { year, lat }: YearAndPlace): Float64Array => {
  const hours = profileHours(profileKey, year)
  const shifted = () => hours.map((_, hour) => hours[(hour + HALF_YEAR_HOURS) % HOURS_PER_YEAR]!)
  return isSouthern(lat) ? shiftedYears([hours], "", shifted) : hours
}
