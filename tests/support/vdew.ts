import type { DayKind } from "../../domain/site/consumption/calendar.ts"
import { storedTable } from "../../domain/site/consumption/stored.ts"
import { hourOfYear, weekdayOfDay } from "../../domain/site/year.ts"

/** The VDEW tables as the publication defines them: normalised to 1,000 kWh over a year of German holidays. */

export const VDEW_SEASONS = ["winter", "transition", "summer"] as const
export const DAY_KINDS: readonly DayKind[] = ["workday", "saturday", "sunday"]
export type VdewSeason = (typeof VDEW_SEASONS)[number]

/** Mean power of each hour of a day [kW for 1,000 kWh a year]. */
export type TableOf = (profile: string, season: VdewSeason, kind: DayKind) => readonly number[]
export const shippedTable: TableOf = (profile, season, kind) =>
  storedTable("vdew1999").get(`${profile} ${season} ${kind}`)!

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const YEAR = 2019
/** Month and day of the German public holidays of 2019. */
const HOLIDAYS = ["1-1", "4-19", "4-22", "5-1", "5-30", "6-10", "10-3", "12-25", "12-26"].map(date => {
  const [month, day] = date.split("-").map(Number)
  return hourOfYear(month!, day!, 0) / 24
})
const SATURDAYS = [hourOfYear(12, 24, 0) / 24, hourOfYear(12, 31, 0) / 24]

const kindOf = (day: number): DayKind => {
  const weekday = weekdayOfDay(day, YEAR)
  if (weekday === 6 || HOLIDAYS.includes(day)) return "sunday"
  return weekday === 5 || SATURDAYS.includes(day) ? "saturday" : "workday"
}

const seasonOf = (day: number): VdewSeason => {
  const from = (month: number, date: number) => day >= hourOfYear(month, date, 0) / 24
  if (from(5, 15) && !from(9, 15)) return "summer"
  return from(11, 1) || !from(3, 21) ? "winter" : "transition"
}

/** Use of a profile in 2019 [kWh]: 1,000, except for the dates of the holidays. */
export const yearOf = (profile: string, tableOf: TableOf = shippedTable): number =>
  sum(Array.from({ length: 365 }, (_, day) => sum(tableOf(profile, seasonOf(day), kindOf(day)))))

/** Use of a table's day [kWh]. */
export const dayOf = (table: readonly number[]): number => sum(table)
