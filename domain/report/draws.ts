/**
 * Random futures of a plant: market, supplier, sun, panels, inverters and battery over the analysis.
 *
 * - All reports draw the same futures from one seed, so that two plants differ by their plants alone.
 * - Each figure has its source here, and in docs/scans-report.md.
 * - `npm run bench -- outlook` compares the range of the first year with the years that followed.
 */
import { createBoundedMap } from "../base/boundedMap.ts"
import { captureChange, levelChange } from "../market/marketHistory.ts"
import { type Draw, uniformNumbers } from "../site/solar/random.ts"
import type { Outlook } from "./outlookSchema.ts"

/** Number of drawn futures. */
export const DRAWS = 500
/** Seed of the random numbers; fixed, so every report draws the same futures. */
export const SEED = 21
/**
 * Yield of panels in use against the model, as a fraction: mean and standard deviation. An assumption between the model
 * and 32,744 roof systems of six countries, whose performance ratio was 0.73 to 0.74 (J. Schardt & H. te Heesen,
 * "Performance of roof-top PV systems in selected European countries from 2012 to 2019", 2021). A new plant has about
 * 0.81 (J. Leloux et al., "Monitoring 30,000 PV systems in Europe", 31st EU PVSEC, 2015).
 */
export const YIELD_IN_USE = { mean: -0.06, deviation: 0.06 }
/**
 * Standard deviation of a supplier's fee per kWh, on purchases and on feed-in [EUR/kWh]: mark-ups of eleven Dutch
 * dynamic contracts of 2026 lie between 0.018 and 0.034.
 */
const FEE_DEVIATION = 0.006
/** Standard deviation of the growth of prices, an assumption of this product: 1 percentage point per year. */
const GROWTH_DEVIATION = 0.01
/** Largest shift of the replacement of inverters, both ways [years]: they last 10 to 15 years. */
const INVERTER_SHIFT_YEARS = 3
/**
 * Yearly loss of a battery's capacity, lowest and highest: 2 to 3 percentage points of 21 home batteries in 8 years (J.
 * Figgener et al., "Multi-year field measurements of home storage systems", Nature Energy 9 (2024) 1438–1447).
 */
const FADE = [0.02, 0.03] as const

/**
 * Relative sunlight of equally likely years above their mean, for sites without measured years. The distribution is
 * normal with 4 % deviation, the year-to-year variability of Thevenard & Pelland 2013. PVGIS has 4.5 % at 47.79° N
 * 2.47° E and 2.9 % at 37° N 38° E. The values are the middles of eight equal shares, scaled to that deviation.
 */
export const YEARS_SUNLIGHT: readonly number[] = [-1.663, -0.962, -0.53, -0.17, 0.17, 0.53, 0.962, 1.663].map(
  deviations => 0.04 * deviations,
)

/** One future: shares in [0, 1) that pick price and weather years, and what changes. */
export interface Future {
  priceShare: number
  /** Shares that pick the weather of each year of the period, first year first. */
  weatherShares: Float64Array
  /** Relative error of the modelled yield: −0.05 is 5 % less, in every year. */
  yieldError: number
  /** Relative change of the price level, and change of the capture rate, after the newest price year. */
  levelChange: number
  captureChange: number
  /** Change of the supplier's fees [EUR/kWh]. */
  purchaseFee: number
  feedInFee: number
  /** Addition to the growth of prices, a fraction per year. */
  growthError: number
  /** Shift of the inverters' replacement [whole years]. */
  inverterShift: number
  /** Yearly loss of the battery's capacity, a fraction. */
  fadePerYear: number
}

const UNIFORMS = 12

/**
 * Draws approximately from the standard normal distribution. The sum of 12 uniform numbers has its mean and deviation.
 * A logarithm is avoided because engines disagree on its last bits.
 */
export const normal = (uniform: Draw): number => {
  let sum = -UNIFORMS / 2
  for (let draw = 0; draw < UNIFORMS; draw++) sum += uniform()
  return sum
}

/** Maximum number of cached periods; each takes 100 kB at 25 years. */
const MAX_PERIODS = 8
const drawn = createBoundedMap<readonly Future[]>({ capacity: MAX_PERIODS }).getOrMake

/** Futures of a period of `years` years after the market's history to `lastYear`; the same in every call. */
export const futures = (years: number, lastYear: number): readonly Future[] =>
  drawn(`${years} ${lastYear}`, () => {
    const uniform = uniformNumbers(SEED)
    const [level, capture] = [levelChange(lastYear), captureChange(lastYear)]
    const around = ({ mean, deviation }: { mean: number; deviation: number }) => mean + deviation * normal(uniform)
    return Array.from({ length: DRAWS }, () => ({
      priceShare: uniform(),
      yieldError: around(YIELD_IN_USE),
      weatherShares: new Float64Array(years).map(uniform),
      levelChange: around(level),
      captureChange: around(capture),
      purchaseFee: FEE_DEVIATION * normal(uniform),
      feedInFee: FEE_DEVIATION * normal(uniform),
      growthError: GROWTH_DEVIATION * normal(uniform),
      inverterShift: Math.round(INVERTER_SHIFT_YEARS * (2 * uniform() - 1)),
      fadePerYear: FADE[0] + (FADE[1] - FADE[0]) * uniform(),
    }))
  })

/** Uncertainty of the drawn figures, for the report. */
export const uncertainIn = (
  lastYear: number,
  { isSunny, hasBattery, hasInverters }: Record<"isSunny" | "hasBattery" | "hasInverters", boolean>,
): NonNullable<Outlook["uncertain"]> => {
  const capture = captureChange(lastYear)
  return {
    priceLevelDeviation: levelChange(lastYear).deviation,
    captureRateMean: capture.mean,
    captureRateDeviation: capture.deviation,
    supplierFeeDeviation: FEE_DEVIATION,
    priceGrowthDeviation: GROWTH_DEVIATION,
    yieldInUseMean: isSunny ? YIELD_IN_USE.mean : 0,
    inverterShiftYears: hasInverters ? INVERTER_SHIFT_YEARS : 0,
    batteryFadeMean: hasBattery ? (FADE[0] + FADE[1]) / 2 : 0,
  }
}

/** Picks a member of a list by a share in [0, 1); all members are equally likely. */
export const picked = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)]!
