/** A plausible year of sunlight from twelve monthly means: days by a Markov chain, hours by autocorrelated noise. */

import { markovClasses } from "../../fixtures/solar/index.ts"
import { HOURS_PER_YEAR, hourStartUtcMs, MONTH_DAYS } from "../time/year.ts"
import { type Draw, normalNumbers, uniformNumbers } from "./random.ts"
import { dailyExtraterrestrialKwhM2, dayOfYear, extraterrestrialWm2, sunVector } from "./sun.ts"

const HALF_HOUR_MS = 1_800_000
const STATES = 10
/** Sequences of days drawn for a month at most, and how near the mean of one must come to be taken at once. */
const MAX_SEQUENCES = 20
const GOOD_MEAN = 0.01
const MIN_DAY_CLEARNESS = 0.02
const MAX_CLEARNESS = 0.85
/** Draws for one hour before the value is clipped instead. */
const MAX_HOUR_DRAWS = 50
/** Times a month is scaled and its brightest hours clipped. */
const MAX_SCALINGS = 5
const BRIGHTER_THAN_CLEAR = 1.1
/** A month with less sunlight above the air than this has no day to speak of. */
const DARK_MONTH_KWH_M2 = 0.05

/** Place and calendar of a year to be made. */
export interface SyntheticPlace {
  lat: number
  lon: number
  year: number
  offsetHours: number
}

const stateAfter = (row: readonly number[], uniform: Draw): number => {
  let left = uniform() * row.reduce((sum, share) => sum + share, 0)
  for (let state = 0; state < STATES - 1; state++) {
    left -= row[state]
    if (left < 0) return state
  }
  return STATES - 1
}

const meanOf = (values: Float64Array, weights: Float64Array): number => {
  let sum = 0
  let weight = 0
  for (let i = 0; i < values.length; i++) {
    sum += values[i] * weights[i]
    weight += weights[i]
  }
  return sum / weight
}

/**
 * Daily clearness of a month: Aguiar, Collares-Pereira & Conde, "Simple procedure for generating sequences of daily
 * radiation
 * values using a library of Markov transition matrices", Solar Energy 40 (1988) 269–279. Of several sequences the one
 * nearest the wanted mean is kept and scaled to it, weighted with the days' extraterrestrial energy.
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
  const chain = markovClasses.find(c => c.upTo >= wanted) ?? markovClasses[markovClasses.length - 1]
  const step = (chain.max - chain.min) / STATES
  let best = new Float64Array(extraKwhM2.length)
  let bestMiss = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < MAX_SEQUENCES && bestMiss > GOOD_MEAN; tries++) {
    const days = new Float64Array(extraKwhM2.length)
    let last = yesterday
    for (let day = 0; day < days.length; day++) {
      const state = Math.max(0, Math.min(STATES - 1, Math.floor((last - chain.min) / step)))
      last = chain.min + (stateAfter(chain.rows[state], uniform) + uniform()) * step
      days[day] = last
    }
    const miss = Math.abs(meanOf(days, extraKwhM2) - wanted)
    if (miss < bestMiss) {
      best = days
      bestMiss = miss
    }
  }
  const scale = wanted / meanOf(best, extraKwhM2)
  return best.map(clearness => Math.max(MIN_DAY_CLEARNESS, Math.min(MAX_CLEARNESS, clearness * scale)))
}

/** Mean and spread of the hourly clearness in a day: TAG (see hourlyClearness). */
const hourMean = (day: number, sinElevation: number): number => {
  const floor = -0.19 + 1.12 * day + 0.24 * Math.exp(-8 * day)
  const rise = 0.32 - 1.6 * (day - 0.5) ** 2
  const bend = 0.19 + 2.27 * day ** 2 - 2.51 * day ** 3
  return floor + rise * Math.exp(-bend / sinElevation)
}
const hourSpread = (day: number, sinElevation: number): number => {
  const size = 0.14 * Math.exp(-20 * (day - 0.35) ** 2)
  const growth = 3 * (day - 0.45) ** 2 + 16 * day ** 5
  return size * Math.exp(growth * (1 - sinElevation))
}

/**
 * Draws the clearness of one hour after another: TAG, Aguiar & Collares-Pereira, "TAG: a time-dependent,
 * autoregressive,
 * Gaussian model for generating synthetic hourly radiation", Solar Energy 49 (1992) 167–174.
 * @returns clearness (0–0.85) of the next hour of a day with the given clearness and sine of the sun's elevation
 */
const hourlyClearness = (uniform: Draw): ((day: number, sinElevation: number) => number) => {
  const normal = normalNumbers(uniform)
  let noise = normal()
  return (day, sinElevation) => {
    const mean = hourMean(day, sinElevation)
    const spread = hourSpread(day, sinElevation)
    const memory = 0.38 + 0.06 * Math.cos(7.4 * day - 2.5)
    const fresh = Math.sqrt(1 - memory * memory)
    const before = noise
    let clearness = -1
    for (let draws = 0; draws < MAX_HOUR_DRAWS && (clearness < 0 || clearness > MAX_CLEARNESS); draws++) {
      noise = memory * before + fresh * normal()
      clearness = mean + spread * noise
    }
    return Math.max(0, Math.min(MAX_CLEARNESS, clearness))
  }
}

