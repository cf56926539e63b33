/**
 * The master problem of the sizing: least c·x over a box and rows a·x >= b. The last columns are free (the values η of the
 * cuts), all others are boxed.
 *
 * A dual simplex that keeps one active constraint per column (rows or bounds of the box), multipliers y >= 0 with
 * c = Σ y·normal, and the dense inverse of the active normals. A step brings in the most violated constraint and lets one go
 * by a ratio test of Harris's kind (Math. Programming 5, 1973): among the nearly smallest ratios the largest pivot.
 * The end is only believed after a fresh elimination of the active set. What leaves here as bound is none of the simplex's
 * numbers: the row multipliers are clipped at zero, the rest is taken from the original rows and the box, and the largest
 * rounding this sum can have is subtracted. So it never lies above the optimum, whatever happened on the way.
 */

import { lagrangeBound } from "./masterBound"
import {
  active,
  alpha,
  boxed,
  columns,
  cost,
  costSize,
  dot,
  edges,
  entering,
  freeOf,
  high,
  isActive,
  lagrange,
  low,
  multiplier,
  point,
  right,
  row,
  rows,
  rowSize,
  scale,
  scaled,
  scaledCost,
  shift,
  size,
  solution,
  top,
  work,
} from "./masterData"
import { at, put } from "./numbers"

const OPTIMAL: i32 = 0
export const INFEASIBLE: i32 = 1

/** Tolerances in the scaled problem (masterData.ts). */
const VIOLATION: f64 = 1e-10
/** Rounding of a row's value, per size of the point: no row is violated by less. */
const NOISE: f64 = 1e-15
const HARRIS: f64 = 1e-11
const PIVOT: f64 = 1e-12
const SINGULAR: f64 = 1e-15
/** A row is only named infeasible above this; below, the violation is taken for rounding. */
const INFEASIBLE_BY: f64 = 1e-7
const STEPS_BETWEEN_ELIMINATIONS: i32 = 40
const STEPS_MAX: i32 = 3000

/** Steps of the last solve. */
let masterSteps: i32 = 0

/** The point of the last solve, within its box. */
export function masterSolution(): usize {
  return solution
}

/** Work of the last solve (work.ts), measured: a step goes over all rows and the inverse, an elimination is cubic. */
export function masterWork(): f64 {
  const d = <f64>columns
  const eliminations = <f64>masterSteps / <f64>STEPS_BETWEEN_ELIMINATIONS + 4
  return (<f64>masterSteps + 4) * d * (0.3 * <f64>rows + 7 * d) + 0.5 * eliminations * d * d * d
}

/** The proven bound of the last solve. */
export let masterBound: f64 = 0

/** Among the rows of a free column the one that alone bounds best, with every boxed column at its best bound; −1: none. */
function bestRow(free: i32): i32 {
  let best = -1
  let bestValue = -Infinity
  for (let i = 0; i < rows; i++) {
    if (freeOf(i) != free) continue
    const a = row(scaled, i)
    const y = at(scaledCost, free) / at(a, free)
    let value = y * at(a, columns)
    for (let j = 0; j < boxed; j++) {
      const reduced = at(scaledCost, j) - y * at(a, j)
      if (reduced < 0) value += reduced * top(j)
    }
    if (value > bestValue) {
      bestValue = value
      best = i
    }
  }
  return best
}

/** One row of each free column, and every boxed column at its best bound: dual feasible at once. */
function startActive(): bool {
  memory.copy(entering, scaledCost, columns << 3)
  for (let free = boxed; free < columns; free++) {
    const best = bestRow(free)
    if (best < 0) return false
    const a = row(scaled, best)
    const y = at(scaledCost, free) / at(a, free)
    for (let j = 0; j < boxed; j++) put(entering, j, at(entering, j) - y * at(a, j))
    store<i32>(active + (free << 2), best)
  }
  for (let j = 0; j < boxed; j++) store<i32>(active + (j << 2), at(entering, j) >= 0 ? -1 - 2 * j : -2 - 2 * j)
  return true
}

/** Writes the normal of a constraint to `to` and gives its right side. */
function normal(code: i32, to: usize): f64 {
  if (code >= 0) {
    const a = row(scaled, code)
    memory.copy(to, a, columns << 3)
    return at(a, columns)
  }
  memory.fill(to, 0, columns << 3)
  const j = (-1 - code) >> 1
  if (code & 1) {
    put(to, j, 1)
    return 0
  }
  put(to, j, -1)
  return -top(j)
}

