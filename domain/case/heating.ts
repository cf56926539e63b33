/**
 * Use of heat pumps with the days of the price year's sun: a cold and dark day stays one.
 *
 * - A profile computes heat by the weather of the default year, on its own dates.
 * - Days move like the production of panels under the same weather (`sunOrders.ts`), and the year's use stays.
 * - Heat pumps with a schedule stay, since days of the week would move too.
 */

import { isMeasuredAt, solarYear } from "../site/solar/production.ts"
import { spreadOver, stepsPerHour } from "../site/steps.ts"
import { DEFAULT_YEAR } from "../site/year.ts"
import { inOrder, orderFor, type SunOrders, type SunPlace, sunOrdersOf } from "./sunOrders.ts"

export interface Heating {
  /** 8760 h of the default year, kWh. */
  kwh: Float64Array
  /** Orders of the days of the default year. */
  orders: SunOrders
}

/** Heating of a profile under the prices of `years`; undefined without heat pumps. */
export const heatingUnder = (
  kwh: ArrayLike<number> | undefined,
  place: SunPlace,
  years: readonly number[],
): Heating | undefined => {
  if (!kwh) return undefined
  const { lat, lon } = place
  const measuredYear = isMeasuredAt(lat, lon) ? DEFAULT_YEAR : null
  const orders = sunOrdersOf({ hours: solarYear(lat, lon, DEFAULT_YEAR).ghiWm2, measuredYear }, place, years)
  return { kwh: Float64Array.from(kwh), orders }
}

/** Order of the heating under the prices of a year; undefined without heating or prices. */
export const heatingOrder = (heating: Heating | undefined, priceYear: number): Int16Array | undefined =>
  heating && orderFor(heating.orders, priceYear)

/**
 * A load whose heating moves from one order of days to another. Unchanged if the load lacks the heating in any hour,
 * such as a load that the studio saved.
 * @param from order of the heating in the load; undefined: the default year's own
 */
export const withHeatingIn = (
  loadKwh: Float64Array,
  { kwh }: Heating,
  from: Int16Array | undefined,
  to: Int16Array | undefined,
): Float64Array => {
  const [before, after] = [from, to].map(order => spreadOver(inOrder(kwh, order), stepsPerHour(loadKwh))) as [
    Float64Array,
    Float64Array,
  ]
  const tolerance = 1e-6
  if (loadKwh.some((load, step) => load < before[step]! - tolerance)) return loadKwh
  return loadKwh.map((load, step) => Math.max(0, load - before[step]!) + after[step]!)
}
