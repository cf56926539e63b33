import type { Assumptions } from "../market/assumptions.ts"
import { discountFactor } from "./presentWorth.ts"

/**
 * Full cycles a year: what is discharged in a year over the usable capacity; 0 without a usable one.
 * @param dischargedKwh AC side, a year
 * @param minChargeLevel percent of the capacity that is never used
 */
export const cyclesPerYear = (dischargedKwh: number, capacityKwh: number, minChargeLevel: number): number => {
  const usableKwh = capacityKwh * (1 - minChargeLevel / 100)
  return usableKwh > 0 ? dischargedKwh / usableKwh : 0
}

/**
 * Life of a battery [years]: its calendar life, or its cycles when they are used up earlier (6000 cycles and 15 years:
 * above 400 cycles a year).
 */
export const batteryLifeYears = (
  cycles: number,
  assumptions: Pick<Assumptions, "batteryLifeYears" | "batteryCycleLife">,
): number => {
  const { batteryLifeYears: calendarYears, batteryCycleLife } = assumptions
  return cycles * calendarYears > batteryCycleLife ? batteryCycleLife / cycles : calendarYears
}

/**
 * The years at whose end a worn-out battery is replaced: each multiple of its life, rounded up to the end of its year,
 * below the analysis period. A year comes twice when two batteries wear out within it.
 */
export const batteryReplacementYears = (analysisYears: number, lifeYears: number): number[] => {
  const years: number[] = []
  for (let count = 1; Math.ceil(count * lifeYears) < analysisYears; count++) years.push(Math.ceil(count * lifeYears))
  return years
}

/** Σ (1 + r)^−y over the replacement years: how many times a replacement's price counts today. */
export const replacementWorth = (analysisYears: number, lifeYears: number, discountRate: number): number =>
  batteryReplacementYears(analysisYears, lifeYears).reduce((sum, year) => sum + discountFactor(year, discountRate), 0)

/**
 * State of health, a fraction, at the end of the analysis period or of the battery's life, whichever comes first: it
 * falls linearly to its end-of-life value, with the years or, where those end the life, with the cycles.
 */
export const stateOfHealth = (analysisYears: number, lifeYears: number, endOfLifeHealth: number): number =>
  1 - (1 - endOfLifeHealth) * Math.min(1, analysisYears / lifeYears)
