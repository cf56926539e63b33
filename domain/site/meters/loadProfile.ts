import { InvalidInput } from "../../errors.ts"
import { HOURS_PER_YEAR } from "../year.ts"

/** Highest power of an hour: the largest connection that a scan takes [kW]. */
const MAX_KW = 1_000_000
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const DECIMAL_COMMA = /^[+-]?\d*,\d+$/
const COLUMN_MARKS = [";", ",", "\t", "|"]
/** Longest value that is read as a number. */
const MAX_VALUE_LENGTH = 64
/** How much of a wrong value a message shows. */
const SHOWN_LENGTH = 20

/**
 * The hours of an uploaded load profile (document 2, "CSV rules"): 8760 rows of one number with a decimal point, kW, from
 * 1 January 00:00 on. Line ends of any system, a byte order mark, and quotes or spaces around a number do not matter.
 * Throws InvalidInput with the number of rows and the first row that is no such number.
 */
export const parseLoadProfile = (csv: Uint8Array): Float64Array => {
  const text = new TextDecoder().decode(csv).trimEnd()
  const hoursKw = new Float64Array(HOURS_PER_YEAR)
  let firstWrong: string | undefined
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
  const found = [
    ...(rows === HOURS_PER_YEAR ? [] : [`expected ${HOURS_PER_YEAR} rows, found ${rows}`]),
    ...(firstWrong === undefined ? [] : [firstWrong]),
  ]
  if (found.length > 0) throw new InvalidInput(found)
  return hoursKw
}

const cellOf = (line: string): string => {
  const value = line.trim()
  const isQuoted = value.length > 1 && value.startsWith('"') && value.indexOf('"', 1) === value.length - 1
  return isQuoted ? value.slice(1, -1).trim() : value
}

/** What is wrong with the value of a row, counted from 1; undefined when nothing is. */
const wrongness = (value: string, row: number): string | undefined => {
  const isShort = value.length <= MAX_VALUE_LENGTH
  if (isShort && NUMBER.test(value)) {
    if (Number(value) < 0) return `row ${row} is below 0 (${shown(value)}): a load profile is what is used`
    return Number(value) > MAX_KW ? `row ${row} is above ${MAX_KW} kW (${shown(value)})` : undefined
  }
  if (value === "") return `row ${row} is empty`
  if (isShort && DECIMAL_COMMA.test(value))
    return `row ${row} has a decimal comma (${shown(value)}): use a decimal point`
  if (COLUMN_MARKS.some(mark => value.includes(mark))) return `row ${row} has more than one column (${shown(value)})`
  return `row ${row} is not a number (${shown(value)})${row === 1 ? ": leave a header out" : ""}`
}

const shown = (value: string): string =>
  JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value)

/** Figures of a load profile: the sum of its hours [kWh] and their mean [kW]. */
export const loadProfileFigures = (hoursKw: Float64Array): { totalKwh: number; averageKw: number } => {
  const totalKwh = hoursKw.reduce((sum, kw) => sum + kw, 0)
  return { totalKwh, averageKw: totalKwh / HOURS_PER_YEAR }
}
