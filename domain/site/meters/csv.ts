import Papa, { type ParseConfig, type ParseResult, type Parser } from "papaparse"
import { refuse } from "./refusal.ts"
import { cellText, HEAD_ROWS, MAX_COLUMNS, MAX_ROWS, type RowHandler, type Table } from "./table.ts"

/** Maximum number of characters of one line; the longest known export, padded with spaces, has 400. */
const MAX_LINE_LENGTH = 8192

const DELIMITERS = [
  { sign: ";", delimiter: "semicolon" },
  { sign: ",", delimiter: "comma" },
  { sign: "\t", delimiter: "tab" },
  { sign: "|", delimiter: "bar" },
] as const
const HEAD_LENGTH = 64 * 1024
/** Number of characters parsed at a time. A longer row has an unclosed quote, in which each quote costs memory. */
const PIECE_LENGTH = 256 * 1024

/**
 * Possible tables of a text file, one per delimiter. UTF-8 and UTF-16, with or without byte order mark, and
 * Windows-1252 are read. Throws InvalidInput for a file that is not text, has an endless line or more than MAX_ROWS
 * lines.
 */
export const csvTables = (bytes: Uint8Array): Table[] => {
  const text = decoded(bytes)
  const newline = text.includes("\n") ? "\n" : "\r"
  checkLines(text, newline)
  const head = text.slice(0, HEAD_LENGTH)
  return DELIMITERS.map(({ sign, delimiter }) => ({
    kind: { container: "csv", delimiter },
    head: headRows(head, sign, newline),
    forEachRow: onRow => forEachRow(text, sign, newline, onRow),
  }))
}

const decoded = (bytes: Uint8Array): string => {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  if (bytes.includes(0)) refuse("file-not-text")
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/**
 * Characters examined to recognise UTF-16 without a byte order mark: in the headers of exports every second byte is 0.
 */
const WIDE_SAMPLE = 32

const wideEncoding = (bytes: Uint8Array): "utf-16le" | "utf-16be" | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  const start = bytes.subarray(0, 2 * WIDE_SAMPLE)
  if (start.length < 2) return null
  const isZeroAt = (odd: number): boolean => start.every((byte, index) => (index % 2 === odd) === (byte === 0))
  return isZeroAt(1) ? "utf-16le" : isZeroAt(0) ? "utf-16be" : null
}

const checkLines = (text: string, newline: string): void => {
  for (let start = 0, row = 1; start < text.length; row++) {
    if (row > MAX_ROWS) refuse("file-rows", { maximum: MAX_ROWS })
    const newlineAt = text.indexOf(newline, start)
    const end = newlineAt < 0 ? text.length : newlineAt
    if (end - start > MAX_LINE_LENGTH) refuse("file-line-length", { line: row, maximum: MAX_LINE_LENGTH })
    start = end + 1
  }
}

const headRows = (head: string, delimiter: string, newline: "\n" | "\r"): string[][] =>
  Papa.parse<string[]>(head, { delimiter, newline, preview: HEAD_ROWS }).data.map(trimmed)

/** Type for texts, which the parser accepts although its types only allow files. */
interface PieceConfig {
  chunkSize: number
  chunk: (results: ParseResult<string[]>, parser: Parser) => void
}

const forEachRow = (text: string, delimiter: string, newline: "\n" | "\r", onRow: RowHandler): void => {
  let rowsBefore = 0
  const inPieces: ParseConfig<string[]> & PieceConfig = {
    delimiter,
    newline,
    chunkSize: PIECE_LENGTH,
    // The last row of a piece may go on in the next, and is not in `data` then; its error is no reason yet.
    chunk: ({ data, errors }, parser) => {
      const [brokenRow = data.length] = errors.flatMap(({ row }) => row ?? [])
      for (const [index, cells] of data.entries()) {
        if (index >= brokenRow) refuse("file-open-quote", { row: rowsBefore + index + 1 })
        if (onRow(trimmed(cells), rowsBefore + index + 1) === false) return parser.abort()
      }
      rowsBefore += data.length
      if (data.length === 0) refuse("file-open-quote", { row: rowsBefore + 1 })
    },
  }
  Papa.parse<string[]>(text, inPieces)
}

const trimmed = (cells: string[]): string[] => {
  if (cells.length > MAX_COLUMNS) cells.length = MAX_COLUMNS
  for (let index = 0; index < cells.length; index++) cells[index] = cellText(cells[index]!)
  return cells
}
