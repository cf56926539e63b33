import { columnTitle, HEAD_ROWS, MAX_COLUMNS, type Table } from "./table.ts"
import { isDate, isStamp, isValue, readStamp } from "./values.ts"

/** Transposed tables, converted to the readable orientation. */

/** Minimum number of days in columns of a table with a row for each hour. */
const MIN_DAYS = 20
/** A day in a spreadsheet. */
const SERIAL_DAY = /^\d{5}$/
const FIRST_COLUMNS = 4

/** A table with a column for each day and a row for each hour or quarter, with its days as rows; null for another. */
export const turned = (table: Table): Table | null => {
  const isSheet = table.kind.container === "sheet"
  const isDay = (cell: string): boolean => isDate(cell) || (isSheet && SERIAL_DAY.test(cell) && isStamp(cell))
  const at = table.head.findIndex(cells => cells.filter(isDay).length >= MIN_DAYS)
  if (at < 0) return null
  const days = table.head[at]!
  const first = days.findIndex(isDay)
  if (first > FIRST_COLUMNS) return null
  const rows: string[][] = []
  table.forEachRow((cells, row) => {
    if (row <= at + 1) return
    return cells.some(cell => cell !== "") ? rows.push(cells.slice(0, MAX_COLUMNS)) <= MAX_COLUMNS : undefined
  })
  const slots = rows.filter(cells => cells.slice(first).some(isValue))
  const labels = slots.map(cells => cells.slice(0, first).find(cell => cell !== "") ?? "")
  const titles = [columnTitle(days.slice(0, first).join(" ")), ...labels]
  const turnedRows = days.flatMap((day, column) => {
    return column >= first && isDay(day) ? [[day, ...slots.map(cells => cells[column] ?? "")]] : []
  })
  const all = [...table.head.slice(0, at), titles, ...turnedRows]
  return {
    kind: table.kind,
    head: all.slice(0, HEAD_ROWS),
    forEachRow: onRow => {
      for (const [index, cells] of all.entries()) if (onRow(cells, index + 1) === false) return
    },
  }
}

const MINUTES_PER_DAY = 1440
const MINUTES_PER_HOUR = 60
/** A time of day as a spreadsheet keeps it, with more digits than a clock has. */
const SHARE_OF_DAY = /^(0?\.\d{3,}|\d(\.\d+)?e-\d+)$/i
const CLOCK_TITLE =
  /^(zeit|uhrzeit|time|start time|end time|tijd|tijdstip|heure|hora|ora|klokke|klokkeslæt|tid|godzina|czas)\b/

const DATE_TITLE = /^(datum|date|fecha|data|dato|dag|day|tag|giorno|jour|usage_date|pvm|päivä)\b/

/** The columns of a sheet below titles of one kind whose sampled cells pass. */
const columnsOf = (head: readonly string[][], title: RegExp, passes: (cells: string[]) => boolean): number[] => {
  const at = head.findIndex(cells => cells.some(cell => title.test(columnTitle(cell))))
  return (head[at] ?? []).flatMap((name, column) => {
    const cells = head.slice(at + 1).flatMap(row => row[column] || [])
    return title.test(columnTitle(name)) && cells.length > 0 && passes(cells) ? [column] : []
  })
}

const clockOf = (cell: string): string => {
  if (!SHARE_OF_DAY.test(cell) && !/^[01](\.\d{1,2})?$/.test(cell)) return cell
  const minutes = Math.round(Number(cell) * MINUTES_PER_DAY)
  const two = (number: number): string => String(number).padStart(2, "0")
  return `${two(Math.floor(minutes / MINUTES_PER_HOUR))}:${two(minutes % MINUTES_PER_HOUR)}`
}

const dayOf = (cell: string): string => {
  const stamp = SERIAL_DAY.test(cell) ? readStamp(cell, "dmy") : null
  return stamp ? new Date(stamp.ms).toISOString().slice(0, 10) : cell
}

/** A sheet with days and times of day combined, if it has them in separate columns. */
export const withClocks = (table: Table): Table => {
  if (table.kind.container !== "sheet") return table
  const clocks = new Set(columnsOf(table.head, CLOCK_TITLE, cells => cells.some(cell => SHARE_OF_DAY.test(cell))))
  const days = new Set(columnsOf(table.head, DATE_TITLE, cells => cells.every(cell => SERIAL_DAY.test(cell))))
  if (clocks.size + days.size === 0) return table
  const written = (cells: string[]) =>
    cells.map((cell, at) => (clocks.has(at) && !cell.includes(":") ? clockOf(cell) : days.has(at) ? dayOf(cell) : cell))
  return {
    kind: table.kind,
    head: table.head.map(written),
    forEachRow: onRow => table.forEachRow((cells, row) => onRow(written(cells), row)),
  }
}