/**
 * Irradiance above the air on a horizontal plane in the middle of every hour, W/m², and the sine of the sun's
 * elevation.
 */
const sunAboveAir = (place: SyntheticPlace): { extraWm2: Float64Array; sinElevation: Float64Array } => {
  const extraWm2 = new Float64Array(HOURS_PER_YEAR)
  const sinElevation = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const utcMs = hourStartUtcMs(hour, place.year, place.offsetHours) + HALF_HOUR_MS
    sinElevation[hour] = Math.max(0, sunVector(utcMs, place.lat, place.lon).up)
    if (sinElevation[hour] > 0) extraWm2[hour] = extraterrestrialWm2(dayOfYear(utcMs)) * sinElevation[hour]
  }
  return { extraWm2, sinElevation }
}

/** Multiplies the hours so that they sum to a total, in the same unit; without any sun they stay 0. */
const scaleTo = (hours: Float64Array, total: number): void => {
  const sum = hours.reduce((a, b) => a + b, 0)
  if (sum <= 0) return
  for (let i = 0; i < hours.length; i++) hours[i] *= total / sum
}

/**
 * The most sunlight an hour can bring, W/m²: the clear sky of Haurwitz, "Insolation in relation to cloudiness and cloud
 * density", Journal of Meteorology 2 (1945) 154–166, and a tenth more, which 1 % of the hours measured in the
 * Netherlands
 * exceed. The daily chain knows nothing of the long way of low sunlight through the air.
 */
const brightestWm2 = (sinElevation: number): number =>
  sinElevation > 0 ? BRIGHTER_THAN_CLEAR * 1098 * sinElevation * Math.exp(-0.059 / sinElevation) : 0

/** Scales hours to a total while none gets brighter than it can; a total out of reach is left short. */
const scaleWithinTo = (hours: Float64Array, sinElevation: Float64Array, total: number): void => {
  for (let pass = 0; pass < MAX_SCALINGS; pass++) {
    scaleTo(hours, total)
    let clipped = false
    for (let i = 0; i < hours.length; i++) {
      const limit = brightestWm2(sinElevation[i])
      if (hours[i] <= limit) continue
      hours[i] = limit
      clipped = true
    }
    if (!clipped) return
  }
}

/**
 * Global horizontal irradiance of a year, W/m², 8760 hours of the place's standard time, whose months have the given
 * means.
 * The same seed gives the same year. No hour is brighter than brightestWm2.
 * @param monthlyKwhM2Day mean daily irradiation of each month, kWh/m²
 */
export const syntheticGhiWm2 = (
  place: SyntheticPlace,
  monthlyKwhM2Day: readonly number[],
  seed: number,
): Float64Array => {
  const uniform = uniformNumbers(seed)
  const nextHour = hourlyClearness(uniform)
  const { extraWm2, sinElevation } = sunAboveAir(place)
  const ghiWm2 = new Float64Array(HOURS_PER_YEAR)
  let firstDay = 0
  let yesterday = Number.NaN
  MONTH_DAYS.forEach((days, month) => {
    const extraKwhM2 = Float64Array.from({ length: days }, (_, day) =>
      dailyExtraterrestrialKwhM2(place.lat, firstDay + day + 1),
    )
    const monthKwhM2 = monthlyKwhM2Day[month] * days
    const monthExtraKwhM2 = extraKwhM2.reduce((a, b) => a + b, 0)
    if (monthKwhM2 > 0 && monthExtraKwhM2 > DARK_MONTH_KWH_M2) {
      const clearness = Math.min(MAX_CLEARNESS, monthKwhM2 / monthExtraKwhM2)
      const daily = dailyClearness(clearness, Number.isNaN(yesterday) ? clearness : yesterday, extraKwhM2, uniform)
      daily.forEach((dayClearness, day) => {
        const from = (firstDay + day) * 24
        for (let hour = from; hour < from + 24; hour++) {
          if (sinElevation[hour] > 0) ghiWm2[hour] = extraWm2[hour] * nextHour(dayClearness, sinElevation[hour])
        }
        scaleTo(ghiWm2.subarray(from, from + 24), dayClearness * extraKwhM2[day] * 1000)
      })
      const [from, to] = [firstDay * 24, (firstDay + days) * 24]
      scaleWithinTo(ghiWm2.subarray(from, to), sinElevation.subarray(from, to), monthKwhM2 * 1000)
      yesterday = daily[days - 1]
    }
    firstDay += days
  })
  return ghiWm2
}
