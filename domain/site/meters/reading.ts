import { IN_ORDER, isOfDay, type Numbering, slotStart } from "./dayHours.ts"
import type { ValueKind } from "./hours.ts"
import { refuse, shown } from "./refusal.ts"
import { DIRECTIONS, type Direction, type Samples } from "./samples.ts"
import type { TitleTest } from "./table.ts"
import { POWER_UNITS, UNIT_K, unitOf } from "./titles.ts"
import {
  CLOCK_OF_DIGITS,
  clockStart,
  type DateOrder,
  isDate,
  MAX_VALUE_LENGTH,
  readNumber,
  readStamp,
  readUnit,
  type Stamp,
  startOfSpan,
} from "./values.ts"

/** How rows of a recognised table become samples. */

/** Reads one row; throws InvalidInput when a cell is neither a value nor one of the words for "not measured". */
export type RowReader = (cells: string[], row: number) => void

/** Place and year of a file. */
export interface Site {
  /** IANA time zone of the site. */
  zone: string
  /** Calendar year whose hours are preferred. */
  year?: number | undefined
}

/** An export format: how it is recognised by its header and how its rows are read. */
export interface MeterFormat extends ValueKind {
  name: string
  /** One column has both directions. */
  isBalance?: boolean
  /** Columns of energy that are left out, by their titles. */
  notRead?: readonly string[]
  /** The reader of the rows below this header (lower case), or null when the header is another format's. */
  open: (header: string[], samples: Samples, site: Site) => RowReader | null
}

/** Columns of the moments of rows, named in lower case. */
export interface MomentColumns {
  time: string
  /** Column with the time of day, where `time` holds the date alone. */
  clock?: string
  /** Column with the number of the hour in its day, where `time` holds the date alone. */
  hour?: string
  /** Kind of `hour`'s numbers; hours in their order from 1 on without. */
  numbering?: Numbering
  /** Column with the end of the interval. */
  end?: string
  order?: DateOrder
  /** Offset from UTC all year, if the title names it [min]. */
  offsetMin?: number
  /** The times have the names of their clocks, also of summer clocks. */
  namesClocks?: boolean
  /** A date without a time of day is no moment. */
  writesMidnight?: boolean
  /** The moments are spans of time. */
  areSpans?: boolean
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
  /** Negative purchase is feed-in. */
  isBalance?: boolean
  /** Column with the number of the connection. */
  connection?: string | undefined
}

const TOTAL_ROW = /^(|((grand|eind)\s*)?(totaa?l|som|sum|summe|somme|gesamt)\b.*)$/i

/** Reads the cell of a row as a number; throws InvalidInput that names row and column. */
type NumberReader = (cells: string[], column: number, row: number, read?: typeof readNumber) => number

/** The reader of numbers below a header. */
export const numbersBelow =
  (header: readonly string[]): NumberReader =>
  (cells, column, row, read = readNumber) =>
    numberInUnit(cells[column] ?? "", header[column] ?? "", read) ??
    refuse("file-row-number", { row, column: titleOf(header, column), text: shown(cells[column]!) })

/** A number in its title's unit, if the cell names another: 950 Wh below kWh is 0.95. */
const numberInUnit = (text: string, title: string, read: (text: string) => number | null): number | null => {
  const cell = readUnit(text)
  const unit = cell && unitOf(title)
  if (!cell || !unit || unit === cell.unit) return read(text)
  const isOfOneKind = cell.unit in UNIT_K && POWER_UNITS.has(unit) === POWER_UNITS.has(cell.unit)
  const number = isOfOneKind ? read(cell.number) : null
  return number === null ? null : (number * UNIT_K[cell.unit]!) / UNIT_K[unit]!
}

/** The title of a column for a message, or its number from 1. */
export const titleOf = (header: readonly string[], column: number): string =>
  shown(header[column] || String(column + 1))

/** Reads a date and time, null in a row of totals or blanks; throws InvalidInput with row and column for others. */
type StampReader = (text: string, row: number, order?: DateOrder) => Stamp | null

/** The reader of moments below the title of a column. */
export const stampsBelow =
  (title: string | undefined): StampReader =>
  (text, row, order = "dmy") => {
    const stamp = readStamp(text, order)
    if (stamp === null && !TOTAL_ROW.test(text.slice(0, MAX_VALUE_LENGTH))) {
      refuse("file-row-time", { row, column: shown(title ?? ""), text: shown(text) })
    }
    return stamp
  }

/** Positions of named columns, each by its titles, one of several or a pattern; null if one is missing. */
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
const momentText = (day: string, clock: string): string =>
  `${day} ${clockStart(clock) ?? clock.replace(CLOCK_OF_DIGITS, "$1:$2")}`.trim()

const HOUR_NUMBER = /^[hp]?(\d{1,3})[abh]?$/i
/** Quarters of a day of 25 hours. */
const MAX_HOUR_NUMBER = 100

