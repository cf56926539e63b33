/**
 * Sunny days of a calendar year, and the days of a weather year in their order.
 *
 * A scan whose sun is of another year than its prices sells its solar energy on the wrong days. The days of each month
 * of the weather year are therefore reordered: the sunniest falls on the sunniest day of the price year, and so on.
 *
 * - A reordered year has the days of the weather year, each once and in its own month: sums of months stay.
 * - Sunlight compares days of one month only, in any unit.
 * - The order of the days depends on place, weather year and prices. With a provider that sends no sunlight, it also
 *   depends on the first panels of the request.
 */

import { sunnyDays } from "../../../fixtures/solar/index.ts"
import { DAYS_PER_YEAR, MONTH_DAYS } from "../year.ts"
import { measuredYears, nearestOf, nearestStation, stationWeather } from "./knmi.ts"
import { isMeasuredAt } from "./production.ts"

/** Sunlight of each day of a year, comparable within a month; NaN where unknown. */
export type DailySun = Float64Array

/** Measured sunlight of a year's days. */
export interface MeasuredDays {
  sun: DailySun
  /** KNMI station, or null for the national feed-in of solar energy. */
  station: string | null
}

/** Countries in the German price zone: SMARD's feed-in is of Germany. */
const GERMAN_ZONE = new Set(["DE", "LU"])
/** CET, the standard time of the stations' days. */
const OFFSET_HOURS = 1

/** Sum of each day's hours. */
export const dailySums = (hours: Float64Array): DailySun =>
  Float64Array.from({ length: DAYS_PER_YEAR }, (_, day) => {
    let sum = 0
    for (let hour = day * 24; hour < day * 24 + 24; hour++) sum += hours[hour]!
    return sum
  })

/**
 * Measured days of a year at a place: hours of the nearest KNMI station, else daily sums of the nearest one; German
 * feed-in in Germany and Luxembourg. Undefined where nothing was measured.
 */
export const measuredDays = (
  place: { lat: number; lon: number; country: string | null },
  year: number,
): MeasuredDays | undefined => {
  if (isMeasuredAt(place.lat, place.lon)) {
    if (measuredYears().includes(year)) {
      const station = nearestStation(place, year)
      return { sun: dailySums(stationWeather(station, year, OFFSET_HOURS).ghiWm2), station: station.name }
    }
    const daily = sunnyDays.flatMap(each => (each.place && each.year === year ? [{ ...each, ...each.place }] : []))
    if (daily.length === 0) return undefined
    const { name, days } = nearestOf(daily.filter(isLong), place)
    return { sun: days, station: name }
  }
  if (!GERMAN_ZONE.has(place.country ?? "")) return undefined
  const german = sunnyDays.find(each => !each.place && each.year === year)
  return german && { sun: german.days, station: null }
}

/** Least days of a station's year: a station that began in the summer would leave the spring to prices. */
const LEAST_DAYS = 150
const isLong = ({ days }: { days: DailySun }): boolean => days.slice(0, LEAST_DAYS).every(sum => !Number.isNaN(sum))

/** Calls `work` with the first day of each month and the day after its last. */
export const eachMonth = (work: (from: number, to: number) => void): void => {
  let from = 0
  for (const days of MONTH_DAYS) {
    work(from, from + days)
    from += days
  }
}

/** For each day of the year, the day of the weather year that has its rank of sunlight in the month. */
export const daysBySun = (weather: DailySun, wanted: DailySun): Int16Array => {
  const order = new Int16Array(DAYS_PER_YEAR)
  eachMonth((from, to) => {
    const days = Array.from({ length: to - from }, (_, day) => from + day)
    const ascending = (sun: DailySun) => days.toSorted((a, b) => sun[a]! - sun[b]!)
    const donors = ascending(weather)
    for (const [rank, day] of ascending(wanted).entries()) order[day] = donors[rank]!
  })
  return order
}

/** The order that turns days in order `from` into order `to`; each is an order of all days. */
export const reorder = (from: Int16Array, to: Int16Array): Int16Array => {
  const placeOf = new Int16Array(DAYS_PER_YEAR)
  from.forEach((day, at) => {
    placeOf[day] = at
  })
  return to.map(day => placeOf[day]!)
}
