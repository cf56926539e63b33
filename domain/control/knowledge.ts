import { createBoundedMap } from "../base/boundedMap.ts"
import { createMemo } from "../base/memo.ts"
import { europeanSummerHours, type SummerHours } from "../site/consumption/calendar.ts"
import { stepsPerDay, stepsPerHour } from "../site/steps.ts"
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
/** Clock hour from which the prices of the next day are known. */
const PUBLICATION_HOUR = 13
/** Planned hours after the last published price. */
const BEYOND_HOURS = 18
/** Number of days in the mean of an expected price. */
const PRICE_DAYS = 4
/** Hours over which the forecast changes from the next hour's clearness to the month's. */
const CLEARNESS_HOURS = 48
/** Quantile of the last published day's prices that values energy left in the battery. */
const END_VALUE_QUANTILE = 0.25
/**
 * Minimum ratio for a reserve: charge on 1 kW over the price of 1 kW in all charged hours of the period. Below it a
 * reserve lost more than it saved on every kind of site (decision 085).
 */
const LEAST_CHARGE = 0.01
/** Memoised forecasts per series: plants of a scan share their load and prices, many also their production. */
const KEPT_OF_SERIES = 4
const [loads, suns] = [createMemo<LoadForecast>(KEPT_OF_SERIES), createMemo<SunForecast>(KEPT_OF_SERIES)]
const highLoads = createMemo<LoadForecast>(KEPT_OF_SERIES)
const [means, ends] = [createMemo<Float64Array>(KEPT_OF_SERIES), createMemo<Float64Array>(KEPT_OF_SERIES)]

/** Knowledge of a plant's controller in each step: the optimiser's `Knowledge`. */
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

/** Series of a whole year of standard time, in hours or in quarters. */
export interface OperatedSite {
  loadKwh: Float64Array
  /** Production of all panels of the plant [kWh]. */
  productionKwh: Float64Array
  buyEurPerKwh: Float64Array
  sellEurPerKwh: Float64Array
  /** Discharge efficiency, a fraction. */
  dischargeEfficiency: number
  calendarYear: number
}

/**
 * Knowledge and forecasts at each step. Today's prices are known, and from 13:00 by the clock tomorrow's. Beyond, 18
 * hours are planned with the mean of the four days before. Energy left afterwards is worth the lower quartile of the
 * last published day's prices less the discharge loss: the cost of filling the battery again.
 */
export const plantKnowledge = (site: OperatedSite): PlantKnowledge => {
  const { loadKwh, productionKwh, buyEurPerKwh, sellEurPerKwh, calendarYear, dischargeEfficiency } = site
  const summer = europeanSummerHours(calendarYear)
  const load = loads([loadKwh], `${calendarYear}`, () => loadForecast(loadKwh, calendarYear, summer))
  const sun = suns([productionKwh], "", () => sunForecast(productionKwh))
  const steps = stepsPerHour(loadKwh)
  const { pricesUntil, nearUntil } = horizons(summer, steps)
  const meanOf = (price: Float64Array) => means([price], "", () => meanOfHoursBefore(price, PRICE_DAYS))
  const asGiven = `${calendarYear} ${dischargeEfficiency}`
  return {
    pricesUntil,
    beyondSteps: BEYOND_HOURS * steps,
    expectedBuyEurPerKwh: meanOf(buyEurPerKwh),
    expectedSellEurPerKwh: meanOf(sellEurPerKwh),
    nearUntil,
    nearLoadKwh: load.near,
    farLoadKwh: load.far,
    clearProductionKwh: sun.clearKwh,
    usualClearness: sun.usual,
    clearness: sun.next,
    clearnessSteps: CLEARNESS_HOURS * steps,
    endValueEurPerKwh: ends([buyEurPerKwh], asGiven, () => endValues(site, pricesUntil)),
  }
}

/** Site with demand charges. */
export interface ChargedSite extends Pick<OperatedSite, "loadKwh" | "buyEurPerKwh" | "calendarYear"> {
  /** Charges in the optimiser's form: the period of each step, −1 for none, and the price of 1 kW in each period. */
  demandCharges?: readonly { period: Int16Array; eurPerKw: readonly number[] }[] | undefined
}

