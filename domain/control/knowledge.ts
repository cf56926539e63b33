import { createBoundedMap } from "../base/boundedMap.ts"
import { createRemembered } from "../base/remembered.ts"
import { europeanSummerHours, type SummerHours } from "../site/consumption/calendar.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import {
  highLoadForecast,
  type LoadForecast,
  loadForecast,
  meanOfHoursBefore,
  type SunForecast,
  sunForecast,
} from "./forecasts.ts"

const HOURS_PER_DAY = 24
/** From this hour of the clock on, the prices of the next day are known. */
const PUBLICATION_HOUR = 13
/** Hours after the last published price that are planned too. */
const BEYOND_HOURS = 18
/** Days whose same hour gives the mean for an expected price. */
const PRICE_DAYS = 4
/** A forecast of the sun goes from the last day's clearness to the month's over two days. */
const CLEARNESS_HOURS = 48
/** Quantile of the last published day's prices that values energy left in the battery. */
const END_VALUE_QUANTILE = 0.25
/**
 * Least ratio of the charge on 1 kW to the price of 1 kW in all charged hours of the period for which energy is kept in
 * reserve. Below it a reserve lost more than it saved on every kind of site (decision 085).
 */
const LEAST_CHARGE = 0.01
/**
 * Forecasts of the same series are computed once: plants of a scan share their load and prices, many their production.
 */
const KEPT_OF_SERIES = 4
const [loads, suns] = [createRemembered<LoadForecast>(KEPT_OF_SERIES), createRemembered<SunForecast>(KEPT_OF_SERIES)]
const highLoads = createRemembered<LoadForecast>(KEPT_OF_SERIES)
const [means, ends] = [createRemembered<Float64Array>(KEPT_OF_SERIES), createRemembered<Float64Array>(KEPT_OF_SERIES)]

/** A controller's knowledge of a plant's year; the optimiser's `Knowledge`, hour by hour. */
export interface PlantKnowledge {
  pricesUntil: Int32Array
  beyondSteps: number
  expectedBuyEurPerKwh: Float64Array
  expectedSellEurPerKwh: Float64Array
  nearUntil: Int32Array
  nearLoadKwh: Float64Array
  farLoadKwh: Float64Array
  highNearLoadKwh?: Float64Array
  highFarLoadKwh?: Float64Array
  clearProductionKwh: Float64Array
  usualClearness: Float64Array
  clearness: Float64Array
  clearnessSteps: number
  endValueEurPerKwh: Float64Array
}

/** Additional knowledge of a controller under demand charges. */
export type PeakKnowledge = Pick<Required<PlantKnowledge>, "highNearLoadKwh" | "highFarLoadKwh">

/** Series of 8760 h of standard time. */
export interface OperatedSite {
  loadKwh: Float64Array
  /** Production of all panels of the plant. */
  productionKwh: Float64Array
  buyEurPerKwh: Float64Array
  sellEurPerKwh: Float64Array
  /** Fraction. */
  dischargeEfficiency: number
  calendarYear: number
}

/**
 * Knowledge and forecasts at each hour. Prices are known of today, and from 13:00 by the clock of tomorrow too; then
 * come 18 hours at the mean of the four days before. Energy left in the battery afterwards is worth the lower quartile
 * of the last published day's prices, less the discharge loss: the cost of filling the battery again.
 */
export const plantKnowledge = (site: OperatedSite): PlantKnowledge => {
  const { loadKwh, productionKwh, buyEurPerKwh, sellEurPerKwh, calendarYear, dischargeEfficiency } = site
  const summer = europeanSummerHours(calendarYear)
  const load = loads([loadKwh], `${calendarYear}`, () => loadForecast(loadKwh, calendarYear, summer))
  const sun = suns([productionKwh], "", () => sunForecast(productionKwh))
  const { pricesUntil, nearUntil } = horizons(summer)
  const meanOf = (price: Float64Array) => means([price], "", () => meanOfHoursBefore(price, PRICE_DAYS))
  const asGiven = `${calendarYear} ${dischargeEfficiency}`
  return {
    pricesUntil,
    beyondSteps: BEYOND_HOURS,
    expectedBuyEurPerKwh: meanOf(buyEurPerKwh),
    expectedSellEurPerKwh: meanOf(sellEurPerKwh),
    nearUntil,
    nearLoadKwh: load.near,
    farLoadKwh: load.far,
    clearProductionKwh: sun.clearKwh,
    usualClearness: sun.usual,
    clearness: sun.recent,
    clearnessSteps: CLEARNESS_HOURS,
    endValueEurPerKwh: ends([buyEurPerKwh], asGiven, () => endValues(site, pricesUntil)),
  }
}

/** A site that pays for its highest import. */
export interface ChargedSite extends Pick<OperatedSite, "loadKwh" | "buyEurPerKwh" | "calendarYear"> {
  /** The optimiser's: for each hour the period that it is charged in, −1 in none, and what 1 kW costs in each. */
  demandCharges?: readonly { period: Int16Array; eurPerKw: readonly number[] }[] | undefined
}

/**
 * The highest loads that a battery under demand charges is held ready for; none if the charges are too small: a reserve
 * takes room from the battery's other earnings, and loses energy.
 * @param loadKwh 8760 h of standard time
 */
export const peakKnowledge = (site: ChargedSite): Partial<PeakKnowledge> => {
  if (!isReserveWorthwhile(site)) return {}
  const { loadKwh, calendarYear } = site
  const make = () => highLoadForecast(loadKwh, calendarYear, europeanSummerHours(calendarYear))
  const { near, far } = highLoads([loadKwh], `${calendarYear}`, make)
  return { highNearLoadKwh: near, highFarLoadKwh: far }
}

/** True if 1 kW costs enough in a charged hour, compared with buying 1 kW in all hours of the period. */
const isReserveWorthwhile = ({ buyEurPerKwh, demandCharges = [] }: ChargedSite): boolean => {
  const shares = new Float64Array(buyEurPerKwh.length)
  for (const { period, eurPerKw } of demandCharges) {
    const energyEur = eurPerKw.map(() => 0)
    for (let hour = 0; hour < period.length; hour++) {
      if (period[hour]! >= 0) energyEur[period[hour]!]! += buyEurPerKwh[hour]!
    }
    const shareOf = eurPerKw.map((eur, of) => (energyEur[of]! > 0 ? eur / energyEur[of]! : Number.POSITIVE_INFINITY))
    for (let hour = 0; hour < period.length; hour++) {
      if (period[hour]! >= 0) shares[hour]! += shareOf[period[hour]!]!
    }
  }
  return shares.some(share => share >= LEAST_CHARGE)
}

/** For each hour the first one whose price, and whose day, is not known yet. */
interface Horizons {
  pricesUntil: Int32Array
  nearUntil: Int32Array
}

/** Calendars whose horizons are kept. */
const CALENDARS_KEPT = 8
const ofCalendars = createBoundedMap<Horizons>({ capacity: CALENDARS_KEPT })

const horizons = (summer: SummerHours): Horizons =>
  ofCalendars.getOrMake(`${summer.from} ${summer.to}`, () => horizonsOf(summer))

const horizonsOf = (summer: SummerHours): Horizons => {
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
