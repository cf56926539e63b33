import { type SummerHours, toStandardTime, toWallClock } from "../site/consumption/calendar.ts"
import { DAYS_PER_YEAR, HOUR_MONTHS, HOURS_PER_YEAR, weekdayOfDay } from "../site/year.ts"

/** What a controller expects of load and sun, made of what was measured before. The year repeats: before January comes December. */

const HOURS_PER_DAY = 24
const SATURDAY = 5
/** Days of the same kind that a load is the mean of. */
const LOAD_DAYS = 4
/** A clear day is looked for within so many days before and after. */
const CLEAR_WITHIN_DAYS = 10
/** Hours whose sun says how clear the next ones will be. */
const CLEARNESS_HOURS = 24

/** Hours of the year before 0 are those of its end, and so on. */
const wrapped = (index: number, length: number): number => ((index % length) + length) % length

/** Load forecasts, 8760 h, kWh: `near` for a day made the evening before, `far` made a day earlier. */
export interface LoadForecast {
  near: Float64Array
  far: Float64Array
}

/**
 * The mean of the same hour of the clock on the last four days of the same kind, Monday to Friday or Saturday and Sunday.
 * @param loadKwh 8760 h of standard time
 */
export const loadForecast = (loadKwh: Float64Array, calendarYear: number, summer: SummerHours): LoadForecast => {
  const wall = toWallClock(loadKwh, summer)
  const isFree = Array.from({ length: DAYS_PER_YEAR }, (_, day) => weekdayOfDay(day, calendarYear) >= SATURDAY)
  return {
    near: toStandardTime(meanOfDaysBefore(wall, isFree, 1), summer),
    far: toStandardTime(meanOfDaysBefore(wall, isFree, 2), summer),
  }
}

/** For each day the mean of the last days of its kind that lie at least `daysAgo` before it. */
const meanOfDaysBefore = (wall: Float64Array, isFree: readonly boolean[], daysAgo: number): Float64Array => {
  const mean = new Float64Array(HOURS_PER_YEAR)
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    let found = 0
    for (let before = day - daysAgo; found < LOAD_DAYS; before--) {
      const source = wrapped(before, DAYS_PER_YEAR)
      if (isFree[source] !== isFree[day]) continue
      found++
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        mean[day * HOURS_PER_DAY + hour]! += wall[source * HOURS_PER_DAY + hour]! / LOAD_DAYS
      }
    }
  }
  return mean
}

/** For each hour the mean of the same hour of the last `days` days, 8760 h. */
export const meanOfHoursBefore = (values: Float64Array, days: number): Float64Array => {
  const mean = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    let sum = 0
    for (let day = 1; day <= days; day++) sum += values[wrapped(hour - day * HOURS_PER_DAY, HOURS_PER_YEAR)]!
    mean[hour] = sum / days
  }
  return mean
}

/** What is expected of the sun, 8760 h. */
export interface SunForecast {
  /** Production under a clear sky, kWh. */
  clearKwh: Float64Array
  /** The part of it that the month has on average. */
  usual: Float64Array
  /** The part of it that the 24 hours before had; without sun in them the usual one. */
  recent: Float64Array
}

/** Clear days are the highest that the plant produced at the same hour within ten days: no model of the sky is needed. */
export const sunForecast = (productionKwh: Float64Array): SunForecast => {
  const clearKwh = clearProduction(productionKwh)
  const usual = monthlyClearness(productionKwh, clearKwh)
  const recent = new Float64Array(HOURS_PER_YEAR)
  let produced = 0
  let clear = 0
  for (let hour = -CLEARNESS_HOURS; hour < HOURS_PER_YEAR; hour++) {
    if (hour >= 0) recent[hour] = clear > 0 ? Math.max(0, produced / clear) : usual[hour]!
    const [next, last] = [wrapped(hour, HOURS_PER_YEAR), wrapped(hour - CLEARNESS_HOURS, HOURS_PER_YEAR)]
    produced += productionKwh[next]! - (hour >= 0 ? productionKwh[last]! : 0)
    clear += clearKwh[next]! - (hour >= 0 ? clearKwh[last]! : 0)
  }
  return { clearKwh, usual, recent }
}

const clearProduction = (productionKwh: Float64Array): Float64Array => {
  // The year with the days before its first and after its last: in the loop below there is no remainder to work out.
  const beyond = CLEAR_WITHIN_DAYS * HOURS_PER_DAY
  const days = new Float64Array(HOURS_PER_YEAR + 2 * beyond)
  days.set(productionKwh.subarray(HOURS_PER_YEAR - beyond))
  days.set(productionKwh, beyond)
  days.set(productionKwh.subarray(0, beyond), beyond + HOURS_PER_YEAR)
  const highest = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    let most = 0
    for (let at = hour; at <= hour + 2 * beyond; at += HOURS_PER_DAY) if (days[at]! > most) most = days[at]!
    highest[hour] = most
  }
  return highest
}

const monthlyClearness = (productionKwh: Float64Array, clearKwh: Float64Array): Float64Array => {
  const [produced, clear] = [new Float64Array(13), new Float64Array(13)]
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const month = HOUR_MONTHS[hour]!
    produced[month]! += productionKwh[hour]!
    clear[month]! += clearKwh[hour]!
  }
  const usual = clear.map((kwh, month) => (kwh > 0 ? produced[month]! / kwh : 0))
  const hours = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) hours[hour] = usual[HOUR_MONTHS[hour]!]!
  return hours
}
