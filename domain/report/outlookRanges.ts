import type { ControllerName } from "../base/controllers.ts"
import type { PlantOutlook, ScanCase, YearSavings } from "../case/case.ts"
import { underPlant } from "../case/plantTerms.ts"
import { areDemandsHeld, hasSun, YIELD_CHANGE } from "../case/variations.ts"
import { possibleControllers } from "../control/controller.ts"
import type { PhaseAmounts } from "../finance/lifecycle.ts"
import { sunlightOfYears } from "../site/solar/yearlySunlight.ts"
import { DRAWS, futures, SEED, uncertainIn, YEARS_SUNLIGHT, YIELD_IN_USE } from "./draws.ts"
import type { Figures } from "./figures.ts"
import { type ByYield, outcomesOf, savedInYears, type Weathers } from "./futureOutcomes.ts"
import { operationBills } from "./lifeBills.ts"
import type { Outlook } from "./outlookSchema.ts"
import { quantile } from "./quantile.ts"
import { productionOf } from "./traded.ts"

type FutureYears = Pick<PlantOutlook, "variations" | "heldYields" | "otherYears">

/** Range of the plant's figures over random futures, and the years and controllers that they are drawn from. */
export const outlookRanges = (figures: Figures, years: FutureYears): Omit<Outlook, "drivers" | "breakEven"> => {
  const { scan, solution } = figures
  const { pairs, each, changes, isOperated, isSunny, lastYear, sunlight } = outcomesIn(figures, years)
  const weatherYears = isOperated ? pairs.map(({ weatherYear }) => weatherYear ?? 0) : sunlight.map(({ year }) => year)
  const savings = pairs.map(({ savingsEur }) => savingsEur)
  return {
    npv: percentiles(mergedOf(each.map(({ npv }) => npv))),
    firstYearSavings: percentiles(mergedOf(each.map(({ firstYearSavings }) => firstYearSavings))),
    paybackYears: paybackPercentiles(mergedOf(each.map(({ payback }) => payback))),
    cumulativeCashflows: balancePercentiles(each.map(({ cumulative }) => cumulative)),
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
    yieldDeviation: isSunny ? YIELD_IN_USE.deviation : 0,
    draws: DRAWS,
    seed: SEED,
    uncertain: uncertainIn(lastYear, {
      isSunny,
      hasBattery: solution.capacityKwh > 0,
      hasInverters: figures.costs.solarRenewals.some(({ year }) => year === scan.assumptions.inverterReplacementYear),
    }),
  }
}

/** Range of the net present value of a plant over the same futures. */
export const valueRange = (figures: Figures, years: FutureYears): Outlook["npv"] =>
  percentiles(mergedOf(outcomesIn(figures, years).each.map(({ npv }) => npv)))

/** Outcomes of a plant under each possible controller, and the years that they are drawn from. */
const outcomesIn = (figures: Figures, years: FutureYears) => {
  const { scan, solution } = figures
  const hasBattery = solution.capacityKwh > 0 || scan.input.existingBattery !== undefined
  const controllers = possibleControllers(scan.control, { hasBattery, incentives: scan })
  const pairs = years.otherYears ?? [ownYear(figures, controllers)]
  const isOperated = pairs.some(({ weatherYear }) => weatherYear !== null)
  const { lat, lon } = scan.input.location
  const isSunny = hasSun(scan)
  const sunlight =
    isOperated || !isSunny ? [] : (scan.sunlight ?? sunlightOfYears(lat, lon, scan.tariffSite.lastPriceYear))
  const measured = sunlight.map(({ change }) => change)
  const assumed = isSunny && !isOperated ? YEARS_SUNLIGHT : [0]
  const changes = measured.length > 0 ? measured : assumed
  const yearsOf = yearsFrom(
    scan,
    pairs,
    changes.map(change => 1 + change),
  )
  const lastYear = Math.max(...pairs.map(({ priceYear }) => priceYear))
  const drawn = futures(scan.input.analysisYears, lastYear)
  const outcomes = outcomesOf(figures, { byYield: savingsByYield(figures, years), lastYear, drawn })
  const scaleOf = scaleBy(scan.control, yearsOf)
  const each = controllers.map(control => ({ control, ...outcomes(yearsOf(control), scaleOf(control)) }))
  return { pairs, each, changes, isOperated, isSunny, lastYear, sunlight }
}

