/**
 * The master problem as given: least cost·x over a box and rows a·x ≥ b. The last columns are free (the values η of the
 * cuts, one for each block), all others are boxed. A row has a coefficient on one free column at most, and a positive
 * one.
 */
import { Integers, Series } from "../memory/series"

/** The free column of a row that has none. */
const NO_COLUMN: i32 = 0

@unmanaged
class Program {
  /** Number of columns, of the boxed ones among them, of rows now, and of rows that there is room for. */
  columns: i32
  boxed: i32
  rows: i32
  rowsMost: i32
  cost: Series
  /** The box. */
  low: Series
  high: Series
  /** Rows of columns + 1 numbers: coefficients and right side. */
  given: Series
  /** For each row, once it is read (readRows): its free column, how many coefficients are not zero, … */
  freeColumns: Integers
  counts: Integers
  /** … and where these are, in bytes from a row's start: a table with as many places a row as there are columns. */
  places: Integers
  /** Rows that are read, and their coefficients that are not zero. */
  read: i32
  numbers: i32
}

export const program = changetype<Program>(memory.data(offsetof<Program>(), 8))

/** Row i of `table`, given or scaled. */
// @ts-ignore: decorator
@inline
export function rowOf(table: Series, i: i32): Series {
  return table.from(i * (program.columns + 1))
}


/** Number and positions of the nonzero coefficients of row i. Most rows are of one block of the year and have few. */
// @ts-ignore: decorator
@inline
export function countOf(i: i32): i32 {
  return program.counts[i]
}

// @ts-ignore: decorator
@inline
export function placesOf(i: i32): Integers {
  return program.places.from(i * program.columns)
}

/** The free column of row i; NO_COLUMN: none. */
// @ts-ignore: decorator
@inline
export function freeColumn(i: i32): i32 {
  return program.freeColumns[i]
}

/** Reads the rows that came since the last call: a row does not change once it is solved. */
export function readRows(): void {
  for (let i = program.read; i < program.rows; i++) {
    const row = rowOf(program.given, i)
    const places = placesOf(i)
    let count = 0
    let column = NO_COLUMN
    for (let j = 0; j < program.columns; j++) {
      if (row[j] == 0) continue
      places[count++] = j << 3
      if (j >= program.boxed && row[j] > 0) column = j
    }
    program.counts[i] = count
    program.numbers += count
    program.freeColumns[i] = column
  }
  program.read = program.rows
}

/** Keeps the first `count` rows. */
export function masterTruncate(count: i32): void {
  assert(count <= program.rows)
  program.rows = count
  while (program.read > count) program.numbers -= program.counts[--program.read]
}

export function masterColumn(j: i32, cost: f64, least: f64, most: f64): void {
  assert(j >= 0 && j < program.columns && least <= most)
  program.cost[j] = cost
  program.low[j] = least
  program.high[j] = most
}

/** Opens the next row: columns + 1 numbers for the caller to fill. */
export function masterRow(): Series {
  assert(program.rows < program.rowsMost, "the master has room for the row")
  return rowOf(program.given, program.rows++)
}
