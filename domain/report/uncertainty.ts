import { type ControllerName, possibleControllers } from "../control/controller.ts"
import type { YearOne } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { yearWorths } from "../finance/presentWorth.ts"
import type { YearSavings } from "../scan/case.ts"
import { YIELD_CHANGE } from "../scan/variations.ts"
import { sunlightOfYears } from "../site/solar/yearlySunlight.ts"
import type { StoredControl } from "./controlSchema.ts"
import { DRAWS, type Future, futures, picked, SEED, YIELD_DEVIATION } from "./draws.ts"
import type { Figures } from "./figures.ts"
import { quantile } from "./quantile.ts"
import type { ReportBody } from "./schema.ts"

type Uncertainty = NonNullable<ReportBody["uncertainty"]>
type Percentiles = Uncertainty["firstYearSavings"]

/** The weather years under one price year and controller, each as likely. */
interface Weathers {
  /** First year's savings at a yield as modelled [EUR]. */
  savingsEur: Float64Array
  /** How much the sun of each yields, 1: as modelled. */
  yieldFactors: Float64Array
}

/**
 * Part `uncertainty` of the report; null where the plant was not operated in other years, and where terms change with the years: its futures
 * carry the first year's savings through all of them.
 */
export const uncertainty = (figures: Figures, compared: StoredControl | null): Uncertainty | null => {
  const { scan, solution } = figures
  if (scan.later || scan.tariff.feedInGrowth !== undefined) return null
  const perYield = savingsByYield(figures)
  if (!perYield) return null
  const controllers = possibleControllers(scan.control, { hasBattery: solution.capacityKwh > 0, incentives: scan })
  const pairs = solution.otherYears ?? [ownYear(figures, controllers, compared)]
  const isOperated = pairs.some(({ weatherYear }) => weatherYear !== null)
  const { lat, lon } = scan.input.location
  const sunlight = isOperated || !perYield.hasSun ? [] : (scan.sunlight ?? sunlightOfYears(lat, lon))
  const yearsOf = yearsFrom(pairs, sunlight.length > 0 ? sunlight.map(({ change }) => 1 + change) : [1])
  const drawn = futures(scan.input.analysisYears)
  const each = controllers.map(control => ({ control, ...outcomes(figures, perYield, yearsOf(control), drawn) }))
  const weatherYears = isOperated ? pairs.map(({ weatherYear }) => weatherYear ?? 0) : sunlight.map(({ year }) => year)
  return {
    firstYearSavings: percentiles(each.map(({ savings }) => savings)),
    netPresentValue: percentiles(each.map(({ values }) => values)),
    controllers: each.map(({ control, savings, values }) => ({
      control,
      firstYearSavings: percentiles([savings]),
      netPresentValue: percentiles([values]),
    })),
    priceYears: distinct(pairs.map(({ priceYear }) => priceYear)),
    weatherYears: distinct(weatherYears),
    weather: isOperated ? "operated" : sunlight.length > 0 ? "byYield" : "none",
    yieldDeviation: perYield.hasSun ? YIELD_DEVIATION : 0,
    draws: DRAWS,
    seed: SEED,
  }
}

const netEur = ({ energyBillEur, feedInRevenueEur }: YearOne): number => energyBillEur - feedInRevenueEur

interface ByYield {
  hasSun: boolean
  /** What a yield that is lower, or higher, by all of it changes the first year's savings by [EUR]. */
  lessEur: number
  moreEur: number
}

