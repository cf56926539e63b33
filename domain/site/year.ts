/**
 * The year every hourly series of the service is written on: 8760 hours of the site's standard time, without daylight
 * saving and without 29 February. Hour 0 is 1 January 00:00–01:00. Months are 1–12, weekdays 0 (Monday) – 6 (Sunday).
 */

/** Hours of the year. */
export const HOURS_PER_YEAR = 8760

/** Days of the year. */
export const DAYS_PER_YEAR = 365

/** The newest calendar year for which prices, measured weather and measured load are all present. */
export const DEFAULT_YEAR = 2023

/** Days of each month, January first. */
export const MONTH_DAYS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** First hour of each month, January first, and 8760 as the thirteenth entry. */
export const MONTH_START_HOURS: readonly number[] = Array.from({ length: 13 }, (_, month) =>
  MONTH_DAYS.slice(0, month).reduce((hours, days) => hours + days * 24, 0),
)

const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 86_400_000
const FIRST_DAY_OF_MARCH = 59

/** Month (1–12) of each hour of the year. */
export const HOUR_MONTHS: Readonly<Uint8Array> = Uint8Array.from(
  { length: HOURS_PER_YEAR },
  (_, hour) => MONTH_START_HOURS.findLastIndex(start => start <= hour) + 1,
)

/** The place of an hour of the year in the calendar: month 1–12, day 1–31, hour of the day 0–23. */
export interface CalendarHour {
  month: number
  day: number
  hourOfDay: number
}

/** Calendar place of an hour of the year (0–8759). */
export const calendarHour = (hour: number): CalendarHour => {
  const month = HOUR_MONTHS[hour]!
  const intoMonth = hour - MONTH_START_HOURS[month - 1]!
  return { month, day: Math.floor(intoMonth / 24) + 1, hourOfDay: intoMonth % 24 }
}

/**
 * Hour of the year (0–8759) of a month (1–12), day (from 1) and hour of the day (0–23). 29 February is not on the
 * axis.
 */
export const hourOfYear = (month: number, day: number, hourOfDay: number): number =>
  MONTH_START_HOURS[month - 1]! + (day - 1) * 24 + hourOfDay

/** True if a Gregorian calendar year has a 29 February. */
export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** Day of the calendar year counted from 0, 29 February included, of a day (0–364) of the axis. */
const calendarDay = (day: number, year: number): number =>
  day >= FIRST_DAY_OF_MARCH && isLeapYear(year) ? day + 1 : day

/** Weekday, 0 (Monday) to 6 (Sunday), of a day of the axis (0–364) in a calendar year. */
export const weekdayOfDay = (day: number, year: number): number => {
  const daysSinceEpoch = Date.UTC(year, 0, 1) / MS_PER_DAY + calendarDay(day, year)
  return (((daysSinceEpoch + 3) % 7) + 7) % 7
}

/** Weekday, 0 (Monday) to 6 (Sunday), of an hour of the axis (0–8759) in a calendar year. */
export const weekdayOfHour = (hour: number, year: number): number => weekdayOfDay(Math.floor(hour / 24), year)

/**
 * Start of an hour of the axis in UTC, milliseconds since 1970.
 * @param hour hour of the year, 0–8759
 * @param year calendar year of the site
 * @param offsetHours the site's standard time minus UTC in hours, fractions allowed (Nepal: 5.75)
 */
export const hourStartUtcMs = (hour: number, year: number, offsetHours: number): number =>
  Date.UTC(year, 0, 1) +
  calendarDay(Math.floor(hour / 24), year) * MS_PER_DAY +
  (hour % 24) * MS_PER_HOUR -
  offsetHours * MS_PER_HOUR

/** A calendar year and an hour (0–8759) of its axis. */
export interface AxisHour {
  year: number
  hour: number
}

/**
 * The hour of the axis that an instant falls in, or null on 29 February.
 * @param utcMs instant, milliseconds since 1970
 * @param offsetHours the site's standard time minus UTC in hours
 */
export const axisHourOf = (utcMs: number, offsetHours: number): AxisHour | null => {
  const local = new Date(utcMs + offsetHours * MS_PER_HOUR)
  const month = local.getUTCMonth() + 1
  const day = local.getUTCDate()
  if (month === 2 && day === 29) return null
  return { year: local.getUTCFullYear(), hour: hourOfYear(month, day, local.getUTCHours()) }
}