/** Largest scale of another controller's slopes; savings near 0 would give any. */
const MAX_SCALE = 2

/** Scale of a controller's slopes: its first-year savings relative to the savings of the scan's controller. */
const scaleBy = (scanControl: ControllerName, yearsOf: (control: ControllerName) => readonly Weathers[]) => {
  const savedBy = (control: ControllerName): number =>
    yearsOf(control).reduce((sum, { savedEur }) => sum + savedEur[0]![0]!, 0)
  return (control: ControllerName): number =>
    control === scanControl ? 1 : Math.min(MAX_SCALE, Math.max(0, savedBy(control) / savedBy(scanControl) || 0))
}

/** Slopes of the savings from years at other yields, linear on each side of the modelled yield; 0 without panels. */
const savingsByYield = ({ scan, year }: Figures, { variations, heldYields }: FutureYears): ByYield => {
  const ownEur = savedInYears(scan, year)
  const slope = (change: number): Float64Array => {
    if (!hasSun(scan)) return new Float64Array(ownEur.length)
    const isOf = (variation: { change: number }) => variation.change === change
    const bills =
      variations.find(variation => variation.parameter === "yield" && isOf(variation))?.otherYear ??
      heldYields.find(isOf)!
    return savedInYears(scan, bills).map((eur, index) => (eur - ownEur[index]!) / change)
  }
  return { lessEur: slope(-YIELD_CHANGE), moreEur: slope(YIELD_CHANGE) }
}

/** Savings of the scan's own year, used if no other years were computed. */
const ownYear = (figures: Figures, controllers: readonly ControllerName[]): YearSavings => {
  const { scan, solution, year } = figures
  const { bills: ownBills, baselineBills } = year
  const production = productionOf(scan, solution.panels)
  const billsUnder = (control: ControllerName): PhaseAmounts => {
    const operated = control === scan.control ? null : solution.control[control]
    return operated ? operationBills(underPlant(scan, solution), production, operated.withBattery) : ownBills
  }
  return {
    weatherYear: null,
    priceYear: scan.tariffs[0].priceYear,
    savingsEur: baselineBills[0].costEur - ownBills[0].costEur,
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
        const savedEur = savedInYears(
          scan,
          byController.find(underControl => underControl.control === control) ?? byController[0]!,
        )
        return (weatherYear === null ? yieldFactors : [1]).map(yieldFactor => ({ savedEur, yieldFactor }))
      })
      return {
        priceYear: year,
        savedEur: years.map(({ savedEur }) => savedEur),
        yieldFactors: Float64Array.from(years, ({ yieldFactor }) => yieldFactor),
      }
    })
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

/** Percentiles of each year over the futures under all controllers. */
const balancePercentiles = (each: readonly Float64Array[][]): NonNullable<Outlook["cumulativeCashflows"]> => {
  const years = each[0]!.map((_, year) => percentiles(mergedOf(each.map(cumulative => cumulative[year]!))))
  return { p10: years.map(({ p10 }) => p10), p50: years.map(({ p50 }) => p50), p90: years.map(({ p90 }) => p90) }
}

const paybackPercentiles = (sorted: Float64Array): Outlook["paybackYears"] => {
  const { p10, p50, p90 } = percentiles(sorted)
  const orNever = (years: number) => (Number.isFinite(years) ? years : null)
  return { p10: orNever(p10), p50: orNever(p50), p90: orNever(p90) }
}

const distinct = (years: readonly number[]): number[] => [...new Set(years)].sort((a, b) => a - b)