/** From the sensitivity to the yield, straight on each side of the modelled one; undefined where that is missing. */
const savingsByYield = ({ scan, solution, year }: Figures): ByYield | undefined => {
  if (solution.variations.length === 0) return undefined
  if (scan.roofs.length + scan.existing.length === 0) {
    const isOperated = solution.variations.some(({ parameter }) => parameter === "consumption")
    return isOperated ? { hasSun: false, lessEur: 0, moreEur: 0 } : undefined
  }
  const ownEur = year.baselineBill.costEur - year.bill.costEur
  const added = (change: number): number | undefined => {
    const anew = solution.variations.find(one => one.parameter === "yield" && one.change === change)?.anew
    return anew && netEur(anew.baselineBill) - netEur(anew.bill) - ownEur
  }
  const [less, more] = [added(-YIELD_CHANGE), added(YIELD_CHANGE)]
  if (less === undefined || more === undefined) return undefined
  return { hasSun: true, lessEur: less / -YIELD_CHANGE, moreEur: more / YIELD_CHANGE }
}

/** The scan's own year, where no others were worked out. */
const ownYear = (
  { scan, year }: Figures,
  controllers: readonly ControllerName[],
  compared: StoredControl | null,
): YearSavings => {
  const ownEur = year.baselineBill.costEur - year.bill.costEur
  const under = (control: ControllerName): number =>
    control === scan.control || control === "zeroExport" ? ownEur : (compared?.firstYearSavings[control] ?? ownEur)
  return {
    weatherYear: null,
    priceYear: scan.tariff.priceYear,
    savingsEur: ownEur,
    byController: controllers.map(control => ({ control, savingsEur: under(control) })),
  }
}

/** The pairs by price year; a pair with the weather of the scan stands for all weather years, by their yield. */
const yearsFrom =
  (pairs: readonly YearSavings[], yieldFactors: readonly number[]) =>
  (control: ControllerName): Weathers[] => {
    const priceYears = new Set(pairs.map(({ priceYear }) => priceYear))
    return [...priceYears].map(year => {
      const ofPrices = pairs.filter(({ priceYear }) => priceYear === year)
      const years = ofPrices.flatMap(({ weatherYear, savingsEur: chosenEur, byController }) => {
        const savingsEur = byController.find(one => one.control === control)?.savingsEur ?? chosenEur
        return (weatherYear === null ? yieldFactors : [1]).map(yieldFactor => ({ savingsEur, yieldFactor }))
      })
      return {
        savingsEur: Float64Array.from(years, ({ savingsEur }) => savingsEur),
        yieldFactors: Float64Array.from(years, ({ yieldFactor }) => yieldFactor),
      }
    })
  }

/** First year's savings and net present value of each future under one controller [EUR]. */
const outcomes = (
  { scan, year, money }: Figures,
  { lessEur, moreEur }: ByYield,
  years: readonly Weathers[],
  drawn: readonly Future[],
): { savings: Float64Array; values: Float64Array } => {
  const worths = yearWorths(horizonOf(scan))
  const ownEur = year.baselineBill.costEur - year.bill.costEur
  const savings = new Float64Array(drawn.length)
  const values = new Float64Array(drawn.length)
  drawn.forEach(({ priceShare, weatherShares, yieldError }, draw) => {
    const { savingsEur, yieldFactors } = picked(years, priceShare)
    let valueEur = money.netPresentValueEur
    for (let y = 0; y < worths.length; y++) {
      const weather = Math.floor(weatherShares[y]! * savingsEur.length)
      const more = yieldFactors[weather]! * (1 + yieldError) - 1
      const savedEur = savingsEur[weather]! + more * (more < 0 ? lessEur : moreEur)
      if (y === 0) savings[draw] = savedEur
      valueEur += worths[y]! * (savedEur - ownEur)
    }
    values[draw] = valueEur
  })
  return { savings, values }
}

const percentiles = (lists: readonly Float64Array[]): Percentiles => {
  const sorted = Float64Array.from(lists.flatMap(list => [...list])).sort()
  return {
    percentile10: quantile(sorted, 0.1),
    median: quantile(sorted, 0.5),
    percentile90: quantile(sorted, 0.9),
  }
}

const distinct = (years: readonly number[]): number[] => [...new Set(years)].sort((a, b) => a - b)