/** Inverts the active normals by Gauss-Jordan with pivoting. `edges` row p: column p of the inverse. False: singular. */
function eliminate(): bool {
  const d = columns
  const width = 2 * d
  memory.fill(isActive, 0, rows << 3)
  for (let p = 0; p < d; p++) {
    const code = load<i32>(active + (p << 2))
    if (code >= 0) store<i32>(isActive + (code << 3), 1)
    put(right, p, normal(code, entering))
    for (let i = 0; i < d; i++) {
      put(work, i * width + p, at(entering, i))
      put(work, i * width + d + p, 0)
    }
    put(work, p * width + d + p, 1)
  }
  for (let k = 0; k < d; k++) {
    let best = k
    for (let i = k + 1; i < d; i++) if (abs(at(work, i * width + k)) > abs(at(work, best * width + k))) best = i
    const pivot = at(work, best * width + k)
    if (abs(pivot) < SINGULAR) return false
    const inverse = 1 / pivot
    for (let j = k; j < width; j++) {
      const value = at(work, best * width + j) * inverse
      if (best != k) put(work, best * width + j, at(work, k * width + j))
      put(work, k * width + j, value)
    }
    for (let i = 0; i < d; i++) {
      const factor = at(work, i * width + k)
      if (i == k || factor == 0) continue
      for (let j = k; j < width; j++) put(work, i * width + j, at(work, i * width + j) - factor * at(work, k * width + j))
    }
  }
  for (let p = 0; p < d; p++) memory.copy(edges + (<usize>(p * d) << 3), work + (<usize>(p * width + d) << 3), d << 3)
  return true
}

/** Point and multipliers of the active set, from the inverse. */
function refresh(): void {
  memory.fill(point, 0, columns << 3)
  for (let p = 0; p < columns; p++) {
    const edge = edges + (<usize>(p * columns) << 3)
    put(multiplier, p, dot(scaledCost, edge))
    const r = at(right, p)
    for (let j = 0; j < columns; j++) put(point, j, at(point, j) + r * at(edge, j))
  }
}

let violation: f64 = 0
const NOTHING: i32 = i32.MIN_VALUE

/** The constraint that the point violates most (or the first one, against cycling). */
function violated(first: bool): i32 {
  let worst = NOTHING
  let length: f64 = 0
  for (let j = 0; j < columns; j++) length += abs(at(point, j))
  violation = max<f64>(VIOLATION, NOISE * length)
  for (let j = 0; j < boxed; j++) {
    const z = at(point, j)
    if (-z > violation) {
      violation = -z
      worst = -1 - 2 * j
    }
    if (z - top(j) > violation) {
      violation = z - top(j)
      worst = -2 - 2 * j
    }
    if (first && worst != NOTHING) return worst
  }
  for (let i = 0; i < rows; i++) {
    if (load<i32>(isActive + (i << 3))) continue
    const a = row(scaled, i)
    const short = at(a, columns) - dot(a, point)
    if (short > violation) {
      violation = short
      worst = i
      if (first) return worst
    }
  }
  return worst
}

/** Which active constraint leaves: Harris's two passes, or (against cycling) the lowest code among the smallest ratios. */
function leaving(first: bool): i32 {
  let limit = Infinity
  for (let p = 0; p < columns; p++) {
    const a = at(alpha, p)
    if (a <= PIVOT) continue
    const y = at(multiplier, p) > 0 ? at(multiplier, p) : 0
    const ratio = (first ? y : y + HARRIS) / a
    if (ratio < limit) limit = ratio
  }
  let best = -1
  for (let p = 0; p < columns; p++) {
    const a = at(alpha, p)
    if (a <= PIVOT) continue
    const y = at(multiplier, p) > 0 ? at(multiplier, p) : 0
    if (y > limit * a) continue
    if (best < 0) best = p
    else if (first ? load<i32>(active + (p << 2)) < load<i32>(active + (best << 2)) : a > at(alpha, best)) best = p
  }
  return best
}

