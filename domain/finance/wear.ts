import { lowestPrice } from "../market/priceCurve.ts"
import { annuityFactor } from "./presentWorth.ts"
import type { PricedCase } from "./pricedCase.ts"
import { capacityPrice } from "./purchase.ts"

/**
 * Replacement that is paid by use. A battery is replaced when its calendar life ends. Within that life (or within the
 * analysis period, where that is shorter) it has a number of full cycles; those beyond are paid as they are made, in
 * equal parts of what new cells cost: the price of a replacement at the lowest price per kWh there is. What is fixed in
 * a price does not wear.
 */
export interface WearPrice {
  /** Of what the battery gives above what is included [EUR per kWh on the AC side], at the prices of today. */
  eurPerKwh: number
  /** What it gives in a year at no wear [kWh per kWh of capacity]. */
  includedKwhPerKwh: number
}

/** A year that gives just what is included, as a least cost often does, is above it by less than this share of it. */
const ROUNDING = 1e-9

/** Wear of a case's battery; undefined without a battery, or one of which nothing is used. */
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

/** The same at present worth, as the optimiser wants it: a kWh above in each year of the analysis period. */
export const presentWear = (priced: PricedCase): WearPrice | undefined => {
  const wear = wearPrice(priced)
  const { input, assumptions } = priced
  return wear && { ...wear, eurPerKwh: wear.eurPerKwh * annuityFactor(input.analysisYears, assumptions.discountRate) }
}

/** What a year of a battery wears [EUR]. @param dischargedKwh AC side */
export const wearEurPerYear = (priced: PricedCase, capacityKwh: number, dischargedKwh: number): number => {
  const wear = wearPrice(priced)
  if (!wear) return 0
  const excessKwh = dischargedKwh - wear.includedKwhPerKwh * capacityKwh
  return excessKwh > ROUNDING * dischargedKwh ? wear.eurPerKwh * excessKwh : 0
}
