/** Production from a PVGIS server, put on the site's year. */

import { note } from "../../base/note.ts"
import { siteOf } from "../geo/site.ts"
import { axisHourOf, DEFAULT_YEAR, HOURS_PER_YEAR, MONTH_START_HOURS } from "../year.ts"
import { productionKwhPerKwp, weatherYearFor } from "./production.ts"
import type { Production, ProductionProvider, ProviderError, Surface } from "./provider.ts"
import { sentHorizon } from "./shade.ts"

/** Number of requested years: the weather year and earlier years, to whose mean its months are scaled. */
const YEARS = 5

/** Hourly power of 1 kWp before system losses: instants in UTC and kW, one sample an hour. */
export interface PowerSamples {
  utcMs: Float64Array
  powerKwPerKwp: Float64Array
  /** Radiation database of the samples. */
  database: string
}

/**
 * Asks for the samples of a surface over whole calendar years in UTC.
 * @param query.horizon elevations in place of PVGIS's own horizon, clockwise from north [degrees]
 */
export type AskPvgis = (
  query: Omit<Surface, "shade"> & { startYear: number; endYear: number; horizon?: readonly number[] },
) => Promise<PowerSamples>

/** PVGIS answered, but not with whole years. */
export class IncompleteYearError extends Error implements ProviderError {
  override readonly name = "IncompleteYearError"
  readonly code = "incomplete_year"
  readonly failure = { reason: "incomplete-year" } as const
}

/**
 * Sorts samples into one axis of 8760 hours per UTC year. A sample stamped HH:10 counts for the hour that begins at
 * HH:00. The
 * few hours by which the site's year and the UTC year differ are taken from the same UTC year's other end; 29 February
 * is left out.
 */
const yearsOf = (samples: PowerSamples, offsetHours: number): Map<number, Float64Array> => {
  const years = new Map<number, Float64Array>()
  samples.utcMs.forEach((utcMs, i) => {
    const at = axisHourOf(utcMs, offsetHours)
    if (!at) return
    const utcYear = new Date(utcMs).getUTCFullYear()
    let hours = years.get(utcYear)
    if (!hours) {
      hours = new Float64Array(HOURS_PER_YEAR).fill(Number.NaN)
      years.set(utcYear, hours)
    }
    hours[at.hour] = samples.powerKwPerKwp[i]!
  })
  return years
}

const sumOf = (hours: Float64Array, month: number): number =>
  hours.subarray(MONTH_START_HOURS[month], MONTH_START_HOURS[month + 1]).reduce((a, b) => a + b, 0)

/**
 * Puts PVGIS samples on the site's year: the hours of the newest complete year, each month scaled to its mean over all
 * complete
 * years. An average of hours would be smoother than any real year and overstate self-consumption.
 * @param samples one or more calendar years, hourly
 * @param offsetHours the site's standard time minus UTC
 * @throws IncompleteYearError when no year is complete
 */
export const pvgisProduction = (samples: PowerSamples, offsetHours: number): Production => {
  const years = [...yearsOf(samples, offsetHours)].filter(([, hours]) => !hours.some(Number.isNaN))
  const newest = years.sort(([a], [b]) => b - a)[0]
  if (!newest) throw new IncompleteYearError("PVGIS gave no complete calendar year of hours")
  const [weatherYear, hours] = newest
  const hoursKwhPerKwp = new Float64Array(HOURS_PER_YEAR)
  for (let month = 0; month < 12; month++) {
    const ownKwh = sumOf(hours, month)
    const mean = years.reduce((sum, [, values]) => sum + sumOf(values, month), 0) / years.length
    const scale = ownKwh > 0 ? mean / ownKwh : 0
    for (let hour = MONTH_START_HOURS[month]!; hour < MONTH_START_HOURS[month + 1]!; hour++) {
      hoursKwhPerKwp[hour] = Math.fround(hours[hour]! * scale)
    }
  }
  return {
    hoursKwhPerKwp,
    source: "pvgis",
    weatherYear,
    station: null,
    note: note("weather-pvgis", { database: samples.database, year: weatherYear, years: years.length }),
  }
}

/**
 * A production provider over PVGIS. It rejects if PVGIS gives no complete series; the caller then uses the built-in
 * model.
 * @param ask asks the server
 * @param year newest calendar year wanted
 */
export const pvgisProvider =
  (ask: AskPvgis, year: number = DEFAULT_YEAR): ProductionProvider =>
  async ({ shade, ...surface }) => {
    const { standardOffsetHours } = siteOf(surface.lat, surface.lon)
    const isStated = shade !== undefined && shade.horizon.length > 0
    const horizon = isStated ? { horizon: sentHorizon(shade) } : {}
    const samples = await ask({ ...surface, ...horizon, startYear: year - YEARS + 1, endYear: year })
    const production = pvgisProduction(samples, standardOffsetHours)
    return isStated || !shade ? production : behindObstacles(production, { ...surface, shade })
  }

/**
 * Production over PVGIS's own horizon, less the share of each hour that obstacles take in the built-in model. A horizon
 * of obstacles alone would remove the hills that PVGIS knows.
 */
const behindObstacles = (production: Production, { shade, ...surface }: Surface): Production => {
  const year = weatherYearFor(surface, production.weatherYear ?? DEFAULT_YEAR)
  const open = productionKwhPerKwp(surface, year).hoursKwhPerKwp
  const shaded = productionKwhPerKwp({ ...surface, ...(shade ? { shade } : {}) }, year).hoursKwhPerKwp
  const hoursKwhPerKwp = production.hoursKwhPerKwp.map((kwh, hour) =>
    open[hour]! > 0 ? Math.fround(kwh * Math.min(1, shaded[hour]! / open[hour]!)) : kwh,
  )
  return { ...production, hoursKwhPerKwp }
}
