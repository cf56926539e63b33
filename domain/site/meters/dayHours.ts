import { offsetHoursAt } from "../geo/site.ts"
import { type DateOrder, readStamp, type Stamp } from "./values.ts"

const MS_PER_HOUR = 3_600_000
const HOURS_PER_DAY = 24
const MS_PER_DAY = 24 * MS_PER_HOUR

/** Midnight of a date by the clocks of a zone [ms since 1970 UTC]. */
export const startOfDay = (zone: string, dayMs: number): number =>
  dayMs - offsetHoursAt(zone, dayMs - offsetHoursAt(zone, dayMs) * MS_PER_HOUR) * MS_PER_HOUR

/** Hours of a day by the clocks of a zone: 23 or 25 at a change. */
export const dayLengthHours = (zone: string, dayMs: number): number =>
  (startOfDay(zone, dayMs + MS_PER_DAY) - startOfDay(zone, dayMs)) / MS_PER_HOUR

/**
 * Beginning of the n-th hour of a day by the clocks of a zone. Days with a change have 23 or 25 hours, in order of
 * time. Days that number their hours by the clock omit or repeat a number.
 */
export const hoursOfDays = (zone: string) => {
  let day = Number.NaN
  let midnightMs = 0
  let last = 0
  let moved = 0
  return (dayMs: number, hour: number): Stamp => {
    if (dayMs !== day) {
      day = dayMs
      midnightMs = startOfDay(zone, dayMs)
      last = 0
      moved = 0
    }
    if (hour === last) moved++
    else if (hour > last + 1 && last > 0 && dayLengthHours(zone, dayMs) < HOURS_PER_DAY) moved--
    last = hour
    return { ms: midnightMs + (hour - 1 + moved) * MS_PER_HOUR, isUtc: true }
  }
}

/** Numbering of the hours, half-hours or quarters of days in a table. */
export interface Numbering {
  /** First number of a day, 0 or 1. */
  first: number
  /** Numbers in an hour: 1, 2 or 4. */
  perHour: number
  /** Numbers follow the clock: days with a change have the usual numbers, or skip or repeat some. */
  isByClock: boolean
}

/** Hours from 1 on, to 23 and 25 on days on which the clock changes. */
export const IN_ORDER: Numbering = { first: 1, perHour: 1, isByClock: false }

/** True if a day may have a number. */
export const isOfDay = (number: number, { first, perHour }: Numbering): boolean =>
  number >= first && number - first < LONGEST_DAY * perHour

/** The beginning of a numbered hour, half-hour or quarter of a day. */
export const slotStart = (zone: string, dayMs: number, number: number, numbering: Numbering): Stamp => {
  const intoDayMs = ((number - numbering.first) * MS_PER_HOUR) / numbering.perHour
  return numbering.isByClock
    ? { ms: dayMs + intoDayMs, isUtc: false }
    : { ms: startOfDay(zone, dayMs) + intoDayMs, isUtc: true }
}

/** Hours of the shortest and the longest day. */
const SHORTEST_DAY = 23
const LONGEST_DAY = 25

/**
 * Detects how the numbers of a table count the hours. They count in order if a day of 25 or 23 hours has numbers for
 * exactly that many hours.
 */
export const numberings = (zone: string) => {
  const ofDays = new Map<string, { largest: number; count: number }>()
  let first = 1
  let largest = 0
  const add = (date: string, number: number): void => {
    if (number === 0) first = 0
    largest = Math.max(largest, number)
    const day = ofDays.get(date) ?? { largest: 0, count: 0 }
    ofDays.set(date, { largest: Math.max(day.largest, number), count: day.count + 1 })
  }
  const numbering = (order: DateOrder): Numbering => {
    const count = largest - first + 1
    const perHour = [2, 4].find(many => count >= SHORTEST_DAY * many && count <= LONGEST_DAY * many) ?? 1
    const isInOrder = [...ofDays].some(([date, day]) => {
      const hours = dayLengthHours(zone, readStamp(date, order)?.ms ?? 0)
      return hours !== HOURS_PER_DAY && day.largest - first + 1 === hours * perHour && day.count === hours * perHour
    })
    return { first, perHour, isByClock: !isInOrder }
  }
  return { add, numbering }
}
