import { StringEnum } from "../../base/validation/schema.ts"
import { localTime, type Site } from "../geo/site.ts"
import { DAYS_PER_YEAR, HOURS_PER_YEAR, hourOfYear, isLeapYear, MONTH_DAYS, MONTH_START_HOURS } from "../year.ts"

export const INTERVALS = ["day", "week", "month", "year"] as const
/** Length of a chart: 24 hours, 7 days, as many days as the first month has (28 to 31), or 12 calendar months. */
export const Interval = StringEnum(INTERVALS, { description: "Length of the chart" })
export type Interval = (typeof INTERVALS)[number]

/** A calendar date; month 1–12, day from 1. */
export interface CalendarDate {
  year: number
  month: number
  day: number
}

/** Hours of one label: first hour of the year (0–8759) and number of hours, which may continue over the year's end. */
export interface Slot {
  firstHour: number
  hours: number
}

/** The time axis of a chart. */
export interface Timeline {
  interval: Interval
  /** Local time: `HH:MM` at the start of the hours of a day, `YYYY-MM-DD` of days, `YYYY-MM` of months. */
  labels: string[]
  /** First instant of each label, ISO 8601 in UTC. */
  instants: string[]
  /** IANA time zone of the labels. */
  timeZone: string
  /** One per label. */
  slots: Slot[]
  /** First instant of the first label, ISO 8601 in UTC. */
  startDate: string
  /** First instant after the last label, ISO 8601 in UTC. 29 February has no label and is left out. */
  endDate: string
}

/** Time of a place. Days begin at 0:00 standard time all year; labels show local clock time. */
export type LocalClock = Pick<Site, "zone" | "standardOffsetHours">

const HOURS_PER_DAY = 24
const MS_PER_HOUR = 3_600_000
/** Years in which a chart may start. The chart itself may begin a day earlier and end a year later. */
const FIRST_YEAR = 1
const LAST_YEAR = 9998
/** Second 60 is a leap second. An unencoded plus sign of a zone arrives as a space. */
const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?(?:[Zz]|[-+ ](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/

const daysIn = (year: number, month: number): number => (month === 2 && isLeapYear(year) ? 29 : MONTH_DAYS[month - 1]!)

/**
 * Parses a date `YYYY-MM-DD`, alone or with a time of day with or without zone (RFC 3339); the date counts as written.
 * Null for another text, and if instants of its chart need more than four digits for the year (RFC 3339, 5.6). A scan's
 * year has no 29 February; the 28th replaces it.
 */
export const parseDate = (text: string): CalendarDate | null => {
  const match = DATE.exec(text)
  if (!match) return null
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  if (year < FIRST_YEAR || year > LAST_YEAR) return null
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  return { year, month, day: Math.min(day, MONTH_DAYS[month - 1]!) }
}

const digits = (value: number, width: number): string => String(value).padStart(width, "0")
const monthText = ({ year, month }: CalendarDate): string => `${digits(year, 4)}-${digits(month, 2)}`
/** `YYYY-MM-DD`. */
export const dateText = (date: CalendarDate): string => `${monthText(date)}-${digits(date.day, 2)}`
/** Start of an hour (0–23) of a date in standard time, milliseconds since 1970. */
const utcMsOf = ({ year, month, day }: CalendarDate, { standardOffsetHours }: LocalClock, hour = 0): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) + (hour - standardOffsetHours) * MS_PER_HOUR
const iso = (utcMs: number): string => new Date(utcMs).toISOString()

/** Date `days` days later in a year of 365 days. */
const daysLater = (date: CalendarDate, days: number): CalendarDate => {
  const axisDay = hourOfYear(date.month, date.day, 0) / HOURS_PER_DAY + days
  const year = date.year + Math.floor(axisDay / DAYS_PER_YEAR)
  const firstHour = (axisDay % DAYS_PER_YEAR) * HOURS_PER_DAY
  const month = MONTH_START_HOURS.findLastIndex(start => start <= firstHour) + 1
  return { year, month, day: (firstHour - MONTH_START_HOURS[month - 1]!) / HOURS_PER_DAY + 1 }
}

const monthsLater = ({ year, month }: CalendarDate, months: number): CalendarDate => {
  const index = month - 1 + months
  return { year: year + Math.floor(index / 12), month: (index % 12) + 1, day: 1 }
}

/** Twelve months from the month of a date on, as `YYYY-MM`. */
export const monthsFrom = (start: CalendarDate): string[] =>
  Array.from({ length: 12 }, (_, index) => monthText(monthsLater(start, index)))

/** Fields of an axis that follow from its instants. */
const placed = (starts: readonly number[], end: number, { zone }: LocalClock) => ({
  instants: starts.map(iso),
  timeZone: zone,
  startDate: iso(starts[0]!),
  endDate: iso(end),
})

const hourlyTimeline = (start: CalendarDate, clock: LocalClock): Timeline => {
  const hours = Array.from({ length: HOURS_PER_DAY }, (_, hour) => hour)
  const starts = hours.map(hour => utcMsOf(start, clock, hour))
  return {
    interval: "day",
    labels: starts.map(utcMs => localTime(clock.zone, utcMs).split(" ")[1]!),
    slots: hours.map(hour => ({ firstHour: hourOfYear(start.month, start.day, hour), hours: 1 })),
    ...placed(starts, starts.at(-1)! + MS_PER_HOUR, clock),
  }
}

const dailyTimeline = (interval: "week" | "month", start: CalendarDate, days: number, clock: LocalClock): Timeline => {
  const dates = Array.from({ length: days }, (_, day) => daysLater(start, day))
  const starts = dates.map(date => utcMsOf(date, clock))
  return {
    interval,
    labels: dates.map(dateText),
    slots: dates.map(({ month, day }) => ({ firstHour: hourOfYear(month, day, 0), hours: HOURS_PER_DAY })),
    ...placed(starts, starts.at(-1)! + HOURS_PER_DAY * MS_PER_HOUR, clock),
  }
}

const monthlyTimeline = (start: CalendarDate, clock: LocalClock): Timeline => {
  const months = Array.from({ length: 12 }, (_, index) => monthsLater(start, index))
  const starts = months.map(month => utcMsOf(month, clock))
  return {
    interval: "year",
    labels: months.map(monthText),
    slots: months.map(({ month }) => ({
      firstHour: MONTH_START_HOURS[month - 1]!,
      hours: MONTH_DAYS[month - 1]! * HOURS_PER_DAY,
    })),
    ...placed(starts, utcMsOf(monthsLater(start, 12), clock), clock),
  }
}

/**
 * The time axis of a chart at a place. A day, week or month begins on the start date and runs on over the year's end
 * into the same year's first hours; a year is twelve whole calendar months, the first being the start date's. Days
 * begin at 0:00 standard time, as the hours of the year do: in summer that is 1:00 by the clock.
 */
export const timeline = (interval: Interval, startDate: CalendarDate, clock: LocalClock): Timeline => {
  const start = { ...startDate, day: Math.min(startDate.day, MONTH_DAYS[startDate.month - 1]!) }
  switch (interval) {
    case "day":
      return hourlyTimeline(start, clock)
    case "week":
      return dailyTimeline("week", start, 7, clock)
    case "month":
      return dailyTimeline("month", start, MONTH_DAYS[start.month - 1]!, clock)
    case "year":
      return monthlyTimeline(start, clock)
  }
}

/** The place in the year of the n-th hour of a slot. */
export const hourOfSlot = (slot: Slot, n: number): number => (slot.firstHour + n) % HOURS_PER_YEAR
