import { InvalidInput } from "../../base/errors.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import { HOURS_PER_YEAR } from "../year.ts"

/** Field of the form. */
const CSV = ["csv"]
/** Highest power of an hour: the largest connection that a scan takes [kW]. */
const MAX_KW = 1_000_000
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const DECIMAL_COMMA = /^[+-]?\d*,\d+$/
const COLUMN_MARKS = [";", ",", "\t", "|"]
/** Maximum length of a value. */
const MAX_VALUE_LENGTH = 64
/** Maximum length of an invalid value in a message. */
const SHOWN_LENGTH = 20

/**
 * The hours of an uploaded load profile (document 2, "CSV rules"): 8760 rows of one number with a decimal point, kW,
 * from 1 January 00:00 on. Line ends of any system, a byte order mark, and quotes or spaces around a number do not
 * matter. Throws InvalidInput with the number of rows and the first row that is no such number.
 */
export const parseLoadProfile = (csv: Uint8Array): Float64Array => {
  const text = new TextDecoder().decode(csv).trimEnd()
  const hoursKw = new Float64Array(HOURS_PER_YEAR)
  let firstWrong: Violation | undefined
  let rows = 0
  for (let start = 0; start < text.length; rows++) {
    const newline = text.indexOf("\n", start)
    const end = newline < 0 ? text.length : newline
    if (rows < HOURS_PER_YEAR && firstWrong === undefined) {
      const value = cellOf(text.slice(start, end))
      firstWrong = wrongness(value, rows + 1)
      hoursKw[rows] = Number(value)
    }
    start = end + 1
  }
  const broken = [
    ...(rows === HOURS_PER_YEAR ? [] : [violation(CSV, "csv-rows", { expected: HOURS_PER_YEAR, found: rows })]),
    ...(firstWrong === undefined ? [] : [firstWrong]),
  ]
  if (broken.length > 0) throw new InvalidInput(broken)
  return hoursKw
}

const cellOf = (line: string): string => {
  const value = line.trim()
  const isQuoted = value.length > 1 && value.startsWith('"') && value.indexOf('"', 1) === value.length - 1
  return isQuoted ? value.slice(1, -1).trim() : value
}

/** Violation of a row's value, counted from 1; undefined for a valid value. */
const wrongness = (value: string, row: number): Violation | undefined => {
  const text = shown(value)
  const isShort = value.length <= MAX_VALUE_LENGTH
  if (isShort && NUMBER.test(value)) {
    if (Number(value) < 0) return violation(CSV, "csv-row-below-zero", { row, text })
    return Number(value) > MAX_KW ? violation(CSV, "csv-row-above", { row, text, maximumKw: MAX_KW }) : undefined
  }
  if (value === "") return violation(CSV, "csv-row-empty", { row })
  if (isShort && DECIMAL_COMMA.test(value)) return violation(CSV, "csv-row-decimal-comma", { row, text })
  if (COLUMN_MARKS.some(mark => value.includes(mark))) return violation(CSV, "csv-row-columns", { row, text })
  return violation(CSV, "csv-row-not-a-number", { row, text })
}

const shown = (value: string): string => (value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value)

/** Figures of a load profile: the sum of its hours [kWh] and their mean [kW]. */
export const loadProfileFigures = (hoursKw: Float64Array): { totalKwh: number; averageKw: number } => {
  const totalKwh = hoursKw.reduce((sum, kw) => sum + kw, 0)
  return { totalKwh, averageKw: totalKwh / HOURS_PER_YEAR }
}
