import { InvalidInput } from "../../base/errors.ts"
import { type Note, note } from "../../base/note.ts"
import type { OtherKind, TableKind } from "../../base/validation/rules.ts"
import { standardOffsetHours } from "../geo/site.ts"
import { HOURS_PER_YEAR } from "../year.ts"
import { changesOfMeter, looksLikeReadings, meaningOf } from "./counters.ts"
import { csvTables } from "./csv.ts"
import { dayTableFormat } from "./dayTables.ts"
import { meterFormats, refuseKnownFormat } from "./formats.ts"
import { GREEN_BUTTON, greenButtonSamples, isGreenButton } from "./greenButton.ts"
import { gridOperatorFormats } from "./gridOperators.ts"
import { titlesWithoutUnit } from "./header.ts"
import { type MeasuredHours, measuredHours } from "./hours.ts"
import { joinedYears, type MeterYear } from "./meterYear.ts"
import { nem12 } from "./nem12.ts"
import { type PlacedHours, placedOnYear } from "./place.ts"
import { hasNoTitles, hourNumbers, plainFormat } from "./plain.ts"
import { unclearTitles } from "./plainColumns.ts"
import type { MeterFormat, Site } from "./reading.ts"
import { refuse, shown } from "./refusal.ts"
import { emptySamples, type Samples } from "./samples.ts"
import { columnTitle, type Table } from "./table.ts"
import { turned, withClocks } from "./turned.ts"
import { isStamp, readStamp } from "./values.ts"
import { workbookTables } from "./workbook.ts"
import { isZip } from "./zip.ts"

/** Maximum size of an uploaded file [bytes]. */
export const MAX_UPLOAD_BYTES = 32 * 1024 * 1024

/** Minimum number of days with measured hours for a year. */
const MIN_MEASURED_DAYS = 28

const MAX_SHOWN_COLUMNS = 12

const DEFAULT_ZONE = "Europe/Amsterdam"

/**
 * Reads a meter export (CSV, xlsx or Green Button XML, recognised by its content) as a year of hours. Throws
 * InvalidInput, for a file that is too large, damaged, of an unknown or daily format, not of an electricity meter, or
 * of fewer than 28 days. Takes up to seconds for the largest files, so run it on a separate thread.
 * @param fileName only for messages @param site zone: IANA time zone of the site, the Netherlands by default; year:
 * calendar year whose hours are preferred if the file has several years; default: the most recent year
 */
export const readMeterFile = (bytes: Uint8Array, fileName: string, site: Partial<Site> = {}): MeterYear => {
  const year = readMeterYear(bytes, fileName, site)
  const days = Math.floor((year.measuredFraction * HOURS_PER_YEAR) / 24)
  if (days < MIN_MEASURED_DAYS) refuse("file-too-short", { days, minimum: MIN_MEASURED_DAYS })
  refuseUnclear(year, days)
  return year
}

/** Minimum total of a counter of purchased energy in a file [kWh]. */
const MIN_COUNTED_KWH = 1

/** Refuses readings of a counter that hardly moves: they may be the energy of equal intervals. */
const refuseUnclear = ({ format, readings, fileTotalKwh }: MeterYear, days: number): void => {
  if (!readings) return
  const isCounter = meaningOf(readings) === "reading"
  if (isCounter && fileTotalKwh.import >= MIN_COUNTED_KWH) return
  if (isCounter && fileTotalKwh.export >= MIN_COUNTED_KWH) refuse("file-only-fed-in", { format })
  refuse("file-readings-unclear", { kwh: Number(fileTotalKwh.import.toFixed(1)), days })
}

