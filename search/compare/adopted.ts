import type { AlternativePlant, Operation, Ranking, ScanCase } from "../../domain/case/case.ts"
import { isServed } from "../../domain/case/reach.ts"
import { areInPricedBlocks, taxedKwhOfAll } from "../../domain/case/taxBlock.ts"
import type { Optimiser, Plant, Sized, Sizing } from "../../wasm/index.ts"
import { withBound } from "../choose/products.ts"
import type { Chosen } from "../choose/realChoice.ts"
import { heldAt } from "../choose/ruleChoice.ts"
import { lifeOf } from "../choose/ruledPlant.ts"
import type { Solving } from "../model/budget.ts"
import { operateBy } from "../operate/control.ts"
import { foreseenYear, isAsMetered } from "../operate/operate.ts"
import { uncountedFeedInEur } from "../size/feedInCap.ts"
import { type AlternativesFound, searchAlternatives } from "./alternatives.ts"

/** What an alternative saves more over its life before it becomes the plant: less than reports show [EUR]. */
const LEAST_GAIN_EUR = 1
/**
 * Dispatches that the year of the plant with foresight takes at most, and how near it is worked out: demand charges
 * take many.
 */
const EFFORT = { tolerance: 1e-4, maxDispatches: 80, savings: undefined }

interface Found {
  sizing: Sizing
  /** The site as it is. */
  baseline: Operation
  chosen: Chosen
  ranking: Ranking | null
  /** Counted as Optimiser.work does. */
  workBefore: number
}

/** The plant of a scan, with the alternatives to it that were looked at; none where one of them became the plant. */
interface Adopted {
  chosen: Chosen
  known?: AlternativesFound
}

/**
 * The plant that was chosen, or the alternative that costs least where that is less, both as the controller operates
 * them: the choice tries few batteries, each with the panels that are best with foresight. The lower bound stays. Only
 * where the plant is free to be any, and where the import ends in the tax blocks that the prices hold. Throws
 * SolveCancelled where it has to end.
 */
export const bestOfAlternatives = (
  scanCase: ScanCase,
  { sizing, baseline, chosen, ranking, workBefore }: Found,
  solving: Solving,
): Adopted => {
  const { optimiser, goOn } = solving
  const { sized } = chosen
  const { goal, electricBattery } = scanCase.input
  if (goal.kind !== "cost-savings" || scanCase.control === "ideal" || sized.isCut || electricBattery?.products)
    return { chosen }
  const own = operatedOwn(scanCase, sizing, { chosen, baseline }, optimiser)
  // What feed-in earns above purchase is not in the search: no alternative is left out for its work.
  const isUncounted = uncountedFeedInEur(scanCase, sizing) > 0
  const before = isUncounted ? Number.POSITIVE_INFINITY : workBefore
  const known = searchAlternatives(scanCase, { sizing, sized, baseline, ranking, workBefore: before }, solving)
  const eurOf = (plant: Plant, operated: Operation) => lifeOf(scanCase, plant, operated, baseline).totalCostEur
  let least = { eur: eurOf(sized.plant, own.underControl) - LEAST_GAIN_EUR, plant: sized.plant, year: own.underControl }
  for (const { plant, alternative } of known.found) {
    if (!isAllowed(scanCase, alternative)) continue
    const eur = eurOf(plant, alternative.withBattery)
    if (eur < least.eur) least = { eur, plant, year: alternative.withBattery }
  }
  if (least.plant === sized.plant) return { chosen: own, known }
  const resized = optimiser.resize({ ...heldAt(sizing, least.plant), ...EFFORT }, sized.cuts, goOn)
  return { chosen: { sized: asAnswer(resized, sized), underControl: least.year } }
}

/** What was chosen, with its year under the controller of the scan. */
const operatedOwn = (
  scanCase: ScanCase,
  { year }: Sizing,
  { chosen, baseline }: Pick<Found, "chosen" | "baseline">,
  optimiser: Optimiser,
): Chosen & { underControl: Operation } => {
  const { sized, underControl } = chosen
  if (underControl) return { ...chosen, underControl }
  const { plant, wearEurPerKwh } = sized
  const ideal = () => (isAsMetered(scanCase, plant) ? baseline : foreseenYear(scanCase, sized, optimiser))
  return {
    sized,
    underControl: operateBy(scanCase.control, scanCase, { year, plant, wearEurPerKwh, ideal }, optimiser),
  }
}

/** Whether the request allows an alternative as the plant, at the prices of the case. */
const isAllowed = (scanCase: ScanCase, { capacityKwh, withBattery }: AlternativePlant): boolean =>
  (capacityKwh > 0 || (scanCase.input.electricBattery?.minCapacityKwh ?? 0) === 0) &&
  isServed(scanCase, withBattery.unservedKwh) &&
  areInPricedBlocks(scanCase, taxedKwhOfAll(scanCase, withBattery))

/** The sizing of one plant as the answer to the search before it. */
const asAnswer = (resized: Sized, { lowerBoundEur, cuts, dispatches }: Sized): Sized => ({
  ...withBound(resized, lowerBoundEur),
  cuts,
  isCut: false,
  dispatches: dispatches + resized.dispatches,
})
