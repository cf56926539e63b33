import { createMemo } from "../base/memo.ts"
import { withGrowthTimes } from "../market/partGrowth.ts"
import { hasDemandCharges } from "../market/tariff/demandSets.ts"
import { timesFactor } from "../site/profiles/hours.ts"
import type { ScanCase, Variation, VariedParameter } from "./case.ts"
import { sumOf } from "./siteProduction.ts"

/** Relative change of each parameter in the outlook. */
const CHANGE = 0.2
/** Relative change of the yield of all panels: twice the uncertainty of a solar model (domain/report/draws.ts). */
export const YIELD_CHANGE = 0.1

/**
 * True if another year of a given plant can be simulated. Under a demand charge it cannot with netting, which takes
 * hundreds of dispatches. The same holds for the goal self-sufficiency, whose minimum import ignores demand charges.
 */
export const canSimulateOtherYears = (scan: ScanCase): boolean =>
  !hasDemandCharges(scan) || (scan.tariffs[0].nettingEurPerKwh === 0 && scan.input.goal.kind !== "self-sufficiency")

/** True if the request asks for the plant's savings in other years. */
export const isSpread = ({ input }: ScanCase): boolean => input.savingsSpread !== "none"

/**
 * True if other years are simulated. Under a demand charge this takes as long as the scan itself, so it also needs the
 * request's all-pairs spread.
 */
const simulatesOtherYears = (scan: ScanCase): boolean =>
  canSimulateOtherYears(scan) && (!hasDemandCharges(scan) || scan.input.savingsSpread === "all-pairs")

/**
 * True if in other years no hour exceeds the highest import of the scan's year (held demand), because dispatching a
 * year under a demand charge takes too long.
 */
export const areDemandsHeld = (scan: ScanCase): boolean => hasDemandCharges(scan) && !simulatesOtherYears(scan)

/** True if any panels have production from a solar model. */
export const hasSun = ({ existing, roofs }: ScanCase): boolean => existing.length + roofs.length > 0

/**
 * Variations of a scan, each parameter lower and higher; empty if the request has neither roofs nor a battery. Battery
 * cost varies only with a battery in the request, consumption and yield only if other years are simulated.
 */
export const variationsOf = (scan: ScanCase): Variation[] => {
  if (scan.roofs.length === 0 && !scan.input.electricBattery) return []
  const parameters: VariedParameter[] = [
    "electricityPriceGrowth",
    ...(scan.input.electricBattery ? (["batteryCost"] as const) : []),
    ...(simulatesOtherYears(scan) ? (["consumption"] as const) : []),
    ...(simulatesOtherYears(scan) && hasSun(scan) ? (["yield"] as const) : []),
  ]
  return parameters.flatMap(parameter => {
    const most = parameter === "yield" ? YIELD_CHANGE : CHANGE
    return [-most, most].map(change => ({ parameter, change }))
  })
}

/** Case under a variation. Prices keep their tax rate, but the bill is calculated by tax blocks. */
export const variedCase = (scan: ScanCase, { parameter, change }: Variation): ScanCase => {
  const factor = 1 + change
  switch (parameter) {
    case "electricityPriceGrowth":
      return { ...scan, assumptions: withGrowthTimes(scan.assumptions, factor) }
    case "batteryCost":
      return { ...scan, batteryCostFactor: factor }
    case "consumption":
      return { ...scan, loadKwh: variedHours(scan.loadKwh, factor) }
    case "yield":
      return withYield(scan, factor)
  }
}

/** Changes of a series that stay memoised: lower and higher. */
const CHANGES_KEPT = 2
const changed = createMemo<Float64Array>(CHANGES_KEPT)

const variedHours = (hours: Float64Array, factor: number): Float64Array =>
  changed([hours], `${factor}`, () => timesFactor(hours, factor))

/**
 * Case with the production of all modelled panels multiplied by a factor; measured production of a profile and the load
 * stay.
 */
export const withYield = (scan: ScanCase, factor: number): ScanCase => {
  const existing = scan.existing.map(system => ({
    ...system,
    productionKwh: timesFactor(system.productionKwh, factor),
  }))
  const roofs = scan.roofs.map(roof => ({
    ...roof,
    productionKwhPerPanel: variedHours(roof.productionKwhPerPanel, factor),
  }))
  const productions = [
    ...existing.map(({ productionKwh }) => productionKwh),
    ...(scan.profileProductionKwh ? [scan.profileProductionKwh] : []),
  ]
  const existingProductionKwh = sumOf(productions, scan.loadKwh.length)
  return { ...scan, existing, roofs, existingProductionKwh }
}
