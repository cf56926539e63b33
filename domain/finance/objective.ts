import { mapped } from "../base/nonEmpty.ts"
import { partRates } from "../market/partGrowth.ts"
import { type PriceCurve, timesPrice } from "../market/priceCurve.ts"
import { taxBeforeBlockEur } from "../market/tariff/taxBlocks.ts"
import { replacementWorth } from "./battery.ts"
import { fixedCostOf } from "./bill.ts"
import { levelledEur, type PhaseAmounts } from "./lifecycle.ts"
import type { Horizon } from "./phases.ts"
import { annuityFactor, discountFactor, presentWorthFactor } from "./presentWorth.ts"
import type { PricedCase } from "./pricedCase.ts"
import {
  type CapacityPrice,
  capacityPrice,
  inverterPurchasePerPanel,
  panelsTogetherCurve,
  powerPriceEurPerKw,
} from "./purchase.ts"
import { batteryResidualWorth, inverterWorthEurPerKw, panelsWorth } from "./renewal.ts"
import { presentWear, type WearPrice } from "./wear.ts"

/** Price of a battery in the objective. */
export interface BatteryPrice {
  capacity: CapacityPrice
  /** Price of power above the included power [EUR/kW]. */
  eurPerKw: number
  /** Wear at present worth; absent: use costs nothing. */
  wear?: WearPrice
}

/** Price of a roof's panels in the objective. */
export interface RoofPrice {
  eurPerKw: number
  /** Fixed cost if the roof has any panel [EUR]. */
  fixedEur: number
  /** True if panelCurve also prices the roof's panels. */
  isPricedTogether: boolean
}

/**
 * Prices in the optimiser's objective: panels + battery + presentWorthFactor · first-year bill. The objective equals
 * the life-cycle cost up to a constant (`lifecycleOffset`).
 */
export interface ObjectivePrices {
  /** In the order of input.newPv: purchase, present worth of replacements less residual value, and maintenance. */
  roofs: RoofPrice[]
  /** Purchase of all panels that are priced together, by their kWp, with replacements less residual value. */
  panelCurve: PriceCurve
  /**
   * Purchase, present worth of replacements less residual value, maintenance, and wear. Null if the request has no
   * battery.
   */
  battery: BatteryPrice | null
  presentWorthFactor: number
}

/** Years and rates of a case. */
export const horizonOf = ({ input, assumptions, tariffs }: PricedCase): Horizon => ({
  phaseStarts: mapped(input.phases, ({ fromYear }) => fromYear),
  feedInGrowth: input.phases.map((_, phase) => tariffs?.[phase]?.feedInGrowth),
  partGrowth: partRates(assumptions),
  years: input.analysisYears,
  discountRate: assumptions.discountRate,
  priceGrowth: assumptions.electricityPriceGrowth,
  degradation: assumptions.pvDegradation,
})

/** Yearly maintenance of new panels, if the request includes it [EUR per kWp per year]. */
export const solarMaintenanceEurPerKw = ({ input, assumptions }: PricedCase): number =>
  input.includePvMaintenanceCosts ? assumptions.pvMaintenanceEurPerKwYear : 0

/** Yearly maintenance of a battery as a share of its purchase, if the request includes it. */
export const batteryMaintenanceShare = ({ input, assumptions }: PricedCase): number =>
  input.includeBatteryMaintenanceCosts ? assumptions.batteryMaintenanceFraction : 0

/**
 * Life-cycle cost of a battery per EUR of its purchase: purchase, replacements at the end of its calendar life and
 * maintenance at present worth, less residual value. At least 0.
 */
const batteryMultiplier = (priced: PricedCase): number => {
  const { years, discountRate } = horizonOf(priced)
  const replacements = replacementWorth(years, priced.assumptions.batteryLifeYears, discountRate)
  const worth =
    1 +
    priced.assumptions.batteryReplacementCostFraction * replacements +
    batteryMaintenanceShare(priced) * annuityFactor(years, discountRate) -
    batteryResidualWorth(priced)
  return Math.max(0, worth)
}

const batteryPrice = (priced: PricedCase, lifecycleMultiplier: number): BatteryPrice => {
  const price = capacityPrice(priced)
  const wear = presentWear(priced)
  return {
    ...(wear ? { wear } : {}),
    capacity:
      "curve" in price
        ? { curve: timesPrice(price.curve, lifecycleMultiplier) }
        : { eurPerKwh: price.eurPerKwh * lifecycleMultiplier },
    eurPerKw: powerPriceEurPerKw(priced) * lifecycleMultiplier,
  }
}

/** Prices that the optimiser minimises with, at present worth. */
export const objectivePrices = (priced: PricedCase): ObjectivePrices => {
  const { years, priceGrowth, degradation, discountRate } = horizonOf(priced)
  const maintenanceEurPerKw = solarMaintenanceEurPerKw(priced) * annuityFactor(years, discountRate)
  const worth = panelsWorth(priced)
  return {
    roofs: priced.input.newPv.map(({ costPerKwp, fixedCostEur = 0, panelPowerWatts }, roof) => ({
      eurPerKw:
        worth * ((costPerKwp ?? 0) + (1000 * inverterPurchasePerPanel(priced, roof)) / panelPowerWatts) +
        maintenanceEurPerKw +
        inverterWorthEurPerKw(priced, roof),
      fixedEur: worth * fixedCostEur,
      isPricedTogether: costPerKwp === undefined,
    })),
    panelCurve: timesPrice(panelsTogetherCurve(priced), worth),
    battery: priced.input.electricBattery ? batteryPrice(priced, batteryMultiplier(priced)) : null,
    presentWorthFactor: presentWorthFactor(years, priceGrowth, degradation, discountRate),
  }
}

/** Bills of the fixed costs and of the tax below the block whose rate the prices include. */
const fixedBills = ({ input, assumptions, tariffs }: PricedCase): PhaseAmounts =>
  mapped(input.phases, (_, phase) => {
    const tariff = tariffs?.[phase]
    const gridFeeEur = 12 * fixedCostOf(assumptions, tariff)
    const taxEur = tariff ? taxBeforeBlockEur(tariff.tax) : 0
    const parts = { gridFeeEur, taxEur, nettedGridFeeEur: 0, nettedTaxEur: 0 }
    return { energyBillEur: gridFeeEur + taxEur, feedInRevenueEur: 0, parts }
  })

/**
 * Life-cycle cost minus the optimiser's objective [EUR]: totalCost = objective + lifecycleOffset. The equation holds if
 * the import ends in the tax block whose rate the prices include. The offset is the same for all plants:
 * - the part of the baseline's bill that returns as the panels age;
 * - fixed costs, and the tax of the blocks below the block in the prices.
 * @param baseline bills of the baseline
 */
export const lifecycleOffset = (priced: PricedCase, baseline: PhaseAmounts): number => {
  const horizon = horizonOf(priced)
  const { years, priceGrowth, degradation, discountRate } = horizon
  const fixed = fixedBills(priced)
  let sum = 0
  for (let year = 1; year <= years; year++) {
    const remaining = (1 - degradation) ** (year - 1)
    const priceLevel = (1 + priceGrowth) ** (year - 1) * discountFactor(year, discountRate)
    const ownEur = levelledEur(year, baseline, horizon)
    const ownFixedEur = levelledEur(year, fixed, horizon)
    sum += priceLevel * (ownEur * (1 - remaining) + ownFixedEur * remaining)
  }
  return sum
}