/** The number of an hour, half-hour or quarter in its day as a cell holds it, or null. */
export const hourNumber = (text: string): number | null => {
  const [, number] = HOUR_NUMBER.exec(text) ?? []
  return number === undefined || Number(number) > MAX_HOUR_NUMBER ? null : Number(number)
}

/** Reads the start of an interval and, if its row has it, the end; null in a row of totals or blanks. */
type MomentReader = (cells: string[], row: number) => { start: Stamp; until: Stamp | null } | null

/** The reader of moments of rows in order of time, or null when a column is missing. */
export const momentReader = (columns: MomentColumns, header: string[], zone: string): MomentReader | null => {
  const at = (title: string | undefined) => (title === undefined ? undefined : header.indexOf(title))
  const [time, clock, hour, end] = [header.indexOf(columns.time), at(columns.clock), at(columns.hour), at(columns.end)]
  if (time < 0 || clock === -1 || hour === -1 || end === -1) return null
  const { order, numbering = IN_ORDER } = columns
  const [stampAt, endAt] = [stampsBelow(header[time]), stampsBelow(columns.end)]
  return (cells, row) => {
    const day = columns.areSpans ? startOfSpan(cells[time] ?? "") : (cells[time] ?? "")
    const moment = clock === undefined ? day : momentText(day, cells[clock] ?? "")
    const start = columns.writesMidnight && isDate(moment) ? null : stampAt(moment, row, order)
    if (!start) return null
    if (hour !== undefined) {
      const number = hourNumber(cells[hour] ?? "")
      if (number === null || !isOfDay(number, numbering)) {
        const text = shown(`${day} ${cells[hour] ?? ""}`)
        return refuse("file-row-time", { row, column: titleOf(header, hour), text })
      }
      return { start: slotStart(zone, start.ms, number, numbering), until: null }
    }
    const until = end === undefined ? null : endAt(cells[end] ?? "", row, order)
    return { start: inPlace(start, columns), until: until && inPlace(until, columns) }
  }
}

const MS_PER_MINUTE = 60_000

/** A moment in UTC where its clocks are known. */
const inPlace = (stamp: Stamp, { offsetMin, namesClocks }: MomentColumns): Stamp => {
  if (stamp.isUtc) return stamp
  const ahead = namesClocks ? stamp.namedOffsetMs : undefined
  const offsetMs = ahead ?? (offsetMin === undefined ? undefined : offsetMin * MS_PER_MINUTE)
  return offsetMs === undefined ? stamp : { ...stamp, ms: stamp.ms - offsetMs, isUtc: true }
}

/** A format that refuses a row with more cells than titles: a decimal comma where commas part the cells. */
export const withinTitles = (format: MeterFormat): MeterFormat => {
  const open: MeterFormat["open"] = (header, samples, site) => {
    const read = format.open(header, samples, site)
    return (
      read &&
      ((cells, row) => {
        const last = cells.findLastIndex(cell => cell !== "")
        if (last >= header.length) refuse("file-row-cells", { row, cells: last + 1, titles: header.length })
        read(cells, row)
      })
    )
  }
  return { ...format, open }
}

/** The format of a wide table. Intervals of several registers add up: often only the tariff in force has a value. */
export const wideFormat = (format: WideFormat): MeterFormat => {
  const { name, kind = "interval", isMeanPower = false, stamps = "start", unitKwh = 1, notRead = [] } = format
  const { isBalance = false } = format
  const open: MeterFormat["open"] = (header, samples, { zone }) => {
    const momentOf = momentReader(format, header, zone)
    const numberAt = numbersBelow(header)
    const connectionAt = format.connection === undefined ? -1 : header.indexOf(format.connection)
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
      const connection = cells[connectionAt]
      if (kind === "reading") {
        for (const direction of DIRECTIONS) {
          valuesKwh(direction).forEach((valueKwh, register) => {
            samples.add({ direction, register: String(register), connection, time: start, valueKwh })
          })
        }
        return
      }
      const isEmpty = (direction: Direction): boolean => columns[direction].every(column => !cells[column])
      const [boughtKwh, fedInKwh] = [sumOfPresent(valuesKwh("import")), sumOfPresent(valuesKwh("export"))]
      const add = (direction: Direction, valueKwh: number) =>
        samples.add({ direction, register: "all", connection, time: start, end: until, valueKwh })
      if (isBalance) {
        add("import", Math.max(boughtKwh, 0))
        add("export", Math.max(-boughtKwh, 0))
        return
      }
      // An empty cell next to energy of the other direction means 0.
      add("import", isEmpty("import") && fedInKwh > 0 ? 0 : boughtKwh)
      add("export", columns.export.length > 0 && isEmpty("export") && !Number.isNaN(boughtKwh) ? 0 : fedInKwh)
    }
  }
  return { name, kind, isMeanPower, stamps, open, isBalance, notRead }
}

/** Sum of the values that are numbers, NaN when none is. */
const sumOfPresent = (values: number[]): number => {
  const present = values.filter(value => !Number.isNaN(value))
  return present.length === 0 ? Number.NaN : present.reduce((sum, value) => sum + value, 0)
}
