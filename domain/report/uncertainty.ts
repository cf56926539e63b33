import type { ControllerName } from "../base/controllers.ts"
import type { BillPair, ScanCase, YearSavings } from "../case/case.ts"
import { areDemandsHeld, YIELD_CHANGE } from "../case/variations.ts"
import { possibleControllers } from "../control/controller.ts"
import { levelledEur, type YearOne } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { yearWorths } from "../finance/presentWorth.ts"
import { sunlightOfYears } from "../site/solar/yearlySunlight.ts"
import { DRAWS, type Future, futures, picked, SEED, YEARS_SUNLIGHT, YIELD_DEVIATION } from "./draws.ts"
import type { Figures } from "./figures.ts"
import { operationBill } from "./lifeBills.ts"
import { quantile } from "./quantile.ts"
import type { ReportBody } from "./schema.ts"
import { productionOf } from "./traded.ts"

type Uncertainty = NonNullable<ReportBody["uncertainty"]>
type Percentiles = Uncertainty["firstYearSavings"]

/** Equally likely weather years under one price year and controller. */
interface Weathers {
  /** Savings of each weather year at the modelled yield, for every year of the analysis, at first-year prices [EUR]. */
  savedEur: readonly Float64Array[]
  /** Yield factor of each weather year; 1 is as modelled. */
  yieldFactors: Float64Array
}

/** Part `uncertainty` of the report; null if the plant was not operated at other yields. */
export const uncertainty = (figures: Figures): Uncertainty | null => {
  const { scan, solution } = figures
  const perYield = savingsByYield(figures)
  if (!perYield) return null
  const controllers = possibleControllers(scan.control, { hasBattery: solution.capacityKwh > 0, incentives: scan })
  const pairs = solution.otherYears ?? [ownYear(figures, controllers)]
  const isOperated = pairs.some(({ weatherYear }) => weatherYear !== null)
  const { lat, lon } = scan.input.location
  const sunlight = isOperated || !perYield.hasSun ? [] : (scan.sunlight ?? sunlightOfYears(lat, lon))
  const measured = sunlight.map(({ change }) => change)
  const assumed = perYield.hasSun && !isOperated ? YEARS_SUNLIGHT : [0]
  const changes = measured.length > 0 ? measured : assumed
  const yieldFactors = changes.map(change => 1 + change)
  const yearsOf = yearsFrom(scan, pairs, yieldFactors)
  const drawn = futures(scan.input.analysisYears)
  const each = controllers.map(control => {
    const { savings, values } = outcomes(figures, perYield, yearsOf(control), drawn)
    return { control, savings: savings.sort(), values: values.sort() }
  })
  const weatherYears = isOperated ? pairs.map(({ weatherYear }) => weatherYear ?? 0) : sunlight.map(({ year }) => year)
  return {
    firstYearSavings: percentiles(mergedOf(each.map(({ savings }) => savings))),
    netPresentValue: percentiles(mergedOf(each.map(({ values }) => values))),
    controllers: each.map(({ control, savings, values }) => ({
      control,
      firstYearSavings: percentiles(savings),
      netPresentValue: percentiles(values),
    })),
    priceYears: distinct(pairs.map(({ priceYear }) => priceYear)),
    weatherYears: distinct(weatherYears),
    ...(areDemandsHeld(scan) ? { demand: "held" as const } : {}),
    weather: isOperated ? "operated" : changes.length > 1 ? "byYield" : "none",
    yieldDeviation: perYield.hasSun ? YIELD_DEVIATION : 0,
    draws: DRAWS,
    seed: SEED,
  }
}

/** Savings between a pair of bills in each year of the analysis, at the general price level of the first year [EUR]. */
const savedInYears = (scan: ScanCase, { bill, baselineBill }: BillPair): Float64Array => {
  const horizon = horizonOf(scan)
  return Float64Array.from(
    { length: horizon.years },
    (_, index) => levelledEur(index + 1, baselineBill, horizon) - levelledEur(index + 1, bill, horizon),
  )
}

interface ByYield {
  hasSun: boolean
  /** Change of each year's savings per relative change of the yield, below and above the modelled yield [EUR]. */
  lessEur: Float64Array
  moreEur: Float64Array
}

/**
 * Slopes of the savings from years at other yields, linear on each side of the modelled yield. Undefined if such years
 * are missing.
 */
