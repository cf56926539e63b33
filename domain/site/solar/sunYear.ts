/** The sun of a whole year, computed once for the Earth and then rotated to any place by a few multiplications. */

import { createBoundedMap } from "../../base/boundedMap.ts"
import { DAYS_PER_YEAR, HOURS_PER_YEAR, hourStartUtcMs } from "../year.ts"
import { dayOfYear, extraterrestrialWm2, sunOverEarth } from "./sun.ts"

const RADIANS = Math.PI / 180
const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 86_400_000
/** Margin of a table before and after its UTC year, larger than any difference of standard times from UTC. */
const MARGIN_HOURS = 24
const TABLE_HOURS = 366 * 24 + 2 * MARGIN_HOURS
/** About 0.3 MB each; a year needs one for each fraction of an hour among the standard times in use. */
const MAX_TABLES = 8

/** The sun over the Earth in the middle of hours in a row, columns as in EarthVector. */
interface SunTable {
  /** Start of the first hour, milliseconds since 1970. */
  firstMs: number
  greenwich: Float64Array
  east: Float64Array
  pole: Float64Array
  /** Irradiance on a plane facing the sun above the air, W/m². */
  extraWm2: Float64Array
}

const tables = createBoundedMap<SunTable>({ capacity: MAX_TABLES }).getOrMake

/** @param lateHours how long after the full hour, 0–1, the table's hours begin */
const makeTable = (year: number, lateHours: number): SunTable => {
  const firstMs = Date.UTC(year, 0, 1) + (lateHours - MARGIN_HOURS) * MS_PER_HOUR
  const greenwich = new Float64Array(TABLE_HOURS)
  const east = new Float64Array(TABLE_HOURS)
  const pole = new Float64Array(TABLE_HOURS)
  const extraWm2 = new Float64Array(TABLE_HOURS)
  let nextDayMs = Number.NEGATIVE_INFINITY
  let extra = 0
  for (let i = 0; i < TABLE_HOURS; i++) {
    const utcMs = firstMs + (i + 0.5) * MS_PER_HOUR
    const sun = sunOverEarth(utcMs)
    greenwich[i] = sun.greenwich
    east[i] = sun.east
    pole[i] = sun.pole
    if (utcMs >= nextDayMs) {
      extra = extraterrestrialWm2(dayOfYear(utcMs))
      nextDayMs = (Math.floor(utcMs / MS_PER_DAY) + 1) * MS_PER_DAY
    }
    extraWm2[i] = extra
  }
  return { firstMs, greenwich, east, pole, extraWm2 }
}

/** True direction of the sun in the middle of each of 8760 hours, as in SunVector, and its irradiance above the air. */
export interface SunYear {
  east: Float64Array
  north: Float64Array
  up: Float64Array
  /** Irradiance on a plane facing the sun above the air, W/m². */
  extraWm2: Float64Array
}

/** Place and axis of hours for the sun. */
export interface SunPlace {
  lat: number
  lon: number
  year: number
  /** Standard time minus UTC, hours. */
  offsetHours: number
}

/** The sun of a year at a place, in the middle of each hour of its standard time: sunVector for all hours. */
export const sunYear = ({ lat, lon, year, offsetHours }: SunPlace): SunYear => {
  const lateHours = Math.ceil(offsetHours) - offsetHours
  const table = tables(`${year} ${lateHours}`, () => makeTable(year, lateHours))
  const sinLat = Math.sin(lat * RADIANS)
  const cosLat = Math.cos(lat * RADIANS)
  const sinLon = Math.sin(lon * RADIANS)
  const cosLon = Math.cos(lon * RADIANS)
  const sun: SunYear = {
    east: new Float64Array(HOURS_PER_YEAR),
    north: new Float64Array(HOURS_PER_YEAR),
    up: new Float64Array(HOURS_PER_YEAR),
    extraWm2: new Float64Array(HOURS_PER_YEAR),
  }
  const { east, north, up, extraWm2 } = sun
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    const first = Math.round((hourStartUtcMs(day * 24, year, offsetHours) - table.firstMs) / MS_PER_HOUR)
    for (let hourOfDay = 0; hourOfDay < 24; hourOfDay++) {
      const i = first + hourOfDay
      const hour = day * 24 + hourOfDay
      const outward = table.greenwich[i]! * cosLon + table.east[i]! * sinLon
      east[hour] = table.east[i]! * cosLon - table.greenwich[i]! * sinLon
      north[hour] = cosLat * table.pole[i]! - sinLat * outward
      up[hour] = sinLat * table.pole[i]! + cosLat * outward
      extraWm2[hour] = table.extraWm2[i]!
    }
  }
  return sun
}
