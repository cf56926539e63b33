import { offsetHoursAt, type Site } from "./geo/site.ts"
import { isPublicHoliday } from "./publicHolidays.ts"
import { HOURS_PER_YEAR, hourStartUtcMs } from "./year.ts"

const MS_PER_HOUR = 3_600_000
const HOURS_PER_DAY = 24

/** Clock and calendar of a place at the start of each hour of the year of standard time, 8760 entries each. */
export interface LocalCalendar {
  /** 1–12. */
  month: Uint8Array
  /** 0 (Monday) – 6 (Sunday). */
  weekday: Uint8Array
  /** 0–23. In the night in which summer time begins no hour is 2; in the night in which it ends two hours are 2. */
  hourOfDay: Uint8Array
  /** 1 on public holidays; all 0 if unknown. */
  isHoliday: Uint8Array
}

/**
 * The calendar of a place in a year. Summer time moves clocks, not the hours of the year. In summer the hour that
 * begins at 16:00 standard time shows 17:00, and the last hour of a day is the next day's first.
 * @param holidaysOf whose public holidays count, a country (ISO 3166 alpha-2) or a part of one (ISO 3166-2); unless
 * given, the place's country
 */
export const localCalendar = (
  { zone, standardOffsetHours, country }: Pick<Site, "zone" | "standardOffsetHours" | "country">,
  year: number,
  holidaysOf = country ?? "",
): LocalCalendar => {
  const calendar: LocalCalendar = {
    month: new Uint8Array(HOURS_PER_YEAR),
    weekday: new Uint8Array(HOURS_PER_YEAR),
    hourOfDay: new Uint8Array(HOURS_PER_YEAR),
    isHoliday: new Uint8Array(HOURS_PER_YEAR),
  }
  const startOf = (hour: number) => hourStartUtcMs(hour, year, standardOffsetHours)
  for (let day = 0; day < HOURS_PER_YEAR; day += HOURS_PER_DAY) {
    const first = offsetHoursAt(zone, startOf(day))
    const last = offsetHoursAt(zone, startOf(day + HOURS_PER_DAY - 1))
    for (let hour = day; hour < day + HOURS_PER_DAY; hour++) {
      const utcMs = startOf(hour)
      const offset = first === last ? first : offsetHoursAt(zone, utcMs)
      const local = new Date(utcMs + offset * MS_PER_HOUR)
      calendar.month[hour] = local.getUTCMonth() + 1
      calendar.weekday[hour] = (local.getUTCDay() + 6) % 7
      calendar.hourOfDay[hour] = local.getUTCHours()
      calendar.isHoliday[hour] = isPublicHoliday(holidaysOf, local) ? 1 : 0
    }
  }
  return calendar
}
