/**
 * Change of a plant's yearly savings per change of the market and of the supplier's fees, for the same hours. A battery
 * would adapt to other prices and save somewhat more, to second order only.
 *
 * - Contracts at the market: each hour's price follows the market by its own terms, from the first year on.
 * - Other contracts follow the market after their first year. Half of the purchase price is energy (Eurostat
 *   nrg_pc_204_c, energy and supply of households in the EU). The feed-in price follows the price of solar energy.
 * - A purchase price with a growth of its own follows the market after its years only.
 * - A feed-in price with a growth of its own, such as a feed-in tariff of law, does not follow the market.
 */

import { createMemo } from "../base/memo.ts"
import type { ScanCase } from "../case/case.ts"
import { tariffsOf } from "../case/tariffs.ts"
import { captureRate } from "../market/marketHistory.ts"
import {
  type DayAheadYear,
  dayAheadYear,
  knownQuarters,
  marketPrices,
  type PriceYear,
} from "../market/tariff/dayAhead.ts"
import { followsMarket } from "../market/tariff/followsMarket.ts"
import { stepsPerHour } from "../site/steps.ts"
import { DAYS_PER_YEAR, HOURS_PER_YEAR } from "../site/year.ts"
import type { Figures } from "./figures.ts"

export interface MarketSlopes {
  /** Per relative change of the price level [EUR]. */
  levelEur: number
  /** Per change of the capture rate by 1 [EUR]. */
  captureEur: number
  /** Purchases less than the baseline's, and feed-in more than the baseline's [kWh]. */
  savedKwh: number
  fedInKwh: number
  /**
   * Number of first years without influence of the market. 0 at the market, else 1, or the years of a purchase price
   * with a growth of its own.
   */
  fixedYears: number
  /** Change of the market from a year to its newest year; none if the contract does not follow it. */
  sinceYear(priceYear: number): MarketChange
}

/** Relative change of the price level, and change of the capture rate. */
interface MarketChange {
  level: number
  capture: number
}

/** Share of energy in the purchase price of a contract that does not follow the market. */
const ENERGY_SHARE = 0.5

/** Slopes of a plant in its first year. @param lastYear newest year of the market prices */
export const marketSlopes = ({ scan, year }: Figures, lastYear: number): MarketSlopes => {
  const { totals, bills, baselineBills } = year
  const isFeedInFixed = scan.tariffs[0].feedInGrowth !== undefined
  const amounts = {
    savedKwh: totals.baselineBought - totals.bought,
    fedInKwh: isFeedInFixed ? 0 : totals.sold - totals.baselineSold,
  }
  if (followsMarket(scan.input.phases[0].terms)) {
    const sinceYear = sinceYearOf(scan, lastYear)
    return { ...amounts, ...hourlySlopes({ scan, year }), fixedYears: 0, sinceYear }
  }
  const [bill, baseline] = [bills[0], baselineBills[0]]
  const boughtEur = ENERGY_SHARE * (baseline.energyBillEur - bill.energyBillEur)
  const soldFor = ({ feedInRevenueEur, nettingCreditEur }: typeof bill) => feedInRevenueEur - nettingCreditEur
  const soldEur = isFeedInFixed ? 0 : soldFor(bill) - soldFor(baseline)
  return {
    ...amounts,
    levelEur: boughtEur + soldEur,
    captureEur: soldEur / captureRate(lastYear),
    fixedYears: fixedYearsOf(scan),
    sinceYear: () => UNCHANGED,
  }
}

/** Years of a contract that does not follow the market, until it can change. */
const fixedYearsOf = ({ input, tariffs }: ScanCase): number => {
  const open = tariffs.findIndex(({ buyGrowth }) => buyGrowth === undefined)
  return Math.max(1, (input.phases[open]?.fromYear ?? input.analysisYears + 1) - 1)
}

const UNCHANGED: MarketChange = { level: 0, capture: 0 }
const statisticsKept = createMemo<{ meanEur: number; capture: number }>(1)

