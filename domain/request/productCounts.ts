import type { BatteryProduct } from "../market/batteryProduct.ts"

/** Bounds of a battery of several products. */
export interface BatteryLimits {
  minCapacityKwh: number
  capacityKwh: number
  minPowerRatingKw: number
  powerRatingKw: number
}

/** Shares by which sums of capacities and powers may go beyond a bound: rounding. */
export const ROUNDING = 1e-9

/** How many of a product fit the bounds, from the least to the most; undefined when no number does. */
export const countsWithin = (
  { capacityKwh, powerKw, maxCount = 1 }: Pick<BatteryProduct, "capacityKwh" | "powerKw" | "maxCount">,
  limits: BatteryLimits,
): { least: number; most: number } | undefined => {
  const least = Math.max(
    1,
    Math.ceil((limits.minCapacityKwh / capacityKwh) * (1 - ROUNDING)),
    Math.ceil((limits.minPowerRatingKw / powerKw) * (1 - ROUNDING)),
  )
  const most = Math.min(
    maxCount,
    Math.floor((limits.capacityKwh / capacityKwh) * (1 + ROUNDING)),
    Math.floor((limits.powerRatingKw / powerKw) * (1 + ROUNDING)),
  )
  return least <= most ? { least, most } : undefined
}
