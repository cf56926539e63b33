import { clocksOf, isSkipped } from "./clock.ts"
import { dayLengthHours, startOfDay } from "./dayHours.ts"
import { type DaySlots, daySlots } from "./daySlots.ts"
import { dateOrders } from "./plainScan.ts"
import { type MeterFormat, numbersBelow, titleOf } from "./reading.ts"
import { refuse, shown } from "./refusal.ts"
import { columnTitle, type Table } from "./table.ts"
import { CONNECTION, directionOf, KWH_WITHOUT_SAYING, POWER_UNITS, UNIT_K, unitOf } from "./titles.ts"
import { type DateOrder, readNumber, readStamp, type Stamp, writtenNumbers } from "./values.ts"

/** Tables with a row for each day and a column for each hour, half-hour or quarter. */

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR
/** Maximum number of repeated days per direction with different values. */
const MAX_REPEATED_DAYS = 3
/** Maximum number of different texts in a column of directions. */
const MAX_TEXTS = 12

/** Columns of a table of days other than its slots. */
interface DayColumns {
  headerAt: number
  slots: DaySlots
  day: number
  order: DateOrder
  number: (text: string) => number | null
  /** Column with the direction of its row's energy; −1 without. */
  direction: number
  /** Column with the unit of its row; −1 without. */
  unit: number
  /** kWh or kW of one unit, if no column names it. */
  unitK: number
  isMeanPower: boolean
}

/**
 * A table with a row for each day and a column for each hour, half-hour or quarter, by the clock or numbered; null for
 * another table. Throws InvalidInput without a unit, or if day and month cannot be distinguished.
 */
export const dayTableFormat = (table: Table): MeterFormat | null => {
  const columns = dayColumns(table)
  if (!columns) return null
  const titles = table.head[columns.headerAt]!.map(columnTitle).join("\n")
  const open: MeterFormat["open"] = (header, samples, { zone }) => {
    if (header.join("\n") !== titles) return null
    const timesOf = slotTimes(columns.slots, zone)
    const connection = header.findIndex(title => CONNECTION.test(title))
    const numberAt = numbersBelow(header)
    return (cells, row) => {
      const day = readStamp(cells[columns.day] ?? "", columns.order)
      const direction = columns.direction < 0 ? "import" : directionOf(cells[columns.direction] ?? "")
      if (!day || !direction) return
      const k =
        columns.unit < 0 ? columns.unitK : unitKOf(cells[columns.unit] ?? "", row, titleOf(header, columns.unit))
      const values = columns.slots.columns.map(column => numberAt(cells, column, row, columns.number) * k)
      const times = timesOf(day.ms, values)
      for (const [index, valueKwh] of values.entries()) {
        samples.add({ direction, register: "all", connection: cells[connection], time: times[index]!, valueKwh })
      }
    }
  }
  const { isMeanPower } = columns
  return { name: "days with columns of kWh", kind: "interval", stamps: "start", isMeanPower, open }
}

const unitKOf = (text: string, row: number, column: string): number =>
  UNIT_K[text.toLowerCase()] ?? refuse("file-row-unit", { row, column, text: shown(text) })

/**
 * The moments of a day's slots. On a day of 23 hours, numbered slots leave out the last; on one of 25 they have more
 * than 24. Others go by the clock.
 */
const slotTimes = (slots: DaySlots, zone: string) => {
  const { minutes, perHour } = slots
  const clocks = clocksOf(zone)
  const stepMs = MS_PER_HOUR / perHour
  const last = minutes.slice(0, 24 * perHour).map((_, index) => index >= 23 * perHour)
  return (dayMs: number, values: number[]): Stamp[] => {
    const length = dayLengthHours(zone, dayMs)
    const energyAt = (test: (index: number) => boolean): number =>
      values.reduce((sum, value, index) => sum + (test(index) && value > 0 ? value : 0), 0)
    const inSkipped = (index: number) => isSkipped(clocks, dayMs + (minutes[index] ?? 0) * MS_PER_MINUTE, false)
    const isNumbered =
      length < 24
        ? energyAt(index => last[index] === true) === 0 && energyAt(inSkipped) > 0
        : length > 24 && values.some((value, index) => minutes[index] === null && !Number.isNaN(value))
    const midnightMs = startOfDay(zone, dayMs)
    return minutes.map((minute, index) => {
      if (isNumbered || minute === null) return { ms: midnightMs + index * stepMs, isUtc: true }
      return { ms: dayMs + minute * MS_PER_MINUTE, isUtc: false }
    })
  }
}

