/**
 * Orders of the days of a site's weather year, one for each price year. Sunny days of the weather year fall on sunny
 * days of the price year.
 *
 * - The order follows measured sunlight of the price year if it is shipped, else the prices of the zone.
 * - Without shipped prices of the place there is no order, and days stay.
 * - Prices are laid on the calendar of the load, and sunlight with them.
 */

import { type Note, note } from "../base/note.ts"
import {
  dayAheadYear,
  nearestYear,
  type PricePlace,
  type PriceYear,
  priceYearsOf,
  zoneOf,
} from "../market/tariff/dayAhead.ts"
import { sunByPrices } from "../market/tariff/middayDip.ts"
import { matchingDays, rearrangeDays } from "../site/consumption/calendar.ts"
import type { Production } from "../site/solar/provider.ts"
import { type DailySun, dailySums, daysBySun, eachMonth, measuredDays } from "../site/solar/sunnyDays.ts"

/** Order of days by price year. */
export type SunOrders = ReadonlyMap<number, Int16Array>

/** Days of a site's sun, and their description. */
export interface SiteSun {
  orders: SunOrders
  notes: Note[]
}

/** Place and years of the prices. */
export interface SunPlace extends PricePlace {
  lat: number
  lon: number
  /** Year of the load. */
  calendarYear: number
  imported: readonly PriceYear[]
}

/** Price years of a scan: all of the zone if a term follows the market, else its own. */
export const pricedYears = (place: SunPlace, priceYear: number, isAtMarket: boolean): number[] => {
  if (!zoneOf(place)) return []
  const years = priceYearsOf(place, place.imported)
  return isAtMarket ? years : [nearestYear(years, priceYear)]
}

/** A year of weather whose days are put in order. */
export interface WeatherYear {
  /** 8760 h of sunlight or production. */
  hours: Float64Array
  /** Calendar year of measured weather; null for weather that no year had. */
  measuredYear: number | null
}

/** Orders of the days of a weather year for price years. Measured weather of the price year keeps its days. */
export const sunOrdersOf = (
  { hours, measuredYear }: WeatherYear,
  place: SunPlace,
  years: readonly number[],
): SunOrders => {
  const days = dailySums(hours)
  const isAsMeasured = (year: number) => year === measuredYear && year === place.calendarYear
  return new Map(years.map(year => [year, daysBySun(days, isAsMeasured(year) ? days : sunOf(place, year))]))
}

/** The order for a price year, or for the year that replaces it; undefined without prices. */
export const orderFor = (orders: SunOrders, priceYear: number): Int16Array | undefined =>
  orders.size > 0 ? orders.get(nearestYear([...orders.keys()], priceYear)) : undefined

/** Hours in the order of a price year. */
export const inOrder = (hours: Float64Array, order: Int16Array | undefined): Float64Array =>
  order ? rearrangeDays(hours, order) : hours

/** Sunlight of the days of a price year, on the calendar of the load. */
const sunOf = (place: SunPlace, year: number): DailySun => {
  const measured = measuredDays(place, year)?.sun
  const sun = measured && !measured.some(Number.isNaN) ? measured : withPrices(place, year, measured)
  return Float64Array.from(matchingDays(year, place.calendarYear), day => sun[day]!)
}

/** Sunlight by prices, by measurements in the months that have them. */
const withPrices = (place: SunPlace, priceYear: number, measured: DailySun | undefined): DailySun => {
  const { zone, year, eurPerKwh } = dayAheadYear(place, priceYear, place.imported)
  const sun = sunByPrices(eurPerKwh, zone, year)
  if (measured)
    eachMonth((from, to) => {
      const month = measured.subarray(from, to)
      if (!month.some(Number.isNaN)) sun.set(month, from)
    })
  return sun
}

/** Note on the days of a production of another year than the prices; none if the years are equal. */
export const sunNotes = (
  production: Pick<Production, "weatherYear" | "source"> | undefined,
  place: SunPlace,
  priceYear: number,
  isAtMarket: boolean,
): Note[] => {
  if (!production) return []
  const { weatherYear, source } = production
  if (weatherYear === null || (weatherYear === priceYear && source !== "climatology")) return []
  if (!zoneOf(place))
    return isAtMarket && weatherYear !== priceYear ? [note("weather-of-other-year", { weatherYear, priceYear })] : []
  const measured = measuredDays(place, priceYear)
  const by = measured ? (measured.station === null ? "feedIn" : "station") : "prices"
  return [note("weather-paired", { weatherYear, priceYear, by, station: measured?.station ?? null })]
}