/** Changes to the newest year, relative to the level of the scan's own year. */
const sinceYearOf = ({ tariffSite: site, tariffs }: ScanCase, lastYear: number): MarketSlopes["sinceYear"] => {
  const statisticsOf = (priceYear: number) => {
    const { eurPerKwh } = dayAheadYear(site, priceYear, site.imported)
    return statisticsKept([eurPerKwh], "", () => {
      const meanEur = meanOf(eurPerKwh)
      const solarEur = midday().sunShares.reduce((sum, share, hour) => sum + share * eurPerKwh[hour]!, 0)
      return { meanEur, capture: solarEur / meanEur }
    })
  }
  const [scanYear, newest] = [statisticsOf(tariffs[0].priceYear), statisticsOf(lastYear)]
  return priceYear => {
    const { meanEur, capture } = statisticsOf(priceYear)
    return { level: (newest.meanEur - meanEur) / scanYear.meanEur, capture: newest.capture - capture }
  }
}

const meanOf = (hours: Float64Array): number => hours.reduce((sum, value) => sum + value, 0) / hours.length

/** Sums of price changes times energy over the steps of the year. */
const hourlySlopes = ({
  scan,
  year,
}: Pick<Figures, "scan" | "year">): Pick<MarketSlopes, "levelEur" | "captureEur"> => {
  const { marketEurPerKwh, buy, sell } = passThrough(scan)
  const { importKwh, exportKwh, baseline } = year
  const priceEur = meanOf(marketEurPerKwh)
  const { changes } = midday()
  const steps = stepsPerHour(importKwh)
  let [levelEur, captureEur] = [0, 0]
  for (let step = 0; step < importKwh.length; step++) {
    const kwh =
      buy[step]! * (baseline.importKwh[step]! - importKwh[step]!) +
      sell[step]! * (exportKwh[step]! - baseline.exportKwh[step]!)
    levelEur += marketEurPerKwh[step]! * kwh
    captureEur += priceEur * changes[Math.floor(step / steps)]! * kwh
  }
  return { levelEur, captureEur }
}

/** Rise of the market price that shows how a tariff's prices follow it [EUR/kWh]. */
const RISE = 0.01
const raised = createMemo<PriceYear>(1)

/** A price year whose hours, and in a case of quarters its known quarters, are higher by RISE. */
const higher = ({ zone, year, eurPerKwh, published }: DayAheadYear, steps = 1): PriceYear => {
  const quarters = steps > 1 ? knownQuarters(published) : undefined
  return {
    ...{ zone, year, eurPerKwh: eurPerKwh.map(price => price + RISE) },
    ...(quarters ? { quarterEurPerKwh: quarters.map(price => price + RISE) } : {}),
  }
}

/** Market prices on the calendar of the load, and the part of their change in the purchase and feed-in price. */
const passThrough = (scan: ScanCase): Record<"marketEurPerKwh" | "buy" | "sell", Float64Array> => {
  const { tariffSite: site, input } = scan
  const tariff = scan.tariffs[0]
  const imported = site.imported ?? []
  const market = dayAheadYear(site, tariff.priceYear, imported)
  const more = raised([market.eurPerKwh], `${site.steps}`, () => higher(market, site.steps))
  const [after] = tariffsOf(input, { ...site, imported: [more, ...imported] })
  const partOf = (later: Float64Array, before: Float64Array) =>
    later.map((price, step) => (price - before[step]!) / RISE)
  return {
    marketEurPerKwh: marketPrices(market, { year: site.calendarYear ?? market.year, steps: site.steps }),
    buy: partOf(after.buyEurPerKwh, tariff.buyEurPerKwh),
    sell: partOf(after.sellEurPerKwh, tariff.sellEurPerKwh),
  }
}

interface Midday {
  /** Share of each hour in the sun of the year; their sum is 1. */
  sunShares: Float64Array
  /** Change of each hour's price per change of the capture rate, relative to the mean price; their mean is 0. */
  changes: Float64Array
}

let middayMade: Midday | undefined

/** Hours by the height of the sun, and the change of prices that changes the capture rate by 1 and keeps the mean. */
const midday = (): Midday => {
  middayMade ??= middayOf(
    Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => {
      const season = 1 - 0.6 * Math.cos((2 * Math.PI * (hour / 24 + 10)) / DAYS_PER_YEAR)
      return season * Math.max(0, Math.sin((Math.PI * ((hour % 24) - 5.5)) / 12))
    }),
  )
  return middayMade
}

const middayOf = (heights: Float64Array): Midday => {
  const mean = meanOf(heights)
  const weighted = heights.reduce((sum, height) => sum + height * height, 0) / (HOURS_PER_YEAR * mean)
  return {
    sunShares: heights.map(height => height / (HOURS_PER_YEAR * mean)),
    changes: heights.map(height => (height - mean) / (weighted - mean)),
  }
}
