import type { LocalCalendar } from "../../../site/localCalendar.ts"
import { hourlyMeans, QUARTERS_PER_HOUR } from "../../../site/steps.ts"
import { HOURS_PER_YEAR } from "../../../site/year.ts"
import { type CalendarWindow, DAY_NAMES } from "./schema.ts"

/** Kind of hour: month 1–12, index of the day in DAY_NAMES, hour of the clock 0–23. */
export interface KindOfHour {
  month: number
  day: number
  hour: number
}

/** Quarters of an hour, by their number. */
const QUARTERS = [0, 1, 2, 3]

/** Marks an hour outside all windows. */
export const NO_WINDOW = -1

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour)

const HOLIDAYS = DAY_NAMES.indexOf("holidays")

/** Bits of a window, one for each month, kind of day and hour of the clock, the hours for each of their quarters. */
interface WindowBits {
  months: number
  days: number
  quarters: number[]
}

const ALL = -1

const bitsOf = (values: Iterable<number>): number => {
  let bits = 0
  for (const value of values) bits |= 1 << value
  return bits
}

const ALL_HOURS = (1 << 24) - 1

/** Bits of clock hours whose quarter lies between `from` and `to`, over midnight if `to` is not later. */
const hoursBetween = ([from = 0, to = 24]: readonly number[], quarter: number): number => {
  const past = quarter / QUARTERS.length
  const first = Math.ceil(from - past)
  const last = Math.ceil((to > from ? to : to + 24) - past)
  const length = (1 << (last - first)) - 1
  const start = first % 24
  return ((length << start) | (length >>> (24 - start))) & ALL_HOURS
}

const bits = ({ months, days, hours }: CalendarWindow): WindowBits => ({
  months: months ? bitsOf(months) : ALL,
  days: days ? bitsOf(days.map(day => DAY_NAMES.indexOf(day))) : ALL,
  quarters: hours ? quartersOf(hours) : QUARTERS.map(() => ALL),
})

/** Hours of the clock for each quarter; whole hours have the same for all. */
const quartersOf = (hours: NonNullable<CalendarWindow["hours"]>): number[] => {
  const hoursIn = (quarter: number) => hours.reduce((bits, part) => bits | hoursBetween(part, quarter), 0)
  if (hours.some(part => part.some(hour => !Number.isInteger(hour)))) return QUARTERS.map(hoursIn)
  const whole = hoursIn(0)
  return QUARTERS.map(() => whole)
}

const holds = (window: WindowBits, { month, day, hour }: KindOfHour, quarter: number): boolean =>
  ((window.months >> month) & (window.days >> day) & (window.quarters[quarter]! >> hour) & 1) === 1

/** True if a list of windows treats public holidays separately. */
export const namesHolidays = (windows: readonly CalendarWindow[]): boolean =>
  windows.some(({ days }) => days?.includes("holidays"))

interface WindowsRead {
  /** True if a public holiday is not a weekday; by default if a window names holidays. */
  hasHolidays?: boolean
  /** Steps per hour, 1 or 4; by default 1. */
  steps?: number
}

/**
 * Index of the first window that contains the start of each step; NO_WINDOW without one.
 * @param windows in order: the first window that contains a step counts
 */
export const windowOfSteps = (
  windows: readonly CalendarWindow[],
  calendar: LocalCalendar,
  { hasHolidays = namesHolidays(windows), steps = 1 }: WindowsRead = {},
): Int16Array => {
  const each = windows.map(bits)
  const quartersPerStep = QUARTERS_PER_HOUR / steps
  return Int16Array.from({ length: HOURS_PER_YEAR * steps }, (_, step) => {
    const hour = Math.floor(step / steps)
    const quarter = (step % steps) * quartersPerStep
    const isHoliday = hasHolidays && calendar.isHoliday[hour] === 1
    const kind = {
      month: calendar.month[hour]!,
      day: isHoliday ? HOLIDAYS : calendar.weekday[hour]!,
      hour: calendar.hourOfDay[hour]!,
    }
    return each.findIndex(window => holds(window, kind, quarter))
  })
}

/** First kind of hour, January and Monday first, partly outside all windows; undefined if all hours are covered. */
export const firstLeftOut = (windows: readonly CalendarWindow[]): KindOfHour | undefined => {
  const kindsOfDay = namesHolidays(windows) ? DAY_NAMES.length : HOLIDAYS
  const covered = new Int32Array(12 * kindsOfDay * QUARTERS.length)
  for (const { months, days, quarters } of windows.map(bits))
    for (let month = 1, at = 0; month <= 12; month++)
      for (let day = 0; day < kindsOfDay; day++, at += QUARTERS.length)
        if (((months >> month) & (days >> day) & 1) === 1)
          for (const quarter of QUARTERS) covered[at + quarter]! |= quarters[quarter]!
  const at = covered.findIndex(hours => (hours & ALL_HOURS) !== ALL_HOURS)
  if (at < 0) return undefined
  const kind = Math.floor(at / QUARTERS.length)
  const hoursOfKind = covered.subarray(kind * QUARTERS.length, (kind + 1) * QUARTERS.length)
  return {
    month: Math.floor(kind / kindsOfDay) + 1,
    day: kind % kindsOfDay,
    hour: HOURS_OF_DAY.find(hour => hoursOfKind.some(hours => ((hours >> hour) & 1) === 0))!,
  }
}

/** True if a window begins or ends within an hour. */
const hasQuarters = ({ hours = [] }: CalendarWindow): boolean => hours.flat().some(hour => !Number.isInteger(hour))

/** Value of a window, the value outside all windows, and the steps per hour. */
interface ValuesRead<Window> {
  read: (window: Window) => number
  otherwise: number
  steps: number
}

/**
 * Value of each step: from the first window that contains it, else `otherwise`. In steps of an hour, windows with
 * quarters give the mean of the values of the hour's quarters.
 */
export const valueOfSteps = <Window extends CalendarWindow>(
  windows: readonly Window[],
  calendar: LocalCalendar,
  { read, otherwise, steps }: ValuesRead<Window>,
): Float64Array => {
  const values = windows.map(read)
  const valuesIn = (steps: number) =>
    Float64Array.from(windowOfSteps(windows, calendar, { steps }), window =>
      window === NO_WINDOW ? otherwise : values[window]!,
    )
  return steps === 1 && windows.some(hasQuarters) ? hourlyMeans(valuesIn(QUARTERS_PER_HOUR)) : valuesIn(steps)
}
