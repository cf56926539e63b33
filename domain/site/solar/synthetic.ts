/** A plausible year of sunlight from twelve monthly means: days by a Markov chain, hours by autocorrelated noise. */

// Indices of this file are in bounds by construction.

import { markovClasses } from "../../../fixtures/solar/index.ts"
import { HOURS_PER_YEAR, MONTH_DAYS, MONTH_START_HOURS } from "../year.ts"
import { clearSkyWm2, scaleBelow } from "./clearSky.ts"
import { type Draw, normalNumbers, uniformNumbers } from "./random.ts"
import { dailyExtraterrestrialKwhM2 } from "./sun.ts"
import { type SunPlace, sunYear } from "./sunYear.ts"

const STATES = 10
/**
 * Maximum number of sequences drawn for a month, and the error of the mean at which a sequence is accepted immediately.
 */
const MAX_SEQUENCES = 20
const GOOD_MEAN = 0.01
const MIN_DAY_CLEARNESS = 0.02
const MAX_CLEARNESS = 0.85
/**
 * Factor on a day's distance from the month's mean, because the chain's days differ less than measured days. Measured
 * standard deviations of daily clearness within a month are 1.03 times the chain's in 396 Dutch months. In 48 months of
 * four typical years between 36° and 45° N they are 1.14 times the chain's (decision 015).
 */
const DAY_SPREAD = 1.1
/** Maximum number of draws for one hour before the value is clipped. */
const MAX_HOUR_DRAWS = 50
const BRIGHTER_THAN_CLEAR = 1.1
/** A month with less sunlight above the air than this counts as polar night. */
const DARK_MONTH_KWH_M2 = 0.05

const stateAfter = (row: readonly number[], uniform: Draw): number => {
  let left = uniform() * row.reduce((sum, share) => sum + share, 0)
  for (let state = 0; state < STATES - 1; state++) {
    left -= row[state]!
    if (left < 0) return state
  }
  return STATES - 1
}

const meanOf = (values: Float64Array, weights: Float64Array): number => {
  let sum = 0
  let weight = 0
  for (let i = 0; i < values.length; i++) {
    sum += values[i]! * weights[i]!
    weight += weights[i]!
  }
  return sum / weight
}

/**
 * Draws the daily clearness of a month. The sequence nearest to the wanted mean is kept. It is scaled to this mean,
 * weighted with the days' extraterrestrial energy, and spread about it. Source: Aguiar, Collares-Pereira & Conde,
 * "Simple procedure for generating sequences of daily radiation values using a library of Markov transition matrices",
 * Solar Energy 40 (1988) 269–279.
 * @param monthClearness wanted mean, clipped to 0.02–0.85
 * @param yesterday clearness of the day before the month
 * @param extraKwhM2 extraterrestrial energy of each day
 */
const dailyClearness = (
  monthClearness: number,
  yesterday: number,
  extraKwhM2: Float64Array,
  uniform: Draw,
): Float64Array => {
  const wanted = Math.max(MIN_DAY_CLEARNESS, Math.min(MAX_CLEARNESS, monthClearness))
  const chain = markovClasses.find(c => c.upTo >= wanted) ?? markovClasses[markovClasses.length - 1]!
  const step = (chain.max - chain.min) / STATES
  let best = new Float64Array(extraKwhM2.length)
  let bestMiss = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < MAX_SEQUENCES && bestMiss > GOOD_MEAN; tries++) {
    const days = new Float64Array(extraKwhM2.length)
    let last = yesterday
    for (let day = 0; day < days.length; day++) {
      const state = Math.max(0, Math.min(STATES - 1, Math.floor((last - chain.min) / step)))
      last = chain.min + (stateAfter(chain.rows[state]!, uniform) + uniform()) * step
      days[day] = last
    }
    const miss = Math.abs(meanOf(days, extraKwhM2) - wanted)
    if (miss < bestMiss) {
      best = days
      bestMiss = miss
    }
  }
  const scale = wanted / meanOf(best, extraKwhM2)
  return best.map(clearness => {
    const spread = wanted + DAY_SPREAD * (clearness * scale - wanted)
    return Math.max(MIN_DAY_CLEARNESS, Math.min(MAX_CLEARNESS, spread))
  })
}

/** The sun above the air in the middle of every hour. */
interface SunAboveAir {
  /** At least 0. */
  sinElevation: Float64Array
  /** Irradiance on a horizontal plane, W/m². */
  extraWm2: Float64Array
  /** Above 0 before noon. */
  east: Float64Array
}

const sunAboveAir = (place: SunPlace): SunAboveAir => {
  const { up: sinElevation, extraWm2, east } = sunYear(place)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    if (sinElevation[hour]! < 0) sinElevation[hour] = 0
    extraWm2[hour]! *= sinElevation[hour]!
  }
  return { sinElevation, extraWm2, east }
}

/**
 * Fills the 24 hours of a day, W/m², from its first hour on, given the day's clearness (0–1).
 * @returns share of the light that comes before noon in the mean of such days
 */
type FillDay = (ghiWm2: Float64Array, first: number, clearness: number) => number

/**
 * Draws the clearness (0–0.85) of one hour after another. Source: Aguiar & Collares-Pereira, "TAG: a time-dependent,
 * autoregressive, Gaussian model for generating synthetic hourly radiation", Solar Energy 49 (1992) 167–174.
 */