/** As `readMeterFile`, for a file of any length. */
export const readMeterYear = (bytes: Uint8Array, fileName: string, site: Partial<Site> = {}): MeterYear => {
  const { zone = DEFAULT_ZONE, year } = site
  if (bytes.length > MAX_UPLOAD_BYTES) refuse("file-too-large", { mebibytes: MAX_UPLOAD_BYTES / 1024 / 1024 })
  if (bytes.length === 0) refuse("file-empty")
  const place = { zone, year }
  if (isGreenButton(bytes)) return yearOf(greenButtonSamples(bytes), GREEN_BUTTON, place)
  refuseOtherKind(bytes)
  const reads: TableRead[] = []
  for (const table of isZip(bytes) ? workbookTables(bytes) : csvTables(bytes)) reads.push(readTable(table, place))
  const recognised = reads.filter(({ outcome }) => outcome?.by === "known format")
  if (recognised.length > 0) return fullest(recognised)
  for (const { head } of reads) for (const header of head) refuseKnownFormat(header.map(columnTitle))
  const plain = reads.filter(({ outcome }) => outcome?.by === "plain columns")
  if (plain.some(({ outcome }) => outcome?.value))
    return joinedYears(plain.flatMap(({ outcome }) => outcome?.value ?? []))
  for (const { outcome } of reads) if (outcome?.by === "unclear columns") throw outcome.refusal
  return plain.length > 0 ? fullest(plain) : refuseUnknown(reads, fileName)
}

const OTHER_KINDS: readonly { start: number[]; kind: OtherKind }[] = [
  { start: [0xd0, 0xcf, 0x11, 0xe0], kind: "old-excel" },
  { start: [0x25, 0x50, 0x44, 0x46], kind: "pdf" },
  { start: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], kind: "database" },
  { start: [0x1f, 0x8b], kind: "gzip" },
  { start: [0x7b], kind: "json" },
  { start: [0x5b], kind: "json" },
  { start: [0x2f], kind: "p1" },
  { start: [0x3c], kind: "xml" },
]

const refuseOtherKind = (bytes: Uint8Array): void => {
  const otherKind = OTHER_KINDS.find(({ start }) => start.every((byte, index) => bytes[index] === byte))
  if (otherKind) refuse("file-of-other-kind", { kind: otherKind.kind })
}

interface Recognised {
  table: Table
  format: MeterFormat
  /** Rows up to and with the header. */
  headerRows: number
}

/** The format whose header is in the first rows of a table. */
const formatOf = (table: Table, formats: readonly MeterFormat[], site: Site): Recognised | null => {
  for (const [index, header] of table.head.entries()) {
    const titles = header.map(columnTitle)
    const format = formats.find(candidate => candidate.open(titles, emptySamples(), site) !== null)
    if (format) return { table, format, headerRows: index + 1 }
  }
  return null
}

/** Result of a table; the table itself is released. */
interface TableRead {
  kind: TableKind
  head: string[][]
  /** Null if its columns have no known meaning. */
  outcome: {
    by: "known format" | "plain columns" | "unclear columns"
    value?: MeterYear
    refusal?: InvalidInput
  } | null
}

const readTable = (original: Table, site: Site): TableRead => {
  const table = turned(original) ?? withClocks(original)
  // A copy: the cells are parts of the table's whole text, and would keep it in memory.
  const head = structuredClone(table.head)
  const read = (outcome: TableRead["outcome"]): TableRead => ({ kind: table.kind, head, outcome })
  const recognised = formatOf(table, [hourNumbers, ...meterFormats, ...gridOperatorFormats, nem12], site)
  const ofKnown = recognised && attempted(() => meterYear(recognised, site))
  // The titles of a provider's readings may occur in another table of energy.
  if (ofKnown && !areNoReadings(ofKnown.refusal)) return read({ by: "known format", ...ofKnown })
  const { value: format, refusal } = attempted(() => dayTableFormat(table) ?? plainFormat(table, site.zone))
  if (refusal) return read({ by: "unclear columns", refusal })
  const plain = format ? formatOf(table, [format], site) : null
  if (plain) return read({ by: "plain columns", ...attempted(() => meterYear(plain, site)) })
  return read(ofKnown && { by: "known format", ...ofKnown })
}

const areNoReadings = (refusal: InvalidInput | undefined): boolean =>
  refusal?.violations[0]?.rule === "file-readings-fall"

/** The value, or the InvalidInput thrown instead. */
const attempted = <T>(make: () => T): { value?: T; refusal?: InvalidInput } => {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof InvalidInput) return { refusal: error }
    throw error
  }
}

/** The year of the table with the most measured hours; throws the first reason when none could be read. */
const fullest = (tables: TableRead[]): MeterYear => {
  const years = tables.flatMap(({ outcome }) => outcome?.value ?? [])
  if (years.length === 0) throw tables.find(({ outcome }) => outcome?.refusal)?.outcome?.refusal
  return years.reduce((best, year) => (year.measuredFraction > best.measuredFraction ? year : best))
}

