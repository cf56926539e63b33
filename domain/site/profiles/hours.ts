import { HOURS_PER_YEAR } from "../year.ts"

/** Hourly energy of a part of a profile, 8760 float32 in kWh: the stored form, and the source of every total. */
export type Hours = Float32Array

/** Sum of hourly values. */
export const totalOf = (hours: ArrayLike<number>): number => {
  let total = 0
  for (let hour = 0; hour < hours.length; hour++) total += hours[hour]!
  return total
}

/** Hours times a factor, in double precision. */
export const timesFactor = (hours: Float64Array, factor: number): Float64Array => {
  const product = new Float64Array(hours.length)
  for (let hour = 0; hour < hours.length; hour++) product[hour] = hours[hour]! * factor
  return product
}

/** Highest hour; 0 without any. */
export const peakOf = (hours: ArrayLike<number>): number => {
  let peak = 0
  for (let hour = 0; hour < hours.length; hour++) if (hours[hour]! > peak) peak = hours[hour]!
  return peak
}

/** Sum of several series hour by hour, or step by step, in double precision. */
export const sumOfHours = (series: readonly ArrayLike<number>[], length = HOURS_PER_YEAR): Float64Array => {
  const sum = new Float64Array(length)
  for (const steps of series) for (let step = 0; step < length; step++) sum[step]! += steps[step]!
  return sum
}

/** Hours times a factor. */
export const scaledHours = (hours: ArrayLike<number>, factor: number): Hours =>
  Float32Array.from(hours, value => value * factor)
