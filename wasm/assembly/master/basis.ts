/**
 * The active set of the simplex: one active constraint per column, the dense inverse of their normals, and from it the
 * point where they all hold and the multipliers y with cost = Σ y·normal. Everything in scaled units (scaled.ts).
 */
import { Integers, Series } from "../memory/series"
import { columnOf, isLowerEnd, isRow, lowerEnd, upperEnd } from "./constraint"
import { countOf, freeColumn, placesOf, program, rowOf } from "./program"
import { scaled, top } from "./scaled"
import { addTimes, dot, dotAt, subtractAt, subtractTimes } from "./vectors"

/** A pivot below this makes the active set singular. */
const SINGULAR: f64 = 1e-15
/** A row of the elimination that is shorter than its width by this factor is subtracted number by number. */
const SPARSE: i32 = 4

@unmanaged
class Basis {
  /** For each place of the set: its constraint, right side, multiplier, and coefficient in the normal that enters. */
  active: Integers
  rightSide: Series
  multiplier: Series
  coefficient: Series
  /** For each row whether it is active. */
  isActive: Integers
  /** The point at which all active constraints hold. */
  point: Series
  /** Reduced cost of an empty start. */
  reduced: Series
  /**
   * The inverse of the active normals, column after column, and room to eliminate: a table, and places of one of its
   * rows, in bytes.
   */
  inverse: Series
  elimination: Series
  places: Integers
}

/** The normal of a constraint: its nonzero coefficients, their positions, and the right side. */
@unmanaged
class Normal {
  values: Series
  places: Integers
  count: i32
  /** The one place of an end of the box, … */
  endPlace: i32
  /** … and its coefficient. */
  endValue: f64
  rightSide: f64
}

export const basis = changetype<Basis>(memory.data(offsetof<Basis>(), 8))
/** Normal of the last readNormal. */
export const normal = changetype<Normal>(memory.data(offsetof<Normal>(), 8))

/** Column p of the inverse: direction of the point if only constraint p is released. */
// @ts-ignore: decorator
@inline
export function edge(p: i32): Series {
  return basis.inverse.from(p * program.columns)
}

/** Makes `normal` the normal of a constraint. */
export function readNormal(constraint: i32): void {
  if (isRow(constraint)) {
    const row = rowOf(scaled.rows, constraint)
    normal.values = row
    normal.places = placesOf(constraint)
    normal.count = countOf(constraint)
    normal.rightSide = row[program.columns]
    return
  }
  const j = columnOf(constraint)
  const isLower = isLowerEnd(constraint)
  normal.values = changetype<Series>(changetype<usize>(normal) + offsetof<Normal>("endValue"))
  normal.places = changetype<Integers>(changetype<usize>(normal) + offsetof<Normal>("endPlace"))
  normal.count = 1
  normal.endPlace = j << 3
  normal.endValue = isLower ? 1 : -1
  normal.rightSide = isLower ? 0 : -top(j)
}

/** normal · x */
// @ts-ignore: decorator
@inline
export function alongNormal(x: Series): f64 {
  return dotAt(normal.values, normal.places, x, normal.count)
}

/** The multiplier of a row of a free column alone. */
function aloneMultiplier(i: i32, free: i32): f64 {
  // Its coefficient is the row's last one.
  return scaled.cost[free] / rowOf(scaled.rows, i)[countOf(i) - 1]
}

/** Takes `y` times row i off `costs`. */
function reduce(costs: Series, y: f64, i: i32): void {
  const row = rowOf(scaled.rows, i)
  const places = placesOf(i)
  const count = countOf(i)
  for (let k = 0; k < count; k++) {
    const place = <usize>places[k]
    costs.putHere(place, costs.here(place) - y * row[k])
  }
}

/** The best single row of a free column, with every boxed column at its best end; −1: none. */
function bestRow(free: i32): i32 {
  const reduced = basis.coefficient
  let best = -1
  let bestValue = -Infinity
  for (let i = 0; i < program.rows; i++) {
    if (freeColumn(i) != free) continue
    const y = aloneMultiplier(i, free)
    let value = y * rowOf(scaled.rows, i)[program.columns]
    reduced.copyFrom(scaled.cost, program.columns)
    reduce(reduced, y, i)
    for (let j = 0; j < program.boxed; j++) {
      if (reduced[j] < 0) value += reduced[j] * top(j)
    }
    if (value > bestValue) {
      bestValue = value
      best = i
    }
  }
  return best
}