/** How values were read. */
type ReadAs = Omit<MeterFormat, "open">

const meterYear = ({ table, format, headerRows }: Recognised, site: Site): MeterYear => {
  const samples = emptySamples()
  const header = table.head[headerRows - 1]!
  const readRow = format.open(header.map(columnTitle), samples, site)!
  let rowsSeen = 0
  let broken: InvalidInput | undefined
  table.forEachRow((cells, row) => {
    if (rowsSeen++ < headerRows || isBeside(cells, header)) return
    if (broken) throw broken
    try {
      readRow(cells, row)
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      broken = error
    }
  })
  if (broken && samples.series.length === 0) throw broken
  const cutOff = (broken?.violations ?? []).map(violation => note("file-last-row-left-out", { violation }))
  const fileYear = yearOf(samples, format, site)
  return { ...fileYear, notes: [...fileYear.notes, ...cutOff] }
}

const WORD = /\p{L}{3}/u

/** True if a row is empty, a sentence in one cell, or the header again, as in joined files. */
const isBeside = (cells: readonly string[], header: readonly string[]): boolean => {
  const [first = "", ...rest] = cells.filter(cell => cell !== "")
  const isSentence = rest.length === 0 && WORD.test(first) && !isStamp(first)
  return first === "" || isSentence || (first === header[0] && cells.every((cell, at) => cell === (header[at] ?? "")))
}

/** The year of a file's data. */
const yearOf = (samples: Samples, format: ReadAs, site: Site): MeterYear => {
  refuseUnusable(samples, format)
  const measured = measuredHours(samples, format, site.zone)
  const readings = format.kind === "reading" ? changesOfMeter(measured.registers) : null
  if (readings && meaningOf(readings) === "interval") refuse("file-readings-fall")
  if (!readings && measured.registers.some(looksLikeReadings)) refuse("file-looks-like-readings")
  if (format.isBalance && isReversed(measured, standardOffsetHours(site.zone))) refuse("file-balance-reversed")
  const placed = placedOnYear(measured, standardOffsetHours(site.zone), site.year)
  if (placed.measuredHours === 0) refuse("file-no-whole-hour", { format: format.name })
  return {
    format: format.name,
    year: placed.year,
    importKwh: placed.importKwh,
    exportKwh: measured.export.totalKwh > 0 ? placed.exportKwh : null,
    ...(placed.quarters ? { quarters: placed.quarters } : {}),
    measuredFraction: placed.measuredHours / HOURS_PER_YEAR,
    estimatedHours: placed.estimatedHours,
    stepMin: measured.stepMin,
    fileTotalKwh: { import: measured.import.totalKwh, export: measured.export.totalKwh },
    readings,
    notes: [
      ...notesOn(samples, measured, placed),
      ...(format.isBalance && measured.export.totalKwh > 0 ? [note("file-of-balance", {})] : []),
      ...(format.notRead?.length ? [note("file-columns-not-read", { columns: format.notRead.map(shown) })] : []),
    ],
  }
}

/** End of the hours from midnight, in standard time, that count as without sun. */
const NIGHT_ENDS = 4

/**
 * True if nights have more feed-in than purchases, which means that a column of both directions has positive feed-in.
 */
const isReversed = ({ firstHourUtcMs, import: bought, export: fedIn }: MeasuredHours, offsetHours: number): boolean => {
  const first = firstHourUtcMs / (MINUTES_PER_HOUR * MS_PER_MINUTE) + offsetHours
  let nightKwh = 0
  for (let hour = 0; hour < bought.kwh.length; hour++) {
    const balanceKwh = bought.kwh[hour]! - fedIn.kwh[hour]!
    if ((first + hour) % 24 < NIGHT_ENDS && !Number.isNaN(balanceKwh)) nightKwh += balanceKwh
  }
  return nightKwh < 0
}

/** Share of negative purchase values from which the column is the balance of both directions. */
const MAX_NEGATIVE_SHARE = 0.05
const MIN_NEGATIVE_VALUES = 24

