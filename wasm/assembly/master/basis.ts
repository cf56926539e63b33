/**
 * The active set of the simplex: one active constraint per column, the dense inverse of their normals, and from it the point
 * where they all hold and the multipliers y with cost = Σ y·normal. Everything in scaled units (scaled.ts).
 */
import { Integers, Series } from "../memory/series"
import { columnOf, isLowerEnd, isRow, lowerEnd, upperEnd } from "./constraint"
import { freeColumn, program, rowOf } from "./program"
import { scaled, top } from "./scaled"
import { addTimes, dot, subtractTimes } from "./vectors"

/** A pivot below this makes the active set singular. */
const SINGULAR: f64 = 1e-15

@unmanaged
class Basis {
  /** For each place of the set: its constraint, right side, multiplier, and coefficient in the normal that enters. */
  active: Integers
  rightSide: Series
  multiplier: Series
  coefficient: Series
  /** For each row whether it is active. */
  isActive: Integers
  /** Where all active constraints hold. */
  point: Series
  /** The normal that enters. */
  entering: Series
  /** The inverse of the active normals, column after column, and room to eliminate. */
  inverse: Series
  elimination: Series
}

export const basis = changetype<Basis>(memory.data(offsetof<Basis>(), 8))

/** Column p of the inverse: where the point goes when constraint p alone gives way. */
// @ts-ignore: decorator
@inline
export function edge(p: i32): Series {
  return basis.inverse.from(p * program.columns)
}

/** Writes the normal of a constraint to `to` and gives its right side. */
export function normalOf(constraint: i32, to: Series): f64 {
  const columns = program.columns
  if (isRow(constraint)) {
    const row = rowOf(scaled.rows, constraint)
    to.copyFrom(row, columns)
    return row[columns]
  }
  to.clear(columns)
  const j = columnOf(constraint)
  if (isLowerEnd(constraint)) {
    to[j] = 1
    return 0
  }
  to[j] = -1
  return -top(j)
}

/** Among the rows of a free column the one that alone bounds best, with every boxed column at its best end; −1: none. */
function bestRow(free: i32): i32 {
  let best = -1
  let bestValue = -Infinity
  for (let i = 0; i < program.rows; i++) {
    if (freeColumn(i) != free) continue
    const row = rowOf(scaled.rows, i)
    const y = scaled.cost[free] / row[free]
    let value = y * row[program.columns]
    for (let j = 0; j < program.boxed; j++) {
      const reduced = scaled.cost[j] - y * row[j]
      if (reduced < 0) value += reduced * top(j)
    }
    if (value > bestValue) {
      bestValue = value
      best = i
    }
  }
  return best
}

/** One row of each free column, and every boxed column at its best end: dual feasible at once. False: a free column has none. */
export function startActive(): bool {
  const boxed = program.boxed
  const reduced = basis.entering
  reduced.copyFrom(scaled.cost, program.columns)
  for (let free = boxed; free < program.columns; free++) {
    const best = bestRow(free)
    if (best < 0) return false
    const row = rowOf(scaled.rows, best)
    const y = scaled.cost[free] / row[free]
    for (let j = 0; j < boxed; j++) reduced[j] = reduced[j] - y * row[j]
    basis.active[free] = best
  }
  for (let j = 0; j < boxed; j++) basis.active[j] = reduced[j] >= 0 ? lowerEnd(j) : upperEnd(j)
  return true
}

/** Inverts the active normals by Gauss-Jordan with pivoting. False: they are singular. */
export function eliminate(): bool {
  const d = program.columns
  const width = 2 * d
  const table = basis.elimination
  basis.isActive.clear(program.rows)
  for (let p = 0; p < d; p++) {
    const constraint = basis.active[p]
    if (isRow(constraint)) basis.isActive[constraint] = 1
    basis.rightSide[p] = normalOf(constraint, basis.entering)
    for (let i = 0; i < d; i++) {
      table[i * width + p] = basis.entering[i]
      table[i * width + d + p] = 0
    }
    table[p * width + d + p] = 1
  }
  for (let k = 0; k < d; k++) {
    let best = k
    for (let i = k + 1; i < d; i++) if (abs(table[i * width + k]) > abs(table[best * width + k])) best = i
    const pivot = table[best * width + k]
    if (abs(pivot) < SINGULAR) return false
    const inverse = 1 / pivot
    for (let j = k; j < width; j++) {
      const value = table[best * width + j] * inverse
      if (best != k) table[best * width + j] = table[k * width + j]
      table[k * width + j] = value
    }
    const row = table.from(k * width + k)
    for (let i = 0; i < d; i++) {
      const factor = table[i * width + k]
      if (i != k && factor != 0) subtractTimes(table.from(i * width + k), factor, row, width - k)
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

/** Exchanges active constraint p for one whose normal is in `entering` and whose coefficients are in `coefficient`. */
export function exchange(p: i32, constraint: i32, rightSide: f64): void {
  const d = program.columns
  const point = basis.point
  const inverse = 1 / basis.coefficient[p]
  const along = edge(p)
  const step = max<f64>(basis.multiplier[p], 0) * inverse
  const move = (rightSide - dot(basis.entering, point, d)) * inverse
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
  basis.rightSide[p] = rightSide
  const old = basis.active[p]
  if (isRow(old)) basis.isActive[old] = 0
  if (isRow(constraint)) basis.isActive[constraint] = 1
  basis.active[p] = constraint
}
