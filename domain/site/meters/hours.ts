import { standardOffsetHours } from "../geo/site.ts"
import { clocksOf, endsFollowClock, hasSkippedHour, utcTimes, withoutSkippedHours } from "./clock.ts"
import { unsaidEnds } from "./ends.ts"
import { refuse } from "./refusal.ts"
import { type Direction, keptSamples, type SampleSeries, type Samples } from "./samples.ts"
import { resolution, withSteps } from "./steps.ts"
import {
  type DirectionSteps,
  emptyTally,
  type ReadingFaults,
  type Register,
  type StepAxis,
  tallyOfIntervals,
  tallyOfReadings,
  wholeSteps,
} from "./tally.ts"

/** Conversion of a file's samples to the energy of each hour and quarter, with resolution, clock and repeated rows. */

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const MINUTES_PER_HOUR = 60
const MINUTES_PER_QUARTER = 15

/** Meaning of a format's values. */
export interface ValueKind {
  /** Values are the mean power of their interval [kW], not its energy. */
  isMeanPower?: boolean
  /** Energy of an interval, or the reading of a register at a moment. */
  kind: "interval" | "reading"
  /** End of the interval that the moment of a row marks; unsaid: derived from the moments. */
  stamps: "start" | "end" | "unsaid"
}

/** Energy of consecutive clock hours of the site's standard time. */
export interface MeasuredHours extends ReadingFaults {
  /** Start of the first hour, milliseconds since 1970 UTC. */
  firstHourUtcMs: number
  import: DirectionSteps
  export: DirectionSteps
  /** Energy of the quarters of the hours; absent if the file's interval is longer. */
  quarters?: { import: DirectionSteps; export: DirectionSteps }
  /** Values that the energy was made of. */
  registers: Register[]
  /** Length of the file's interval, the most frequent one of several [min]. */
  stepMin: number
  /** Rows left out because a later row has the same register and moment. */
  repeatedRows: number
  /** The file's clock has hours that summer time skips: it was read as standard time all year. */
  ignoresSummerTime: boolean
  /** The rows have the ends of their intervals, as detected without a title. */
  marksEnds: boolean
  /** The rows may have the ends of their hours, but were read as beginnings. */
  mayMarkEnds: boolean
}

/**
 * Energy per hour of everything in a file. Throws InvalidInput when the values are further apart than an hour, or
 * larger than energy in kWh can be.
 * @param zone IANA time zone of the site
 */
export const measuredHours = (
  samples: Samples,
  { kind, stamps, isMeanPower }: ValueKind,
  zone: string,
): MeasuredHours => {
  const stepMin = resolution(samples.series)
  const fileSeries = samples.series.map(each => withoutTotals(each, stepMin)).filter(each => each.times.length > 0)
  const clocks = clocksOf(zone)
  refuseJumps(fileSeries)
  const {
    series: stamped,
    isEnd,
    mayBeEnd,
  } = stamps === "unsaid"
    ? unsaidEnds(fileSeries, { stepMin, hasDayEnds: samples.dayEnds > 0, zone })
    : { series: fileSeries, isEnd: stamps === "end", mayBeEnd: false }
  const series = kind === "interval" ? withSteps(stamped, stepMin, isEnd) : stamped
  if (isMeanPower) {
    for (const each of series)
      each.valuesKwh = each.valuesKwh.map((kw, index) => (kw * each.lengthsMin[index]!) / MINUTES_PER_HOUR)
  }
  // Ends by the clock are placed before the step is taken off; ends that are the start's time and a step, after.
  const endsByClock = isEnd && endsFollowClock(series, clocks)
  const startOf = (each: SampleSeries, ms: number, index: number) => ms - each.lengthsMin[index]! * MS_PER_MINUTE
  if (isEnd && !endsByClock) for (const each of series) each.times = each.times.map((ms, at) => startOf(each, ms, at))
  const offsetMs = standardOffsetHours(zone) * MS_PER_HOUR
  const isMoment = kind === "reading" || endsByClock
  const ignoresSummerTime = hasSkippedHour(series, clocks, isMoment)
  const placeable = ignoresSummerTime || isMoment ? series : series.map(each => withoutSkippedHours(each, clocks))
  const ordered = placeable.map(each => {
    const utc = utcTimes(each, ignoresSummerTime ? null : clocks, offsetMs)
    return inOrder(each, endsByClock ? utc.map((ms, index) => startOf(each, ms, index)) : utc)
  })
  const firstMs = Math.min(...ordered.map(each => each.utc[0]!))
  const lastMs = Math.max(...ordered.map(each => each.utc[each.utc.length - 1]!))
  const firstHourUtcMs = Math.floor((firstMs + offsetMs) / MS_PER_HOUR) * MS_PER_HOUR - offsetMs
  const hourCount = Math.ceil((lastMs - firstHourUtcMs) / MS_PER_HOUR) + 2
  const axis = { firstHourUtcMs, hourCount, minutes: MINUTES_PER_HOUR }
  const faults: ReadingFaults = { brokenReadings: 0, readingGaps: 0 }
  const hoursOf = (direction: Direction) => stepsOf(ordered, { kind, direction }, axis, faults)
  const quarterAxis = { ...axis, minutes: MINUTES_PER_QUARTER }
  const quartersOf = (direction: Direction) => stepsOf(ordered, { kind, direction }, quarterAxis, uncounted())
  return {
    firstHourUtcMs,
    import: hoursOf("import"),
    export: hoursOf("export"),
    ...(stepMin <= MINUTES_PER_QUARTER && !(kind === "reading" && ordered.some(isCoarse))
      ? { quarters: { import: quartersOf("import"), export: quartersOf("export") } }
      : {}),
    registers: ordered,
    stepMin,
    repeatedRows: sum(placeable.map(each => each.times.length)) - sum(ordered.map(each => each.utc.length)),
    ...faults,
    ignoresSummerTime,
    marksEnds: isEnd && stamps === "unsaid",
    mayMarkEnds: mayBeEnd,
  }
}

