/** Weather anywhere on Earth: the monthly climate of a cell of 1°, made into hours. */

import { readClimate } from "../../fixtures/solar/index.ts"
import { countryOf } from "../geo/country.ts"
import { HOURS_PER_YEAR, hourStartUtcMs, MONTH_DAYS, MONTH_START_HOURS } from "../time/year.ts"
import type { Weather } from "./chain.ts"
import { syntheticGhiWm2 } from "./synthetic.ts"

const ROWS = 180
const COLUMNS = 360
const CELLS = ROWS * COLUMNS
const MS_PER_HOUR = 3_600_000
/** No free grid of wind speeds exists: ordinary means for land and for shores and open water, m/s. */
const WIND_INLAND_MS = 3
const WIND_COAST_MS = 5
/** Half the daily swing of the air temperature, °C, and the solar hour at which it peaks. */
const DAILY_SWING_C = 4
const WARMEST_SOLAR_HOUR = 15

/** Number of the 1° cell (0–64799) that a place lies in; longitude 180 is −180, the north pole lies in the topmost row. */
export const cellOf = (lat: number, lon: number): number => {
  const row = Math.min(ROWS - 1, Math.floor(lat + 90))
  const column = Math.floor(lon + 180) % COLUMNS
  return row * COLUMNS + column
}

/** Centre of a cell in degrees. */
export const cellCentre = (cell: number): { lat: number; lon: number } => ({
  lat: Math.floor(cell / COLUMNS) - 89.5,
  lon: (cell % COLUMNS) - 179.5,
})

/** Whether open water lies in the cell: any of its centre, corners and edge middles is at sea. */
const isCoast = ({ lat, lon }: { lat: number; lon: number }): boolean =>
  [-0.5, 0, 0.5].some(up => [-0.5, 0, 0.5].some(right => countryOf(lat + up, lon + right) === null))

/** Air temperature of every hour: linear between the middles of the months, with a daily wave by solar time. */
const hourlyAirC = (monthlyC: readonly number[], lon: number, year: number, offsetHours: number): Float64Array => {
  const middles = MONTH_DAYS.map((days, month) => MONTH_START_HOURS[month] + days * 12)
  const airC = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const next = middles.findIndex(middle => middle > hour)
    const to = next < 0 ? 0 : next
    const from = (to + 11) % 12
    const gap = (middles[to] - middles[from] + HOURS_PER_YEAR) % HOURS_PER_YEAR
    const share = ((hour + 0.5 - middles[from] + HOURS_PER_YEAR) % HOURS_PER_YEAR) / gap
    const solarHour = hourStartUtcMs(hour, year, offsetHours) / MS_PER_HOUR + 0.5 + lon / 15
    airC[hour] =
      monthlyC[from] +
      share * (monthlyC[to] - monthlyC[from]) +
      DAILY_SWING_C * Math.cos((2 * Math.PI * (solarHour - WARMEST_SOLAR_HOUR)) / 24)
  }
  return airC
}

/**
 * Weather year of a 1° cell, at its centre: NASA SSE sunlight and NCEP temperatures made into hours. The cell's number is
 * the seed, so a place always has the same year.
 * @param cell 0–64799, from cellOf
 * @param year calendar year of the sun positions
 * @param offsetHours standard time minus UTC
 */
export const climatologyWeather = (cell: number, year: number, offsetHours: number): Weather => {
  const climate = readClimate()
  const centre = cellCentre(cell)
  const months = MONTH_DAYS.map((_, month) => month * CELLS + cell)
  const place = { ...centre, year, offsetHours }
  return {
    ...place,
    ghiWm2: syntheticGhiWm2(
      place,
      months.map(at => climate.ghi[at] / 100),
      cell,
    ),
    airC: hourlyAirC(
      months.map(at => climate.air[at] / 10),
      centre.lon,
      year,
      offsetHours,
    ),
    windMs: new Float64Array(HOURS_PER_YEAR).fill(isCoast(centre) ? WIND_COAST_MS : WIND_INLAND_MS),
  }
}
