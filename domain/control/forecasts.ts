import { type SummerHours, toStandardTime, toWallClock } from "../site/consumption/calendar.ts"
import { stepMonths, stepsPerDay, stepsPerHour } from "../site/steps.ts"
import { DAYS_PER_YEAR, weekdayOfDay } from "../site/year.ts"

/**
 * Forecasts of load and sun for a controller, from earlier measurements. The year is cyclic: the last days of December
 * precede January. Series are of a whole year, in hours or in quarters.
 */

const SATURDAY = 5
/** Number of days of the same kind in the mean of a load forecast. */
const LOAD_DAYS = 4
/** Days before and after in the search for a clear day. */
const CLEAR_WITHIN_DAYS = 10
/**
 * Part of the previous hours' departure from the usual clearness that lasts into the next hours. Regression of drawn
 * sites gives 0.64 an hour ahead, 0.33 six to 18 hours ahead, 0.28 a day ahead.
 */
const PERSISTENCE = 0.5

/** Cyclic index: −1 is the last element. */
const wrapped = (index: number, length: number): number => ((index % length) + length) % length

/** Load forecasts [kWh a step]: `near` for a day made the evening before, `far` made a day earlier. */
export interface LoadForecast {
  near: Float64Array
  far: Float64Array
}

/**
 * Load forecast: mean of the same clock time on the last four days of the same kind, Monday to Friday or weekend.
 * @param loadKwh in steps of standard time
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
 * Forecast of high load: the maximum within an hour of the same clock time on the last eight days of the same kind.
 * @param loadKwh in steps of standard time
 */
export const highLoadForecast = (loadKwh: Float64Array, calendarYear: number, summer: SummerHours): LoadForecast => {
  const wall = toWallClock(loadKwh, summer)
  const within = stepsPerHour(wall)
  const around = wall.map((kwh, step) => {
    let most = kwh
    for (let other = step - within; other <= step + within; other++)
      most = Math.max(most, wall[wrapped(other, wall.length)]!)
    return most
  })
  const isFree = freeDays(calendarYear)
  return {
    near: toStandardTime(highestOfDaysBefore(around, isFree, 1), summer),
    far: toStandardTime(highestOfDaysBefore(around, isFree, 2), summer),
  }
}

/** Highest value of each step on the last days of its kind, at least `daysAgo` days earlier. */
const highestOfDaysBefore = (wall: Float64Array, isFree: readonly boolean[], daysAgo: number): Float64Array => {
  const perDay = stepsPerDay(wall)
  const highest = new Float64Array(wall.length)
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    const to = day * perDay
    let days = 0
    for (let before = day - daysAgo; days < HIGH_LOAD_DAYS; before--) {
      const source = wrapped(before, DAYS_PER_YEAR)
      if (isFree[source] !== isFree[day]) continue
      days++
      const from = source * perDay
      for (let step = 0; step < perDay; step++) {
        if (wall[from + step]! > highest[to + step]!) highest[to + step] = wall[from + step]!
      }
    }
  }
  return highest
}

const freeDays = (calendarYear: number): boolean[] =>
  Array.from({ length: DAYS_PER_YEAR }, (_, day) => weekdayOfDay(day, calendarYear) >= SATURDAY)

/**
 * Mean of each step over the last days of its kind, at least `daysAgo` days earlier.
 * @param shareKwh contribution of each step of the clock to a mean
 */
const meanOfDaysBefore = (shareKwh: Float64Array, isFree: readonly boolean[], daysAgo: number): Float64Array => {
  const perDay = stepsPerDay(shareKwh)
  const mean = new Float64Array(shareKwh.length)
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    let days = 0
    for (let before = day - daysAgo; days < LOAD_DAYS; before--) {
      const source = wrapped(before, DAYS_PER_YEAR)
      if (isFree[source] !== isFree[day]) continue
      days++
      for (let step = 0; step < perDay; step++) mean[day * perDay + step]! += shareKwh[source * perDay + step]!
    }
  }
  return mean
}

