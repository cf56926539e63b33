/**
 * The existing battery next to a new one, as one store. The store has the usable capacity and the power of both. Sizes,
 * price, wear and standby of a plant count the new battery only.
 */

import { batteryCurve } from "../market/assumptions.ts"
import { curveEur } from "../market/priceCurve.ts"
import type { ScanInput } from "../request/scanInput.ts"
import { batteryReplacementYears } from "./battery.ts"
import { discountFactor } from "./presentWorth.ts"
import type { PricedCase } from "./pricedCase.ts"

type Batteries = Pick<ScanInput, "existingBattery" | "electricBattery">

/**
 * Capacity of a battery with the minimum level of a new one and the usable capacity of the existing one [kWh]; 0
 * without an existing one.
 */
export const heldCapacityKwh = ({ existingBattery, electricBattery }: Batteries): number => {
  if (!existingBattery) return 0
  const { capacityKwh, minimumChargeLevel } = existingBattery
  const newLevel = electricBattery?.minimumChargeLevel ?? minimumChargeLevel
  return newLevel < 100 ? (capacityKwh * (100 - minimumChargeLevel)) / (100 - newLevel) : capacityKwh
}

/** Share of a new battery in the store, by usable capacity; 1 without an existing battery. */
export const newShare = (batteries: Batteries, capacityKwh: number): number => {
  const heldKwh = heldCapacityKwh(batteries)
  return heldKwh > 0 ? capacityKwh / (capacityKwh + heldKwh) : 1
}

/** Replacements of the existing battery, equal in the baseline and with every plant. */
export interface ExistingReplacement {
  /** Years of the analysis at whose end it is replaced. */
  years: number[]
  /** Price of one replacement [EUR]. */
  eur: number
  /** Present worth of all replacements [EUR]. */
  worthEur: number
}

/** Replacements of the existing battery within the analysis; undefined without one. */
export const existingReplacement = ({ input, assumptions }: PricedCase): ExistingReplacement | undefined => {
  const { existingBattery, analysisYears } = input
  if (!existingBattery) return undefined
  const { capacityKwh, costPerKwh, replacementYear, ageYears } = existingBattery
  const { batteryLifeYears, batteryReplacementCostFraction, discountRate, batteryPriceCurve } = assumptions
  const byAge = ageYears === undefined ? undefined : Math.max(1, Math.ceil(batteryLifeYears - ageYears))
  const first = replacementYear ?? byAge
  const newEur =
    costPerKwh === undefined ? curveEur(batteryCurve(batteryPriceCurve), capacityKwh) : costPerKwh * capacityKwh
  const eur = batteryReplacementCostFraction * newEur
  const years =
    first === undefined || first >= analysisYears
      ? []
      : [first, ...batteryReplacementYears(analysisYears - first, batteryLifeYears).map(year => first + year)]
  return { years, eur, worthEur: years.reduce((sum, year) => sum + eur * discountFactor(year, discountRate), 0) }
}
