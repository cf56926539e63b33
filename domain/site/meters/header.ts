import { columnTitle, type Table } from "./table.ts"
import { isOfMoney, NOT_METERED, saysEnergy, UNIT_K, unitOf } from "./titles.ts"
import { isStamp, isValue, readUnit } from "./values.ts"

/** Titles of a table of an unknown provider, and the places of their units. */

/** Titles of columns in lower case, with their units. */
export interface Header {
  /** Index of the row of titles in the head of the table. */
  at: number
  /** Titles as written in that row. */
  written: string[]
  /** With the units of a row, a column or a line of their own behind them. */
  titles: string[]
  /** Index of the first row of values. */
  firstRow: number
  /** Column with the unit of each row; −1 without. */
  unit: number
}

const BRACKETED = /^[[(](.*)[\])]$/
const MAX_UNIT_LENGTH = 8
/** Text of a units row below the title of the times. */
const TIME_ZONE = /^[A-Z][a-z]+\/[A-Za-z_]+( \([-+:\d]+\))?$/
/** Minimum length of the number of a connection or meter; values are shorter. */
const MIN_NUMBER_LENGTH = 13
/** Titles of a unit in a line of its own, above the table. */
const UNIT_LABEL = /^(uom|units?|einheit|eenheid|unité|unidad|unità|jednostka|enhet|enhed|mértékegység)\b/

/** The unit of energy or power that a cell is, or null. */
export const unitIn = (cell: string): string | null => {
  const unit = (BRACKETED.exec(cell)?.[1] ?? cell).toLowerCase()
  return unit in UNIT_K ? unit : null
}

/** True if a row has only units. */
const isUnits = (cells: readonly string[]): boolean => {
  const filled = cells.filter(cell => cell !== "")
  const isShort = (cell: string) =>
    (cell.length <= MAX_UNIT_LENGTH && !isStamp(cell) && !isValue(cell)) || TIME_ZONE.test(cell)
  return filled.some(cell => unitIn(cell) !== null) && filled.every(cell => BRACKETED.test(cell) || isShort(cell))
}

const withUnit = (title: string, unit: string | null): string =>
  unit === null || unitOf(title) !== null ? title : `${title} (${unit})`

/** Rows between titles and values: a unit, a connection. */
const MAX_ROWS_BETWEEN = 2

/** Possible headers of a table: their titles, or a nearby row, column or line, name units. */
export function* headersOf({ head }: Table): Generator<Header> {
  for (const [at, cells] of head.entries()) {
    const between = head.slice(at + 1).findIndex(row => row.some(isStamp))
    const [filled, next = []] = [cells.filter(cell => cell !== "").length, head[at + 1]]
    if (cells.some(isStamp) || between < 0 || between > MAX_ROWS_BETWEEN) continue
    const written = cells.map(columnTitle)
    const header = { at, written, firstRow: at + 1 + between, unit: -1 }
    if (between > 0 && filled > 1 && isUnits(next)) {
      yield { ...header, titles: written.map((title, column) => withUnit(title, unitIn(next[column] ?? ""))) }
    }
    const ofCells = written.map((title, column) => withUnit(title, readUnit(next[column] ?? "")?.unit ?? null))
    if (written.some(title => unitOf(title) !== null)) yield { ...header, titles: written }
    else if (ofCells.some(title => unitOf(title) !== null)) yield { ...header, titles: ofCells }
    else if (between === 0) yield* unitBeside(head, at)
  }
}

/** Header of a table whose single energy column has its unit in another column, or in a line above. */
const unitBeside = (head: readonly string[][], at: number): Header[] => {
  const [titles, first] = [head[at]!, head[at + 1]]
  if (!first?.some(isValue)) return []
  const rows = head.slice(at + 1)
  const unit = first.findIndex((_, column) => rows.some(cells => unitIn(cells[column] ?? "") !== null))
  const ofRows = rows.flatMap(cells => unitIn(cells[unit] ?? "") ?? [])[0]
  const named = ofRows ?? unitAbove(head.slice(0, at))
  if (named === undefined) return []
  const written = titles.map(columnTitle)
  const bare = titlesWithoutUnit(head.slice(at)).map(columnTitle)
  const hasUnit = written.map((title, column) => {
    const cell = first[column] ?? ""
    return isValue(cell) && cell.length < MIN_NUMBER_LENGTH && (bare.includes(title) || NOT_METERED.test(title))
  })
  return [
    { at, written, titles: written.map((t, i) => withUnit(t, hasUnit[i] ? named : null)), firstRow: at + 1, unit },
  ]
}

const unitAbove = (lines: readonly string[][]): string | undefined =>
  lines.flatMap(([label = "", cell = ""]) => (UNIT_LABEL.test(columnTitle(label)) ? (unitIn(cell) ?? []) : []))[0]

/**
 * Titles of number columns next to times that lack only a unit. If some titles have a unit: feed-in titles without a
 * unit. If no title has a unit: titles about energy, otherwise all titles.
 */
export const titlesWithoutUnit = (head: readonly string[][]): string[] => {
  const at = head.findIndex((_, row) => head[row + 1]?.some(isStamp) && head[row + 1]?.some(isValue))
  const [titles, first] = [head[at], head[at + 1]]
  if (!titles || !first || titles.some(isStamp)) return []
  const valued = titles.filter((title, column) => title !== "" && isValue(first[column] ?? ""))
  const bare = valued.filter(title => unitOf(columnTitle(title)) === null && !isOfMoney(columnTitle(title)))
  const { isFedIn, isEnergy } = saysEnergy(titles.map(columnTitle))
  if (valued.some(title => unitOf(columnTitle(title)) !== null))
    return bare.filter(title => isFedIn(columnTitle(title)))
  const ofEnergy = bare.filter(title => isEnergy(columnTitle(title)))
  return ofEnergy.length > 0 ? ofEnergy : bare
}
