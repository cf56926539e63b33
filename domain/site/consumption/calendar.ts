import { stepsPerDay, stepsPerHour } from "../steps.ts"
import { axisHourOf, DAYS_PER_YEAR, hourOfYear, MONTH_DAYS, weekdayOfDay } from "../year.ts"

/** Conversion between the wall clock, which people follow, and the standard-time axis of the service. */

const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 86_400_000
const CET_OFFSET_HOURS = 1
const SATURDAY = 5
const SUNDAY = 6

/** Hours of the standard-time axis in which the wall clock is one hour ahead: from (inclusive) – to (exclusive). */
export interface SummerHours {
  from: number
  to: number
}

/** Kinds of day that load profiles distinguish. */
export type DayKind = "workday" | "saturday" | "sunday"

/**
 * Summer time of the European Union in a year: from the last Sunday of March to the last Sunday of October, 01:00 UTC.
 */
export const europeanSummerTime = (year: number): { startUtcMs: number; endUtcMs: number } => ({
  startUtcMs: lastSundayUtcMs(year, 3) + MS_PER_HOUR,
  endUtcMs: lastSundayUtcMs(year, 10) + MS_PER_HOUR,
})

const lastSundayUtcMs = (year: number, month: number): number => {
  const lastDay = new Date(Date.UTC(year, month, 0))
  return lastDay.getTime() - lastDay.getUTCDay() * MS_PER_DAY
}

/** European summer time as hours of the Central European standard-time axis. */
export const europeanSummerHours = (year: number): SummerHours => {
  const { startUtcMs, endUtcMs } = europeanSummerTime(year)
  return { from: axisHourOf(startUtcMs, CET_OFFSET_HOURS)!.hour, to: axisHourOf(endUtcMs, CET_OFFSET_HOURS)!.hour }
}

/**
 * Steps of 365 wall-clock days put on the standard-time axis; the skipped hour of spring is not read, autumn's is read
 * twice.
 */
export const toStandardTime = (wall: Float64Array, summer: SummerHours): Float64Array => {
  const steps = stepsPerHour(wall)
  const standard = wall.slice()
  standard.set(wall.subarray((summer.from + 1) * steps, (summer.to + 1) * steps), summer.from * steps)
  return standard
}

/**
 * Steps of the standard-time axis as wall-clock steps; spring's skipped hour repeats the next, autumn's double hour
 * keeps the first.
 */
export const toWallClock = (standard: Float64Array, summer: SummerHours): Float64Array => {
  const steps = stepsPerHour(standard)
  const wall = standard.slice()
  wall.set(standard.subarray(summer.from * steps, summer.to * steps), (summer.from + 1) * steps)
  return wall
}

/**
 * For each day (0–364) of a calendar year, its representative day of another year. Chooses the nearest day of the same
 * weekday and month, the earlier of two equally near days. The same year gives each day itself.
 */
export const matchingDays = (sourceYear: number, targetYear: number): Int16Array => {
  const matches = new Int16Array(DAYS_PER_YEAR)
  let monthStart = 0
  for (const days of MONTH_DAYS) {
    const month = { year: sourceYear, from: monthStart, to: monthStart + days }
    for (let day = monthStart; day < monthStart + days; day++) {
      matches[day] = nearestOfWeekday(day, weekdayOfDay(day, targetYear), month)
    }
    monthStart += days
  }
  return matches
}

/** Days of a calendar year, `to` not among them. */
interface Days {
  year: number
  from: number
  to: number
}

const nearestOfWeekday = (day: number, weekday: number, { year, from, to }: Days): number => {
  for (let distance = 0; ; distance++) {
    if (day - distance >= from && weekdayOfDay(day - distance, year) === weekday) return day - distance
    if (day + distance < to && weekdayOfDay(day + distance, year) === weekday) return day + distance
  }
}

/** Steps of a year with each day replaced by another: day d of the result is day `days[d]` of `values`. */
export const rearrangeDays = (values: Float64Array, days: Int16Array): Float64Array => {
  const perDay = stepsPerDay(values)
  const rearranged = new Float64Array(values.length)
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    rearranged.set(values.subarray(days[day]! * perDay, (days[day]! + 1) * perDay), day * perDay)
  }
  return rearranged
}

/**
 * Kind of each day (0–364) of a calendar year. Dutch public holidays count as Sunday, 24 and 31 December as Saturday
 * unless they fall on a Sunday (rule of the VDEW profiles).
 */
export const dayKinds = (year: number): DayKind[] => {
  const kinds = Array.from({ length: DAYS_PER_YEAR }, (_, day): DayKind => {
    const weekday = weekdayOfDay(day, year)
    return weekday === SUNDAY ? "sunday" : weekday === SATURDAY ? "saturday" : "workday"
  })
  for (const day of [axisDay(12, 24), axisDay(12, 31)]) if (kinds[day] !== "sunday") kinds[day] = "saturday"
  for (const day of dutchHolidays(year)) kinds[day] = "sunday"
  return kinds
}

const axisDay = (month: number, day: number): number => hourOfYear(month, day, 0) / 24

/** Days (0–364) of the Dutch public holidays that do not always fall on a Sunday. */
export const dutchHolidays = (year: number): number[] => {
  const easterMs = easterSundayUtcMs(year)
  const afterEaster = (days: number): number => {
    const date = new Date(easterMs + days * MS_PER_DAY)
    return axisDay(date.getUTCMonth() + 1, date.getUTCDate())
  }
  const kingsDay = weekdayOfDay(axisDay(4, 27), year) === SUNDAY ? axisDay(4, 26) : axisDay(4, 27)
  const [easterMonday, ascension, whitMonday] = [1, 39, 50].map(afterEaster)
  return [axisDay(1, 1), easterMonday!, kingsDay, ascension!, whitMonday!, axisDay(12, 25), axisDay(12, 26)]
}

/** Gregorian Easter Sunday by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export const easterSundayUtcMs = (year: number): number => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const monthAndDay = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(monthAndDay / 31) - 1, (monthAndDay % 31) + 1)
}
