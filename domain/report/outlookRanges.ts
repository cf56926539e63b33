import type { ControllerName } from "../base/controllers.ts"
import type { BillPair, PlantOutlook, ScanCase, YearSavings } from "../case/case.ts"
import { areDemandsHeld, hasSun, YIELD_CHANGE } from "../case/variations.ts"
import { possibleControllers } from "../control/controller.ts"
import { levelledEur, type PhaseAmounts, paybackOf } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { yearWorths } from "../finance/presentWorth.ts"
import { sunlightOfYears } from "../site/solar/yearlySunlight.ts"
import { DRAWS, type Future, futures, picked, SEED, YEARS_SUNLIGHT, YIELD_DEVIATION } from "./draws.ts"
import type { Figures } from "./figures.ts"
import { operationBills } from "./lifeBills.ts"
import type { Outlook } from "./outlookSchema.ts"
import { quantile } from "./quantile.ts"
import { productionOf } from "./traded.ts"

/** Equally likely weather years under one price year and controller. */
interface Weathers {
  /** Savings of each weather year at the modelled yield, for every year of the analysis, at first-year prices [EUR]. */
  savedEur: readonly Float64Array[]
  /** Yield factor of each weather year; 1 is as modelled. */
  yieldFactors: Float64Array
}

/** Range of the plant's figures over random futures, and the years and controllers that they are drawn from. */
export const outlookRanges = (figures: Figures, years: PlantOutlook): Omit<Outlook, "drivers" | "breakEven"> => {
  const { scan, solution } = figures
  const controllers = possibleControllers(scan.control, { hasBattery: solution.capacityKwh > 0, incentives: scan })
  const pairs = years.otherYears ?? [ownYear(figures, controllers)]
  const isOperated = pairs.some(({ weatherYear }) => weatherYear !== null)
  const { lat, lon } = scan.input.location
  const isSunny = hasSun(scan)
  const sunlight = isOperated || !isSunny ? [] : (scan.sunlight ?? sunlightOfYears(lat, lon))
  const measured = sunlight.map(({ change }) => change)
  const assumed = isSunny && !isOperated ? YEARS_SUNLIGHT : [0]
  const changes = measured.length > 0 ? measured : assumed
  const yieldFactors = changes.map(change => 1 + change)
  const yearsOf = yearsFrom(scan, pairs, yieldFactors)
  const drawn = futures(scan.input.analysisYears)
  const slopes = savingsByYield(figures, years)
  const each = controllers.map(control => ({ control, ...outcomes(figures, slopes, yearsOf(control), drawn) }))
  const weatherYears = isOperated ? pairs.map(({ weatherYear }) => weatherYear ?? 0) : sunlight.map(({ year }) => year)
  const savings = pairs.map(({ savingsEur }) => savingsEur)
  return {
    npv: percentiles(mergedOf(each.map(({ npv }) => npv))),
    firstYearSavings: percentiles(mergedOf(each.map(({ firstYearSavings }) => firstYearSavings))),
    paybackYears: paybackPercentiles(mergedOf(each.map(({ payback }) => payback))),
    controllers: each.map(({ control, npv, firstYearSavings }) => ({
      control,
      npv: percentiles(npv),
      firstYearSavings: percentiles(firstYearSavings),
    })),
    years: { count: savings.length, lowest: Math.min(...savings), highest: Math.max(...savings) },
    priceYears: distinct(pairs.map(({ priceYear }) => priceYear)),
    weatherYears: distinct(weatherYears),
    ...(areDemandsHeld(scan) ? { demand: "held" as const } : {}),
    weather: isOperated ? "operated" : changes.length > 1 ? "byYield" : "none",
    yieldDeviation: isSunny ? YIELD_DEVIATION : 0,
    draws: DRAWS,
    seed: SEED,
  }
}

/** Savings between a pair of bills in each year of the analysis, at the general price level of the first year [EUR]. */
const savedInYears = (scan: ScanCase, { bills, baselineBills }: BillPair): Float64Array => {
  const horizon = horizonOf(scan)
  return Float64Array.from(
    { length: horizon.years },
    (_, index) => levelledEur(index + 1, baselineBills, horizon) - levelledEur(index + 1, bills, horizon),
  )
}

/** Change of each year's savings per relative change of the yield, below and above the modelled yield [EUR]. */
interface ByYield {
  lessEur: Float64Array
  moreEur: Float64Array
}

