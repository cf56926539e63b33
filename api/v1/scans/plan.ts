import type { DayPlan } from "../../../domain/report/plan.ts"
import { dayPlan } from "../../../domain/report/plan.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import { siteOf } from "../../../domain/site/geo/site.ts"
import type { Queries } from "../../../store/database.ts"
import type { ScanState } from "../../../store/scans/read.ts"
import { dateOf } from "./chart.ts"
import { storedReport, storedSeries } from "./report.ts"
import type { PlanQuery } from "./schemas.ts"

/** The day plan of a completed scan. Throws InvalidInput for an invalid date. */
export const scanPlan = async (queries: Queries, scan: ScanState, { date: text }: PlanQuery): Promise<DayPlan> => {
  const date = dateOf("date", text)
  const [report, { series, location, control }] = await Promise.all([
    storedReport(queries, scan),
    storedSeries(queries, scan),
  ])
  return dayPlan(unpackSeries(series).hours, {
    date,
    clock: siteOf(location.lat, location.lon),
    // Without a battery and with one price the report compares no controllers, and a request that names one is its only
    // trace.
    control: report.control?.chosen ?? control ?? "ideal",
  })
}