/**
 * One row of each free column, and every boxed column at its best end: dual feasible at once. False: a free column has
 * none.
 */
export function startActive(): bool {
  const boxed = program.boxed
  const reduced = basis.reduced
  reduced.copyFrom(scaled.cost, program.columns)
  for (let free = boxed; free < program.columns; free++) {
    const best = bestRow(free)
    if (best < 0) return false
    reduce(reduced, aloneMultiplier(best, free), best)
    basis.active[free] = best
  }
  for (let j = 0; j < boxed; j++) basis.active[j] = reduced[j] >= 0 ? lowerEnd(j) : upperEnd(j)
  return true
}

/** Writes the active normals and an identity table for the elimination. */
function placeActive(): void {
  const d = program.columns
  const width = 2 * d
  const table = basis.elimination
  table.clear(d * width)
  basis.isActive.clear(program.rows)
  for (let p = 0; p < d; p++) {
    const constraint = basis.active[p]
    if (isRow(constraint)) basis.isActive[constraint] = 1
    readNormal(constraint)
    basis.rightSide[p] = normal.rightSide
    for (let k = 0; k < normal.count; k++) table[(normal.places[k] >> 3) * width + p] = normal.values[k]
    table[p * width + d + p] = 1
  }
}

/** Divides the row of the pivot, brings it to place k, and finds the places of its numbers from there; how many. */
function placePivot(k: i32, best: i32, pivot: f64): i32 {
  const width = 2 * program.columns
  const row = basis.elimination.from(k * width)
  const from = basis.elimination.from(best * width)
  const places = basis.places
  const inverse = 1 / pivot
  let count = 0
  for (let j = k; j < width; j++) {
    const value = from[j] * inverse
    if (best != k) from[j] = row[j]
    row[j] = value
    places[count] = j << 3
    count += value != 0 ? 1 : 0
  }
  return count
}

/** Inverts the active normals by Gauss-Jordan with pivoting. False: they are singular. */
export function eliminate(): bool {
  const d = program.columns
  const width = 2 * d
  const table = basis.elimination
  placeActive()
  for (let k = 0; k < d; k++) {
    let best = k
    for (let i = k + 1; i < d; i++) if (abs(table[i * width + k]) > abs(table[best * width + k])) best = i
    const pivot = table[best * width + k]
    if (abs(pivot) < SINGULAR) return false
    const count = placePivot(k, best, pivot)
    const row = table.from(k * width)
    const isSparse = SPARSE * count < width - k
    for (let i = 0; i < d; i++) {
      const to = table.from(i * width)
      const factor = to[k]
      if (i == k || factor == 0) continue
      if (isSparse) subtractAt(to, factor, row, basis.places, count)
      else subtractTimes(to.from(k), factor, row.from(k), width - k)
    }
  }
  for (let p = 0; p < d; p++) edge(p).copyFrom(table.from(p * width + d), d)
  return true
}

/** Point and multipliers of the active set, from the inverse. */
export function refresh(): void {
  const columns = program.columns
  basis.point.clear(columns)
  for (let p = 0; p < columns; p++) {
    const along = edge(p)
    basis.multiplier[p] = dot(scaled.cost, along, columns)
    addTimes(basis.point, basis.rightSide[p], along, columns)
  }
}

/** Exchanges active constraint p for the constraint of `normal`, whose coefficients are in `coefficient`. */
export function exchange(p: i32, constraint: i32): void {
  const d = program.columns
  const point = basis.point
  const inverse = 1 / basis.coefficient[p]
  const along = edge(p)
  const step = max<f64>(basis.multiplier[p], 0) * inverse
  const move = (normal.rightSide - alongNormal(point)) * inverse
  addTimes(point, move, along, d)
  for (let j = 0; j < d; j++) along[j] = along[j] * inverse
  for (let q = 0; q < d; q++) {
    if (q == p) continue
    const a = basis.coefficient[q]
    if (a == 0) continue
    basis.multiplier[q] = basis.multiplier[q] - step * a
    subtractTimes(edge(q), a, along, d)
  }
  basis.multiplier[p] = step
  basis.rightSide[p] = normal.rightSide
  const old = basis.active[p]
  if (isRow(old)) basis.isActive[old] = 0
  if (isRow(constraint)) basis.isActive[constraint] = 1
  basis.active[p] = constraint
}
