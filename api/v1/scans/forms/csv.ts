import Papa from "papaparse"
import { reportRows } from "../../../../domain/report/csv.ts"
import type { FullReport } from "../../../../domain/report/schema.ts"
import { HOURLY_SERIES } from "../../../../domain/report/series/hourly.ts"
import { HOURS_PER_YEAR } from "../../../../domain/site/year.ts"
import type { Series } from "../seriesSchemas.ts"

/** Line end of CSV (RFC 4180). */
const CRLF = "\r\n"

/** The figures of a report, one line each: place in the report, value, and unit; amounts in the report's currency. */
export const reportCsv = (report: FullReport): string => {
  const rows = reportRows(report).map(({ field, value, unit }) => [
    field,
    value,
    unit.replace(/^EUR\b/, report.currency),
  ])
  // A spreadsheet would execute a text that looks like a formula.
  const options = { newline: CRLF, escapeFormulae: true }
  return Papa.unparse({ fields: ["field", "value", "unit"], data: rows }, options) + CRLF
}

/** The hours or quarters behind a report, a line for each from 0, in columns by their names. */
export const seriesCsv = (series: Series): string => {
  const columns = HOURLY_SERIES.map(name => series[name])
  const step = columns[0]!.length > HOURS_PER_YEAR ? "quarter" : "hour"
  const lines = columns[0]!.map((_, at) => [at, ...columns.map(values => values[at])].join(","))
  return [[step, ...HOURLY_SERIES].join(","), ...lines].join(CRLF) + CRLF
}
