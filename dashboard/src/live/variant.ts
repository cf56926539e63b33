import type { Adjustment } from "../../../client/index.ts"
import type { AdjustableStep } from "../../../domain/scan/adjustableSteps.ts"
import type { FilledRequest } from "../../../domain/scan/request.ts"
import type { Alternative } from "../report/alternativeNames.ts"
import type { FullReport } from "../report/data.ts"

type AlternativeSizes = Pick<Alternative, "panels" | "batteryCapacityKwh" | "batteryPowerKw">

/** Positions of the sliders. */
export interface Sizes {
  /** Of each candidate roof. */
  panels: number[]
  batteryKwh: number
  years: number
  /** Of electricity prices, a fraction a year. */
  growth: number
  /** EUR/kWh of a flat tariff. */
  priceEurPerKwh?: number
}

export const sizesOf = (report: FullReport, input: FilledRequest): Sizes => ({
  panels: report.solar.newSystems.map(({ panelCount }) => panelCount),
  batteryKwh: report.battery.specs.capacityKwh,
  years: input.analysisYears,
  growth: report.financial.parameters.electricityPriceGrowth,
  ...(input.tariff.type === "flat" ? { priceEurPerKwh: input.tariff.flatEurPerKwh } : {}),
})

/** Roofs with exactly so many panels; a roof without any is left out. */
const roofsWith = (input: FilledRequest, panels: readonly number[]) =>
  input.newPv.flatMap((roof, index) =>
    panels[index]! > 0 ? [{ ...roof, minPanelCount: panels[index]!, maxPanelCount: panels[index]! }] : [],
  )

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
  ...(steps.includes("new-pv") ? { newPv: roofsWith(input, sizes.panels) } : {}),
  ...(steps.includes("battery") && input.electricBattery
    ? { electricBattery: batteryOf(input, sizes.batteryKwh) }
    : {}),
  ...(steps.includes("financial") ? { analysisYears: sizes.years, electricityPriceGrowth: sizes.growth } : {}),
  ...(steps.includes("tariff") && sizes.priceEurPerKwh !== undefined
    ? { tariff: { ...input.tariff, flatEurPerKwh: sizes.priceEurPerKwh } }
    : {}),
})

/** The adjustment that holds a scan's plant at that of an alternative; undefined where the organization keeps a step it needs. */
export const alternativeAdjustment = (
  id: string,
  input: FilledRequest,
  { panels, batteryCapacityKwh: capacityKwh, batteryPowerKw: powerRatingKw }: AlternativeSizes,
  steps: readonly AdjustableStep[],
): Adjustment | undefined => {
  const { newPv, electricBattery: battery } = input
  if ((newPv.length > 0 && !steps.includes("new-pv")) || (battery && !steps.includes("battery"))) return undefined
  const held = { capacityKwh, minCapacityKwh: capacityKwh, powerRatingKw, minPowerRatingKw: powerRatingKw }
  return {
    copiedFromId: id,
    ...(newPv.length > 0 ? { newPv: roofsWith(input, panels) } : {}),
    ...(battery ? { electricBattery: capacityKwh > 0 ? { ...battery, ...held } : null } : {}),
  }
}
