import { InvalidInput } from "../../base/errors.ts"
import { violation } from "../../base/validation/violation.ts"
import { standardOffsetHours } from "../../site/geo/site.ts"
import { QUARTERS_PER_HOUR } from "../../site/steps.ts"
import { axisHourOf, HOURS_PER_YEAR, hourStartUtcMs } from "../../site/year.ts"
import { type PriceUnit, pricesOfCsv } from "../tariff/priceSeries.ts"
import { datedPrices } from "./dated.ts"
import { type NamedUnit, priceUnitOf } from "./units.ts"

/** Parameters of a text of prices. */
export interface SeriesQuery {
  year: number
  unit?: PriceUnit | undefined
  /** IANA time zone of the site; absent: the Netherlands. */
  timeZone?: string | undefined
}

/** Prices of a year, and their unit. */
export interface SeriesValues {
  values: number[]
  unit: PriceUnit
}

const KWH_PER_MWH = 1000
export const DEFAULT_TIME_ZONE = "Europe/Amsterdam"

/**
 * The prices of a text. Rows with a date and time give the quarters or hours of a year, in the unit that the title of
 * their column names; other texts have a number a row (`pricesOfCsv`). Throws InvalidInput as the readers do, for
 * missing hours of the year, for a title with another unit than `unit`, and for an unknown time zone.
 */
export const pricesOfText = (text: string, query: SeriesQuery): SeriesValues => {
  const { year, unit, timeZone = DEFAULT_TIME_ZONE } = query
  checkTimeZone(timeZone)
  const dated = datedPrices(text, timeZone)
  if (!dated) return { values: pricesOfCsv(text), unit: unit ?? "EUR/kWh" }
  const named = priceUnitOf(dated.title)
  if (named && unit && named.perKwh !== perKwhOf(unit))
    throw new InvalidInput([violation(["unit"], "price-file-unit", { line: 1, unit: named.text, expected: unit })])
  const perKwh = named?.perKwh ?? perKwhOf(unit ?? "EUR/kWh")
  const values = quartersOf(dated.byUtcMs, year, timeZone) ?? hoursOf(dated.byUtcMs, year, timeZone)
  return { values: values.map(price => price * perKwh), unit: "EUR/kWh" }
}

const perKwhOf = (unit: PriceUnit): NamedUnit["perKwh"] => (unit === "EUR/MWh" ? 1 / KWH_PER_MWH : 1)

const checkTimeZone = (name: string): void => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
  } catch {
    throw new InvalidInput([violation(["timeZone"], "time-zone", { name })])
  }
}

const MS_PER_HOUR = 3_600_000
const MS_PER_QUARTER = MS_PER_HOUR / QUARTERS_PER_HOUR

/** Means of the quarters of a year of standard time, without 29 February; undefined if any is missing. */
const quartersOf = (byUtcMs: ReadonlyMap<number, number>, year: number, timeZone: string): number[] | undefined => {
  const offsetHours = standardOffsetHours(timeZone)
  const sums = new Float64Array(HOURS_PER_YEAR * QUARTERS_PER_HOUR)
  const counts = new Uint16Array(sums.length)
  for (const [utcMs, price] of byUtcMs) {
    const place = axisHourOf(utcMs, offsetHours)
    if (place?.year !== year) continue
    const minutesMs = (utcMs + offsetHours * MS_PER_HOUR) % MS_PER_HOUR
    const quarter = place.hour * QUARTERS_PER_HOUR + Math.floor(minutesMs / MS_PER_QUARTER)
    sums[quarter]! += price
    counts[quarter]!++
  }
  return counts.includes(0) ? undefined : Array.from(sums, (sum, quarter) => sum / counts[quarter]!)
}

/** Means of the hours of a year of standard time, without 29 February. */
const hoursOf = (byUtcMs: ReadonlyMap<number, number>, year: number, timeZone: string): number[] => {
  const offsetHours = standardOffsetHours(timeZone)
  const sums = new Float64Array(HOURS_PER_YEAR)
  const counts = new Uint16Array(HOURS_PER_YEAR)
  for (const [utcMs, price] of byUtcMs) {
    const place = axisHourOf(utcMs, offsetHours)
    if (place?.year !== year) continue
    sums[place.hour]! += price
    counts[place.hour]!++
  }
  const first = counts.indexOf(0)
  if (first >= 0) {
    const hours = counts.reduce((missing, count) => missing + (count === 0 ? 1 : 0), 0)
    const from = new Date(hourStartUtcMs(first, year, 0)).toISOString().slice(0, 16).replace("T", " ")
    throw new InvalidInput([violation([], "price-hours-missing", { year, hours, from })])
  }
  return Array.from(sums, (sum, hour) => sum / counts[hour]!)
}
