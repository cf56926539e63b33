import type { TableKind } from "../../base/validation/rules.ts"

/** Rows of a file, whatever its container: a CSV text read with one delimiter, or one sheet of a workbook. */
export interface Table {
  /** Format of the table. */
  kind: TableKind
  /**
   * Passes the rows on in order: cells as `cellText`, and the row's number counted from 1. Returning false ends the
   * reading. Throws InvalidInput for a row that cannot be read or for more than MAX_ROWS rows.
   */
  forEachRow: (onRow: RowHandler) => void
  /** The first rows, for recognising the format. */
  head: string[][]
}

/** Takes one row; false ends the reading. */
export type RowHandler = (cells: string[], row: number) => unknown

/** Maximum number of rows of a table: ten years of quarter-hours for two registers, with a margin. */
export const MAX_ROWS = 1_000_000

/** Number of top rows searched for a header; a known file has 13 lines of account data above it. */
export const HEAD_ROWS = 24

/** Maximum number of columns of a row; a year of days has 366, and titles. */
export const MAX_COLUMNS = 400

/** Maximum number of stored characters of a cell; titles are shorter, values far shorter. */
export const MAX_TEXT_LENGTH = 512

/** A cell's text without surrounding single quotes, or the quote that spreadsheets put before texts. */
export const cellText = (text: string): string => {
  const trimmed = text.trim()
  const bare = trimmed.startsWith("'") ? trimmed.slice(1, trimmed.endsWith("'") ? -1 : undefined) : trimmed
  return bare.slice(0, MAX_TEXT_LENGTH)
}

/** A column's title as formats are recognised by: lower case, single spaces. */
export const columnTitle = (title: string): string => title.replace(/\s+/g, " ").toLowerCase()

/** Checks whether a column's title, in lower case, matches a pattern or a list. */
export interface TitleTest {
  test: (title: string) => boolean
}