/** Year with some of its last days before it and some of its first days after it, so that loops need no modulo. */
const withDaysAround = (values: Float64Array, before: number, after: number): Float64Array => {
  const [first, last] = [before * stepsPerDay(values), after * stepsPerDay(values)]
  const days = new Float64Array(first + values.length + last)
  days.set(values.subarray(values.length - first))
  days.set(values, first)
  days.set(values.subarray(0, last), first + values.length)
  return days
}

/** Mean of the same time over the last `days` days. */
export const meanOfHoursBefore = (values: Float64Array, days: number): Float64Array => {
  const around = withDaysAround(values, days, 0)
  const perDay = stepsPerDay(values)
  const mean = new Float64Array(values.length)
  for (let step = 0; step < values.length; step++) {
    let sum = 0
    for (let day = days - 1; day >= 0; day--) sum += around[step + day * perDay]!
    mean[step] = sum / days
  }
  return mean
}

/** Inputs of solar forecasts for each step. */
export interface SunForecast {
  /** Production under a clear sky [kWh a step]. */
  clearKwh: Float64Array
  /** Mean clearness of the month, a fraction. */
  usual: Float64Array
  /** Expected clearness of the next step: between the clearness of the previous 24 hours and the usual clearness. */
  next: Float64Array
}

/** Solar forecast without a sky model: clear-sky production is the plant's maximum at the same time within ten days. */
export const sunForecast = (productionKwh: Float64Array): SunForecast => {
  const clearKwh = clearProduction(productionKwh)
  const usual = monthlyClearness(productionKwh, clearKwh)
  const [steps, perDay] = [productionKwh.length, stepsPerDay(productionKwh)]
  const next = new Float64Array(steps)
  let produced = 0
  let clear = 0
  for (let step = steps - perDay; step < steps; step++) {
    produced += productionKwh[step]!
    clear += clearKwh[step]!
  }
  for (let step = 0; step < steps; step++) {
    const recent = clear > 0 ? Math.max(0, produced / clear) : usual[step]!
    next[step] = usual[step]! + PERSISTENCE * (recent - usual[step]!)
    const last = step < perDay ? step - perDay + steps : step - perDay
    produced += productionKwh[step]! - productionKwh[last]!
    clear += clearKwh[step]! - clearKwh[last]!
  }
  return { clearKwh, usual, next }
}

/**
 * Highest production at the same time of the surrounding days, by the van Herk algorithm. Days are split into blocks of
 * the window's length. Each window consists of two parts, one to the end of a block and one from the start of the next.
 * Running maxima of both parts need three comparisons per step instead of one per day.
 */
const clearProduction = (productionKwh: Float64Array): Float64Array => {
  const days = withDaysAround(productionKwh, CLEAR_WITHIN_DAYS, CLEAR_WITHIN_DAYS)
  const perDay = stepsPerDay(productionKwh)
  const window = (2 * CLEAR_WITHIN_DAYS + 1) * perDay
  const fromBlock = new Float64Array(days.length)
  for (let at = 0; at < days.length; at++) {
    const before = at % window < perDay ? 0 : fromBlock[at - perDay]!
    fromBlock[at] = days[at]! > before ? days[at]! : before
  }
  const toBlock = new Float64Array(days.length)
  for (let at = days.length - 1; at >= 0; at--) {
    const isLast = at % window >= window - perDay || at + perDay >= days.length
    const after = isLast ? 0 : toBlock[at + perDay]!
    toBlock[at] = days[at]! > after ? days[at]! : after
  }
  const highest = new Float64Array(productionKwh.length)
  for (let step = 0; step < highest.length; step++) {
    const [to, from] = [toBlock[step]!, fromBlock[step + window - perDay]!]
    highest[step] = to > from ? to : from
  }
  return highest
}

const monthlyClearness = (productionKwh: Float64Array, clearKwh: Float64Array): Float64Array => {
  const [produced, clear] = [new Float64Array(13), new Float64Array(13)]
  const months = stepMonths(clearKwh)
  for (let step = 0; step < clearKwh.length; step++) {
    const month = months[step]!
    produced[month]! += productionKwh[step]!
    clear[month]! += clearKwh[step]!
  }
  const usual = clear.map((kwh, month) => (kwh > 0 ? produced[month]! / kwh : 0))
  return clearKwh.map((_, step) => usual[months[step]!]!)
}
