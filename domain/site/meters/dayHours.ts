import { offsetHoursAt } from "../geo/site.ts"
import type { Stamp } from "./values.ts"

const MS_PER_HOUR = 3_600_000
const HOURS_PER_DAY = 24
const MS_PER_DAY = 24 * MS_PER_HOUR

/** Midnight, by the clocks of a zone, of a day as they write it [ms since 1970 UTC]. */
export const startOfDay = (zone: string, dayMs: number): number =>
  dayMs - offsetHoursAt(zone, dayMs - offsetHoursAt(zone, dayMs) * MS_PER_HOUR) * MS_PER_HOUR

/** Hours of a day by the clocks of a zone: 23 or 25 where they change. */
export const dayLengthHours = (zone: string, dayMs: number): number =>
  (startOfDay(zone, dayMs + MS_PER_DAY) - startOfDay(zone, dayMs)) / MS_PER_HOUR

/**
 * The beginning of the n-th hour of a day by the clocks of a zone: of the days on which they change there are 23 or 25.
 * Rows are in order of time. Days that number their hours by the clock leave one out, or have one twice.
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
