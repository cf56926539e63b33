import { standardOffsetHours } from "../geo/site.ts"
import { DEFAULT_YEAR, HOURS_PER_YEAR, hourStartUtcMs } from "../year.ts"
import { type Header, headersOf } from "./header.ts"
import { type PlainColumns, plainColumns } from "./plainColumns.ts"
import { scanned } from "./plainScan.ts"
import { type MeterFormat, momentReader, numbersBelow, titleOf, wideFormat, withinTitles } from "./reading.ts"
import { refuse } from "./refusal.ts"
import { columnTitle, type Table, type TitleTest } from "./table.ts"
import { directionOf, INTERVAL_END, INTERVAL_START, offsetOfTitle, UNIT_K } from "./titles.ts"
import { isTime, isValue } from "./values.ts"

/** Reader of unambiguous files of unknown providers. */

/** The CSV that profiles are exported as: the number of the hour, 0–8759, and its energy. */
export const hourNumbers: MeterFormat = {
  name: "hour,kwh",
  kind: "interval",
  stamps: "start",
  open: (header, samples, { year = DEFAULT_YEAR, zone }) => {
    if (header.length !== 2 || header[0] !== "hour" || header[1] !== "kwh") return null
    const offsetHours = standardOffsetHours(zone)
    const numberAt = numbersBelow(header)
    return (cells, row) => {
      if (cells.every(cell => cell === "")) return
      const hour = numberAt(cells, 0, row)
      if (!Number.isInteger(hour) || hour < 0 || hour >= HOURS_PER_YEAR) {
        refuse("file-row-hour", { row, column: "hour", maximum: HOURS_PER_YEAR - 1 })
      }
      const time = { ms: hourStartUtcMs(hour, year, offsetHours), isUtc: true }
      samples.add({ direction: "import", register: "all", time, valueKwh: numberAt(cells, 1, row) })
    }
  },
}

/**
 * A table of times with purchased and, optionally, fed-in energy or mean power, if its header and first row are
 * unambiguous; null otherwise. Titles, or a nearby row, column or line, must name the unit. Throws InvalidInput if day
 * and month cannot be distinguished, or the values belong to no interval or not to the connection.
 * @param zone IANA time zone of the site
 */
export const plainFormat = (table: Table, zone: string): MeterFormat | null => {
  const clear = clearHeader(table)
  if (!clear) return null
  const { header, columns } = clear
  if (isOfFedIn(table.head.slice(0, header.at)) && columns.fedIn.length === 0)
    refuse("file-only-fed-in", { format: NAME })
  const scan = scanned(table, header, columns, zone)
  const format = scan.direction ? directedFormat(columns, scan, header) : tableFormat(columns, scan)
  return withinTitles(belowHeader(header, format))
}

const clearHeader = (table: Table): { header: Header; columns: PlainColumns } | null => {
  for (const header of headersOf(table)) {
    const columns = plainColumns(header.titles, table.head[header.firstRow]!)
    if (columns) return { header, columns }
  }
  return null
}

const NAME = "date and kWh"

/** Reader of rows, derived from the columns and all rows of a table. */
type Scan = ReturnType<typeof scanned>

const momentsOf = (
  { time, clock, hour, end, isReading }: PlainColumns,
  { order, numbering, namesClocks, writesMidnight, areSpans }: Scan,
) => ({
  time,
  order,
  namesClocks,
  writesMidnight,
  areSpans,
  ...offsetOf([time, clock]),
  ...(clock === undefined ? {} : { clock }),
  ...(hour === undefined ? {} : { hour, ...(numbering && { numbering }) }),
  ...(end === undefined || isReading ? {} : { end }),
})

const offsetOf = (titles: readonly (string | undefined)[]): { offsetMin?: number } => {
  const offsetMin = titles.flatMap(title => offsetOfTitle(title ?? "") ?? [])[0]
  return offsetMin === undefined ? {} : { offsetMin }
}

const kindOf = ({ isPower, isReading, time, clock, hour, end }: PlainColumns) => ({
  name: isPower ? "date and kW" : NAME,
  kind: isReading ? ("reading" as const) : ("interval" as const),
  isMeanPower: isPower,
  stamps: isReading || end !== undefined || hour !== undefined ? ("start" as const) : markOf(clock ?? time),
})

