import { createBoundedMap } from "../base/boundedMap.ts"
import { type Draw, uniformNumbers } from "../site/solar/random.ts"

/** Futures that are drawn. */
export const DRAWS = 500
/** The same futures in every report. */
export const SEED = 21
/**
 * Standard deviation of a yield that a model of the sun gives, a fraction: that of long-term sunlight in D. Thevenard &
 * S. Pelland, "Estimating the uncertainty in long-term photovoltaic yield predictions", Solar Energy 91 (2013) 432–445.
 */
export const YIELD_DEVIATION = 0.05

/**
 * How much sunnier years are than the mean where none was measured, a fraction, each as likely: a normal distribution
 * of 4 %, the year-to-year variability of Thevenard & Pelland 2013 (PVGIS: 4.5 % at 47.79° N 2.47° E, 2.9 % at 37° N
 * 38° E). These are the middles of its eight equal shares, spread to its deviation.
 */
export const YEARS_SUNLIGHT: readonly number[] = [-1.663, -0.962, -0.53, -0.17, 0.17, 0.53, 0.962, 1.663].map(
  deviations => 0.04 * deviations,
)

/** One future: shares in [0, 1) that pick among years, and what the model of the sun is off by. */
export interface Future {
  priceShare: number
  /** Of the weather of each year of the period, the first year first. */
  weatherShares: Float64Array
  /** A fraction: 0.05 is 5 % more than modelled, in every year. */
  yieldError: number
}

const UNIFORMS = 12

/**
 * About the standard normal distribution: the sum of 12 uniform numbers has its mean and deviation, and needs no
 * logarithm, whose last bits engines disagree on.
 */
const normal = (uniform: Draw): number => {
  let sum = -UNIFORMS / 2
  for (let draw = 0; draw < UNIFORMS; draw++) sum += uniform()
  return sum
}

/** Each holds 100 kB at 25 years. */
const MAX_PERIODS = 8
const drawn = createBoundedMap<readonly Future[]>({ capacity: MAX_PERIODS }).getOrMake

/** The futures of a period of so many years. */
export const futures = (years: number): readonly Future[] =>
  drawn(String(years), () => {
    const uniform = uniformNumbers(SEED)
    return Array.from({ length: DRAWS }, () => ({
      priceShare: uniform(),
      yieldError: YIELD_DEVIATION * normal(uniform),
      weatherShares: new Float64Array(years).map(uniform),
    }))
  })

/** The member of a list that a share in [0, 1) picks, each as likely. */
export const picked = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)]!
