import { lowestPrice } from "../market/priceCurve.ts"
import { newShare } from "./existingBattery.ts"
import { annuityFactor } from "./presentWorth.ts"
import type { PricedCase } from "./pricedCase.ts"
import { capacityPrice } from "./purchase.ts"

/**
 * Price of a battery's wear.
 *
 * A battery is replaced when its calendar life ends. Within that life, or within the analysis period if it is shorter,
 * a number of full cycles is included. Each cycle beyond costs an equal share of a replacement, at the lowest price per
 * kWh of the price curve. Fixed costs of a price do not wear.
 */
export interface WearPrice {
  /** Price of discharging above the included energy [EUR per kWh, AC side]; not discounted in `wearPrice`. */
  eurPerKwh: number
  /** Yearly discharging without wear [kWh per kWh of capacity]. */
  includedKwhPerKwh: number
}

/** Relative rounding margin: a least-cost year often discharges exactly the included energy. */
const ROUNDING = 1e-9

/** Wear price of a case's battery at today's prices; undefined without a battery or without usable capacity. */
export const wearPrice = (priced: PricedCase): WearPrice | undefined => {
  const { input, assumptions } = priced
  const usable = 1 - (input.electricBattery?.minimumChargeLevel ?? 100) / 100
  if (!(usable > 0)) return undefined
  const price = capacityPrice(priced)
  const eurPerKwh = "curve" in price ? lowestPrice(price.curve) : price.eurPerKwh
  const { batteryCycleLife, batteryLifeYears, batteryReplacementCostFraction } = assumptions
  return {
    eurPerKwh: (batteryReplacementCostFraction * eurPerKwh) / (batteryCycleLife * usable),
    includedKwhPerKwh: (batteryCycleLife * usable) / Math.min(batteryLifeYears, input.analysisYears),
  }
}

/** Wear price at present worth, for the optimiser: one kWh above the included energy in each year of the analysis. */
export const presentWear = (priced: PricedCase): WearPrice | undefined => {
  const wear = wearPrice(priced)
  const { input, assumptions } = priced
  return wear && { ...wear, eurPerKwh: wear.eurPerKwh * annuityFactor(input.analysisYears, assumptions.discountRate) }
}

/** Wear of a new battery in a year [EUR]. @param dischargedKwh AC side, with an existing battery of both */
export const wearEurPerYear = (priced: PricedCase, capacityKwh: number, dischargedKwh: number): number => {
  const wear = wearPrice(priced)
  if (!wear) return 0
  const ownKwh = newShare(priced.input, capacityKwh) * dischargedKwh
  const excessKwh = ownKwh - wear.includedKwhPerKwh * capacityKwh
  return excessKwh > ROUNDING * ownKwh ? wear.eurPerKwh * excessKwh : 0
}