/** Slopes of the savings from years at other yields, linear on each side of the modelled yield; 0 without panels. */
const savingsByYield = ({ scan, year }: Figures, { variations, heldYields }: PlantOutlook): ByYield => {
  const ownEur = savedInYears(scan, year)
  const slope = (change: number): Float64Array => {
    if (!hasSun(scan)) return new Float64Array(ownEur.length)
    const isOf = (one: { change: number }) => one.change === change
    const bills = variations.find(one => one.parameter === "yield" && isOf(one))?.anew ?? heldYields.find(isOf)!
    return savedInYears(scan, bills).map((eur, index) => (eur - ownEur[index]!) / change)
  }
  return { lessEur: slope(-YIELD_CHANGE), moreEur: slope(YIELD_CHANGE) }
}

/** Savings of the scan's own year, used if no other years were computed. */
const ownYear = (figures: Figures, controllers: readonly ControllerName[]): YearSavings => {
  const { scan, solution, year } = figures
  const { bills: own, baselineBills } = year
  const production = productionOf(scan, solution.panels)
  const billsUnder = (control: ControllerName): PhaseAmounts => {
    const operated = control === scan.control ? null : solution.control[control]
    return operated ? operationBills(scan, production, operated.withBattery) : own
  }
  return {
    weatherYear: null,
    priceYear: scan.tariffs[0].priceYear,
    savingsEur: baselineBills[0].costEur - own[0].costEur,
    byController: controllers.map(control => ({ control, bills: billsUnder(control), baselineBills })),
  }
}

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
      const years = ofPrices.flatMap(({ weatherYear, byController }) => {
        const savedEur = savedInYears(scan, byController.find(one => one.control === control) ?? byController[0]!)
        return (weatherYear === null ? yieldFactors : [1]).map(yieldFactor => ({ savedEur, yieldFactor }))
      })
      return {
        savedEur: years.map(({ savedEur }) => savedEur),
        yieldFactors: Float64Array.from(years, ({ yieldFactor }) => yieldFactor),
      }
    })
  }

/**
 * First year's savings and net present value [EUR] and payback [years] of each future under one controller, each
 * sorted. The payback is Infinity if the plant never pays back.
 */
const outcomes = (
  { scan, year, money }: Figures,
  { lessEur, moreEur }: ByYield,
  years: readonly Weathers[],
  drawn: readonly Future[],
): Record<"npv" | "firstYearSavings" | "payback", Float64Array> => {
  const horizon = horizonOf(scan)
  const worths = yearWorths(horizon)
  const levels = yearWorths({ ...horizon, discountRate: 0 })
  const ownEur = savedInYears(scan, year)
  const npv = new Float64Array(drawn.length)
  const firstYearSavings = new Float64Array(drawn.length)
  const payback = new Float64Array(drawn.length)
  const flows = Float64Array.from(money.yearlyCashflowsEur)
  drawn.forEach(({ priceShare, weatherShares, yieldError }, draw) => {
    const { savedEur, yieldFactors } = picked(years, priceShare)
    let valueEur = money.netPresentValueEur
    for (let y = 0; y < worths.length; y++) {
      const weather = Math.floor(weatherShares[y]! * savedEur.length)
      const more = yieldFactors[weather]! * (1 + yieldError) - 1
      const inYearEur = savedEur[weather]![y]! + more * (more < 0 ? lessEur : moreEur)[y]!
      if (y === 0) firstYearSavings[draw] = inYearEur
      valueEur += worths[y]! * (inYearEur - ownEur[y]!)
      flows[y + 1] = money.yearlyCashflowsEur[y + 1]! + levels[y]! * (inYearEur - ownEur[y]!)
    }
    npv[draw] = valueEur
    payback[draw] = paybackOf(flows)?.returnPeriodYears ?? Number.POSITIVE_INFINITY
  })
  return { npv: npv.sort(), firstYearSavings: firstYearSavings.sort(), payback: payback.sort() }
}

/** One sorted list of the outcomes under all controllers. */
const mergedOf = (lists: readonly Float64Array[]): Float64Array => {
  const merged = new Float64Array(lists.length * DRAWS)
  for (const [index, list] of lists.entries()) merged.set(list, index * DRAWS)
  return merged.sort()
}

const percentiles = (sorted: Float64Array): Outlook["npv"] => ({
  p10: quantile(sorted, 0.1),
  p50: quantile(sorted, 0.5),
  p90: quantile(sorted, 0.9),
})

const paybackPercentiles = (sorted: Float64Array): Outlook["paybackYears"] => {
  const { p10, p50, p90 } = percentiles(sorted)
  const orNever = (years: number) => (Number.isFinite(years) ? years : null)
  return { p10: orNever(p10), p50: orNever(p50), p90: orNever(p90) }
}

const distinct = (years: readonly number[]): number[] => [...new Set(years)].sort((a, b) => a - b)
