// Indices of this file are in bounds by construction.

import { refuse } from "./refusal.ts"
import type { Direction } from "./samples.ts"

/** Adds the values of registers up to energy per step, an hour or a quarter-hour. */

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
/** Minimum covered part of a step that is scaled to the whole step; with less the step counts as not measured. */
const MIN_COVERED = 0.5
/** Tolerance for sums of fractions of minutes [min]. */
const UNCOVERED_MINUTES = 0.001

/** A series in order of time, without repeated moments. */
export interface Register {
  direction: Direction
  utc: Float64Array
  valuesKwh: Float64Array
  /** Lengths of intervals [min]. */
  lengthsMin: Float64Array
  isEstimated: Uint8Array
}

/** Energy of consecutive steps in one direction. */
export interface DirectionSteps {
  /** NaN for a step that is not measured. */
  kwh: Float64Array
  /** 1 if an estimated value had a part, or a part of the step was scaled to the whole. */
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

/** Consecutive steps from a whole hour of the site's standard time on. */
export interface StepAxis {
  firstHourUtcMs: number
  hourCount: number
  /** Length of a step [min]. */
  minutes: number
}

/** Energy and covered minutes of consecutive steps, being added up. */
export interface Tally {
  axis: StepAxis
  kwh: Float64Array
  minutes: Float64Array
  estimated: Uint8Array
  totalKwh: number
}

const stepCountOf = ({ hourCount, minutes }: StepAxis): number => (hourCount * MINUTES_PER_HOUR) / minutes

/** Steps without energy. */
export const emptyTally = (axis: StepAxis): Tally => ({
  axis,
  kwh: new Float64Array(stepCountOf(axis)),
  minutes: new Float64Array(stepCountOf(axis)),
  estimated: new Uint8Array(stepCountOf(axis)),
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

/** Spreads energy evenly from start to end over the steps. */
const spread = (tally: Tally, startMs: number, endMs: number, energyKwh: number, isEstimated: number): void => {
  if (energyKwh > (MAX_POWER_KW * (endMs - startMs)) / MS_PER_HOUR) {
    refuse("file-interval-energy", { kwh: energyKwh })
  }
  tally.totalKwh += energyKwh
  forEachStep(tally, startMs, endMs, (step, partMs) => {
    tally.kwh[step]! += (energyKwh * partMs) / (endMs - startMs)
    if (isEstimated) tally.estimated[step] = 1
  })
}

/** Counts the time from start to end as measured. */
const cover = (tally: Tally, startMs: number, endMs: number): void => {
  forEachStep(tally, startMs, endMs, (step, partMs) => {
    tally.minutes[step]! += partMs / MS_PER_MINUTE
  })
}

const forEachStep = (
  { axis: { firstHourUtcMs, minutes } }: Tally,
  startMs: number,
  endMs: number,
  onStep: (step: number, partMs: number) => void,
): void => {
  const stepMs = minutes * MS_PER_MINUTE
  let fromMs = startMs
  while (fromMs < endMs) {
    const step = Math.floor((fromMs - firstHourUtcMs) / stepMs)
    const toMs = Math.min(endMs, firstHourUtcMs + (step + 1) * stepMs)
    onStep(step, toMs - fromMs)
    fromMs = toMs
  }
}

/**
 * Energy of whole steps, summed over tallies: a step that a tally covers in part is scaled or, below half, not
 * measured.
 */
export const wholeSteps = (tallies: Tally[], axis: StepAxis): DirectionSteps => {
  const count = stepCountOf(axis)
  const steps = { kwh: new Float64Array(count), estimated: new Uint8Array(count), totalKwh: 0 }
  for (const { kwh, minutes, estimated, totalKwh } of tallies) {
    steps.totalKwh += totalKwh
    for (let step = 0; step < count; step++) {
      if (minutes[step]! < MIN_COVERED * axis.minutes) {
        steps.kwh[step] = Number.NaN
        continue
      }
      const isWhole = minutes[step]! >= axis.minutes - UNCOVERED_MINUTES
      steps.kwh[step]! += isWhole ? kwh[step]! : (kwh[step]! * axis.minutes) / minutes[step]!
      if (estimated[step] || !isWhole) steps.estimated[step] = 1
    }
  }
  return steps
}
