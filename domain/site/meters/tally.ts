// Indices of this file are in bounds by construction.

import { refuse } from "./refusal.ts"
import type { Direction } from "./samples.ts"

/** Adds the values of registers up to energy per hour. */

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const MINUTES_PER_HOUR = 60
/** Maximum interval between two readings; longer intervals count as unmeasured. */
const MAX_READING_GAP_HOURS = 2
/** Power above any site of this service [kW]; such a value is not energy in kWh. */
const MAX_POWER_KW = 1_000_000
/**
 * A step up from a reading of 0 this many times the largest other step is the meter's total, not energy of the
 * interval.
 */
const ZERO_READING_JUMP = 10
/** Fewest rises for the detection of a jump. */
const MIN_RISES_OF_JUMP = 48
/** Minimum covered time of an hour that is scaled to the whole hour; with less the hour counts as not measured. */
const MIN_COVERED_MINUTES = 30
/** Tolerance for sums of fractions of minutes. */
const WHOLE_HOUR_MINUTES = 59.999

/** A series in order of time, without repeated moments. */
export interface Register {
  direction: Direction
  utc: Float64Array
  valuesKwh: Float64Array
  /** Lengths of intervals [min]. */
  lengthsMin: Float64Array
  isEstimated: Uint8Array
}

/** Energy of consecutive hours in one direction. */
export interface DirectionHours {
  /** NaN for an hour that is not measured. */
  kwh: Float64Array
  /** 1 if an estimated value had a part, or a part of the hour was scaled to the whole. */
  estimated: Uint8Array
  /** All energy of the file [kWh]. */
  totalKwh: number
}

/** Defects of readings; the time around each counts as not measured. */
export interface ReadingFaults {
  /** Readings that fell, or jumped up. */
  brokenReadings: number
  /** Readings more than two hours after the previous reading. */
  readingGaps: number
}

/** Energy and covered minutes of consecutive hours, being added up. */
export interface Tally {
  firstHourUtcMs: number
  kwh: Float64Array
  minutes: Float64Array
  estimated: Uint8Array
  totalKwh: number
}

/** Hours without energy, from a whole hour of the site's standard time on. */
export const emptyTally = (firstHourUtcMs: number, hourCount: number): Tally => ({
  firstHourUtcMs,
  kwh: new Float64Array(hourCount),
  minutes: new Float64Array(hourCount),
  estimated: new Uint8Array(hourCount),
  totalKwh: 0,
})

/** Adds the intervals of registers to a tally; a time is covered if any tally has a value. */
export const tallyOfIntervals = (tally: Tally, registers: Register[]): Tally => {
  for (const { utc, valuesKwh, lengthsMin, isEstimated } of registers) {
    for (let index = 0; index < utc.length; index++) {
      spread(tally, utc[index]!, endOf(utc[index]!, lengthsMin[index]!), valuesKwh[index]!, isEstimated[index]!)
    }
  }
  const ends = registers.length === 1 ? null : new Map<number, number>()
  for (const { utc, lengthsMin } of registers) {
    for (let index = 0; index < utc.length; index++) {
      const end = endOf(utc[index]!, lengthsMin[index]!)
      if (ends) ends.set(utc[index]!, Math.max(ends.get(utc[index]!) ?? end, end))
      else cover(tally, utc[index]!, end)
    }
  }
  for (const [start, end] of ends ?? []) cover(tally, start, end)
  return tally
}

const endOf = (startMs: number, minutes: number): number => startMs + minutes * MS_PER_MINUTE

/** Adds the differences of a register's readings to a tally and counts the faults met. */
export const tallyOfReadings = (tally: Tally, register: Register, faults: ReadingFaults): Tally => {
  const { utc, valuesKwh, isEstimated } = withoutZeroReadings(register)
  faults.brokenReadings += register.utc.length - utc.length
  const jumpAt = jumpIn(valuesKwh)
  for (let index = 1; index < utc.length; index++) {
    const usedKwh = valuesKwh[index]! - valuesKwh[index - 1]!
    const isGap = utc[index]! - utc[index - 1]! > MAX_READING_GAP_HOURS * MS_PER_HOUR
    const isBroken = usedKwh < 0 || index === jumpAt
    if (isBroken) faults.brokenReadings++
    else if (isGap) faults.readingGaps++
    if (isBroken || isGap) continue
    spread(tally, utc[index - 1]!, utc[index]!, usedKwh, isEstimated[index]!)
    cover(tally, utc[index - 1]!, utc[index]!)
  }
  return tally
}

