/** Light of a cloudless sky, and scaling of a range of hours to a total below this light. */

// Indices of this file are in bounds by construction.

/** Number of bisections of the scaling factor, for a relative error of 1e-12. */
const MAX_HALVINGS = 40

/**
 * Global irradiance of a cloudless sky on a horizontal plane, W/m²: Haurwitz, "Insolation in relation to cloudiness and
 * cloud density", Journal of Meteorology 2 (1945) 154–166.
 * @param sinElevation sine of the sun's elevation
 */
export const clearSkyWm2 = (sinElevation: number): number =>
  sinElevation > 0 ? 1098 * sinElevation * Math.exp(-0.059 / sinElevation) : 0

/**
 * Multiplies the hours `from`–`to` by one factor and cuts each at its limit, so that they sum to `total`: other hours
 * get the energy cut from bright hours. A total out of reach is left short, every hour with light at its limit.
 */
export const scaleBelow = (
  hours: Float64Array,
  limits: Float64Array,
  { from, to, total }: { from: number; to: number; total: number },
): void => {
  let largest = 0
  for (let i = from; i < to; i++) if (hours[i]! > 0) largest = Math.max(largest, limits[i]! / hours[i]!)
  const sumOf = (factor: number): number => {
    let sum = 0
    for (let i = from; i < to; i++) sum += Math.min(limits[i]!, hours[i]! * factor)
    return sum
  }
  let [low, high] = [0, largest]
  for (let n = 0; n < MAX_HALVINGS; n++) {
    const middle = (low + high) / 2
    if (sumOf(middle) > total) high = middle
    else low = middle
  }
  for (let i = from; i < to; i++) hours[i] = Math.min(limits[i]!, hours[i]! * high)
}
