import type { Assumptions } from "../market/assumptions.ts"
import { batteryCostTiers, defaultBatteryCostPerKwh, SELF_SUFFICIENCY_COST_PER_KWH } from "../market/equipmentCosts.ts"
import { type BlockTax, taxBeforeBlockEur } from "../market/tariff/taxBlocks.ts"
import type { ScanInput } from "../scan/scanInput.ts"
import { replacementWorth } from "./battery.ts"
import type { Horizon } from "./lifecycle.ts"
import { annuityFactor, discountFactor, presentWorthFactor } from "./presentWorth.ts"

/** The part of a scan's case that prices depend on. */
export interface PricedCase {
  input: ScanInput
  assumptions: Assumptions
  /** A battery costs so many times what the request and the tiers say; 1 when absent. */
  batteryCostFactor?: number
  /** Energy tax by blocks; absent: prices hold all of it. */
  tariff?: { tax: BlockTax }
}

/** Price of a battery's capacity: one for every size, or by size; a tier prices the whole size, its upper edge included. */
export type BatteryPrice = { eurPerKwh: number } | { tiers: { maxKwh: number; eurPerKwh: number }[] }

/**
 * What the optimiser knows of money. Its objective Σ panels · kW · roofsEurPerKw + battery + presentWorthFactor · year-one
 * bill is the life-cycle cost, up to a constant (`lifecycleOffset`).
 */
export interface ObjectivePrices {
  /** Per roof, in the order of input.newPv: purchase and the present value of maintenance [EUR/kWp]. */
  roofsEurPerKw: number[]
  /** Purchase with the present value of replacements and maintenance; null when no battery is asked for. */
  battery: BatteryPrice | null
  presentWorthFactor: number
}

/** Years and rates of a case. */
export const horizonOf = ({ input, assumptions }: PricedCase): Horizon => ({
  years: input.analysisYears,
  discountRate: assumptions.discountRate,
  priceGrowth: assumptions.electricityPriceGrowth,
  degradation: assumptions.pvDegradation,
})

/**
 * Installed price of a battery [EUR/kWh]: as requested, else 600 for the goal self-sufficiency, else by the tier of the
 * chosen capacity (contract of documents 1 and 3).
 */
export const batteryPriceEurPerKwh = ({ goal, electricBattery }: ScanInput, capacityKwh: number): number =>
  electricBattery?.costPerKwh ??
  (goal.kind === "self-sufficiency" ? SELF_SUFFICIENCY_COST_PER_KWH : defaultBatteryCostPerKwh(capacityKwh))

/** Yearly maintenance of new panels when the request asks for it [EUR per kWp per year]. */
export const solarMaintenanceEurPerKw = ({ input, assumptions }: PricedCase): number =>
  input.includePvMaintenanceCosts ? assumptions.pvMaintenanceEurPerKwYear : 0

/** Yearly maintenance of a battery as a share of its purchase, when the request asks for it. */
export const batteryMaintenanceShare = ({ input, assumptions }: PricedCase): number =>
  input.includeBatteryMaintenanceCosts ? assumptions.batteryMaintenanceFraction : 0

/** Life-cycle cost of a battery per EUR of its purchase: purchase, replacements and maintenance at today's worth. */
const batteryMultiplier = (priced: PricedCase, batteryLifeYears: number): number => {
  const { years, discountRate } = horizonOf(priced)
  const replacements = replacementWorth(years, batteryLifeYears, discountRate)
  return (
    1 +
    priced.assumptions.batteryReplacementCostFraction * replacements +
    batteryMaintenanceShare(priced) * annuityFactor(years, discountRate)
  )
}

const batteryPrice = (priced: PricedCase, lifecycleMultiplier: number): BatteryPrice => {
  const { electricBattery, goal } = priced.input
  const multiplier = lifecycleMultiplier * (priced.batteryCostFactor ?? 1)
  if (electricBattery?.costPerKwh === undefined && goal.kind !== "self-sufficiency") {
    const tiers = batteryCostTiers.map(({ maxKwh, costPerKwh }) => ({
      maxKwh: maxKwh ?? Number.POSITIVE_INFINITY,
      eurPerKwh: costPerKwh * multiplier,
    }))
    return { tiers }
  }
  return { eurPerKwh: batteryPriceEurPerKwh(priced.input, 0) * multiplier }
}

/**
 * The prices the optimiser minimises with.
 * @param batteryLifeYears years between replacements, see `batteryLifeYears` of battery.ts
 */
export const objectivePrices = (priced: PricedCase, batteryLifeYears: number): ObjectivePrices => {
  const { years, priceGrowth, degradation, discountRate } = horizonOf(priced)
  const maintenanceEurPerKw = solarMaintenanceEurPerKw(priced) * annuityFactor(years, discountRate)
  return {
    roofsEurPerKw: priced.input.newPv.map(({ costPerKwp }) => costPerKwp + maintenanceEurPerKw),
    battery: priced.input.electricBattery ? batteryPrice(priced, batteryMultiplier(priced, batteryLifeYears)) : null,
    presentWorthFactor: presentWorthFactor(years, priceGrowth, degradation, discountRate),
  }
}

/**
 * What the life-cycle cost holds beyond the optimiser's objective [EUR]: the part of the bill that fades in as the panels
 * age, and fixed costs, which no plant changes, with the tax of the blocks before the one whose rate prices hold.
 * totalCost = objective + lifecycleOffset, where the import ends in that block.
 * @param baselineCostEur year-one bill of the site as it is, less feed-in revenue
 */
export const lifecycleOffset = (priced: PricedCase, baselineCostEur: number): number => {
  const { years, priceGrowth, degradation, discountRate } = horizonOf(priced)
  const taxBeforeEur = priced.tariff ? taxBeforeBlockEur(priced.tariff.tax) : 0
  const fixedEur = 12 * priced.assumptions.fixedCostEurPerMonth + taxBeforeEur
  let sum = 0
  for (let year = 1; year <= years; year++) {
    const remaining = (1 - degradation) ** (year - 1)
    const priceLevel = (1 + priceGrowth) ** (year - 1) * discountFactor(year, discountRate)
    sum += priceLevel * (baselineCostEur * (1 - remaining) + fixedEur * remaining)
  }
  return sum
}
