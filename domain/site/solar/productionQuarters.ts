/**
 * Production within the hour, for scans in quarter-hours. Its sources have hours.
 *
 * - Light of a cloudless sky on a horizontal plane is the course of an hour.
 * - Clearness, production by this light, goes straight from hour to hour: slow clouds and the tilt of a roof.
 * - Passing clouds are random: CLOUDS of the bend of the clearness over three hours. Surfaces of a site share them.
 * - Light and random numbers are float32, because engines differ in the last bits of sines and logarithms.
 * - The quarters have the energy of the hour. The year's highest hour is their limit, so an inverter keeps its own.
 *
 * CLOUDS by measured deviations from straight clearness (tests/bench/solarQuarters.ts): parts of four hours have 0.75
 * at KNMI stations and 0.40 in Belgium. Parts of an hour have 0.34 in Belgium (Elia Open Data, CC BY 4.0).
 */

// Indices of this file are in bounds by construction.

import { createBoundedMap } from "../../base/boundedMap.ts"
import { peakOf } from "../profiles/hours.ts"
import { QUARTERS_PER_HOUR } from "../steps.ts"
import { DEFAULT_YEAR, HOURS_PER_YEAR } from "../year.ts"
import { clearSkyWm2 } from "./clearSky.ts"
import { normalNumbers, uniformNumbers } from "./random.ts"
import { sunYear } from "./sunYear.ts"

/** Standard deviation of a quarter's clearness by the bend of the clearness of three hours. */
const CLOUDS = 0.65
/** Lost to keeping the hour's energy: three of four quarters are free. */
const FREE_SHARE = Math.sqrt(3 / 4)
/** Highest clearness of a neighbour by the hour's: at sunrise and sunset the quotient is noise. */
const MOST_CHANGE = 2
/** Least clearness of a quarter under clouds, by the clearness without. */
const DARKEST = 0.1
const SEED = 1945
/** Distance of the middles of quarters from the middle of the hour [h]. */
const MIDDLES = [-0.375, -0.125, 0.125, 0.375] as const
/** Maximum number of cached places, 0.3 MB each. */
const MAX_PLACES = 16

/** Random numbers of the quarters of a year, normally distributed. */
const draws = Float32Array.from({ length: HOURS_PER_YEAR * QUARTERS_PER_HOUR }, normalNumbers(uniformNumbers(SEED)))

const skies = createBoundedMap<Float64Array>({ capacity: MAX_PLACES }).getOrMake

/** Light of a cloudless sky on a horizontal plane in the quarters of a year [W/m²]. Shared: never write to it. */
export const skyQuarters = (lat: number, lon: number, offsetHours: number): Float64Array =>
  skies(`${lat} ${lon} ${offsetHours}`, () => {
    const sky = new Float64Array(HOURS_PER_YEAR * QUARTERS_PER_HOUR)
    MIDDLES.forEach((middle, quarter) => {
      const { up } = sunYear({ lat, lon, year: DEFAULT_YEAR, offsetHours: offsetHours - middle })
      up.forEach((sinElevation, hour) => {
        sky[hour * QUARTERS_PER_HOUR + quarter] = Math.fround(clearSkyWm2(sinElevation))
      })
    })
    return sky
  })

/**
 * Quarters of a production [kWh].
 * @param hoursKwh 8760 h @param sky of the same days (skyQuarters) @param clouds 0 without passing clouds
 */
export const productionQuarters = (hoursKwh: Float64Array, sky: Float64Array, clouds = CLOUDS): Float64Array => {
  const quarters = new Float64Array(sky.length)
  const mostKwh = peakOf(hoursKwh) / QUARTERS_PER_HOUR
  const clearness = hoursKwh.map((kwh, hour) => {
    const light = sumOf(sky, hour)
    return light > 0 ? kwh / light : 0
  })
  hoursKwh.forEach((kwh, hour) => {
    const first = hour * QUARTERS_PER_HOUR
    const ownClearness = clearness[hour]!
    const nextTo = (other: number) =>
      sumOf(sky, other) > 0 ? Math.min(clearness[other]!, MOST_CHANGE * ownClearness) : ownClearness
    const [before, after] = [nextTo(hour - 1), nextTo(hour + 1)]
    const deviation = ((clouds / FREE_SHARE) * Math.abs(before - 2 * ownClearness + after)) / 2
    const part = quarters.subarray(first, first + QUARTERS_PER_HOUR)
    MIDDLES.forEach((middle, quarter) => {
      const straight = ownClearness + ((middle < 0 ? before : after) - ownClearness) * Math.abs(middle)
      part[quarter] =
        sky[first + quarter]! * Math.max(DARKEST * straight, straight + deviation * draws[first + quarter]!)
    })
    if (kwh > 0) toEnergy(part, kwh, mostKwh)
  })
  return quarters
}

const sumOf = (sky: Float64Array, hour: number): number => {
  let sum = 0
  const first = hour * QUARTERS_PER_HOUR
  for (let quarter = first; quarter < first + QUARTERS_PER_HOUR; quarter++) sum += sky[quarter] ?? 0
  return sum
}

/** Scales quarters to the energy of their hour, the highest first; others get the energy above the limit. */
const toEnergy = (part: Float64Array, kwh: number, mostKwh: number): void => {
  const sum = part.reduce((total, share) => total + share, 0)
  if (sum > 0 && (peakOf(part) / sum) * kwh <= mostKwh) {
    for (let quarter = 0; quarter < part.length; quarter++) part[quarter] = (part[quarter]! / sum) * kwh
    return
  }
  const falling = [...part.keys()].sort((a, b) => part[b]! - part[a]!)
  let restKwh = kwh
  falling.forEach((quarter, at) => {
    const rest = falling.slice(at).reduce((total, other) => total + part[other]!, 0)
    const share = rest > 0 ? part[quarter]! / rest : 1 / (part.length - at)
    part[quarter] = Math.min(mostKwh, restKwh * share)
    restKwh -= part[quarter]!
  })
}