/** Index after a rise larger than the sum of all others, to another meter or a false reading; -1 without. */
const jumpIn = (valuesKwh: Float64Array): number => {
  let [rises, riseKwh, largestKwh, largestAt] = [0, 0, 0, -1]
  for (let index = 1; index < valuesKwh.length; index++) {
    const kwh = valuesKwh[index]! - valuesKwh[index - 1]!
    if (kwh <= 0) continue
    rises++
    riseKwh += kwh
    if (kwh > largestKwh) [largestKwh, largestAt] = [kwh, index]
  }
  return rises >= MIN_RISES_OF_JUMP && largestKwh > riseKwh - largestKwh ? largestAt : -1
}

/** Removes readings of 0 that are failed readings, not the start of a new meter. */
const withoutZeroReadings = (register: Register): Register => {
  const { direction, utc, valuesKwh, lengthsMin, isEstimated } = register
  let largestStep = 0
  let largestJump = 0
  for (let index = 1; index < utc.length; index++) {
    const step = valuesKwh[index]! - valuesKwh[index - 1]!
    if (valuesKwh[index - 1] === 0) largestJump = Math.max(largestJump, step)
    else largestStep = Math.max(largestStep, step)
  }
  if (largestJump <= ZERO_READING_JUMP * largestStep) return register
  const isKept = (_: number, index: number): boolean => valuesKwh[index] !== 0
  return {
    direction,
    utc: utc.filter(isKept),
    valuesKwh: valuesKwh.filter(isKept),
    lengthsMin: lengthsMin.filter(isKept),
    isEstimated: isEstimated.filter(isKept),
  }
}

/** Spreads energy evenly from start to end over the hours. */
const spread = (tally: Tally, startMs: number, endMs: number, energyKwh: number, isEstimated: number): void => {
  if (energyKwh > (MAX_POWER_KW * (endMs - startMs)) / MS_PER_HOUR) {
    refuse("file-interval-energy", { kwh: energyKwh })
  }
  tally.totalKwh += energyKwh
  forEachHour(tally, startMs, endMs, (hour, partMs) => {
    tally.kwh[hour]! += (energyKwh * partMs) / (endMs - startMs)
    if (isEstimated) tally.estimated[hour] = 1
  })
}

/** Counts the time from start to end as measured. */
const cover = (tally: Tally, startMs: number, endMs: number): void => {
  forEachHour(tally, startMs, endMs, (hour, partMs) => {
    tally.minutes[hour]! += partMs / MS_PER_MINUTE
  })
}

const forEachHour = (
  { firstHourUtcMs }: Tally,
  startMs: number,
  endMs: number,
  onHour: (hour: number, partMs: number) => void,
): void => {
  let fromMs = startMs
  while (fromMs < endMs) {
    const hour = Math.floor((fromMs - firstHourUtcMs) / MS_PER_HOUR)
    const toMs = Math.min(endMs, firstHourUtcMs + (hour + 1) * MS_PER_HOUR)
    onHour(hour, toMs - fromMs)
    fromMs = toMs
  }
}

/**
 * Energy of whole hours, summed over tallies: an hour that a tally covers in part is scaled or, below half, not
 * measured.
 */
export const wholeHours = (tallies: Tally[], hourCount: number): DirectionHours => {
  const hours = { kwh: new Float64Array(hourCount), estimated: new Uint8Array(hourCount), totalKwh: 0 }
  for (const { kwh, minutes, estimated, totalKwh } of tallies) {
    hours.totalKwh += totalKwh
    for (let hour = 0; hour < hourCount; hour++) {
      if (minutes[hour]! < MIN_COVERED_MINUTES) {
        hours.kwh[hour] = Number.NaN
        continue
      }
      const isWhole = minutes[hour]! >= WHOLE_HOUR_MINUTES
      hours.kwh[hour]! += isWhole ? kwh[hour]! : (kwh[hour]! * MINUTES_PER_HOUR) / minutes[hour]!
      if (estimated[hour] || !isWhole) hours.estimated[hour] = 1
    }
  }
  return hours
}
