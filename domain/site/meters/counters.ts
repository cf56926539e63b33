// Indices of this file are in bounds by construction.

import type { Register } from "./tally.ts"

/** Distinguishes cumulative readings of a counter from energy of intervals by the whole series of values. */

/** Fewest rises, or falls, for a decision: levels of twelve months change eleven times. */
const MIN_CHANGES = 12
/** Fewest rises of a counter for each fall. It falls at a new meter, a reset to 0 or a failed reading. */
const MIN_RISES_A_FALL = 10
/** Largest ratio of falls to rises, in kWh, that counts as noise of a counter. */
const MAX_NOISE = 0.05

/** Largest share of values of 0 that count as failed readings. */
const MAX_FAILED = 0.05
/** Fewest falls of values with a reset each day or week. */
const MIN_STARTS = 48

/** Fewest changes of a counter that always rises or always falls. */
const MIN_STEPS_OF_READINGS = 48
/** Fewest values, 28 days of hours, of a counter with few rises. */
const MIN_VALUES_OF_STILL_COUNTER = 672
/** Fewest rises of a counter that also falls. */
const MIN_RISES_OF_COUNTER = 480
/** Fewest rises for each exchange or failure of a counter. */
const MIN_RISES_AN_EXCHANGE = 200
/** Least ratio of the largest to the mean rise of a counter with resets. */
const MIN_LARGEST_RISE = 1.5

/** Changes from each value to the next, in order of time. */
export interface Changes {
  values: number
  rises: number
  falls: number
  /** Sums of both, and the largest rise [kWh]. */
  riseKwh: number
  fallKwh: number
  largestRiseKwh: number
  /** Highest value after a fall [kWh]. */
  highestStartKwh: number
}

/** Meaning of values by their changes; "unclear": hardly any change, or a sawtooth of equal steps. */
type Meaning = "reading" | "interval" | "unclear"

const emptyChanges = (): Changes => ({
  values: 0,
  rises: 0,
  falls: 0,
  riseKwh: 0,
  fallKwh: 0,
  largestRiseKwh: 0,
  highestStartKwh: 0,
})

const changesIn = (valuesKwh: Float64Array): Changes => {
  const changes = { ...emptyChanges(), values: valuesKwh.length }
  for (let index = 1; index < valuesKwh.length; index++) {
    const kwh = valuesKwh[index]! - valuesKwh[index - 1]!
    if (kwh > 0) {
      changes.rises++
      changes.riseKwh += kwh
      changes.largestRiseKwh = Math.max(changes.largestRiseKwh, kwh)
    } else if (kwh < 0) {
      changes.falls++
      changes.fallKwh -= kwh
      changes.highestStartKwh = Math.max(changes.highestStartKwh, valuesKwh[index]!)
    }
  }
  return changes
}

/** Changes of a register, without its failed readings of 0. */
const changesOf = ({ valuesKwh }: Register): Changes => {
  const all = changesIn(valuesKwh)
  if (all.falls === 0) return all
  const nonZero = changesIn(valuesKwh.filter(kwh => kwh !== 0))
  const areFew = all.values - nonZero.values <= MAX_FAILED * all.values
  return areFew || meaningOf(nonZero) === "reading" ? nonZero : all
}

/** Both changes, one after the other. */
export const addedChanges = (first: Changes, second: Changes): Changes => ({
  values: first.values + second.values,
  rises: first.rises + second.rises,
  falls: first.falls + second.falls,
  riseKwh: first.riseKwh + second.riseKwh,
  fallKwh: first.fallKwh + second.fallKwh,
  largestRiseKwh: Math.max(first.largestRiseKwh, second.largestRiseKwh),
  highestStartKwh: Math.max(first.highestStartKwh, second.highestStartKwh),
})

/** Changes of all registers of a meter, which count in one way. */
export const changesOfMeter = (registers: readonly Register[]): Changes =>
  registers.map(changesOf).reduce(addedChanges, emptyChanges())

const fallsSeldom = ({ rises, falls }: Changes): boolean => falls * MIN_RISES_A_FALL <= rises
const isNoise = ({ riseKwh, fallKwh }: Changes): boolean => fallKwh <= MAX_NOISE * riseKwh
/** True if every fall ends near 0, at or below the largest rise. */
const startsAgain = ({ highestStartKwh, largestRiseKwh }: Changes): boolean => highestStartKwh <= largestRiseKwh
const risesUnevenly = ({ rises, riseKwh, largestRiseKwh }: Changes): boolean =>
  largestRiseKwh > (MIN_LARGEST_RISE * riseKwh) / rises

/** Meaning of values whose title fits readings: counters fall seldom or by little, energy as often as it rises. */
export const meaningOf = (changes: Changes): Meaning => {
  const { rises, falls } = changes
  if (!fallsSeldom(changes) && !isNoise(changes)) return falls >= MIN_CHANGES ? "interval" : "unclear"
  const isSawtooth = falls >= MIN_STARTS && startsAgain(changes) && !risesUnevenly(changes)
  return rises >= MIN_CHANGES && !isSawtooth ? "reading" : "unclear"
}

/** True if a register below a title of energy holds the readings of a counter. */
export const looksLikeReadings = (register: Register): boolean => {
  const changes = changesOf(register)
  const { values, rises, falls } = changes
  const least = values >= MIN_VALUES_OF_STILL_COUNTER ? MIN_CHANGES : MIN_STEPS_OF_READINGS
  if (falls === 0) return rises >= least
  if (rises === 0) return falls >= MIN_STEPS_OF_READINGS
  if (rises < MIN_RISES_OF_COUNTER) return false
  const isFullCounter = fallsSeldom(changes) && startsAgain(changes) && risesUnevenly(changes)
  return isFullCounter || falls * MIN_RISES_AN_EXCHANGE <= rises || isNoise(changes)
}