/**
 * Forecast of high loads for a battery's reserve under demand charges. Empty if the charges are too small: a reserve
 * takes capacity from the battery's other earnings, and loses energy.
 */
export const peakKnowledge = (site: ChargedSite): Partial<PeakKnowledge> => {
  if (!isReserveWorthwhile(site)) return {}
  const { loadKwh, calendarYear } = site
  const make = () => highLoadForecast(loadKwh, calendarYear, europeanSummerHours(calendarYear))
  const { near, far } = highLoads([loadKwh], `${calendarYear}`, make)
  return { highNearLoadKwh: near, highFarLoadKwh: far }
}

/** True if the charge on 1 kW is high enough compared with purchasing 1 kW in all hours of the period. */
const isReserveWorthwhile = ({ buyEurPerKwh, demandCharges = [] }: ChargedSite): boolean => {
  const steps = stepsPerHour(buyEurPerKwh)
  const shares = new Float64Array(buyEurPerKwh.length)
  for (const { period, eurPerKw } of demandCharges) {
    const energyEur = eurPerKw.map(() => 0)
    for (let hour = 0; hour < period.length; hour++) {
      if (period[hour]! >= 0) energyEur[period[hour]!]! += buyEurPerKwh[hour]! / steps
    }
    const shareOf = eurPerKw.map((eur, of) => (energyEur[of]! > 0 ? eur / energyEur[of]! : Number.POSITIVE_INFINITY))
    for (let hour = 0; hour < period.length; hour++) {
      if (period[hour]! >= 0) shares[hour]! += shareOf[period[hour]!]!
    }
  }
  return shares.some(share => share >= LEAST_CHARGE)
}

/** First step with an unknown price, and first step of the next day, for each step. */
interface Horizons {
  pricesUntil: Int32Array
  nearUntil: Int32Array
}

/** Number of cached calendars. */
const CALENDARS_KEPT = 8
const ofCalendars = createBoundedMap<Horizons>({ capacity: CALENDARS_KEPT })

const horizons = (summer: SummerHours, steps: number): Horizons =>
  ofCalendars.getOrMake(`${summer.from} ${summer.to} ${steps}`, () => horizonsOf(summer, steps))

const horizonsOf = (summer: SummerHours, steps: number): Horizons => {
  const pricesUntil = new Int32Array(HOURS_PER_YEAR * steps)
  const nearUntil = new Int32Array(HOURS_PER_YEAR * steps)
  for (let step = 0; step < nearUntil.length; step++) {
    const hour = Math.floor(step / steps)
    const ahead = hour >= summer.from && hour < summer.to ? 1 : 0
    const clock = hour + ahead
    const midnight = (Math.floor(clock / HOURS_PER_DAY) + 1) * HOURS_PER_DAY - ahead
    const isPublished = clock % HOURS_PER_DAY >= PUBLICATION_HOUR
    const near = Math.min(HOURS_PER_YEAR, Math.max(hour + 1, midnight))
    nearUntil[step] = steps * near
    pricesUntil[step] = steps * Math.min(HOURS_PER_YEAR, near + (isPublished ? HOURS_PER_DAY : 0))
  }
  return { pricesUntil, nearUntil }
}

const endValues = ({ buyEurPerKwh, dischargeEfficiency }: OperatedSite, pricesUntil: Int32Array): Float64Array => {
  const perDay = stepsPerDay(buyEurPerKwh)
  const values = new Float64Array(buyEurPerKwh.length)
  let until = -1
  let value = 0
  for (let step = 0; step < values.length; step++) {
    if (pricesUntil[step]! !== until) {
      until = pricesUntil[step]!
      const lastDay = buyEurPerKwh.slice(Math.max(0, until - perDay), until).sort()
      value = Math.max(0, lastDay[Math.floor(END_VALUE_QUANTILE * lastDay.length)]!) * dischargeEfficiency
    }
    values[step] = value
  }
  return values
}
