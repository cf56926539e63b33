import type { Assumptions } from "../market/assumptions.ts"
import { discountFactor } from "./presentWorth.ts"

/**
 * Full cycles per year: energy discharged in a year over the usable capacity; 0 without usable capacity.
 * @param dischargedKwh AC side, a year
 * @param minChargeLevel percent of the capacity that is never used
 */
export const cyclesPerYear = (dischargedKwh: number, capacityKwh: number, minChargeLevel: number): number => {
  const usableKwh = capacityKwh * (1 - minChargeLevel / 100)
  return usableKwh > 0 ? dischargedKwh / usableKwh : 0
}

/**
 * Life of a battery [years]: its calendar life, or shorter if its cycles are used up earlier. Example: 6000 cycles in
 * 15 years are used up early above 400 cycles per year.
 */
export const batteryLifeYears = (
  cycles: number,
  assumptions: Pick<Assumptions, "batteryLifeYears" | "batteryCycleLife">,
): number => {
  const { batteryLifeYears: calendarYears, batteryCycleLife } = assumptions
  return cycles * calendarYears > batteryCycleLife ? batteryCycleLife / cycles : calendarYears
}

/**
 * Years at whose end a battery is replaced: each multiple of its life, rounded up to the end of its year, below the
 * analysis period. A year appears twice if two batteries wear out within it.
 */
export const batteryReplacementYears = (analysisYears: number, lifeYears: number): number[] => {
  const years: number[] = []
  for (let count = 1; Math.ceil(count * lifeYears) < analysisYears; count++) years.push(Math.ceil(count * lifeYears))
  return years
}

/** Σ (1 + r)^−y over the replacement years: present worth of all replacements per EUR of replacement price. */
export const replacementWorth = (analysisYears: number, lifeYears: number, discountRate: number): number =>
  batteryReplacementYears(analysisYears, lifeYears).reduce((sum, year) => sum + discountFactor(year, discountRate), 0)

/**
 * State of health, a fraction, at the end of the analysis period or of the battery's life, whichever comes first. It
 * falls linearly to its end-of-life value with the years, or with the cycles if they end the life.
 */
export const stateOfHealth = (analysisYears: number, lifeYears: number, endOfLifeHealth: number): number =>
  1 - (1 - endOfLifeHealth) * Math.min(1, analysisYears / lifeYears)
