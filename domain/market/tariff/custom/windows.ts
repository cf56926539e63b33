import type { LocalCalendar } from "../../../site/localCalendar.ts"
import { HOURS_PER_YEAR } from "../../../site/year.ts"
import { type CalendarWindow, DAY_NAMES } from "./schema.ts"

/** Kind of hour: month 1–12, index of the day in DAY_NAMES, hour of the clock 0–23. */
export interface KindOfHour {
  month: number
  day: number
  hour: number
}

/** Marks an hour outside all windows. */
export const NO_WINDOW = -1

const HOLIDAYS = DAY_NAMES.indexOf("holidays")

/** Bits of a window, one for each month, kind of day and hour of the clock. */
interface WindowBits {
  months: number
  days: number
  hours: number
}

const ALL = -1

const bitsOf = (values: Iterable<number>): number => {
  let bits = 0
  for (const value of values) bits |= 1 << value
  return bits
}

/** Clock hours from `from` to `to`, over midnight if the end is not later; 24 is midnight. */
function* hoursBetween([from = 0, to = 24]: readonly number[]): Generator<number> {
  const last = to > from ? to : to + 24
  for (let hour = from; hour < last; hour++) yield hour % 24
}

const bits = ({ months, days, hours }: CalendarWindow): WindowBits => ({
  months: months ? bitsOf(months) : ALL,
  days: days ? bitsOf(days.map(day => DAY_NAMES.indexOf(day))) : ALL,
  hours: hours ? bitsOf(hours.flatMap(part => [...hoursBetween(part)])) : ALL,
})

const holds = (window: WindowBits, { month, day, hour }: KindOfHour): boolean =>
  ((window.months >> month) & (window.days >> day) & (window.hours >> hour) & 1) === 1

/** True if a list of windows treats public holidays separately. */
export const namesHolidays = (windows: readonly CalendarWindow[]): boolean =>
  windows.some(({ days }) => days?.includes("holidays"))

/**
 * Index of the first window that contains each hour, 8760 h; NO_WINDOW without one.
 * @param windows in order: the first window that contains an hour counts
 * @param hasHolidays true if a public holiday is not a weekday
 */
export const windowOfHours = (
  windows: readonly CalendarWindow[],
  calendar: LocalCalendar,
  hasHolidays = namesHolidays(windows),
): Int16Array => {
  const each = windows.map(bits)
  return Int16Array.from({ length: HOURS_PER_YEAR }, (_, hour) => {
    const isHoliday = hasHolidays && calendar.isHoliday[hour] === 1
    const kind = {
      month: calendar.month[hour]!,
      day: isHoliday ? HOLIDAYS : calendar.weekday[hour]!,
      hour: calendar.hourOfDay[hour]!,
    }
    return each.findIndex(window => holds(window, kind))
  })
}

/** First kind of hour, January and Monday first, outside all windows; undefined if every hour is covered. */
export const firstLeftOut = (windows: readonly CalendarWindow[]): KindOfHour | undefined => {
  const each = windows.map(bits)
  const kindsOfDay = namesHolidays(windows) ? DAY_NAMES.length : HOLIDAYS
  for (let month = 1; month <= 12; month++)
    for (let day = 0; day < kindsOfDay; day++)
      for (let hour = 0; hour < 24; hour++) {
        const kind = { month, day, hour }
        if (!each.some(window => holds(window, kind))) return kind
      }
  return undefined
}

/** Value of each hour, 8760 h: from the first window that contains it, else `otherwise`. */
export const valueOfHours = <Window extends CalendarWindow>(
  windows: readonly Window[],
  calendar: LocalCalendar,
  { read, otherwise }: { read: (window: Window) => number; otherwise: number },
): Float64Array => {
  const values = windows.map(read)
  return Float64Array.from(windowOfHours(windows, calendar), window =>
    window === NO_WINDOW ? otherwise : values[window]!,
  )
}
