/**
 * Figures of a plant in random futures, from its operated years and from their slopes: no hour is operated again.
 *
 * - Savings of a year come from a price year and a weather year. The yield, the market, the fees and the age of the
 *   battery change them, each linearly.
 * - Prices of each year are carried to the level and the capture rate of the newest year. The market moves on from
 *   there: today's level predicts the next year better than the mean of past years.
 * - Contracts that do not follow the market change with it after their first year, or after their fixed years.
 * - The life-cycle costs are the report's, with the inverters replaced earlier or later.
 */
import type { BillPair, ScanCase } from "../case/case.ts"
import { levelledEur } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { paybackOf } from "../finance/payback.ts"
import { discountFactor, yearWorths } from "../finance/presentWorth.ts"
import { type Future, picked } from "./draws.ts"
import type { Figures } from "./figures.ts"
import { type MarketSlopes, marketSlopes } from "./marketSlopes.ts"

/** Equally likely weather years under one price year and controller. */
export interface Weathers {
  priceYear: number
  /** Savings of each weather year at the modelled yield, for every year of the analysis, at first-year prices [EUR]. */
  savedEur: readonly Float64Array[]
  /** Yield factor of each weather year; 1 is as modelled. */
  yieldFactors: Float64Array
}

/** Change of each year's savings per relative change of the yield, below and above the modelled yield [EUR]. */
export interface ByYield {
  lessEur: Float64Array
  moreEur: Float64Array
}

export interface Outcomes {
  /** Each sorted. */
  firstYearSavings: Float64Array
  npv: Float64Array
  /** Infinity if the plant never pays back [years]. */
  payback: Float64Array
  /** Cumulated nominal cash flow after each year, year 0 first [EUR]; each year sorted. */
  cumulative: Float64Array[]
}

interface Drawn {
  byYield: ByYield
  /** Newest year of the market prices. */
  lastYear: number
  drawn: readonly Future[]
}

/**
 * Outcomes of each future for the years of a controller. The market and the age of the battery change its savings by
 * `scale` times the change of the scan's controller.
 */
export const outcomesOf = (figures: Figures, { byYield, lastYear, drawn }: Drawn) => {
  const { scan, money } = figures
  const horizon = horizonOf(scan)
  const worths = yearWorths(horizon)
  const levels = yearWorths({ ...horizon, discountRate: 0 })
  const slopes = marketSlopes(figures, lastYear)
  const ages = batteryAges(figures)
  const batteryEur = savedByBattery(figures)
  const modelled = savedInYears(scan, figures.year)
  return (years: readonly Weathers[], scale: number): Outcomes => {
    const [firstYearSavings, npv, payback] = [0, 0, 0].map(() => new Float64Array(drawn.length)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    const cumulative = money.yearlyCashflowsEur.map(() => new Float64Array(drawn.length))
    for (const [draw, future] of drawn.entries()) {
      const { priceYear, savedEur, yieldFactors } = picked(years, future.priceShare)
      const eachYearEur = changeBy(slopes, future, priceYear)
      const flows = Float64Array.from(money.yearlyCashflowsEur)
      let valueEur = money.netPresentValueEur + shiftInverters(figures, future.inverterShift, flows)
      let growth = 1
      for (let y = 0; y < worths.length; y++) {
        const weather = Math.floor(future.weatherShares[y]! * savedEur.length)
        const more = yieldFactors[weather]! * (1 + future.yieldError) - 1
        const isOpen = y >= slopes.fixedYears
        const inYearEur =
          growth *
          (savedEur[weather]![y]! +
            more * (more < 0 ? byYield.lessEur : byYield.moreEur)[y]! +
            scale * ((isOpen ? eachYearEur : 0) - Math.min(1, future.fadePerYear * ages[y]!) * batteryEur))
        if (y === 0) firstYearSavings[draw] = inYearEur
        valueEur += worths[y]! * (inYearEur - modelled[y]!)
        flows[y + 1]! += levels[y]! * (inYearEur - modelled[y]!)
        if (y + 1 >= slopes.fixedYears) growth *= 1 + future.growthError
      }
      let balanceEur = 0
      for (const [year, flow] of flows.entries()) {
        balanceEur += flow
        cumulative[year]![draw] = balanceEur
      }
      npv[draw] = valueEur
      payback[draw] = paybackOf(flows)?.returnPeriodYears ?? Number.POSITIVE_INFINITY
    }
    for (const balances of cumulative) balances.sort()
    return { firstYearSavings: firstYearSavings.sort(), npv: npv.sort(), payback: payback.sort(), cumulative }
  }
}

/** Savings between a pair of bills in each year of the analysis, at the general price level of the first year [EUR]. */
export const savedInYears = (scan: ScanCase, { bills, baselineBills }: BillPair): Float64Array => {
  const horizon = horizonOf(scan)
  return Float64Array.from(
    { length: horizon.years },
    (_, index) => levelledEur(index + 1, baselineBills, horizon) - levelledEur(index + 1, bills, horizon),
  )
}

/** Change of a year's savings by market and fees [EUR]. */
const changeBy = (slopes: MarketSlopes, future: Future, priceYear: number): number => {
  const { level, capture } = slopes.sinceYear(priceYear)
  return (
    slopes.levelEur * (level + future.levelChange) +
    slopes.captureEur * (capture + future.captureChange) +
    slopes.savedKwh * future.purchaseFee -
    slopes.fedInKwh * future.feedInFee
  )
}

/** Savings of the first year that the battery adds to the panels [EUR]. */
const savedByBattery = ({ year: { billsWithoutBattery, bills } }: Figures): number =>
  Math.max(0, billsWithoutBattery[0].costEur - bills[0].costEur)

/** Age of the battery at the beginning of each year of the analysis [years]. */
const batteryAges = ({ scan, costs: { replacementYears } }: Figures): number[] =>
  Array.from({ length: scan.input.analysisYears }, (_, y) => y - Math.max(0, ...replacementYears.filter(at => at <= y)))

/**
 * Moves the replacement of inverters within the analysis.
 * @param flows cash flows of each year, changed in place
 * @returns the change of the net present value [EUR]
 */
const shiftInverters = ({ scan, costs }: Figures, shift: number, flows: Float64Array): number => {
  const { inverterReplacementYear: year, discountRate } = scan.assumptions
  const later = Math.min(scan.input.analysisYears, Math.max(1, year + shift))
  let valueEur = 0
  for (const renewal of costs.solarRenewals) {
    if (renewal.year !== year || shift === 0) continue
    flows[year]! += renewal.eur
    flows[later]! -= renewal.eur
    valueEur += renewal.eur * (discountFactor(year, discountRate) - discountFactor(later, discountRate))
  }
  return valueEur
}
