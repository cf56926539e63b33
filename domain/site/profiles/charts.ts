import { type Static, Type } from "@sinclair/typebox"
import { sums } from "../../report/chart/aggregate.ts"
import { type CalendarDate, type Slot, timeline } from "../../report/chart/intervals.ts"
import { StringEnum } from "../../validation/schema.ts"
import { numberIn } from "../../validation/units.ts"
import { type Violation, violation } from "../../validation/violation.ts"
import { calendarHour, HOURS_PER_YEAR } from "../year.ts"
import type { ProfileCurves } from "./curves.ts"

export const CHART_VIEWS = ["week", "month", "year", "production", "export"] as const
export type ChartView = (typeof CHART_VIEWS)[number]

const HOURS_PER_WEEK = 168
const LAST_WEEK = 51
const LAST_MONTH = 11

const kwhPerLabel = (description: string) => Type.Array(numberIn("kWh"), { description: `${description} [kWh]` })

/** Chart of a profile: energies per label. */
export const ProfileChart = Type.Object(
  {
    view: StringEnum(CHART_VIEWS),
    index: Type.Union([Type.Integer(), Type.Null()], { description: "Week or month shown; null for the whole year" }),
    intervalType: StringEnum(["hour", "day", "month"], { description: "What one label covers" }),
    labels: Type.Array(Type.String(), {
      description: "YYYY-MM-DD HH:00 of hours, YYYY-MM-DD of days, YYYY-MM of months",
    }),
    baseline: kwhPerLabel("Bought without layers and assets"),
    combined: kwhPerLabel("Bought"),
    production: Type.Optional(kwhPerLabel("Solar production; in the view production")),
    export: Type.Optional(kwhPerLabel("Fed in; in the view export")),
    unit: StringEnum(["kWh"]),
  },
  { description: "Chart of a profile" },
)
export type ProfileChart = Static<typeof ProfileChart>

/** What to show: a view, and a week (0–51) or month (0–11) of it, or the date it begins on. */
export interface ProfileChartRequest {
  view: ChartView
  index?: number | undefined
  startDate?: CalendarDate | undefined
}

/** What is wrong with a view and its index. */
export const chartViolations = ({ view, index, startDate }: ProfileChartRequest): Violation[] => {
  if (index === undefined) return []
  if (startDate) return [violation(["index"], "index-with-date")]
  if (view === "year") return index === 0 ? [] : [violation(["index"], "index-of-year")]
  const last = view === "month" ? LAST_MONTH : LAST_WEEK
  return index > last ? [violation(["index"], "index-of-view", { maximum: last, view })] : []
}

interface ChartAxis {
  index: number | null
  intervalType: ProfileChart["intervalType"]
  labels: string[]
  slots: Slot[]
}

/**
 * The chart of a profile. A week is 168 hours, week 0 begins on 1 January; a month is its days; a year, and production and
 * export without an index, the twelve months; production and export with an index are that week. Without index or startDate
 * a week or month is the first.
 */
export const profileChart = (curves: ProfileCurves, request: ProfileChartRequest, year: number): ProfileChart => {
  const { index, intervalType, labels, slots } = axisOf(request, year)
  return {
    view: request.view,
    index,
    intervalType,
    labels,
    baseline: sums(curves.baseline, slots),
    combined: sums(curves.result, slots),
    ...(request.view === "production" ? { production: sums(curves.production, slots) } : {}),
    ...(request.view === "export" ? { export: sums(curves.export, slots) } : {}),
    unit: "kWh",
  }
}

const axisOf = ({ view, index, startDate }: ProfileChartRequest, year: number): ChartAxis => {
  if (view === "month")
    return monthAxis(startDate ?? { year, month: (index ?? 0) + 1, day: 1 }, startDate ? null : (index ?? 0))
  const showsWeek = view === "week" || (view !== "year" && (index !== undefined || startDate !== undefined))
  if (!showsWeek) {
    const { labels, slots } = timeline("year", startDate ?? { year, month: 1, day: 1 })
    return { index: null, intervalType: "month", labels, slots }
  }
  return weekAxis(startDate ?? dateOfWeek(index ?? 0, year), startDate ? null : (index ?? 0))
}

const monthAxis = (start: CalendarDate, index: number | null): ChartAxis => {
  const { labels, slots } = timeline("month", start)
  return { index, intervalType: "day", labels, slots }
}

const dateOfWeek = (week: number, year: number): CalendarDate => {
  const { month, day } = calendarHour(week * HOURS_PER_WEEK)
  return { year, month, day }
}

const weekAxis = (start: CalendarDate, index: number | null): ChartAxis => {
  const days = timeline("week", start)
  const hours = days.slots.flatMap(({ firstHour }, day) =>
    Array.from({ length: 24 }, (_, hour) => ({
      label: `${days.labels[day]} ${String(hour).padStart(2, "0")}:00`,
      slot: { firstHour: (firstHour + hour) % HOURS_PER_YEAR, hours: 1 },
    })),
  )
  return { index, intervalType: "hour", labels: hours.map(({ label }) => label), slots: hours.map(({ slot }) => slot) }
}

/** Bought energy of each hour as CSV: header `hour,kwh`, then 8760 rows. Each is the shortest number that is its float32. */
export const profileCsv = ({ result }: ProfileCurves): string => {
  const rows = Array.from(result, (kwh, hour) => `${hour},${shortest(kwh)}`)
  return `hour,kwh\n${rows.join("\n")}\n`
}

/** Digits that identify a float32: 7 mostly, 9 always. */
const FLOAT32_DIGITS = [7, 8, 9]

const shortest = (float32: number): number =>
  FLOAT32_DIGITS.map(digits => Number(float32.toPrecision(digits))).find(value => Math.fround(value) === float32)!