const dayFiller = ({ sinElevation, extraWm2, east }: SunAboveAir, uniform: Draw): FillDay => {
  const normal = normalNumbers(uniform)
  let noise = normal()
  return (ghiWm2, first, day) => {
    const floor = -0.19 + 1.12 * day + 0.24 * Math.exp(-8 * day)
    const rise = 0.32 - 1.6 * (day - 0.5) ** 2
    const bend = 0.19 + 2.27 * day ** 2 - 2.51 * day ** 3
    const size = 0.14 * Math.exp(-20 * (day - 0.35) ** 2)
    const growth = 3 * (day - 0.45) ** 2 + 16 * day ** 5
    const memory = 0.38 + 0.06 * Math.cos(7.4 * day - 2.5)
    const fresh = Math.sqrt(1 - memory * memory)
    let meanWhM2 = 0
    let meanMorningWhM2 = 0
    for (let hour = first; hour < first + 24; hour++) {
      const height = sinElevation[hour]!
      if (height <= 0) continue
      const mean = floor + rise * Math.exp(-bend / height)
      const spread = size * Math.exp(growth * (1 - height))
      const before = noise
      let clearness = -1
      for (let draws = 0; draws < MAX_HOUR_DRAWS && (clearness < 0 || clearness > MAX_CLEARNESS); draws++) {
        noise = memory * before + fresh * normal()
        clearness = mean + spread * noise
      }
      ghiWm2[hour] = extraWm2[hour]! * Math.max(0, Math.min(MAX_CLEARNESS, clearness))
      const meanHourWhM2 = extraWm2[hour]! * Math.max(0, mean)
      meanWhM2 += meanHourWhM2
      if (east[hour]! > 0) meanMorningWhM2 += meanHourWhM2
    }
    return meanWhM2 > 0 ? meanMorningWhM2 / meanWhM2 : 0
  }
}

/** Multiplies a stretch of hours so that they sum to a total, in the same unit; without any sun they stay 0. */
const scaleTo = (hours: Float64Array, from: number, to: number, total: number): void => {
  let sum = 0
  for (let i = from; i < to; i++) sum += hours[i]!
  if (sum <= 0) return
  for (let i = from; i < to; i++) hours[i]! *= total / sum
}

/**
 * The most sunlight an hour can bring, W/m²: a clear sky and a tenth more, which 1 % of the hours measured in the
 * Netherlands exceed. The daily chain ignores the long path of low sunlight through the air.
 */
const brightestWm2 = (sinElevation: number): number => BRIGHTER_THAN_CLEAR * clearSkyWm2(sinElevation)

/**
 * Scales the hours before noon to a sum, and the hours after noon so that the total stays. Otherwise a year with
 * brighter mornings by chance would favour panels that face east.
 */
const balance = (hours: Float64Array, east: Float64Array, from: number, to: number, morning: number): void => {
  let before = 0
  let after = 0
  for (let i = from; i < to; i++) {
    if (east[i]! > 0) before += hours[i]!
    else after += hours[i]!
  }
  if (before <= 0 || after <= 0) return
  const [scaleBefore, scaleAfter] = [morning / before, (before + after - morning) / after]
  for (let i = from; i < to; i++) hours[i]! *= east[i]! > 0 ? scaleBefore : scaleAfter
}

const FIRST_DAYS = MONTH_START_HOURS.map(hour => hour / 24)
/** Extraterrestrial energy of each day of a month (0–11), kWh/m². */
const dailyExtraKwhM2 = (lat: number, month: number): Float64Array =>
  Float64Array.from({ length: MONTH_DAYS[month]! }, (_, day) =>
    dailyExtraterrestrialKwhM2(lat, FIRST_DAYS[month]! + day + 1),
  )

/**
 * Global horizontal irradiance of a year, W/m², 8760 hours of the place's standard time, whose months have the given
 * means. The same seed gives the same year. No hour is brighter than brightestWm2.
 * @param monthlyKwhM2Day mean daily irradiation of each month, kWh/m²
 */
export const syntheticGhiWm2 = (place: SunPlace, monthlyKwhM2Day: readonly number[], seed: number): Float64Array => {
  const uniform = uniformNumbers(seed)
  const sun = sunAboveAir(place)
  const fillDay = dayFiller(sun, uniform)
  const limits = sun.sinElevation.map(brightestWm2)
  const ghiWm2 = new Float64Array(HOURS_PER_YEAR)
  let yesterday: number | undefined
  for (let month = 0; month < 12; month++) {
    const extraKwhM2 = dailyExtraKwhM2(place.lat, month)
    const monthKwhM2 = monthlyKwhM2Day[month]! * MONTH_DAYS[month]!
    const monthExtraKwhM2 = extraKwhM2.reduce((a, b) => a + b, 0)
    if (monthKwhM2 <= 0 || monthExtraKwhM2 <= DARK_MONTH_KWH_M2) continue
    const clearness = Math.min(MAX_CLEARNESS, monthKwhM2 / monthExtraKwhM2)
    const daily = dailyClearness(clearness, yesterday ?? clearness, extraKwhM2, uniform)
    const [from, to] = [MONTH_START_HOURS[month], MONTH_START_HOURS[month + 1]]
    let morningWhM2 = 0
    for (let day = 0; day < daily.length; day++) {
      const first = from! + day * 24
      morningWhM2 += fillDay(ghiWm2, first, daily[day]!) * daily[day]! * extraKwhM2[day]! * 1000
      scaleTo(ghiWm2, first, first + 24, daily[day]! * extraKwhM2[day]! * 1000)
    }
    balance(ghiWm2, sun.east, from!, to!, morningWhM2)
    scaleBelow(ghiWm2, limits, { from: from!, to: to!, total: monthKwhM2 * 1000 })
    yesterday = daily[daily.length - 1]
  }
  return ghiWm2
}
