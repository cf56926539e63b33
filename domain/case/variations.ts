import { createRemembered } from "../base/remembered.ts"
import { withGrowthTimes } from "../market/partGrowth.ts"
import { hasDemandCharges } from "../market/tariff/demandSets.ts"
import { timesFactor } from "../site/profiles/hours.ts"
import type { ScanCase, Variation, VariedParameter } from "./case.ts"
import { sumOf } from "./prepare.ts"

/** How far the sensitivity moves each parameter, relative. */
const CHANGE = 0.2
/** Of what all panels produce: twice the uncertainty of a model of the sun (domain/report/draws.ts). */
export const YIELD_CHANGE = 0.1

/**
 * Whether another year of a given plant can be operated: under a demand charge neither with netting, which takes
 * hundreds of dispatches, nor for the goal self-sufficiency, whose least import knows no demand.
 */
export const canBeOperatedAnew = (scan: ScanCase): boolean =>
  !hasDemandCharges(scan) || (scan.tariff.nettingEurPerKwh === 0 && scan.input.goal.kind !== "self-sufficiency")

/** Whether the savings of the plant are worked out in other years. */
export const isSpread = ({ input }: ScanCase): boolean => input.savingsSpread !== "none"

/** Under a demand charge that takes as long as the scan itself: only for who asked for more than the scan. */
const isOperatedAnew = (scan: ScanCase): boolean =>
  canBeOperatedAnew(scan) && (!hasDemandCharges(scan) || scan.input.savingsSpread === "all-pairs")

/**
 * Whether the plant keeps to the peaks of the scan's year in other years, since a year under a demand charge would take
 * too long.
 */
export const areDemandsHeld = (scan: ScanCase): boolean => hasDemandCharges(scan) && !isOperatedAnew(scan)

/** Whether panels are there whose production a model of the sun gives. */
export const hasSun = ({ existing, roofs }: ScanCase): boolean => existing.length + roofs.length > 0

/**
 * The variations of a scan: none where nothing can be added; else each parameter less and more; the cost of a battery
 * only where one may be placed, the consumption and the yield only where the plant is operated anew.
 */
export const variationsOf = (scan: ScanCase): Variation[] => {
  if (scan.roofs.length === 0 && !scan.input.electricBattery) return []
  const parameters: VariedParameter[] = [
    "electricityPriceGrowth",
    ...(scan.input.electricBattery ? (["batteryCost"] as const) : []),
    ...(isOperatedAnew(scan) ? (["consumption"] as const) : []),
    ...(isOperatedAnew(scan) && hasSun(scan) ? (["yield"] as const) : []),
  ]
  return parameters.flatMap(parameter => {
    const most = parameter === "yield" ? YIELD_CHANGE : CHANGE
    return [-most, most].map(change => ({ parameter, change }))
  })
}

/**
 * The case under a variation. Prices stay, with the tax rate that they hold; the bill is by the tax blocks all the
 * same.
 */
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

/** Changes of a series that are kept: those of one parameter. */
const CHANGES_KEPT = 2
const changed = createRemembered<Float64Array>(CHANGES_KEPT)

const variedHours = (hours: Float64Array, factor: number): Float64Array =>
  changed([hours], `${factor}`, () => timesFactor(hours, factor))

/** The case with panels that produce so many times as much; what a profile measured stays, and so does the load. */
const withYield = (scan: ScanCase, factor: number): ScanCase => {
  const existing = scan.existing.map(system => ({
    ...system,
    productionKwh: timesFactor(system.productionKwh, factor),
  }))
  const roofs = scan.roofs.map(roof => ({
    ...roof,
    productionKwhPerPanel: variedHours(roof.productionKwhPerPanel, factor),
  }))
  const existingProductionKwh = sumOf([
    ...existing.map(({ productionKwh }) => productionKwh),
    ...(scan.profileProductionKwh ? [scan.profileProductionKwh] : []),
  ])
  return { ...scan, existing, roofs, existingProductionKwh }
}
