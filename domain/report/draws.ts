import { createBoundedMap } from "../base/boundedMap.ts"
import { type Draw, uniformNumbers } from "../site/solar/random.ts"

/** Number of drawn futures. */
export const DRAWS = 500
/** Seed of the random numbers; fixed, so every report draws the same futures. */
export const SEED = 21
/**
 * Standard deviation of a modelled solar yield, as a fraction. Equals the deviation of long-term sunlight in D.
 * Thevenard & S. Pelland, "Estimating the uncertainty in long-term photovoltaic yield predictions", Solar Energy 91
 * (2013) 432–445.
 */
export const YIELD_DEVIATION = 0.05

/**
 * Relative sunlight of equally likely years above their mean, for sites without measured years. The distribution is
 * normal with 4 % deviation, the year-to-year variability of Thevenard & Pelland 2013. PVGIS has 4.5 % at 47.79° N
 * 2.47° E and 2.9 % at 37° N 38° E. The values are the middles of eight equal shares, scaled to that deviation.
 */
export const YEARS_SUNLIGHT: readonly number[] = [-1.663, -0.962, -0.53, -0.17, 0.17, 0.53, 0.962, 1.663].map(
  deviations => 0.04 * deviations,
)

/** One future: shares in [0, 1) that pick price and weather years, and the error of the modelled yield. */
export interface Future {
  priceShare: number
  /** Shares that pick the weather of each year of the period, first year first. */
  weatherShares: Float64Array
  /** Relative error: 0.05 is 5 % more than modelled, in every year. */
  yieldError: number
}

const UNIFORMS = 12

/**
 * Draws approximately from the standard normal distribution. The sum of 12 uniform numbers has its mean and deviation.
 * A logarithm is avoided because engines disagree on its last bits.
 */
const normal = (uniform: Draw): number => {
  let sum = -UNIFORMS / 2
  for (let draw = 0; draw < UNIFORMS; draw++) sum += uniform()
  return sum
}

/** Maximum number of cached periods; each takes 100 kB at 25 years. */
const MAX_PERIODS = 8
const drawn = createBoundedMap<readonly Future[]>({ capacity: MAX_PERIODS }).getOrMake

/** Futures of a period of `years` years; the same in every call. */
export const futures = (years: number): readonly Future[] =>
  drawn(String(years), () => {
    const uniform = uniformNumbers(SEED)
    return Array.from({ length: DRAWS }, () => ({
      priceShare: uniform(),
      yieldError: YIELD_DEVIATION * normal(uniform),
      weatherShares: new Float64Array(years).map(uniform),
    }))
  })

/** Picks a member of a list by a share in [0, 1); all members are equally likely. */
export const picked = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)]!
