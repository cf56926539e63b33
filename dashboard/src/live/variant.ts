import type { Adjustment } from "../../../client/index.ts"
import type { AdjustableStep } from "../../../domain/scan/adjustableSteps.ts"
import type { PanelModule } from "../../../domain/scan/panelModules.ts"
import type { FilledRequest } from "../../../domain/scan/request.ts"
import type { Alternative } from "../report/alternativeNames.ts"
import type { FullReport } from "../report/data.ts"

/** Of an alternative, with the modules of the report that compares. */
export type AlternativeSizes = Pick<Alternative, "panels" | "batteryCapacityKwh" | "batteryPowerKw"> &
  Pick<Sizes, "modules">

/** Positions of the sliders. */
export interface Sizes {
  /** Of each candidate roof. */
  panels: number[]
  /** Ids of what each roof got of its modules; undefined where it has none to choose from, or no panels. */
  modules: (string | undefined)[]
  batteryKwh: number
  years: number
  /** Of electricity prices, a fraction a year; absent: parts of the price have growths of their own. */
  growth?: number
  /** EUR/kWh of a flat tariff. */
  priceEurPerKwh?: number
}

/** The modules that the plants of a report are of, by roof. */
export const modulesOf = ({ solar }: Pick<FullReport, "solar">): Sizes["modules"] =>
  solar.newSystems.map(({ module }) => module?.id)

/** One growth of all that a kWh costs, where the report has no other. */
const growthOf = ({ financial: { parameters } }: FullReport): Pick<Sizes, "growth"> => {
  const { energyPriceGrowth, gridFeeGrowth, taxGrowth, electricityPriceGrowth } = parameters
  const isApart = [energyPriceGrowth, gridFeeGrowth, taxGrowth].some(growth => growth !== undefined)
  return isApart ? {} : { growth: electricityPriceGrowth }
}

export const sizesOf = (report: FullReport, input: FilledRequest): Sizes => ({
  panels: report.solar.newSystems.map(({ panelCount }) => panelCount),
  modules: modulesOf(report).map((id, roof) => (report.solar.newSystems[roof]!.panelCount > 0 ? id : undefined)),
  batteryKwh: report.battery.specs.capacityKwh,
  years: input.analysisYears,
  ...growthOf(report),
  ...(input.tariff.type === "flat" ? { priceEurPerKwh: input.tariff.flatEurPerKwh } : {}),
})

/** No contract has more [EUR/kWh]. */
const HIGHEST_PRICE = 10
/** Where a kWh costs less than half of it [EUR]. */
const USUAL_HIGHEST_PRICE = 1

/** Prices that can be tried [EUR/kWh], the contract's own among them: in some currencies a kWh costs several. */
export const priceRange = ({ tariff }: Pick<FilledRequest, "tariff">): { min: number; max: number } => {
  const { flatEurPerKwh: price = 0, feedInEurPerKwh: feedIn = 0 } = tariff
  return { min: Math.min(feedIn, price), max: Math.min(HIGHEST_PRICE, Math.max(USUAL_HIGHEST_PRICE, 2 * price)) }
}

type Roof = FilledRequest["newPv"][number]

/** So many panels fit on a roof, of one of its modules where it has any. */
const mostOf = ({ maxPanelCount }: Roof, modules: readonly PanelModule[] | undefined): number => {
  const most = (modules ?? []).map(module => Math.min(maxPanelCount, module.maxPanelCount ?? maxPanelCount))
  return most.length > 0 ? Math.max(...most) : maxPanelCount
}

/** So many panels fit on a roof. */
export const mostPanels = (roof: Roof): number => mostOf(roof, roof.modules)

/**
 * A roof with exactly so many panels: of the module that was found where so many of it fit, else of any of which they
 * do. Its inverter is their part of the whole one, which belongs to the largest number of panels (decision 014): each
 * makes what it was found to make.
 */
const heldRoof = (roof: Roof, count: number, foundId: string | undefined): Roof => {
  const held = { ...roof, minPanelCount: count, maxPanelCount: count }
  const fitting = roof.modules?.filter(({ maxPanelCount = roof.maxPanelCount }) => count <= maxPanelCount)
  const found = fitting?.filter(({ id }) => id === foundId)
  const modules = found && found.length > 0 ? found : fitting
  return {
    ...held,
    ...(modules ? { modules } : {}),
    ...(roof.inverterKw === undefined ? {} : { inverterKw: (roof.inverterKw * count) / mostOf(roof, modules) }),
  }
}

/** Roofs with exactly so many panels; a roof without any is left out. */
const roofsWith = ({ newPv }: FilledRequest, { panels, modules }: Pick<Sizes, "panels" | "modules">) =>
  newPv.flatMap((roof, index) => (panels[index]! > 0 ? [heldRoof(roof, panels[index]!, modules[index])] : []))

/** A battery of exactly this size, as powerful as it may be; null for none. */
const batteryOf = ({ electricBattery: battery }: FilledRequest, capacityKwh: number) =>
  battery && capacityKwh > 0 ? { ...battery, capacityKwh, minCapacityKwh: capacityKwh } : null

/**
 * The adjustment that holds a scan's plant at these sizes. Steps that the organization keeps from adjustments stay the
 * original's.
 */
export const variantOf = (
  id: string,
  input: FilledRequest,
  sizes: Sizes,
  steps: readonly AdjustableStep[],
): Adjustment => ({
  copiedFromId: id,
  ...(steps.includes("new-pv") ? { newPv: roofsWith(input, sizes) } : {}),
  ...(steps.includes("battery") && input.electricBattery
    ? { electricBattery: batteryOf(input, sizes.batteryKwh) }
    : {}),
  ...(steps.includes("financial") ? { analysisYears: sizes.years } : {}),
  ...(steps.includes("financial") && sizes.growth !== undefined ? { electricityPriceGrowth: sizes.growth } : {}),
  ...(steps.includes("tariff") && sizes.priceEurPerKwh !== undefined
    ? { tariff: { ...input.tariff, flatEurPerKwh: sizes.priceEurPerKwh } }
    : {}),
})

/**
 * The adjustment that holds a scan's plant at that of an alternative; undefined where the organization keeps a step it
 * needs.
 */
export const alternativeAdjustment = (
  id: string,
  input: FilledRequest,
  { panels, modules, batteryCapacityKwh: capacityKwh, batteryPowerKw: powerRatingKw }: AlternativeSizes,
  steps: readonly AdjustableStep[],
): Adjustment | undefined => {
  const { newPv, electricBattery: battery } = input
  if ((newPv.length > 0 && !steps.includes("new-pv")) || (battery && !steps.includes("battery"))) return undefined
  const held = { capacityKwh, minCapacityKwh: capacityKwh, powerRatingKw, minPowerRatingKw: powerRatingKw }
  return {
    copiedFromId: id,
    ...(newPv.length > 0 ? { newPv: roofsWith(input, { panels, modules }) } : {}),
    ...(battery ? { electricBattery: capacityKwh > 0 ? { ...battery, ...held } : null } : {}),
  }
}
