import Papa from "papaparse"
import { NDJSON } from "./lines.ts"

export const CSV_TYPE = "text/csv"
/** Line end of CSV (RFC 4180). */
const CRLF = "\r\n"

/** A file of rows: its media type, the text before the rows, and the text of some rows. */
export interface RowFormat<Row> {
  mediaType: string
  head: string
  lines: (rows: readonly Row[]) => string
}

/** Rows as a line of JSON each, or as a table with these columns. @param cellsOf cells of a row by column */
export const rowFormats = <Row extends object>(
  columns: readonly string[],
  cellsOf: (row: Row) => object,
): Record<"ndjson" | "csv", RowFormat<Row>> => ({
  ndjson: {
    mediaType: NDJSON,
    head: "",
    lines: rows => rows.map(row => `${JSON.stringify(row)}\n`).join(""),
  },
  csv: {
    mediaType: `${CSV_TYPE}; charset=utf-8`,
    head: columns.join(",") + CRLF,
    // A spreadsheet would execute a text that looks like a formula.
    lines: rows =>
      rows.length === 0
        ? ""
        : Papa.unparse(rows.map(cellsOf), {
            header: false,
            columns: [...columns],
            newline: CRLF,
            escapeFormulae: true,
          }) + CRLF,
  },
})