/** Digits of a counter from which its rises do not show quarters [kWh]. */
const COARSE_KWH = 0.1

/** True if a counter rises by coarse digits only: such a rise may be the use of several quarters. */
const isCoarse = ({ valuesKwh }: Register): boolean => {
  let leastKwh = Number.POSITIVE_INFINITY
  for (let at = 1; at < valuesKwh.length; at++) {
    const rise = valuesKwh[at]! - valuesKwh[at - 1]!
    if (rise > 0) leastKwh = Math.min(leastKwh, rise)
  }
  return Number.isFinite(leastKwh) && leastKwh > COARSE_KWH
}

/** Faults that the hours have counted already. */
const uncounted = (): ReadingFaults => ({ brokenReadings: 0, readingGaps: 0 })

/** Energy of the steps of an axis in one direction. */
const stepsOf = (
  series: readonly Register[],
  { kind, direction }: Pick<ValueKind, "kind"> & { direction: Direction },
  axis: StepAxis,
  faults: ReadingFaults,
): DirectionSteps => {
  const registers = series.filter(each => each.direction === direction)
  const tallies =
    kind === "reading"
      ? registers.map(each => tallyOfReadings(emptyTally(axis), each, faults))
      : [tallyOfIntervals(emptyTally(axis), registers)]
  return wholeSteps(tallies, axis)
}

/** Maximum number of days between rows, and maximum number of larger jumps, for files with months in any order. */
const MAX_JUMP_MS = 20 * 24 * MS_PER_HOUR
const MAX_JUMPS = 40

/** Refuses dates that jump back and forth: a spreadsheet has swapped days and months. */
const refuseJumps = (series: readonly SampleSeries[]): void => {
  for (const { times } of series) {
    const isJump = (ms: number, index: number) => index > 0 && Math.abs(ms - times[index - 1]!) > MAX_JUMP_MS
    const jumps = times.reduce((count, ms, index) => count + (isJump(ms, index) ? 1 : 0), 0)
    if (jumps > MAX_JUMPS) refuse("file-dates-swapped")
  }
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

/** Without rows of another length than an interval (a total at the end), except the hour of a clock change. */
const withoutTotals = (series: SampleSeries, stepMin: number): SampleSeries => {
  const isInterval = (minutes: number): boolean =>
    !(minutes > 2 * MINUTES_PER_HOUR || minutes < stepMin - MINUTES_PER_HOUR)
  if (series.lengthsMin.every(isInterval)) return { ...series }
  return keptSamples(series, index => isInterval(series.lengthsMin[index]!))
}

/** Sorted by time; of values with the same moment, the last in the file stays. */
const inOrder = ({ direction, valuesKwh, lengthsMin, isEstimated }: SampleSeries, utc: Float64Array): Register => {
  const order = Uint32Array.from(utc, (_, index) => index)
  const isSorted = utc.every((ms, index) => index === 0 || ms >= utc[index - 1]!)
  if (!isSorted) order.sort((a, b) => utc[a]! - utc[b]! || a - b)
  const kept = order.filter((index, at) => at === order.length - 1 || utc[order[at + 1]!] !== utc[index])
  return {
    direction,
    utc: Float64Array.from(kept, index => utc[index]!),
    valuesKwh: Float64Array.from(kept, index => valuesKwh[index]!),
    lengthsMin: Float64Array.from(kept, index => lengthsMin[index]!),
    isEstimated: Uint8Array.from(kept, index => Number(isEstimated[index])),
  }
}
