import { offsetHoursAt } from "../geo/site.ts"
import { keptSamples, type SampleSeries } from "./samples.ts"

/**
 * Meter exports without an offset follow the wall clock of their place: it skips an hour when summer time begins, and
 * shows one twice when it ends. This file gives each of their moments its place in UTC.
 */

const MS_PER_SECOND = 1000
const MS_PER_HOUR = 3_600_000
/** Interval at which clocks are compared to find changes, shorter than between any two changes. */
const SCAN_STEP_MS = 7 * 24 * MS_PER_HOUR

/** A change of a zone's clocks: the offset from UTC before and after it [ms]. */
interface ClockChange {
  utcMs: number
  beforeMs: number
  afterMs: number
}

/** The clocks of a zone in a calendar year. */
interface ClockYear {
  /** Offset from UTC at its beginning [ms]. */
  firstMs: number
  changes: ClockChange[]
}

const offsetMsAt = (zone: string, utcMs: number): number => offsetHoursAt(zone, utcMs) * MS_PER_HOUR

/** Moment of the change between two moments, to the second. */
const changeBetween = (zone: string, fromMs: number, untilMs: number): ClockChange => {
  const [beforeMs, afterMs] = [offsetMsAt(zone, fromMs), offsetMsAt(zone, untilMs)]
  let [low, high] = [fromMs, untilMs]
  while (high - low > MS_PER_SECOND) {
    const middle = Math.floor((low + high) / 2 / MS_PER_SECOND) * MS_PER_SECOND
    if (offsetMsAt(zone, middle) === beforeMs) low = middle
    else high = middle
  }
  return { utcMs: high, beforeMs, afterMs }
}

const clockYearOf = (zone: string, year: number): ClockYear => {
  const changes: ClockChange[] = []
  const end = Date.UTC(year + 1, 0, 1)
  const firstMs = offsetMsAt(zone, Date.UTC(year, 0, 1))
  let lastMs = firstMs
  for (let from = Date.UTC(year, 0, 1); from < end; from += SCAN_STEP_MS) {
    const until = Math.min(from + SCAN_STEP_MS, end)
    const untilMs = offsetMsAt(zone, until)
    if (untilMs !== lastMs) changes.push(changeBetween(zone, from, until))
    lastMs = untilMs
  }
  return { firstMs, changes }
}

/** The clocks of a zone by the year of a moment of the wall clock. */
export type Clocks = (wallMs: number) => ClockYear

/** The clocks of an IANA zone. */
export const clocksOf = (zone: string): Clocks => {
  const years = new Map<number, ClockYear>()
  return wallMs => {
    const year = new Date(wallMs).getUTCFullYear()
    let clockYear = years.get(year)
    if (!clockYear) {
      clockYear = clockYearOf(zone, year)
      years.set(year, clockYear)
    }
    return clockYear
  }
}

/** Time from the beginning of the hour that a change skips to a moment of the wall clock [ms]. */
const pastChange = (wallMs: number, { utcMs, beforeMs }: ClockChange): number => wallMs - beforeMs - utcMs

const skipped = ({ beforeMs, afterMs }: ClockChange): number => afterMs - beforeMs

/**
 * True if a wall-clock time is in a skipped hour.
 * @param isReading values are readings: the very first moment of the skipped hour is then also the end of the hour
 *   before
 */
export const isSkipped = (clocks: Clocks, wallMs: number, isReading: boolean): boolean =>
  clocks(wallMs).changes.some(change => {
    const into = pastChange(wallMs, change)
    return into < skipped(change) && (isReading ? into > 0 : into >= 0)
  })

/**
 * True if series have energy in an hour that the wall clock skips, and therefore use another clock. A zero hour between
 * two hours with energy is only a placeholder of a table with 24 hours a day.
 */
export const hasSkippedHour = (series: readonly SampleSeries[], clocks: Clocks, isReading: boolean): boolean => {
  let isThere = false
  let [energy, before, after] = [0, 0, 0]
  for (const { times, isUtc, valuesKwh } of series) {
    for (const [index, wallMs] of times.entries()) {
      if (isUtc[index]) continue
      if (isSkipped(clocks, wallMs, isReading)) {
        isThere = true
        energy += valuesKwh[index]!
        continue
      }
      for (const change of clocks(wallMs).changes) {
        const into = pastChange(wallMs, change)
        if (skipped(change) <= 0) continue
        if (into < 0 && into >= -MS_PER_HOUR) before += valuesKwh[index]!
        if (into >= skipped(change) && into < skipped(change) + MS_PER_HOUR) after += valuesKwh[index]!
      }
    }
  }
  return isThere && (isReading || energy > 0 || before === 0 || after === 0)
}

/**
 * True if ends of intervals show the clock at that moment, also at a change. An interval up to a change from 2:00 to
 * 3:00 then ends at 3:00. Other files write the start's time plus a step, which is 2:00.
 */
export const endsFollowClock = (series: readonly SampleSeries[], clocks: Clocks): boolean => {
  let balance = 0
  for (const { times, isUtc } of series) {
    for (let index = 0; index < times.length; index++) {
      if (isUtc[index]) continue
      for (const change of clocks(times[index]!).changes) {
        const into = pastChange(times[index]!, change)
        if (into === skipped(change)) balance++
        else if (into === 0) balance--
      }
    }
  }
  return balance > 0
}

/** A wall-clock series without values in skipped hours. */
export const withoutSkippedHours = (series: SampleSeries, clocks: Clocks): SampleSeries =>
  keptSamples(series, index => series.isUtc[index]! || !isSkipped(clocks, series.times[index]!, false))

/** True if times mostly fall from row to row, unlike days that rise. */
const runsBackwards = (times: readonly number[]): boolean => {
  let falls = 0
  let rises = 0
  for (let index = 1; index < times.length; index++) {
    if (times[index]! < times[index - 1]!) falls++
    else if (times[index]! > times[index - 1]!) rises++
  }
  return falls > rises
}

/**
 * Moments of a series in UTC, milliseconds since 1970. In the doubled hour the first of two equal times in the file is
 * the earlier, or the last if times fall.
 * @param clocks of the site; null: moments without an offset are the site's standard time all year
 * @param standardMs the site's standard time minus UTC
 */
export const utcTimes = ({ times, isUtc }: SampleSeries, clocks: Clocks | null, standardMs: number): Float64Array => {
  const utc = new Float64Array(times.length)
  const seen = new Set<number>()
  const backwards = runsBackwards(times)
  for (let index = 0; index < times.length; index++) {
    const wallMs = times[index]!
    if (isUtc[index]) utc[index] = wallMs
    else if (!clocks) utc[index] = wallMs - standardMs
    else {
      const { firstMs, changes } = clocks(wallMs)
      let offsetMs = firstMs
      for (const change of changes) {
        const into = pastChange(wallMs, change)
        const isDoubled = into < 0 && into >= skipped(change)
        const isRepeated = isDoubled && seen.has(wallMs)
        if (isDoubled) seen.add(wallMs)
        if (isDoubled ? isRepeated !== backwards : into >= Math.max(0, skipped(change))) offsetMs = change.afterMs
      }
      utc[index] = wallMs - offsetMs
    }
  }
  return utc
}