const dayColumns = (table: Table): DayColumns | null => {
  for (const [headerAt, cells] of table.head.entries()) {
    const header = cells.map(columnTitle)
    const slots = daySlots(header)
    const first = table.head[headerAt + 1]
    if (!slots || !first) continue
    const isSlot = new Set(slots.columns)
    const day = first.findIndex((text, column) => !isSlot.has(column) && isDay(text))
    if (day < 0) continue
    const rest = header.flatMap((_, column) => (isSlot.has(column) || column === day ? [] : [column]))
    const unit = rest.find(column => (first[column] ?? "").toLowerCase() in UNIT_K) ?? -1
    const named = unit < 0 ? unitAbove(table.head.slice(0, headerAt + 1)) : first[unit]!.toLowerCase()
    if (named === null) return refuse("file-unit-missing", { columns: [shown(cells[slots.columns[0]!]!)] })
    const unitK = UNIT_K[named]!
    const seen = scanned(table, { headerAt, day, rest, slots, unitK })
    return { headerAt, slots, day, ...seen, unit, unitK, isMeanPower: POWER_UNITS.has(named) }
  }
  return null
}

const isDay = (text: string): boolean => {
  const stamp = readStamp(text, "dmy") ?? readStamp(text, "mdy")
  return stamp !== null && !stamp.isUtc && stamp.ms % MS_PER_DAY === 0
}

/** Unit in a title or in a cell above the rows, or an implied unit; null without. */
const unitAbove = (head: readonly string[][]): string | null => {
  const titles = head.flat().map(columnTitle)
  const named = titles.flatMap(title => unitOf(title) ?? [])[0]
  return named ?? (titles.some(title => KWH_WITHOUT_SAYING.test(title)) ? "kwh" : null)
}

/** Position in a table of days. */
interface Scan {
  headerAt: number
  /** Columns of the day, of its slots, and all others. */
  day: number
  slots: DaySlots
  rest: number[]
  unitK: number
}

/**
 * Properties of a table's columns by all rows: the order of day and month, the number format, and the column of
 * directions.
 */
const scanned = (table: Table, { headerAt, day, rest, slots, unitK }: Scan) => {
  const dates = dateOrders()
  const written = writtenNumbers()
  const texts = new Map(rest.map(column => [column, new Set<string>()]))
  const rows: { day: string; cells: string[]; sample: string }[] = []
  table.forEachRow((cells, row) => {
    if (row <= headerAt + 1) return
    const text = (cells[day] ?? "").slice(0, 32)
    dates.add(text)
    for (const column of slots.columns) written.add(cells[column] ?? "")
    for (const [column, distinct] of texts) if (distinct.size < MAX_TEXTS) distinct.add(cells[column] ?? "")
    rows.push({ day: text, cells: rest.map(column => cells[column] ?? ""), sample: cells[slots.columns[0]!] ?? "" })
  })
  const says = ([, distinct]: [number, Set<string>]): boolean =>
    distinct.size < MAX_TEXTS && [...distinct].some(text => !readNumber(text) && directionOf(text) !== null)
  const direction = [...texts].find(says)?.[0] ?? -1
  refuseRepeated(rows, rest.indexOf(direction))
  return { order: dates.order() ?? refuse("file-date-order"), number: written.reader(unitK), direction }
}

/** Refuses a table with repeated days in one direction: several meters, or registers that cannot be distinguished. */
const refuseRepeated = (rows: { day: string; cells: string[]; sample: string }[], direction: number): void => {
  const seen = new Map<string, string>()
  let repeated = 0
  for (const { day, cells, sample } of rows) {
    const way = direction < 0 ? "import" : directionOf(cells[direction]!)
    if (day === "" || way === null) continue
    const key = `${day} ${way}`
    if ((seen.get(key) ?? sample) !== sample) repeated++
    seen.set(key, sample)
  }
  if (repeated > MAX_REPEATED_DAYS) refuse("file-same-moments")
}
