import type { Adjustment } from "../../../client/index.ts"
import type { AdjustableStep } from "../../../domain/request/adjustableSteps.ts"
import { mostPanels } from "../../../domain/request/mostPanels.ts"
import type { FilledRequest } from "../../../domain/request/request.ts"
import type { Alternative } from "../report/alternativeNames.ts"
import type { FullReport } from "../report/data.ts"

/** Sizes of an alternative, with the modules of the report that compares. */
export type AlternativeSizes = Pick<Alternative, "panels" | "batteryCapacityKwh" | "batteryPowerKw"> &
  Pick<Sizes, "modules">

/** Positions of the sliders. */
export interface Sizes {
  /** Panel count of each candidate roof. */
  panels: number[]
  /** Id of each roof's chosen module; undefined without a choice, or without panels. */
  modules: (string | undefined)[]
  batteryKwh: number
  years: number
  /** Growth of electricity prices, a fraction a year; absent if parts of the price have their own growth. */
  growth?: number
  /** EUR/kWh of a flat tariff. */
  priceEurPerKwh?: number
}

/** Modules of the plants of a report, by roof. */
export const modulesOf = ({ solar }: Pick<FullReport, "solar">): Sizes["modules"] =>
  solar.newSystems.map(({ module }) => module?.id)

type Roof = FilledRequest["newPv"][number]

/**
 * A roof with a fixed panel count, with the found module if that count fits, otherwise with any module that fits. Its
 * inverter is the panels' share of the whole inverter for the largest count (decision 014): each panel keeps its
 * yield.
 */
const heldRoof = (roof: Roof, count: number, foundId: string | undefined): Roof => {
  const fixedRoof = { ...roof, minPanelCount: count, maxPanelCount: count }
  const fitting = roof.modules?.filter(({ maxPanelCount = roof.maxPanelCount }) => count <= maxPanelCount)
  const foundModules = fitting?.filter(({ id }) => id === foundId)
  const modules = foundModules && foundModules.length > 0 ? foundModules : fitting
  return {
    ...fixedRoof,
    ...(modules ? { modules } : {}),
    ...(roof.inverterKw === undefined
      ? {}
      : { inverterKw: (roof.inverterKw * count) / mostPanels({ ...roof, modules }) }),
  }
}

/** Roofs with fixed panel counts; roofs without panels are left out. */
const roofsWith = ({ newPv }: FilledRequest, { panels, modules }: Pick<Sizes, "panels" | "modules">) =>
  newPv.flatMap((roof, index) => (panels[index]! > 0 ? [heldRoof(roof, panels[index]!, modules[index])] : []))

/** A battery of exactly this size with its maximum power; null without a battery. */
const batteryOf = ({ electricBattery: battery }: FilledRequest, capacityKwh: number) =>
  battery && capacityKwh > 0 ? { ...battery, capacityKwh, minCapacityKwh: capacityKwh } : null

/**
 * The adjustment that holds a scan's plant at these sizes. Fields that the organization protects from adjustments keep
 * the original's values.
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
 * The adjustment that fixes a scan's plant to an alternative; undefined if the organization does not allow a required
 * step.
 */
export const alternativeAdjustment = (
  id: string,
  input: FilledRequest,
  { panels, modules, batteryCapacityKwh: capacityKwh, batteryPowerKw: powerRatingKw }: AlternativeSizes,
  steps: readonly AdjustableStep[],
): Adjustment | undefined => {
  const { newPv, electricBattery: battery } = input
  if ((newPv.length > 0 && !steps.includes("new-pv")) || (battery && !steps.includes("battery"))) return undefined
  const fixedSizes = { capacityKwh, minCapacityKwh: capacityKwh, powerRatingKw, minPowerRatingKw: powerRatingKw }
  return {
    copiedFromId: id,
    ...(newPv.length > 0 ? { newPv: roofsWith(input, { panels, modules }) } : {}),
    ...(battery ? { electricBattery: capacityKwh > 0 ? { ...battery, ...fixedSizes } : null } : {}),
  }
}
