import { hoursOfDays } from "./dayHours.ts"
import type { ValueKind } from "./hours.ts"
import { refuse, shown } from "./refusal.ts"
import { DIRECTIONS, type Direction, type Samples } from "./samples.ts"
import { clockStart, type DateOrder, MAX_VALUE_LENGTH, readNumber, readStamp, type Stamp } from "./values.ts"

/** How rows of a recognised table become samples. */

/** Reads one row; throws InvalidInput when a cell is neither a value nor one of the words for "not measured". */
export type RowReader = (cells: string[], row: number) => void

/** Where and for which year a file is read. */
export interface Site {
  /** IANA time zone of the site. */
  zone: string
  /** Calendar year whose hours are preferred. */
  year?: number | undefined
}

/** An export format: how it is recognised by its header and how its rows are read. */
export interface MeterFormat extends ValueKind {
  name: string
  /** Columns of energy that are left out, by their titles. */
  notRead?: readonly string[]
  /** The reader of the rows below this header (lower case), or null when the header is another format's. */
  open: (header: string[], samples: Samples, site: Site) => RowReader | null
}

/** Checks whether a column's title, in lower case, is one of those looked for: a pattern, or a list. */
export interface TitleTest {
  test: (title: string) => boolean
}

/** Columns of the moments of rows, named in lower case. */
interface MomentColumns {
  time: string
  /** Column with the time of day, where `time` holds the date alone. */
  clock?: string
  /** Column with the number of the hour in its day, where `time` holds the date alone. */
  hour?: string
  /** Number of the first hour of a day, 0 or 1. */
  firstHour?: number
  /** Column with the end of the interval. */
  end?: string
  order?: DateOrder
}

/** A table with one row per moment and a column per register. Columns are named in lower case. */
export interface WideFormat extends MomentColumns, Partial<ValueKind> {
  name: string
  imports: TitleTest
  exports: TitleTest
  number?: (text: string) => number | null
  /** kWh of one unit of the file; 1 when left out. */
  unitKwh?: number
  /** Columns of energy that are left out, by their titles. */
  notRead?: readonly string[]
}

const TOTAL_ROW = /^(|((grand|eind)\s*)?(totaa?l|som|sum|summe|somme|gesamt)\b.*)$/i

/** A cell as number; throws InvalidInput that names the row. */
export const numberAt = (cells: string[], column: number, row: number, read = readNumber): number =>
  read(cells[column] ?? "") ?? refuse("file-row-number", { row, text: shown(cells[column]!) })

/** A date and time, or null in a row of totals or blanks; throws InvalidInput that names the row for anything else. */
export const stampAt = (text: string, row: number, order: DateOrder = "dmy"): Stamp | null => {
  const stamp = readStamp(text, order)
  if (stamp === null && !TOTAL_ROW.test(text.slice(0, MAX_VALUE_LENGTH))) {
    refuse("file-row-time", { row, text: shown(text) })
  }
  return stamp
}

/** Positions of named columns, each by its titles, one of several or a pattern; null when one of them is missing. */
export const columnsOf = <Name extends string>(
  header: string[],
  titles: Record<Name, string[] | RegExp>,
): Record<Name, number> | null => {
  const columns = {} as Record<Name, number>
  for (const name in titles) {
    const wanted: string[] | RegExp = titles[name]
    columns[name] = header.findIndex(title => (Array.isArray(wanted) ? wanted.includes(title) : wanted.test(title)))
    if (columns[name] < 0) return null
  }
  return columns
}

/** The text of a moment of which day and time of day are in two cells. */
const momentText = (day: string, clock: string): string => `${day} ${clockStart(clock) ?? clock}`.trim()

const HOUR_NUMBER = /^h?(\d{1,2})[ab]?$/i
const MAX_HOUR_NUMBER = 25

/** The number of an hour in its day as a cell holds it, or null. */
export const hourNumber = (text: string): number | null => {
  const [, number] = HOUR_NUMBER.exec(text) ?? []
  return number === undefined || Number(number) > MAX_HOUR_NUMBER ? null : Number(number)
}

/** Reads where an interval begins and, where its row says so, ends; null in a row of totals or blanks. */
type MomentReader = (cells: string[], row: number) => { start: Stamp; until: Stamp | null } | null

/** The reader of moments of rows in order of time, or null when a column is missing. */
const momentReader = (columns: MomentColumns, header: string[], zone: string): MomentReader | null => {
  const at = (title: string | undefined) => (title === undefined ? undefined : header.indexOf(title))
  const [time, clock, hour, end] = [header.indexOf(columns.time), at(columns.clock), at(columns.hour), at(columns.end)]
  if (time < 0 || clock === -1 || hour === -1 || end === -1) return null
  const { order, firstHour = 1 } = columns
  const startOf = hoursOfDays(zone)
  return (cells, row) => {
    const day = cells[time] ?? ""
    const start = stampAt(clock === undefined ? day : momentText(day, cells[clock] ?? ""), row, order)
    if (!start) return null
    if (hour !== undefined) {
      const number = hourNumber(cells[hour] ?? "")
      if (number === null || number < firstHour) {
        return refuse("file-row-time", { row, text: shown(`${day} ${cells[hour] ?? ""}`) })
      }
      return { start: startOf(start.ms, number - firstHour + 1), until: null }
    }
    return { start, until: end === undefined ? null : stampAt(cells[end] ?? "", row, order) }
  }
}

/** The format of a wide table. Intervals of several registers add up: often only the tariff in force has a value. */
export const wideFormat = (format: WideFormat): MeterFormat => {
  const { name, kind = "interval", isMeanPower = false, stamps = "start", unitKwh = 1, notRead = [] } = format
  const open: MeterFormat["open"] = (header, samples, { zone }) => {
    const momentOf = momentReader(format, header, zone)
    const columns = {
      import: header.flatMap((title, column) => (format.imports.test(title) ? [column] : [])),
      export: header.flatMap((title, column) => (format.exports.test(title) ? [column] : [])),
    }
    if (!momentOf || columns.import.length === 0) return null
    return (cells, row) => {
      const moment = momentOf(cells, row)
      if (!moment) return
      const { start, until } = moment
      const valuesKwh = (direction: Direction): number[] =>
        columns[direction].map(column => numberAt(cells, column, row, format.number) * unitKwh)
      if (kind === "reading") {
        for (const direction of DIRECTIONS) {
          valuesKwh(direction).forEach((valueKwh, register) => {
            samples.add({ direction, register: String(register), time: start, valueKwh })
          })
        }
        return
      }
      const isEmpty = (direction: Direction): boolean => columns[direction].every(column => !cells[column])
      const [boughtKwh, fedInKwh] = [sumOfPresent(valuesKwh("import")), sumOfPresent(valuesKwh("export"))]
      const add = (direction: Direction, valueKwh: number) =>
        samples.add({ direction, register: "all", time: start, end: until, valueKwh })
      // An empty cell beside energy that goes the other way is written for nothing.
      add("import", isEmpty("import") && fedInKwh > 0 ? 0 : boughtKwh)
      add("export", columns.export.length > 0 && isEmpty("export") && !Number.isNaN(boughtKwh) ? 0 : fedInKwh)
    }
  }
  return { name, kind, isMeanPower, stamps, open, notRead }
}

/** Sum of the values that are numbers, NaN when none is. */
const sumOfPresent = (values: number[]): number => {
  const present = values.filter(value => !Number.isNaN(value))
  return present.length === 0 ? Number.NaN : present.reduce((sum, value) => sum + value, 0)
}
