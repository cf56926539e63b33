import { offsetHoursAt } from "../geo/site.ts"
import type { Stamp } from "./values.ts"

const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR

/**
 * The beginning of the n-th hour of a day by the clocks of a zone: of the days on which they change there are 23 or 25. Rows are in order
 * of time. Days that number their hours by the clock leave one out, or have one twice.
 */
export const hoursOfDays = (zone: string) => {
  let day = Number.NaN
  let midnightMs = 0
  let last = 0
  let moved = 0
  const startOf = (wallMs: number): number =>
    wallMs - offsetHoursAt(zone, wallMs - offsetHoursAt(zone, wallMs) * MS_PER_HOUR) * MS_PER_HOUR
  return (dayMs: number, hour: number): Stamp => {
    if (dayMs !== day) {
      day = dayMs
      midnightMs = startOf(dayMs)
      last = 0
      moved = 0
    }
    if (hour === last) moved++
    else if (hour > last + 1 && last > 0 && startOf(dayMs + MS_PER_DAY) - midnightMs < MS_PER_DAY) moved--
    last = hour
    return { ms: midnightMs + (hour - 1 + moved) * MS_PER_HOUR, isUtc: true }
  }
}