/** A column for each direction. */
const tableFormat = (columns: PlainColumns, scan: Scan): MeterFormat =>
  wideFormat({
    ...momentsOf(columns, scan),
    ...kindOf(columns),
    connection: columns.connection,
    imports: anyOf(columns.bought),
    exports: anyOf(columns.fedIn),
    number: scan.number,
    unitKwh: columns.unitK,
    isBalance: columns.isBalance,
    notRead: columns.notRead,
  })

/** A row for each direction, which is in a column. */
const directedFormat = (columns: PlainColumns, scan: Scan, { titles }: Header): MeterFormat => {
  const [value, connection] = [titles.indexOf(columns.bought[0]!), titles.indexOf(columns.connection ?? "-")]
  const { column, ways } = scan.direction!
  const open: MeterFormat["open"] = (header, samples, { zone }) => {
    const momentOf = momentReader(momentsOf(columns, scan), header, zone)
    const numberAt = numbersBelow(header)
    return (
      momentOf &&
      ((cells, row) => {
        const direction = ways.get(cells[column] ?? "")
        const moment = momentOf(cells, row)
        if (!direction || !moment) return
        const valueKwh = numberAt(cells, value, row, scan.number) * columns.unitK
        const { start, until } = moment
        samples.add({
          direction,
          register: cells[column]!,
          connection: cells[connection],
          time: start,
          end: until,
          valueKwh,
        })
      })
    )
  }
  const leftOut = [...ways].flatMap(([text, way]) => (way === null && directionOf(text) ? [text] : []))
  return { ...kindOf(columns), open, notRead: [...columns.notRead, ...leftOut] }
}

/** A format for the rows below a header: it leaves out the row of units, and rows of other units. */
const belowHeader = ({ written, titles, firstRow, unit }: Header, format: MeterFormat): MeterFormat => {
  const open: MeterFormat["open"] = (header, samples, site) => {
    if (header.join("\n") !== written.join("\n")) return null
    const read = format.open(titles, samples, site)
    let unitOfFile: string | undefined
    const isOfUnit = (cells: string[], row: number): boolean => {
      const named = (cells[unit] ?? "").replace(/[[\]()]/g, "").toLowerCase()
      if (unit < 0 || !(named in UNIT_K)) return unit < 0
      unitOfFile ??= named
      return unitOfFile === named || refuse("file-row-unit", { row, column: titleOf(titles, unit), text: named })
    }
    return (
      read &&
      ((cells, row) => {
        if (row <= firstRow) return
        if (isOfUnit(cells, row)) read(cells, row)
      })
    )
  }
  return { ...format, open }
}

const DIRECTION_LABEL =
  /richtung|richting|direction|sens\b|direcci[oó]n|direzione|kierunek|kennzahl|obis|riktning|retning/
const OBIS_FED_IN = /(^|[: -])2\.(8|9|29|5)\.\d/
const OBIS_BOUGHT = /(^|[: -])1\.(8|9|29|5)\.\d/

/** True if the lines above a table mark its energy as feed-in. */
const isOfFedIn = (lines: readonly string[][]): boolean => {
  const labelled = lines.some(([label = "", cell = ""]) => {
    return DIRECTION_LABEL.test(columnTitle(label)) && directionOf(cell) === "export"
  })
  const cells = lines.flat()
  return labelled || (cells.some(cell => OBIS_FED_IN.test(cell)) && !cells.some(cell => OBIS_BOUGHT.test(cell)))
}

/** End of the interval in a title of times. */
const markOf = (title: string): MeterFormat["stamps"] =>
  INTERVAL_END.test(title) ? "end" : INTERVAL_START.test(title) ? "start" : "unsaid"

const anyOf = (titles: string[]): TitleTest => ({ test: title => titles.includes(title) })

/** True if a table begins with a time and a number, without titles above. */
export const hasNoTitles = ([first = [], second = []]: readonly string[][]): boolean =>
  [first, second].every(cells => cells.some(isTime) && cells.some(isValue))
