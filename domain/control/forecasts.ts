import { type SummerHours, toStandardTime, toWallClock } from "../site/consumption/calendar.ts"
import { DAYS_PER_YEAR, HOUR_MONTHS, HOURS_PER_YEAR, weekdayOfDay } from "../site/year.ts"

/**
 * Forecasts of load and sun for a controller, from earlier measurements. The year is cyclic: the last days of December
 * precede January.
 */

const HOURS_PER_DAY = 24
const SATURDAY = 5
/** Number of days of the same kind in the mean of a load forecast. */
const LOAD_DAYS = 4
/** Days before and after in the search for a clear day. */
const CLEAR_WITHIN_DAYS = 10
/** Previous hours that determine the recent clearness. */
const CLEARNESS_HOURS = 24

/** Cyclic index: −1 is the last element. */
const wrapped = (index: number, length: number): number => ((index % length) + length) % length

/** Load forecasts, 8760 h, kWh: `near` for a day made the evening before, `far` made a day earlier. */
export interface LoadForecast {
  near: Float64Array
  far: Float64Array
}

/**
 * Load forecast: mean of the same clock hour on the last four days of the same kind, Monday to Friday or weekend.
 * @param loadKwh 8760 h of standard time
 */
export const loadForecast = (loadKwh: Float64Array, calendarYear: number, summer: SummerHours): LoadForecast => {
  const shareKwh = toWallClock(loadKwh, summer).map(kwh => kwh / LOAD_DAYS)
  const isFree = freeDays(calendarYear)
  return {
    near: toStandardTime(meanOfDaysBefore(shareKwh, isFree, 1), summer),
    far: toStandardTime(meanOfDaysBefore(shareKwh, isFree, 2), summer),
  }
}

/** Number of days of the same kind in a forecast of high load. */
const HIGH_LOAD_DAYS = 8

/**
 * Forecast of high load: the maximum of the same clock hour and its neighbours on the last eight days of the same kind.
 * @param loadKwh 8760 h of standard time
 */
export const highLoadForecast = (loadKwh: Float64Array, calendarYear: number, summer: SummerHours): LoadForecast => {
  const wall = toWallClock(loadKwh, summer)
  const around = wall.map((kwh, hour) => {
    const [before, after] = [wrapped(hour - 1, HOURS_PER_YEAR), wrapped(hour + 1, HOURS_PER_YEAR)]
    return Math.max(kwh, wall[before]!, wall[after]!)
  })
  const isFree = freeDays(calendarYear)
  return {
    near: toStandardTime(highestOfDaysBefore(around, isFree, 1), summer),
    far: toStandardTime(highestOfDaysBefore(around, isFree, 2), summer),
  }
}

/** Highest value of each hour on the last days of its kind, at least `daysAgo` days earlier, 8760 h. */
const highestOfDaysBefore = (wall: Float64Array, isFree: readonly boolean[], daysAgo: number): Float64Array => {
  const highest = new Float64Array(HOURS_PER_YEAR)
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    const to = day * HOURS_PER_DAY
    let found = 0
    for (let before = day - daysAgo; found < HIGH_LOAD_DAYS; before--) {
      const source = wrapped(before, DAYS_PER_YEAR)
      if (isFree[source] !== isFree[day]) continue
      found++
      const from = source * HOURS_PER_DAY
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        if (wall[from + hour]! > highest[to + hour]!) highest[to + hour] = wall[from + hour]!
      }
    }
  }
  return highest
}

const freeDays = (calendarYear: number): boolean[] =>
  Array.from({ length: DAYS_PER_YEAR }, (_, day) => weekdayOfDay(day, calendarYear) >= SATURDAY)

/**
 * Mean of each hour over the last days of its kind, at least `daysAgo` days earlier, 8760 h.
 * @param shareKwh contribution of each clock hour to a mean
 */
