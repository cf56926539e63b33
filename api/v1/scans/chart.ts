import { InvalidInput } from "../../../domain/base/errors.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import { chartData } from "../../../domain/report/chart/chart.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import { type CalendarDate, parseDate } from "../../../domain/site/chart/intervals.ts"
import type { ChartData } from "../../../domain/site/chart/schema.ts"
import { localTime, siteOf } from "../../../domain/site/geo/site.ts"
import type { Queries } from "../../../store/database.ts"
import type { ScanState } from "../../../store/scans/read.ts"
import { storedSeries } from "./report.ts"
import type { ChartQuery } from "./schemas.ts"

/** The chart of a completed scan: the year from today unless the query says otherwise. Throws InvalidInput. */
export const scanChart = async (
  queries: Queries,
  scan: ScanState,
  { interval = "year", startDate }: ChartQuery,
): Promise<ChartData> => {
  const requestedStart = startDate === undefined ? undefined : dateOf("startDate", startDate)
  const { series, location } = await storedSeries(queries, scan)
  const clock = siteOf(location.lat, location.lon)
  const start = requestedStart ?? dateOf("startDate", localTime(clock.zone, Date.now()))
  return chartData(unpackSeries(series), { interval, startDate: start, clock })
}

/** The date that a query's parameter names, alone or before a time of day. Throws InvalidInput. */
export const dateOf = (parameter: string, text: string): CalendarDate => {
  const date = parseDate(text)
  if (!date) throw new InvalidInput([violation([parameter], "date", { form: "plain-day-or-time" })])
  return date
}
