import { refuse } from "./refusal.ts"
import { DIRECTIONS, type SampleSeries } from "./samples.ts"

/** Lengths of a file's intervals. */

const MS_PER_MINUTE = 60_000
const MINUTES_PER_HOUR = 60
/**
 * Number of consecutive times with another step than the file's most frequent step from which they are a part with its
 * own intervals.
 */
const MIN_STEPS_OF_PART = 48

/** The interval of a file [min]: the most frequent length its rows give, or distance between a register's moments. */
export const resolution = (series: SampleSeries[]): number => {
  const counts = new Map<number, number>()
  const count = (minutes: number) => {
    if (minutes > 0) counts.set(minutes, (counts.get(minutes) ?? 0) + 1)
  }
  for (const { times, lengthsMin } of series) {
    for (const minutes of lengthsMin) if (!Number.isNaN(minutes)) count(Math.round(minutes))
    if (!lengthsMin.some(Number.isNaN)) continue
    const sorted = Float64Array.from(times).sort()
    for (let index = 1; index < sorted.length; index++) count(minutesBetween(sorted[index - 1]!, sorted[index]!))
  }
  const mostFrequent = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [Number.NaN, 0])
  const [stepMin] = mostFrequent
  if (Number.isNaN(stepMin)) return refuse("file-few-values")
  if (stepMin > MINUTES_PER_HOUR)
    return refuse("file-too-coarse", { hours: Number((stepMin / MINUTES_PER_HOUR).toFixed(1)) })
  return stepMin
}

const minutesBetween = (fromMs: number, untilMs: number): number => Math.round((untilMs - fromMs) / MS_PER_MINUTE)

/**
 * Series with the length of each interval. It is the file's step, except in a part with another step of at most an
 * hour. Such a part follows a change of the meter from hours to quarters, for instance.
 * @param isEnd moments are the ends of their intervals
 */
export const withSteps = (series: readonly SampleSeries[], stepMin: number, isEnd: boolean): SampleSeries[] => {
  const lengthsOf = DIRECTIONS.map(direction => {
    const moments = series.filter(register => register.direction === direction).map(({ times }) => times)
    return [direction, lengthsOfParts(moments, stepMin, isEnd)] as const
  })
  const lengths = new Map(lengthsOf)
  return series.map(register => {
    const lengthOf = lengths.get(register.direction)
    return { ...register, lengthsMin: register.times.map(ms => lengthOf?.get(ms) ?? stepMin) }
  })
}

/** Lengths of intervals by their times [min], if different from the file's. */
const lengthsOfParts = (moments: readonly number[][], stepMin: number, isEnd: boolean): Map<number, number> => {
  const lengths = new Map<number, number>()
  const sorted = Float64Array.from(new Set(moments.flat())).sort()
  let from = 0
  for (let at = 1; at < sorted.length; at++) {
    const minutes = minutesBetween(sorted[at - 1]!, sorted[at]!)
    const next = at + 1 < sorted.length ? minutesBetween(sorted[at]!, sorted[at + 1]!) : Number.NaN
    if (next === minutes) continue
    if (minutes !== stepMin && minutes <= MINUTES_PER_HOUR && at - from >= MIN_STEPS_OF_PART) {
      const isFirstOfPart = isEnd && (from === 0 || minutesBetween(sorted[from - 1]!, sorted[from]!) !== stepMin)
      const isLastOfPart = !isEnd && next !== stepMin
      const first = isEnd && !isFirstOfPart ? from + 1 : from
      for (let index = first; index < (isEnd || isLastOfPart ? at + 1 : at); index++)
        lengths.set(sorted[index]!, minutes)
    }
    from = at
  }
  return lengths
}
