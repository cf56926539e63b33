import { createBoundedMap } from "../../base/boundedMap.ts"
import { measuredYears, nearestStation, normalSunlightKwhM2, stationWeather } from "./knmi.ts"
import { isMeasuredAt } from "./production.ts"

/** Sunlight of a measured year relative to normal. */
export interface YearSunlight {
  year: number
  /** Deviation of the horizontal sunlight, a fraction: 0.04 is 4 % more than normal. */
  change: number
}

const MAX_STATION_YEARS = 1024
const changes = createBoundedMap<number>({ capacity: MAX_STATION_YEARS }).getOrMake

/**
 * The measured years near a place against the station's long-term sunlight, ascending; none outside of the Netherlands
 * and Belgium. The sun of scans is long-term, so these are a year's additions to it.
 * @param lastYear newest year that counts
 * @throws RangeError for impossible coordinates
 */
export const sunlightOfYears = (
  lat: number,
  lon: number,
  lastYear: number = Number.POSITIVE_INFINITY,
): YearSunlight[] =>
  isMeasuredAt(lat, lon)
    ? measuredYears()
        .filter(year => year <= lastYear)
        .map(year => {
          const station = nearestStation({ lat, lon }, year)
          const change = changes(`${station.number} ${year}`, () => {
            const measuredWhM2 = stationWeather(station, year, 0).ghiWm2.reduce((sum, wh) => sum + wh, 0)
            return measuredWhM2 / 1000 / normalSunlightKwhM2(station) - 1
          })
          return { year, change }
        })
    : []