/** Exchanges active constraint p for `code`, whose normal is in `entering` and whose coefficients are in `alpha`. */
function exchange(p: i32, code: i32, rightSide: f64): void {
  const d = columns
  const inverse = 1 / at(alpha, p)
  const edge = edges + (<usize>(p * d) << 3)
  const step = max<f64>(at(multiplier, p), 0) * inverse
  const move = (rightSide - dot(entering, point)) * inverse
  for (let j = 0; j < d; j++) {
    put(point, j, at(point, j) + move * at(edge, j))
    put(edge, j, at(edge, j) * inverse)
  }
  for (let q = 0; q < d; q++) {
    if (q == p) continue
    const a = at(alpha, q)
    if (a == 0) continue
    put(multiplier, q, at(multiplier, q) - step * a)
    const other = edges + (<usize>(q * d) << 3)
    for (let j = 0; j < d; j++) put(other, j, at(other, j) - a * at(edge, j))
  }
  put(multiplier, p, step)
  put(right, p, rightSide)
  const old = load<i32>(active + (p << 2))
  if (old >= 0) store<i32>(isActive + (old << 3), 0)
  if (code >= 0) store<i32>(isActive + (code << 3), 1)
  store<i32>(active + (p << 2), code)
}

/** Takes the clipped, unscaled multipliers of the active rows to `lagrange`. */
function unscale(values: usize, factor: f64): void {
  memory.fill(lagrange, 0, rows << 3)
  for (let p = 0; p < columns; p++) {
    const code = load<i32>(active + (p << 2))
    if (code >= 0) put(lagrange, code, max<f64>(0, factor * at(values, p)) * at(rowSize, code))
  }
}

/** Is the violated constraint in `entering` out of reach of all rows together? Its Farkas multipliers must prove it. */
function provesInfeasible(code: i32): bool {
  if (violation < INFEASIBLE_BY) return false
  unscale(alpha, -1)
  if (code >= 0) put(lagrange, code, at(rowSize, code))
  return lagrangeBound(0) > 0
}

function finish(): i32 {
  unscale(multiplier, 1 / costSize)
  masterBound = max<f64>(masterBound, lagrangeBound(1))
  for (let j = 0; j < columns; j++) {
    let x = at(shift, j) + at(size, j) * at(point, j)
    if (j < boxed) x = min<f64>(max<f64>(x, at(low, j)), at(high, j))
    put(solution, j, x)
  }
  return OPTIMAL
}

/** Whether a solve starts from the active set of the one before; it holds as long as no row goes. */
let warm: bool = false
let solved: bool = false

/** With `again`, each solve starts from where the last one ended; a row that goes needs this call anew. */
export function masterReuse(again: bool): void {
  warm = again
  solved = false
}

/** The last active set under the rows and boxes of now; columns whose multipliers ask for it change sides. */
function startWarm(): bool {
  scale(true)
  if (!eliminate()) return false
  refresh()
  let turned = false
  for (let p = 0; p < columns; p++) {
    if (at(multiplier, p) >= -HARRIS) continue
    const code = load<i32>(active + (p << 2))
    if (code >= 0) return false
    const side = -1 - code
    store<i32>(active + (p << 2), -1 - (side ^ 1))
    turned = true
  }
  return !turned || eliminate()
}

/**
 * Solves from the rows, cost and box as they are now. OPTIMAL: masterBound and masterSolution hold; INFEASIBLE: the rows
 * have no point in the box (masterBound = ∞). Each free column needs a row, with a positive coefficient.
 * Solved twice: in units of the box, and from there in units of the solution, which a large box would round away.
 */
export function masterSolve(): i32 {
  masterSteps = 0
  masterBound = -Infinity
  if (warm && solved && startWarm()) return iterate()
  scale(false)
  if (!startActive() || !eliminate()) return OPTIMAL
  solved = true
  if (iterate() == INFEASIBLE) return INFEASIBLE
  scale(true)
  return eliminate() ? iterate() : OPTIMAL
}

/** Exchanges active constraints until none is violated. */
function iterate(): i32 {
  refresh()
  let fresh = true
  let stalled = 0
  for (let since = 0; masterSteps < STEPS_MAX; masterSteps++) {
    const first = stalled > 4 * columns + 40
    const code = violated(first)
    let p = -1
    let rightSide: f64 = 0
    if (code != NOTHING) {
      rightSide = normal(code, entering)
      for (let q = 0; q < columns; q++) put(alpha, q, dot(entering, edges + (<usize>(q * columns) << 3)))
      p = leaving(first)
    }
    if (p < 0) {
      if (fresh) {
        if (code == NOTHING || !provesInfeasible(code)) return finish()
        masterBound = Infinity
        return INFEASIBLE
      }
    } else {
      stalled = at(multiplier, p) > HARRIS ? 0 : stalled + 1
      exchange(p, code, rightSide)
      fresh = false
      if (++since < STEPS_BETWEEN_ELIMINATIONS) continue
    }
    // Where rounding makes the set look singular, the inverse that the exchanges kept stays.
    eliminate()
    refresh()
    fresh = true
    since = 0
  }
  return finish()
}
