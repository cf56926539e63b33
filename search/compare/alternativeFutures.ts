import type { AlternativeFutures, AlternativePlant, Operation, ScanCase } from "../../domain/case/case.ts"
import { areDemandsHeld, isSpread, variationsOf } from "../../domain/case/variations.ts"
import type { PriceYear } from "../../domain/market/tariff/dayAhead.ts"
import type { Sized, Sizing } from "../../wasm/index.ts"
import { createBudget, type Solving, WORK_PER_MS, wholeWithin } from "../model/budget.ts"
import { sizedPanels } from "../model/sizing.ts"
import type { Solver } from "../model/solver.ts"
import { operatePlant } from "../operate/operate.ts"
import { solveHeldYields } from "./heldDemand.ts"
import { solveOtherYears } from "./otherYears.ts"
import { solveVariations } from "./variations.ts"

/** Largest share of the work that limits the alternatives which their other years may take. */
const WORK_SHARE = 0.5

/** Start of the other years: the scan's sizing, its plant and baseline, and the work that limits alternatives. */
export interface FuturesBase {
  sizing: Sizing
  sized: Sized
  baseline: Operation
  imported: readonly PriceYear[] | undefined
  /** Counted as Optimiser.work does. */
  workBefore: number
  /** Result of work within the budget of the scan; undefined beyond it. */
  within<T>(work: (goOn: () => boolean) => T): T | undefined
}

/**
 * Alternatives with the years from which the ranges of their values are drawn, as for the plant of the report, until
 * the work for them is spent. Throws SolveCancelled if the scan has to end.
 */
export const withFutures = (
  scanCase: ScanCase,
  alternatives: readonly AlternativePlant[],
  base: FuturesBase,
  solver: Solver,
): AlternativePlant[] => {
  if (variationsOf(scanCase).length === 0) return [...alternatives]
  const budget = createBudget(solver.optimiser, (WORK_SHARE * base.workBefore) / WORK_PER_MS)
  return alternatives.map(plant => {
    const futures = base.within(goOnScan =>
      wholeWithin(budget, goOnScan, goOn => futuresOf(scanCase, plant, base, { ...solver, goOn })),
    )
    return futures ? { ...plant, futures } : plant
  })
}

const futuresOf = (
  scanCase: ScanCase,
  { panels, capacityKwh, powerKw, withBattery, wearEurPerKwh }: AlternativePlant,
  { sizing, sized, baseline, imported }: FuturesBase,
  solving: Solving & { sizingTolerance: number },
): AlternativeFutures => {
  const plant = { panels: sizedPanels(scanCase, panels), capacityKwh, powerKw }
  const ownSized = { ...sized, plant, wearEurPerKwh }
  const varied = { sizing, sized: ownSized, baseline, operated: withBattery, foresightEur: 0 }
  const peaks = areDemandsHeld(scanCase) ? operatePlant(scanCase, sizing, plant, solving) : undefined
  const scanYear = { operations: { [scanCase.control]: withBattery }, baseline }
  const heldPlant = peaks && { ...ownSized, schedule: peaks, tolerance: solving.sizingTolerance }
  const scanAlone = [{ scan: scanCase, weatherYear: null, priceYear: scanCase.tariffs[0].priceYear }]
  const years = isSpread(scanCase) ? {} : { years: scanAlone }
  return {
    variations: solveVariations(scanCase, varied, solving, ["yield"]),
    otherYears: solveOtherYears(scanCase, { ...ownSized, imported, peaks, scanYear, ...years }, solving),
    heldYields: heldPlant ? solveHeldYields(scanCase, heldPlant, solving) : [],
  }
}
