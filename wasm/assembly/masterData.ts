/**
 * The data of the master problem: cost, box and rows as given, and scaled for the simplex (columns by their boxes or
 * their solution, largest coefficient of a row 1, largest cost 1). The last columns are free (the values η of the cuts, one
 * for each block), all others are boxed. A row has a coefficient on one free column at most, and a positive one.
 */
import { at, put } from "./numbers"

/** Smallest unit of a column, as a part of its box. */
const SMALLEST_UNIT: f64 = 1e-6
/** Slopes below this part of the free column's height are rounding. */
const FLAT: f64 = 1e-6

/** Number of columns, of the boxed ones among them, and number of rows now. */
export let columns: i32 = 0
export let boxed: i32 = 0
export let rows: i32 = 0
let rowsMax: i32 = 0

/** As given: cost, box (of the boxed columns), rows of columns + 1 numbers (coefficients, right side). */
export let cost: usize = 0
export let low: usize = 0
export let high: usize = 0
export let original: usize = 0
/** Scaled: x = shift + size · z, rows times rowSize, cost times costSize. */
export let scaled: usize = 0
export let scaledCost: usize = 0
export let shift: usize = 0
export let size: usize = 0
export let rowSize: usize = 0
export let costSize: f64 = 1
/** Work of the simplex: per column the multiplier, right side and entering coefficient of an active constraint, … */
export let multiplier: usize = 0
export let right: usize = 0
export let alpha: usize = 0
export let active: usize = 0
/** … the normal that enters, the point, the solution, the inverse by columns and room to eliminate, … */
export let entering: usize = 0
export let point: usize = 0
export let solution: usize = 0
export let edges: usize = 0
export let work: usize = 0
/** … per row its unscaled multiplier, whether it is active, and its free column (0: none). */
export let lagrange: usize = 0
export let isActive: usize = 0
let freeColumn: usize = 0

/** Row i of `original` or `scaled`. */
// @ts-ignore: decorator
@inline
export function row(base: usize, i: i32): usize {
  return base + (<usize>(i * (columns + 1)) << 3)
}

// @ts-ignore: decorator
@inline
export function dot(a: usize, b: usize): f64 {
  let sum: f64 = 0
  for (let j = 0; j < columns; j++) sum += at(a, j) * at(b, j)
  return sum
}

/** Bytes that `masterPlace` takes. */
export function masterBytes(columnCount: i32, rowCount: i32): usize {
  const d = <usize>columnCount
  const m = <usize>rowCount
  return 8 * (2 * m * (d + 1) + 4 * d * d + 16 * d + 4 * m + 64)
}

/** Lays the arrays out at `base`; no rows, cost and box undefined. */
export function masterPlace(base: usize, columnCount: i32, freeCount: i32, rowCount: i32): void {
  columns = columnCount
  boxed = columnCount - freeCount
  rowsMax = rowCount
  rows = 0
  const line = <usize>columnCount << 3
  let free = base
  cost = free
  low = free += line
  high = free += line
  scaledCost = free += line
  shift = free += line
  size = free += line
  multiplier = free += line
  right = free += line
  alpha = free += line
  point = free += line
  solution = free += line
  active = free += line
  entering = free += line
  edges = free += line + 8
  work = free += line * columnCount
  original = free += line * columnCount * 2
  scaled = free += (line + 8) * rowCount
  rowSize = free += (line + 8) * rowCount
  lagrange = free += <usize>rowCount << 3
  isActive = free += <usize>rowCount << 3
  freeColumn = free += <usize>rowCount << 3
}

/** The free column of row i, 0 for none; known once scale() has seen the row. */
// @ts-ignore: decorator
@inline
export function freeOf(i: i32): i32 {
  return load<i32>(freeColumn + (<usize>i << 3))
}

function findFree(i: i32): void {
  let found = 0
  for (let j = boxed; j < columns; j++) if (at(row(original, i), j) > 0) found = j
  store<i32>(freeColumn + (<usize>i << 3), found)
}

/** Keeps the first `count` rows. */
export function masterTruncate(count: i32): void {
  rows = count
}

export function masterColumn(j: i32, price: f64, least: f64, most: f64): void {
  put(cost, j, price)
  put(low, j, least)
  put(high, j, most)
}

/** Opens the next row and gives its address, columns + 1 numbers for the caller to fill; 0 where the rows are full. */
export function masterRow(): usize {
  if (rows == rowsMax) return 0
  return row(original, rows++)
}

/** A free column by the flattest row that has a slope (a steep one among them must not drown the others in rounding). */
function scaleFreeColumn(free: i32): void {
  let height = -Infinity
  let flattest = Infinity
  let most: f64 = 0
  for (let i = 0; i < rows; i++) {
    if (freeOf(i) != free) continue
    const a = row(original, i)
    const v = at(a, free)
    let value = at(a, columns)
    let steepest: f64 = 0
    for (let j = 0; j < boxed; j++) {
      value -= at(a, j) * at(low, j)
      const slope = abs(at(a, j) * at(size, j)) / v
      if (slope > steepest) steepest = slope
    }
    if (value / v > height) height = value / v
    if (steepest > 0 && steepest < flattest) flattest = steepest
    if (steepest > most) most = steepest
  }
  put(shift, free, height > -Infinity ? height : 0)
  const unit = max<f64>(flattest < Infinity ? flattest : 0, max<f64>(FLAT * abs(at(shift, free)), FLAT * FLAT * most))
  put(size, free, unit > 0 ? unit : 1)
}

/** Units of the boxed columns: the length of the box, or where the solution is `known` and near the lower end, its distance. */
function scaleBox(known: bool): void {
  for (let j = 0; j < boxed; j++) {
    const length = at(high, j) - at(low, j)
    const away = known ? max<f64>(2 * (at(solution, j) - at(low, j)), SMALLEST_UNIT * length) : length
    put(shift, j, at(low, j))
    put(size, j, length > 0 ? min<f64>(length, away) : 1)
  }
}

/** Scales everything as it is now; `known`: around the last solution. */
export function scale(known: bool): void {
  scaleBox(known)
  for (let i = 0; i < rows; i++) findFree(i)
  for (let j = boxed; j < columns; j++) scaleFreeColumn(j)
  for (let i = 0; i < rows; i++) {
    const a = row(original, i)
    const to = row(scaled, i)
    let rest = at(a, columns)
    let largest: f64 = 0
    for (let j = 0; j < columns; j++) {
      rest -= at(a, j) * at(shift, j)
      const value = at(a, j) * at(size, j)
      put(to, j, value)
      if (abs(value) > largest) largest = abs(value)
    }
    const factor = largest > 0 ? 1 / largest : 1
    for (let j = 0; j < columns; j++) put(to, j, at(to, j) * factor)
    put(to, columns, rest * factor)
    put(rowSize, i, factor)
  }
  let largest: f64 = 0
  for (let j = 0; j < columns; j++) {
    put(scaledCost, j, at(cost, j) * at(size, j))
    if (abs(at(scaledCost, j)) > largest) largest = abs(at(scaledCost, j))
  }
  costSize = largest > 0 ? 1 / largest : 1
  for (let j = 0; j < columns; j++) put(scaledCost, j, at(scaledCost, j) * costSize)
}

/** Upper end of column j in the scaled box. */
// @ts-ignore: decorator
@inline
export function top(j: i32): f64 {
  return (at(high, j) - at(low, j)) / at(size, j)
}
