import { europeanSummerTime } from "../consumption/calendar.ts"
import type { SampleSeries } from "./samples.ts"

/**
 * Meter exports without an offset follow the wall clock: one hour is skipped in March, one comes twice in October. This
 * file gives each of their moments its place in UTC.
 */

const MS_PER_HOUR = 3_600_000
/** Standard times from Lisbon to Helsinki: where Europe's summer time is kept. */
const SUMMER_TIME_OFFSETS = { from: 0, to: 2 }

type SummerTime = { startUtcMs: number; endUtcMs: number }

/** Whether a site with this standard time keeps European summer time. */
export const keepsSummerTime = (offsetHours: number): boolean =>
  offsetHours >= SUMMER_TIME_OFFSETS.from && offsetHours <= SUMMER_TIME_OFFSETS.to

const known = new Map<number, SummerTime>()

const summerTimeAt = (wallMs: number): SummerTime => {
  const year = new Date(wallMs).getUTCFullYear()
  let summer = known.get(year)
  if (!summer) {
    summer = europeanSummerTime(year)
    known.set(year, summer)
  }
  return summer
}

/**
 * Whether a series has a value in an hour that the wall clock skips: then its clock is not the wall clock.
 * @param offsetHours the site's standard time minus UTC
 * @param isReading values are readings: the very first moment of the skipped hour is then also the end of the hour before
 */
export const hasSkippedHour = ({ times, isUtc }: SampleSeries, offsetHours: number, isReading: boolean): boolean =>
  times.some((ms, index) => {
    if (isUtc[index]) return false
    const intoSkipped = ms - offsetHours * MS_PER_HOUR - summerTimeAt(ms).startUtcMs
    return intoSkipped < MS_PER_HOUR && (isReading ? intoSkipped > 0 : intoSkipped >= 0)
  })

/**
 * Moments of a series in UTC, milliseconds since 1970. Of two equal moments in the doubled hour of October the earlier in
 * time is summer time: the first in the file, or the last when the file runs backwards.
 * @param followsWallClock false: moments without an offset are the site's standard time all year
 */
export const utcTimes = (series: SampleSeries, offsetHours: number, followsWallClock: boolean): Float64Array => {
  const { times, isUtc } = series
  const utc = new Float64Array(times.length)
  const seen = new Set<number>()
  const backwards = times.length > 1 && times[0]! > times[times.length - 1]!
  for (let index = 0; index < times.length; index++) {
    const asStandard = times[index]! - offsetHours * MS_PER_HOUR
    if (isUtc[index]) utc[index] = times[index]!
    else if (!followsWallClock) utc[index] = asStandard
    else {
      const asSummer = asStandard - MS_PER_HOUR
      const { startUtcMs, endUtcMs } = summerTimeAt(times[index]!)
      const isSummer = asSummer >= startUtcMs && asSummer < endUtcMs
      const isDoubled = isSummer && asStandard >= endUtcMs
      const isRepeated = isDoubled && seen.has(times[index]!)
      if (isDoubled) seen.add(times[index]!)
      utc[index] = isSummer && (!isDoubled || isRepeated === backwards) ? asSummer : asStandard
    }
  }
  return utc
}
