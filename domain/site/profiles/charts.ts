import { type Static, Type } from "@sinclair/typebox"
import { StringEnum } from "../../base/validation/schema.ts"
import { numberIn } from "../../base/validation/units.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import { sums } from "../chart/aggregate.ts"
import { type CalendarDate, type LocalClock, type Slot, timeline } from "../chart/intervals.ts"
import { INSTANTS, TIME_ZONE } from "../chart/schema.ts"
import { localTime } from "../geo/site.ts"
import { calendarHour, HOURS_PER_YEAR } from "../year.ts"
import type { ProfileCurves } from "./curves.ts"

export const CHART_VIEWS = ["week", "month", "year", "production", "export"] as const
export type ChartView = (typeof CHART_VIEWS)[number]

const HOURS_PER_WEEK = 168
const MS_PER_HOUR = 3_600_000
const LAST_WEEK = 51
const LAST_MONTH = 11

const kwhPerLabel = (description: string) => Type.Array(numberIn("kWh"), { description: `${description} [kWh]` })

/** Chart of a profile: energies per label. */
export const ProfileChart = Type.Object(
  {
    view: StringEnum(CHART_VIEWS, { description: "Shown part" }),
    index: Type.Union([Type.Integer(), Type.Null()], { description: "Week or month shown; null for the whole year" }),
    intervalType: StringEnum(["hour", "day", "month"], { description: "Period of one label" }),
    labels: Type.Array(Type.String(), {
      description: "Local time of `timeZone`: YYYY-MM-DD HH:MM of hours, YYYY-MM-DD of days, YYYY-MM of months",
    }),
    instants: INSTANTS,
    timeZone: TIME_ZONE,
    baseline: kwhPerLabel("Bought without layers and assets"),
    combined: kwhPerLabel("Bought"),
    production: Type.Optional(kwhPerLabel("Solar production; in the view production")),
    export: Type.Optional(kwhPerLabel("Feed-in; in the view export")),
    unit: StringEnum(["kWh"], { description: "Unit of the values" }),
  },
  { description: "Chart of a profile" },
)
export type ProfileChart = Static<typeof ProfileChart>

/** Part to show: a view, and its week (0–51) or month (0–11), or its first date. */
export interface ProfileChartRequest {
  view: ChartView
  index?: number | undefined
  startDate?: CalendarDate | undefined
}

/** Violations of a view and its index. */
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
  /** First instant of each label, ISO 8601 in UTC. */
  instants: string[]
  slots: Slot[]
}

/**
 * The chart of a profile. A week is 168 hours, week 0 begins on 1 January; a month is its days; a year, and production
 * and export without an index, the twelve months; production and export with an index are that week. Without index or
 * startDate a week or month is the first.
 */
export const profileChart = (
  curves: ProfileCurves,
  request: ProfileChartRequest,
  { year, clock }: { year: number; clock: LocalClock },
): ProfileChart => {
  const { index, intervalType, labels, instants, slots } = axisOf(request, year, clock)
  return {
    view: request.view,
    index,
    intervalType,
    labels,
    instants,
    timeZone: clock.zone,
    baseline: sums(curves.baseline, slots),
    combined: sums(curves.result, slots),
    ...(request.view === "production" ? { production: sums(curves.production, slots) } : {}),
    ...(request.view === "export" ? { export: sums(curves.export, slots) } : {}),
    unit: "kWh",
  }
}

const axisOf = ({ view, index, startDate }: ProfileChartRequest, year: number, clock: LocalClock): ChartAxis => {
  if (view === "month")
    return {
      index: startDate ? null : (index ?? 0),
      intervalType: "day",
      ...timeline("month", startDate ?? { year, month: (index ?? 0) + 1, day: 1 }, clock),
    }
  const showsWeek = view === "week" || (view !== "year" && (index !== undefined || startDate !== undefined))
  if (!showsWeek) {
    return { index: null, intervalType: "month", ...timeline("year", startDate ?? { year, month: 1, day: 1 }, clock) }
  }
  return {
    index: startDate ? null : (index ?? 0),
    intervalType: "hour",
    ...hoursOfWeek(startDate ?? dateOfWeek(index ?? 0, year), clock),
  }
}

const dateOfWeek = (week: number, year: number): CalendarDate => {
  const { month, day } = calendarHour(week * HOURS_PER_WEEK)
  return { year, month, day }
}

const hoursOfWeek = (start: CalendarDate, clock: LocalClock): Pick<ChartAxis, "labels" | "instants" | "slots"> => {
  const days = timeline("week", start, clock)
  const hours = days.slots.flatMap(({ firstHour }, day) =>
    Array.from({ length: 24 }, (_, hour) => ({
      utcMs: Date.parse(days.instants[day]!) + hour * MS_PER_HOUR,
      slot: { firstHour: (firstHour + hour) % HOURS_PER_YEAR, hours: 1 },
    })),
  )
  return {
    labels: hours.map(({ utcMs }) => localTime(clock.zone, utcMs)),
    instants: hours.map(({ utcMs }) => new Date(utcMs).toISOString()),
    slots: hours.map(({ slot }) => slot),
  }
}

/**
 * Bought energy of each hour as CSV: header `hour,kwh`, then 8760 rows. Each is the shortest number that is its
 * float32.
 */
export const profileCsv = ({ result }: ProfileCurves): string => {
  const rows = Array.from(result, (kwh, hour) => `${hour},${shortest(kwh)}`)
  return `hour,kwh\n${rows.join("\n")}\n`
}

/** Digits that identify a float32: 7 mostly, 9 always. */
const FLOAT32_DIGITS = [7, 8, 9]

const shortest = (float32: number): number =>
  FLOAT32_DIGITS.map(digits => Number(float32.toPrecision(digits))).find(value => Math.fround(value) === float32)!
