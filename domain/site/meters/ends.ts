import { offsetHoursAt, standardOffsetHours } from "../geo/site.ts"
import type { SampleSeries } from "./samples.ts"

/** End of the interval that a time marks, without a title for it. */

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR
/** Shortest interval for which a time in the last minute counts as its end [min]. */
const MIN_STEP_OF_LAST_MINUTE = 5
/** Minimum number of days whose last interval has the date of its beginning. */
const MIN_DAYS = 14

interface EndsOfDays {
  isEnd: boolean
  /** Ambiguous times count as beginnings. */
  mayBeEnd: boolean
}
const NONE: EndsOfDays = { isEnd: false, mayBeEnd: false }

/** Moments as the ends of their intervals. */
interface Ends extends EndsOfDays {
  series: SampleSeries[]
}

/**
 * Decides for series without a title of their times whether the times are ends of intervals. Times are ends in these
 * cases.
 * - all are in the last minute of their intervals (00:14, 00:59:59), and are rounded up to whole steps;
 * - the last interval of a day is 0:00 of the same date, and moves to the next day;
 * - a moment is written as 24:00;
 * - days begin a step after midnight, which is ambiguous for steps of an hour (mayBeEnd). Ends are then rounded to
 *   whole steps.
 * @param file hasDayEnds: a moment is written as 24:00; zone: IANA time zone of the site
 */
export const unsaidEnds = (
  series: SampleSeries[],
  file: { stepMin: number; hasDayEnds: boolean; zone: string },
): Ends => {
  const { stepMin, hasDayEnds, zone } = file
  const stepMs = stepMin * MS_PER_MINUTE
  if (areInLastMinute(series, stepMin)) {
    const up = (ms: number) => Math.ceil((ms + 1) / stepMs) * stepMs
    return { series: series.map(each => ({ ...each, times: each.times.map(up) })), isEnd: true, mayBeEnd: false }
  }
  const wrapped = series.map(each => withLaterMidnights(each, stepMs))
  if (wrapped.some((each, index) => each !== series[index])) return { series: wrapped, isEnd: true, mayBeEnd: false }
  return { series, ...(hasDayEnds ? { isEnd: true, mayBeEnd: false } : beginAfterMidnight(series, stepMs, zone)) }
}

const areInLastMinute = (series: readonly SampleSeries[], stepMin: number): boolean =>
  stepMin >= MIN_STEP_OF_LAST_MINUTE &&
  series.every(({ times, lengthsMin }) => {
    const stepMs = stepMin * MS_PER_MINUTE
    return lengthsMin.every(Number.isNaN) && times.every(ms => ms % stepMs >= stepMs - MS_PER_MINUTE)
  })

/** Moves midnights after the last interval of their own date to the next day; unchanged if few midnights follow so. */
const withLaterMidnights = (series: SampleSeries, stepMs: number): SampleSeries => {
  const { times, isUtc } = series
  const isLate = (ms: number, index: number): boolean =>
    index > 0 && ms % MS_PER_DAY === 0 && times[index - 1] === ms + MS_PER_DAY - stepMs
  const late = times.reduce((count, ms, index) => count + (isLate(ms, index) ? 1 : 0), 0)
  const midnights = times.reduce((count, ms) => count + (ms % MS_PER_DAY === 0 ? 1 : 0), 0)
  if (isUtc.includes(true) || late < MIN_DAYS || 2 * late <= midnights) return series
  return { ...series, times: times.map((ms, index) => (isLate(ms, index) ? ms + MS_PER_DAY : ms)) }
}

/**
 * True if wall-clock times begin a step after midnight: each row then has the end of its interval. Hours from 1:00 to
 * 0:00 can instead be a year of UTC or standard time.
 */
const beginAfterMidnight = (series: readonly SampleSeries[], stepMs: number, zone: string): EndsOfDays => {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { times, isUtc, lengthsMin } of series) {
    if (isUtc.includes(true) || !lengthsMin.every(Number.isNaN)) return NONE
    for (const ms of times) {
      first = Math.min(first, ms)
      last = Math.max(last, ms)
    }
  }
  if (first % MS_PER_DAY !== stepMs) return NONE
  if (stepMs < MS_PER_HOUR) return { isEnd: true, mayBeEnd: false }
  if (last % MS_PER_DAY !== 0) return NONE
  const [offset, standard] = [offsetHoursAt(zone, first), standardOffsetHours(zone)]
  const isOtherMidnight = [offset, offset - standard].some(hours => hours * MS_PER_HOUR === stepMs)
  return { isEnd: !isOtherMidnight, mayBeEnd: isOtherMidnight }
}
