import type { ValueKind } from "./hours.ts"
import { refuse, shown } from "./refusal.ts"
import { DIRECTIONS, type Direction, type Samples } from "./samples.ts"
import { type DateOrder, MAX_VALUE_LENGTH, readNumber, readStamp, type Stamp } from "./values.ts"

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

/** A table with one row per moment and a column per register. Columns are named in lower case. */
export interface WideFormat extends Partial<ValueKind> {
  name: string
  time: string
  /** Column with the time of day, where `time` holds the date alone. */
  clock?: string
  /** Column with the end of the interval. */
  end?: string
  imports: TitleTest
  exports: TitleTest
  order?: DateOrder
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

/** The format of a wide table. Intervals of several registers add up: often only the tariff in force has a value. */
export const wideFormat = (format: WideFormat): MeterFormat => {
  const { name, kind = "interval", isMeanPower = false, stamps = "start", order, unitKwh = 1, notRead = [] } = format
  const open = (header: string[], samples: Samples): RowReader | null => {
    const time = header.indexOf(format.time)
    const clock = format.clock === undefined ? undefined : header.indexOf(format.clock)
    const end = format.end === undefined ? undefined : header.indexOf(format.end)
    const columns = {
      import: header.flatMap((title, column) => (format.imports.test(title) ? [column] : [])),
      export: header.flatMap((title, column) => (format.exports.test(title) ? [column] : [])),
    }
    if (time < 0 || clock === -1 || end === -1 || columns.import.length === 0) return null
    return (cells, row) => {
      const written = clock === undefined ? cells[time] : `${cells[time] ?? ""} ${cells[clock] ?? ""}`.trim()
      const start = stampAt(written ?? "", row, order)
      if (!start) return
      const until = end === undefined ? null : stampAt(cells[end] ?? "", row, order)
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
