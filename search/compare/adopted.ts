import type { AlternativePlant, Operation, ScanCase } from "../../domain/case/case.ts"
import { areInPricedBlocks, taxedKwhOfAll } from "../../domain/case/taxBlock.ts"
import type { Sized } from "../../wasm/index.ts"
import { foresightOf } from "../choose/pool.ts"
import { withBound } from "../choose/products.ts"
import type { Chosen } from "../choose/realChoice.ts"
import { heldAt } from "../choose/ruleChoice.ts"
import type { RankedScan } from "../choose/sizeScan.ts"
import type { Solving } from "../model/budget.ts"
import { uncountedFeedInEur } from "../size/feedInCap.ts"
import { searchAlternatives } from "./alternatives.ts"

/** Smallest gain over the life for which an alternative becomes the plant: less than reports show [EUR]. */
const LEAST_GAIN_EUR = 1
/** Effort of the sizing at an adopted plant: demand charges take many dispatches. */
const EFFORT = { tolerance: 1e-4, maxDispatches: 80, savings: undefined }

/** The plant of a scan and its alternatives; without alternatives if an alternative became the plant. */
interface Adopted {
  chosen: Chosen
  alternatives?: AlternativePlant[]
  /** Earlier work that limited these alternatives. */
  limit?: number
  /** True unless an alternative became the plant. */
  isSettled: boolean
}

/**
 * The plant of a scan after its alternatives were judged. The best plant of the pool replaces the chosen plant if it is
 * cheaper and its import ends in the priced tax blocks. The lower bound stays. Goals that promise a share or a limit,
 * and products, keep their plant. Throws SolveCancelled if the scan has to end.
 * @param workBefore counted as Optimiser.work does
 */
export const bestOfAlternatives = (site: RankedScan, workBefore: number, solving: Solving): Adopted => {
  const { scanCase, sizing, sized, pool } = site
  const { goal, electricBattery } = scanCase.input
  if (goal.kind !== "cost-savings" || electricBattery?.products) return { chosen: site, isSettled: true }
  const { optimiser, goOn } = solving
  const ideal = () => foresightOf(scanCase, sized, site, optimiser)
  const first = pool.judge({ ...sized, ideal, keepsYear: true })
  // The search counts no feed-in pay above purchase: no alternative is left out for its work.
  const isUncounted = uncountedFeedInEur(scanCase, sizing) > 0
  const limit = isUncounted ? Number.POSITIVE_INFINITY : workBefore
  const alternatives = searchAlternatives(scanCase, { ...site, workBefore: limit }, solving)
  const best = pool.best()
  if (!best?.year || best.lifeEur >= first.lifeEur - LEAST_GAIN_EUR || !isInBlocks(scanCase, best.year))
    return { chosen: { sized, underControl: first.year }, alternatives, limit, isSettled: true }
  const resized = optimiser.resize({ ...heldAt(sizing, best.plant), ...EFFORT }, sized.cuts, goOn)
  return { chosen: { sized: asAnswer(resized, sized), underControl: best.year }, isSettled: false }
}

const isInBlocks = (scanCase: ScanCase, year: Operation): boolean =>
  areInPricedBlocks(scanCase, taxedKwhOfAll(scanCase, year))

/** The sizing of one plant as the answer to the search before it. */
const asAnswer = (resized: Sized, { lowerBoundEur, cuts, dispatches, isCut }: Sized): Sized => ({
  ...withBound(resized, lowerBoundEur),
  cuts,
  isCut,
  dispatches: dispatches + resized.dispatches,
})