const refuseUnusable = ({ series, leftOut, connections }: Samples, { name }: ReadAs): void => {
  if (connections.size > 1) refuse("file-connections", { format: name, connections: connections.size })
  const bought = series.filter(each => each.direction === "import").reduce((sum, each) => sum + each.times.length, 0)
  if (leftOut.negative >= MIN_NEGATIVE_VALUES && leftOut.negative > MAX_NEGATIVE_SHARE * (bought + leftOut.negative)) {
    refuse("file-negative", { format: name, values: leftOut.negative })
  }
  if (bought > 0) return
  if (leftOut.gas > 0) refuse("file-gas", { format: name })
  if (series.length > 0) refuse("file-only-fed-in", { format: name })
  refuse("file-no-values", { format: name })
}

const notesOn = (samples: Samples, measured: MeasuredHours, placed: PlacedHours): Note[] => {
  const { leftOut } = samples
  const counted = [
    ["file-hours-estimated", placed.estimatedHours],
    ["file-values-repeated", measured.repeatedRows],
    ["file-readings-broken", measured.brokenReadings],
    ["file-readings-apart", measured.readingGaps],
    ["file-values-negative", leftOut.negative],
    ["file-rows-of-gas", leftOut.gas],
  ] as const
  const notes: Note[] = counted.filter(([, count]) => count > 0).map(([code, count]) => note(code, { count }))
  if (placed.years.size > 1)
    notes.push(note("file-of-several-years", { years: [...placed.years].sort((a, b) => a - b) }))
  if (measured.marksEnds) notes.push(note("file-times-are-ends", {}))
  if (measured.mayMarkEnds) notes.push(note("file-times-may-be-ends", {}))
  if (measured.ignoresSummerTime) notes.push(note("file-without-summer-time", {}))
  return notes
}

/**
 * Describes the recognised parts of an unknown file and the readable formats, or the missing parts of a table of times
 * and numbers: titles, units, or hours.
 */
const refuseUnknown = (tables: TableRead[], fileName: string): never => {
  const columnsIn = (cells: string[]): number => cells.filter(cell => cell !== "").length
  const widthOf = ({ head }: TableRead): number => Math.max(0, ...head.map(columnsIn))
  const widest = tables.reduce((best, table) => (widthOf(table) > widthOf(best) ? table : best))
  const at = widest.head.findIndex(cells => columnsIn(cells) === widthOf(widest))
  const titles = widest.head[at] ?? []
  const rowMinutes = minutesBetweenRows(widest)
  const unitless = titlesWithoutUnit(widest.head)
  if (hasNoTitles(widest.head)) refuse("file-titles-missing")
  if (unitless.length > 0 && rowMinutes !== null) {
    if (rowMinutes > MINUTES_PER_HOUR)
      refuse("file-too-coarse", { hours: Number((rowMinutes / MINUTES_PER_HOUR).toFixed(1)) })
    refuse("file-unit-missing", { columns: unitless.slice(0, MAX_SHOWN_COLUMNS).map(shown) })
  }
  const unclear = unclearTitles(titles, widest.head[at + 1] ?? [])
  if (unclear.length > 0) refuse("file-directions-unclear", { columns: unclear.slice(0, MAX_SHOWN_COLUMNS).map(shown) })
  return refuse("file-format-unknown", {
    name: shown(fileName),
    table: widest.kind,
    columns: titles.slice(0, MAX_SHOWN_COLUMNS).map(shown),
    hasMoreColumns: titles.length > MAX_SHOWN_COLUMNS,
    rowMinutes,
    formats: [...new Set([...meterFormats, ...gridOperatorFormats, nem12].map(({ name }) => name))],
  })
}

const MS_PER_MINUTE = 60_000
const MINUTES_PER_HOUR = 60

/** Distance of a table's rows, by its first dates and times of day; null without dates. */
const minutesBetweenRows = ({ head }: TableRead): number | null => {
  const minutesIn = (textOf: (cells: string[]) => string): number | null => {
    const [first, second] = head.flatMap(cells => readStamp(textOf(cells), "dmy") ?? [])
    return first && second ? Number((Math.abs(second.ms - first.ms) / MS_PER_MINUTE).toFixed(1)) : null
  }
  for (let column = 0; column < (head.at(-1)?.length ?? 0); column++) {
    const minutes = minutesIn(cells => cells[column] ?? "")
    if (minutes === 0) return minutesIn(cells => `${cells[column]} ${cells[column + 1]}`) ?? minutes
    if (minutes !== null) return minutes
  }
  return null
}
