import { type Numbering, numberings } from "./dayHours.ts"
import { type Header, unitIn } from "./header.ts"
import type { PlainColumns } from "./plainColumns.ts"
import { hourNumber } from "./reading.ts"
import { refuse } from "./refusal.ts"
import type { Direction } from "./samples.ts"
import type { Table } from "./table.ts"
import { directionOf, TARIFF } from "./titles.ts"
import { type DateOrder, endOfSpan, isStamp, isValue, MAX_VALUE_LENGTH, orderIn, writtenNumbers } from "./values.ts"
import { namesSummer } from "./words.ts"

/** Properties of columns by all rows, for a table of an unknown provider. */

/** Maximum number of rows with an equal moment but different values: the doubled hour of October, in minutes. */
const MAX_CLASHES = 60
/** Maximum number of offsets from UTC in a file. */
const MAX_OFFSETS = 3
/** Maximum number of different texts in a column of directions. */
const MAX_TEXTS = 12
/** Text of the billed kind, the sum over the phases of an hour, in files with two kinds of one direction. */
const BILLED = /po zbilansowaniu/

/** A column with the direction of its row's energy. */
export interface DirectionColumn {
  column: number
  /** Meaning of each text; null of energy that is left out. */
  ways: ReadonlyMap<string, Direction | null>
}

/** Result for a table. */
interface Scanned {
  order: DateOrder
  /** Numbering of the hours of days. */
  numbering: Numbering | undefined
  number: (text: string) => number | null
  /** Times have the names of their clocks, also of summer clocks. */
  namesClocks: boolean
  /** Midnight is written with its time of day; a date alone is not midnight. */
  writesMidnight: boolean
  /** Moments are spans without spaces, whose end resembles an offset from UTC. */
  areSpans: boolean
  direction: DirectionColumn | null
}

const MIDNIGHT = /\D0?0:00(:00)?\b/

/** The last part of a date whose parts have two digits at most. */
const LAST_OF_SHORT = /^\d{1,2}[-./]\d{1,2}[-./](\d{1,2})(?!\d)/
/** Maximum number of years in a file; more different last numbers are days. */
const MAX_YEARS = 20

/** Gathers the order of day, month and year; throws InvalidInput if both pass 12 in different rows. */
export const dateOrders = () => {
  let dayOrder: DateOrder | undefined
  let hasYearFirst = false
  const last = new Set<string>()
  const add = (text: string): void => {
    const short = LAST_OF_SHORT.exec(text)?.[1]
    if (short !== undefined && last.size <= MAX_YEARS) last.add(short)
    const textOrder = orderIn(text)
    if (/^\d{4}/.test(text)) hasYearFirst = true
    else if (textOrder) {
      if (dayOrder && dayOrder !== textOrder) refuse("file-dates-swapped")
      dayOrder = textOrder
    }
  }
  const order = (): DateOrder | undefined =>
    last.size > MAX_YEARS ? "ymd" : (dayOrder ?? (hasYearFirst ? "dmy" : undefined))
  return { add, order }
}

/** The written time of a row; empty if a cell is too long for a time. */
const textOfMoment = (cells: string[], time: number, clock: number): string => {
  const parts = [cells[time] ?? "", ...(clock < 0 ? [] : [cells[clock] ?? ""])]
  return parts.every(part => part.length <= MAX_VALUE_LENGTH) ? parts.join(" ") : ""
}

/** Counts rows whose moment another row has with another value. */
const clashes = () => {
  const seen = new Map<string, string>()
  let count = 0
  const add = (key: string, text: string): void => {
    if ((seen.get(key) ?? text) !== text) count++
    seen.set(key, text)
  }
  return { add, count: () => count }
}

/**
 * Order of day and month by the whole column (one passes 12 within a month), number format, and direction of rows.
 * Throws InvalidInput when neither passes 12, or when many rows have one moment.
 */
export const scanned = (table: Table, header: Header, columns: PlainColumns, zone: string): Scanned => {
  const at = (title: string | undefined): number => (title === undefined ? -1 : header.titles.indexOf(title))
  const [time, clock, energy] = [at(columns.time), at(columns.clock ?? columns.hour), at(columns.bought[0])]
  const direction = columns.fedIn.length > 0 || columns.bought.length > 1 ? null : directionColumn(table, header)
  const dates = dateOrders()
  let writesMidnight = false
  const numbers = columns.hour === undefined ? null : numberings(zone)
  let namesClocks = false
  const ends = new Set<string>()
  const [clash, written] = [clashes(), writtenNumbers()]
  table.forEachRow((cells, row) => {
    if (row <= header.firstRow || (header.unit >= 0 && unitIn(cells[header.unit] ?? "") === null)) return
    const moment = textOfMoment(cells, time, clock)
    dates.add(moment)
    writesMidnight ||= MIDNIGHT.test(moment)
    namesClocks ||= namesSummer(moment)
    const end = ends.size > MAX_OFFSETS ? null : endOfSpan(moment)
    if (end !== null) ends.add(end)
    const number = numbers && hourNumber(cells[clock] ?? "")
    if (number !== null) numbers!.add((cells[time] ?? "").slice(0, MAX_VALUE_LENGTH), number)
    const way = direction ? (direction.ways.get(cells[direction.column] ?? "") ?? "") : "import"
    if (way === "" || !/\d/.test(moment)) return
    const text = cells[energy] ?? ""
    const kind = direction ? cells[direction.column]!.toLowerCase() : ""
    clash.add(`${moment} ${TARIFF.test(kind) ? kind : way}`, text)
    written.add(text)
  })
  if (clash.count() > MAX_CLASHES) refuse("file-same-moments")
  const number = written.reader(columns.unitK)
  const areSpans = ends.size > MAX_OFFSETS
  const order = dates.order() ?? refuse("file-date-order")
  const numbering = numbers?.numbering(order)
  return { order, numbering, number, namesClocks, writesMidnight, areSpans, direction }
}

/** The first text column with a text for feed-in. */
const directionColumn = (table: Table, { firstRow, titles }: Header): DirectionColumn | null => {
  const isText = (cell: string) => cell !== "" && !isStamp(cell) && !isValue(cell)
  const first = table.head[firstRow] ?? []
  const texts = new Map(titles.flatMap((_, at) => (isText(first[at] ?? "") ? [[at, new Set<string>()] as const] : [])))
  table.forEachRow((cells, row) => {
    if (row <= firstRow) return
    for (const [column, distinct] of texts) if (distinct.size <= MAX_TEXTS && cells[column]) distinct.add(cells[column])
  })
  for (const [column, distinct] of texts) {
    if (distinct.size > MAX_TEXTS) continue
    const ways = waysOf([...distinct])
    if ([...ways.values()].includes("export")) return { column, ways }
  }
  return null
}

const waysOf = (texts: readonly string[]): DirectionColumn["ways"] => {
  const billed = texts.filter(text => BILLED.test(text.toLowerCase()))
  const isLeftOut = (text: string) => billed.length > 0 && !billed.includes(text)
  return new Map(texts.map(text => [text, isLeftOut(text) ? null : directionOf(text)]))
}
