import type { Operation, ScanCase, Variation, VariedParameter, VariedSolution } from "../domain/scan/case.ts"
import { variationsOf, variedCase } from "../domain/scan/variations.ts"
import type { Optimiser, Repriced, Sized, Sizing, Year } from "../wasm/index.ts"
import { operateAsIs, operatePlant } from "./operate.ts"
import { newPanels, sizingOf } from "./sizing.ts"

/** Relative gap at which the best plant of a variation is near enough, or after so many dispatches; the report shows the gap. */
const TOLERANCE = 3e-3
const MAX_DISPATCHES: Record<VariedParameter, number> = { electricityPriceGrowth: 1, batteryCost: 2, consumption: 0 }

/** What the variations start from: the scan's own sizing, its battery life and the year of the site as it is. */
export interface SensitivityBase {
  sizing: Sizing
  sized: Sized
  lifeYears: number
  baseline: Operation
}

type OnProgress = (share: number) => boolean

/**
 * The plant under each variation. Other money keeps the cuts, so that the best plant costs hardly a dispatch; another
 * consumption is another year, in which only the plant that was found is operated.
 */
export const solveVariations = (
  scanCase: ScanCase,
  base: SensitivityBase,
  optimiser: Optimiser,
  onProgress: OnProgress,
): VariedSolution[] => {
  const variations = variationsOf(scanCase)
  return [
    ...ofMoney(
      scanCase,
      variations.filter(({ parameter }) => parameter !== "consumption"),
      base,
      optimiser,
      onProgress,
    ),
    ...variations
      .filter(({ parameter }) => parameter === "consumption")
      .map(variation => ofConsumption(scanCase, variation, base, optimiser)),
  ]
}

const ofMoney = (
  scanCase: ScanCase,
  variations: Variation[],
  { sizing, sized, lifeYears }: SensitivityBase,
  optimiser: Optimiser,
  onProgress: OnProgress,
): VariedSolution[] => {
  const cases = variations.map(variation => variedCase(scanCase, variation))
  const changes = cases.map((scan, i) => {
    const { presentWorthFactor, panels, battery } = sizingOf(scan, lifeYears, TOLERANCE)
    const maxDispatches = MAX_DISPATCHES[variations[i].parameter]
    return { presentWorthFactor, panels, battery, tolerance: TOLERANCE, maxDispatches }
  })
  const best = sizing.goal?.kind !== "maxShare" ? optimiser.reprice(sizing, sized.cuts, changes, onProgress) : []
  return variations.map((variation, i) => ({ ...variation, scan: cases[i], optimum: optimumOf(scanCase, best[i]) }))
}

const optimumOf = (scanCase: ScanCase, best: Repriced | undefined): VariedSolution["optimum"] =>
  best
    ? {
        panels: newPanels(scanCase, best.plant.panels),
        capacityKwh: best.plant.capacityKwh,
        objectiveEur: best.totalEur,
        gap: best.gap,
      }
    : null

const ofConsumption = (
  scanCase: ScanCase,
  variation: Variation,
  { sizing, sized, baseline }: SensitivityBase,
  optimiser: Optimiser,
): VariedSolution => {
  const scan = variedCase(scanCase, variation)
  const year = { ...sizing.year, loadKwh: scan.loadKwh }
  const operations = {
    optimised: operatePlant(scan, { ...sizing, year }, sized.plant, optimiser),
    baseline: asIs(scan, year, 1 + variation.change, baseline, optimiser),
  }
  return { ...variation, scan, operations, optimum: null }
}

/** The site as it is; without production all of its flows grow with the consumption. */
const asIs = (scan: ScanCase, year: Year, factor: number, baseline: Operation, optimiser: Optimiser): Operation => {
  const produces = scan.existing.length > 0 || scan.profileProductionKwh !== undefined
  if (produces) return operateAsIs(scan, year, optimiser)
  return { ...baseline, importKwh: baseline.importKwh.map(kwh => kwh * factor) }
}
