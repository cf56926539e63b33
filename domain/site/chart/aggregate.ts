import type { Slot } from "./intervals.ts"
import { hourOfSlot } from "./intervals.ts"

/** 8760 hourly values of a year. */
export type Hours = Float32Array | Float64Array

/** Lowest, highest and mean hour of a slot, in the unit of the series. */
export interface Stats {
  min: number
  max: number
  average: number
}

/** Sum of each slot: kWh from kWh. */
export const sums = (hours: Hours, slots: readonly Slot[]): number[] =>
  slots.map(slot => {
    let sum = 0
    for (let n = 0; n < slot.hours; n++) sum += hours[hourOfSlot(slot, n)]!
    return sum
  })

/** Mean of each slot: mean kW from kWh per hour. */
export const means = (hours: Hours, slots: readonly Slot[]): number[] =>
  sums(hours, slots).map((sum, index) => sum / slots[index]!.hours)

/** Last hour of each slot: a level at the end of the slot. */
export const lasts = (hours: Hours, slots: readonly Slot[]): number[] =>
  slots.map(slot => hours[hourOfSlot(slot, slot.hours - 1)]!)

/** Lowest, highest and mean hour of each slot. */
export const stats = (hours: Hours, slots: readonly Slot[]): Stats[] =>
  slots.map(slot => {
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    let sum = 0
    for (let n = 0; n < slot.hours; n++) {
      const value = hours[hourOfSlot(slot, n)]!
      if (value < min) min = value
      if (value > max) max = value
      sum += value
    }
    return { min, max, average: sum / slot.hours }
  })