const savingsByYield = ({ scan, solution, year }: Figures): ByYield | undefined => {
  if (solution.variations.length === 0) return undefined
  const ownEur = savedInYears(scan, year)
  if (scan.roofs.length + scan.existing.length === 0) {
    const isOperated = areDemandsHeld(scan) || solution.variations.some(({ parameter }) => parameter === "consumption")
    const none = new Float64Array(ownEur.length)
    return isOperated ? { hasSun: false, lessEur: none, moreEur: none } : undefined
  }
  const slope = (change: number): Float64Array | undefined => {
    const isOf = (one: { change: number }) => one.change === change
    const bills =
      solution.variations.find(one => one.parameter === "yield" && isOf(one))?.anew ?? solution.heldYields?.find(isOf)
    return bills && savedInYears(scan, bills).map((eur, index) => (eur - ownEur[index]!) / change)
  }
  const [lessEur, moreEur] = [slope(-YIELD_CHANGE), slope(YIELD_CHANGE)]
  return lessEur && moreEur ? { hasSun: true, lessEur, moreEur } : undefined
}

/** Savings of the scan's own year, used if no other years were computed. */
const ownYear = (figures: Figures, controllers: readonly ControllerName[]): YearSavings => {
  const { scan, solution, year } = figures
  const { bill: own, baselineBill } = year
  const production = productionOf(scan, solution.panels)
  const under = (control: ControllerName): BillPair => {
    const operated = control === scan.control || control === "zeroExport" ? null : solution.control[control]
    const bill = operated ? operationBill(scan, production, operated.withBattery) : own
    return { bill, baselineBill }
  }
  return {
    weatherYear: null,
    priceYear: scan.tariff.priceYear,
    savingsEur: baselineBill.costEur - own.costEur,
    byController: controllers.map(control => {
      const bills = under(control)
      return { control, savingsEur: netEur(bills.baselineBill) - netEur(bills.bill), bills }
    }),
  }
}

const netEur = ({ energyBillEur, feedInRevenueEur }: YearOne): number => energyBillEur - feedInRevenueEur

/**
 * Groups the pairs by price year. A pair with the scan's own weather represents all weather years through their yield
 * factors.
 */
const yearsFrom =
  (scan: ScanCase, pairs: readonly YearSavings[], yieldFactors: readonly number[]) =>
  (control: ControllerName): Weathers[] => {
    const priceYears = new Set(pairs.map(({ priceYear }) => priceYear))
    return [...priceYears].map(year => {
      const ofPrices = pairs.filter(({ priceYear }) => priceYear === year)
      const years = ofPrices.flatMap(({ weatherYear, savingsEur: chosenEur, byController }) => {
        const found = byController.find(one => one.control === control)
        const { savingsEur = chosenEur, bills = undefined } = found ?? {}
        const savedEur = bills ? savedInYears(scan, bills) : sameInYears(scan, savingsEur)
        return (weatherYear === null ? yieldFactors : [1]).map(yieldFactor => ({ savedEur, yieldFactor }))
      })
      return {
        savedEur: years.map(({ savedEur }) => savedEur),
        yieldFactors: Float64Array.from(years, ({ yieldFactor }) => yieldFactor),
      }
    })
  }

const sameInYears = ({ input }: ScanCase, savingsEur: number): Float64Array =>
  new Float64Array(input.analysisYears).fill(savingsEur)

/** First year's savings and net present value of each future under one controller [EUR]. */
const outcomes = (
  { scan, year, money }: Figures,
  { lessEur, moreEur }: ByYield,
  years: readonly Weathers[],
  drawn: readonly Future[],
): { savings: Float64Array; values: Float64Array } => {
  const worths = yearWorths(horizonOf(scan))
  const ownEur = savedInYears(scan, year)
  const savings = new Float64Array(drawn.length)
  const values = new Float64Array(drawn.length)
  drawn.forEach(({ priceShare, weatherShares, yieldError }, draw) => {
    const { savedEur, yieldFactors } = picked(years, priceShare)
    let valueEur = money.netPresentValueEur
    for (let y = 0; y < worths.length; y++) {
      const weather = Math.floor(weatherShares[y]! * savedEur.length)
      const more = yieldFactors[weather]! * (1 + yieldError) - 1
      const inYearEur = savedEur[weather]![y]! + more * (more < 0 ? lessEur : moreEur)[y]!
      if (y === 0) savings[draw] = inYearEur
      valueEur += worths[y]! * (inYearEur - ownEur[y]!)
    }
    values[draw] = valueEur
  })
  return { savings, values }
}

/** Merges sorted lists into one sorted list. */
const mergedOf = (lists: readonly Float64Array[]): Float64Array =>
  lists.reduce((some, others) => {
    const merged = new Float64Array(some.length + others.length)
    let [i, j] = [0, 0]
    for (let at = 0; at < merged.length; at++) {
      const isOfFirst = j >= others.length || (i < some.length && some[i]! <= others[j]!)
      merged[at] = isOfFirst ? some[i++]! : others[j++]!
    }
    return merged
  })

const percentiles = (sorted: Float64Array): Percentiles => ({
  percentile10: quantile(sorted, 0.1),
  median: quantile(sorted, 0.5),
  percentile90: quantile(sorted, 0.9),
})

const distinct = (years: readonly number[]): number[] => [...new Set(years)].sort((a, b) => a - b)
