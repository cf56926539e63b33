/**
 * The master problem as given: least cost·x over a box and rows a·x ≥ b. The last columns are free (the values η of the
 * cuts, one for each block), all others are boxed. A row has a coefficient on one free column at most, and a positive one.
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
  /** For each row its free column, known once the row was scaled. */
  freeColumns: Integers
}

export const program = changetype<Program>(memory.data(offsetof<Program>(), 8))

/** Row i of `table`, given or scaled. */
// @ts-ignore: decorator
@inline
export function rowOf(table: Series, i: i32): Series {
  return table.from(i * (program.columns + 1))
}


/** The free column of row i; NO_COLUMN: none. */
// @ts-ignore: decorator
@inline
export function freeColumn(i: i32): i32 {
  return program.freeColumns[i]
}

/** Finds the free columns of all rows. */
export function findFreeColumns(): void {
  for (let i = 0; i < program.rows; i++) {
    const row = rowOf(program.given, i)
    let found = NO_COLUMN
    for (let j = program.boxed; j < program.columns; j++) if (row[j] > 0) found = j
    program.freeColumns[i] = found
  }
}

/** Keeps the first `count` rows. */
export function masterTruncate(count: i32): void {
  assert(count <= program.rows)
  program.rows = count
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
