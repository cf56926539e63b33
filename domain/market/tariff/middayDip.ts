/**
 * Sunny days as day-ahead prices show them: the sunnier a day, the deeper its prices fall at midday.
 *
 * Prices follow sunlight only in part, so that ranking days by prices alone would sell too cheaply. A Gaussian copula
 * mixes the rank of a day's dip with chance: ρ · z(rank) + √(1 − ρ²) · ε.
 *
 * - Chance persists from day to day as sunlight does: forecasts of controllers would otherwise see weather without
 *   memory.
 * - The chance depends on zone, year and month alone: every request, slider and adjustment of a place has equal days.
 * - ρ was measured at KNMI stations with Dutch prices (`npm run bench -- sun`).
 */

import { normalNumbers, uniformNumbers } from "../../site/solar/random.ts"
import { eachMonth } from "../../site/solar/sunnyDays.ts"
import { DAYS_PER_YEAR } from "../../site/year.ts"

const CORRELATION = 0.6
/** Correlation of the sunlight of successive days: 0.25 at De Bilt in 16 years, 0.3 in midday dips. */
const PERSISTENCE = 0.3
/** Version of the method; another gives other days. */
const VERSION = 1
/** Hours of Central European standard time. */
const SHOULDERS = [6, 7, 8, 18, 19, 20]
const MIDDAY = [11, 12, 13, 14]

/** Mean price of morning and evening less the mean price of midday, of each day [EUR/kWh]. @param eurPerKwh 8760 h */
const middayDips = (eurPerKwh: Float64Array): Float64Array =>
  Float64Array.from({ length: DAYS_PER_YEAR }, (_, day) => {
    const meanOf = (hours: readonly number[]) =>
      hours.reduce((sum, hour) => sum + eurPerKwh[day * 24 + hour]!, 0) / hours.length
    return meanOf(SHOULDERS) - meanOf(MIDDAY)
  })

/** Sunlight of each day by its dip and by chance, comparable within a month. */
export const sunByPrices = (eurPerKwh: Float64Array, zone: string, year: number): Float64Array => {
  const dips = middayDips(eurPerKwh)
  const sun = new Float64Array(DAYS_PER_YEAR)
  let month = 0
  let before = 0
  eachMonth((from, to) => {
    const draw = normalNumbers(uniformNumbers(seedOf(`${VERSION} ${zone} ${year} ${month++}`)))
    for (let day = from; day < to; day++) {
      before = mixed(PERSISTENCE, before, draw())
      sun[day] = before
    }
    const days = Array.from({ length: to - from }, (_, day) => from + day)
    for (const [rank, day] of days.toSorted((a, b) => dips[a]! - dips[b]!).entries())
      sun[day] = mixed(CORRELATION, normalOf((rank + 0.5) / days.length), sun[day]!)
  })
  return sun
}

/** Standard normal number that correlates with `first`, from two independent numbers. */
const mixed = (correlation: number, first: number, second: number): number =>
  correlation * first + Math.sqrt(1 - correlation ** 2) * second

/** 32-bit FNV-1a hash: Fowler, Noll & Vo, IETF draft-eastlake-fnv. */
const seedOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5)

/**
 * Value of the standard normal distribution at a probability: Shore, "Simple approximations for the inverse cumulative
 * function", Applied Statistics 31 (1982) 108–114.
 */
const normalOf = (probability: number): number => (probability >= 0.5 ? shore(probability) : -shore(1 - probability))

const shore = (probability: number): number => 5.5556 * (1 - ((1 - probability) / probability) ** 0.1186)