const meanOfDaysBefore = (shareKwh: Float64Array, isFree: readonly boolean[], daysAgo: number): Float64Array => {
  const mean = new Float64Array(HOURS_PER_YEAR)
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    let found = 0
    for (let before = day - daysAgo; found < LOAD_DAYS; before--) {
      const source = wrapped(before, DAYS_PER_YEAR)
      if (isFree[source] !== isFree[day]) continue
      found++
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        mean[day * HOURS_PER_DAY + hour]! += shareKwh[source * HOURS_PER_DAY + hour]!
      }
    }
  }
  return mean
}

/** Year with some of its last days before it and some of its first days after it, so that loops need no modulo. */
const withDaysAround = (values: Float64Array, before: number, after: number): Float64Array => {
  const [first, last] = [before * HOURS_PER_DAY, after * HOURS_PER_DAY]
  const days = new Float64Array(first + HOURS_PER_YEAR + last)
  days.set(values.subarray(HOURS_PER_YEAR - first))
  days.set(values, first)
  days.set(values.subarray(0, last), first + HOURS_PER_YEAR)
  return days
}

/** Mean of the same hour over the last `days` days, 8760 h. */
export const meanOfHoursBefore = (values: Float64Array, days: number): Float64Array => {
  const around = withDaysAround(values, days, 0)
  const mean = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    let sum = 0
    for (let day = days - 1; day >= 0; day--) sum += around[hour + day * HOURS_PER_DAY]!
    mean[hour] = sum / days
  }
  return mean
}

/** Inputs of solar forecasts, 8760 h. */
export interface SunForecast {
  /** Production under a clear sky, kWh. */
  clearKwh: Float64Array
  /** Mean clearness of the month, a fraction. */
  usual: Float64Array
  /** Clearness of the previous 24 hours; without sun in them the usual clearness. */
  recent: Float64Array
}

/** Solar forecast without a sky model: clear-sky production is the plant's maximum at the same hour within ten days. */
export const sunForecast = (productionKwh: Float64Array): SunForecast => {
  const clearKwh = clearProduction(productionKwh)
  const usual = monthlyClearness(productionKwh, clearKwh)
  const recent = new Float64Array(HOURS_PER_YEAR)
  let produced = 0
  let clear = 0
  for (let hour = HOURS_PER_YEAR - CLEARNESS_HOURS; hour < HOURS_PER_YEAR; hour++) {
    produced += productionKwh[hour]!
    clear += clearKwh[hour]!
  }
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    recent[hour] = clear > 0 ? Math.max(0, produced / clear) : usual[hour]!
    const last = hour < CLEARNESS_HOURS ? hour - CLEARNESS_HOURS + HOURS_PER_YEAR : hour - CLEARNESS_HOURS
    produced += productionKwh[hour]! - productionKwh[last]!
    clear += clearKwh[hour]! - clearKwh[last]!
  }
  return { clearKwh, usual, recent }
}

/**
 * Highest production at the same hour of the surrounding days, 8760 h, by the van Herk algorithm. Days are split into
 * blocks of the window's length. Each window consists of two parts, one to the end of a block and one from the start of
 * the next. Running maxima of both parts need three comparisons per hour instead of one per day.
 */
const clearProduction = (productionKwh: Float64Array): Float64Array => {
  const days = withDaysAround(productionKwh, CLEAR_WITHIN_DAYS, CLEAR_WITHIN_DAYS)
  const window = (2 * CLEAR_WITHIN_DAYS + 1) * HOURS_PER_DAY
  const fromBlock = new Float64Array(days.length)
  for (let at = 0; at < days.length; at++) {
    const before = at % window < HOURS_PER_DAY ? 0 : fromBlock[at - HOURS_PER_DAY]!
    fromBlock[at] = days[at]! > before ? days[at]! : before
  }
  const toBlock = new Float64Array(days.length)
  for (let at = days.length - 1; at >= 0; at--) {
    const isLast = at % window >= window - HOURS_PER_DAY || at + HOURS_PER_DAY >= days.length
    const after = isLast ? 0 : toBlock[at + HOURS_PER_DAY]!
    toBlock[at] = days[at]! > after ? days[at]! : after
  }
  const highest = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const [to, from] = [toBlock[hour]!, fromBlock[hour + window - HOURS_PER_DAY]!]
    highest[hour] = to > from ? to : from
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
