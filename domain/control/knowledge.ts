import { europeanSummerHours, type SummerHours } from "../site/consumption/calendar.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import { loadForecast, meanOfHoursBefore, sunForecast } from "./forecasts.ts"

const HOURS_PER_DAY = 24
/** From this hour of the clock on, the prices of the next day are known. */
const PUBLICATION_HOUR = 13
/** Hours after the last published price that are planned too. */
const BEYOND_HOURS = 18
/** What a price is expected to be is the mean of the same hour on so many days before. */
const PRICE_DAYS = 4
/** A forecast of the sun goes from the last day's clearness to the month's over two days. */
const CLEARNESS_HOURS = 48
/** What is left in the battery is worth what a quarter of the last published day's hours cost less than. */
const END_VALUE_QUANTILE = 0.25

/** What a controller knows of the year of a plant; the optimiser's `Knowledge`, hour by hour. */
export interface PlantKnowledge {
  pricesUntil: Int32Array
  beyondSteps: number
  expectedBuyEurPerKwh: Float64Array
  expectedSellEurPerKwh: Float64Array
  nearUntil: Int32Array
  nearLoadKwh: Float64Array
  farLoadKwh: Float64Array
  clearProductionKwh: Float64Array
  usualClearness: Float64Array
  clearness: Float64Array
  clearnessSteps: number
  endValueEurPerKwh: Float64Array
}

/** Series of 8760 h of standard time. */
export interface OperatedSite {
  loadKwh: Float64Array
  /** Of all panels of the plant. */
  productionKwh: Float64Array
  buyEurPerKwh: Float64Array
  sellEurPerKwh: Float64Array
  /** Fraction. */
  dischargeEfficiency: number
  calendarYear: number
}

/**
 * What is known at each hour, and what is expected then. Prices are known of today, and from 13:00 by the clock of tomorrow too;
 * then come 18 hours at the mean of the four days before. What is left in the battery after that has the lower quartile
 * of the last published day's prices as its value, less the loss of giving it back: what it costs to fill the battery anew.
 */
export const plantKnowledge = (site: OperatedSite): PlantKnowledge => {
  const summer = europeanSummerHours(site.calendarYear)
  const load = loadForecast(site.loadKwh, site.calendarYear, summer)
  const sun = sunForecast(site.productionKwh)
  const { pricesUntil, nearUntil } = horizons(summer)
  return {
    pricesUntil,
    beyondSteps: BEYOND_HOURS,
    expectedBuyEurPerKwh: meanOfHoursBefore(site.buyEurPerKwh, PRICE_DAYS),
    expectedSellEurPerKwh: meanOfHoursBefore(site.sellEurPerKwh, PRICE_DAYS),
    nearUntil,
    nearLoadKwh: load.near,
    farLoadKwh: load.far,
    clearProductionKwh: sun.clearKwh,
    usualClearness: sun.usual,
    clearness: sun.recent,
    clearnessSteps: CLEARNESS_HOURS,
    endValueEurPerKwh: endValues(site, pricesUntil),
  }
}

/** For each hour the first one whose price, and whose day, is not known yet. */
const horizons = (summer: SummerHours): { pricesUntil: Int32Array; nearUntil: Int32Array } => {
  const pricesUntil = new Int32Array(HOURS_PER_YEAR)
  const nearUntil = new Int32Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const ahead = hour >= summer.from && hour < summer.to ? 1 : 0
    const clock = hour + ahead
    const midnight = (Math.floor(clock / HOURS_PER_DAY) + 1) * HOURS_PER_DAY - ahead
    const isPublished = clock % HOURS_PER_DAY >= PUBLICATION_HOUR
    nearUntil[hour] = Math.min(HOURS_PER_YEAR, Math.max(hour + 1, midnight))
    pricesUntil[hour] = Math.min(HOURS_PER_YEAR, nearUntil[hour]! + (isPublished ? HOURS_PER_DAY : 0))
  }
  return { pricesUntil, nearUntil }
}

const endValues = ({ buyEurPerKwh, dischargeEfficiency }: OperatedSite, pricesUntil: Int32Array): Float64Array => {
  const values = new Float64Array(HOURS_PER_YEAR)
  let until = -1
  let value = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    if (pricesUntil[hour]! !== until) {
      until = pricesUntil[hour]!
      const lastDay = buyEurPerKwh.slice(Math.max(0, until - HOURS_PER_DAY), until).sort()
      value = Math.max(0, lastDay[Math.floor(END_VALUE_QUANTILE * lastDay.length)]!) * dischargeEfficiency
    }
    values[hour] = value
  }
  return values
}
