import { InvalidInput } from "../../../domain/errors.ts"
import { chartData } from "../../../domain/report/chart/chart.ts"
import { type CalendarDate, parseDate } from "../../../domain/report/chart/intervals.ts"
import type { ChartData } from "../../../domain/report/chart/schema.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import { violation } from "../../../domain/validation/violation.ts"
import type { Queries } from "../../../store/database.ts"
import type { ScanState } from "../../../store/scans/read.ts"
import { storedSeries } from "./report.ts"
import type { ChartQuery } from "./schemas.ts"

/** The chart of a completed scan: the year from today unless the query says otherwise. Throws InvalidInput. */
export const scanChart = async (
  queries: Queries,
  scan: ScanState,
  { interval = "year", startDate = new Date().toISOString() }: ChartQuery,
): Promise<ChartData> => {
  const start = dateOf(startDate)
  return chartData(unpackSeries(await storedSeries(queries, scan)), { interval, startDate: start })
}

const dateOf = (text: string): CalendarDate => {
  const date = parseDate(text)
  if (!date) throw new InvalidInput([violation(["startDate"], "date", { form: "plain-day-or-time" })])
  return date
}
