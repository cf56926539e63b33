/** The bound that any multipliers prove, from the rows and the box as they were given. */
import { boxed, columns, cost, freeOf, high, lagrange, low, original, row, rows } from "./masterData"
import { at, put } from "./numbers"

const ROUNDING: f64 = 2.220446049250313e-16

/** Brings the rows' weight on a free column to `want`. False: they have none, or should have none. */
function balance(free: i32, want: f64): bool {
  let weight: f64 = 0
  for (let i = 0; i < rows; i++) if (freeOf(i) == free) weight += at(lagrange, i) * at(row(original, i), free)
  if (weight <= 0 || want <= 0) return abs(weight) <= 1e-12 && want <= 0
  const factor = want / weight
  for (let i = 0; i < rows; i++) if (freeOf(i) == free) put(lagrange, i, at(lagrange, i) * factor)
  return true
}

/**
 * Σ y·b + Σ min over the box of (c − Σ y·a)·x, less the rounding that these sums can have: a bound of the optimum for any
 * y >= 0. The rows' weights on a free column are set to its cost exactly (a convex combination of cuts is a cut).
 * With price = 0: a bound of 0·x, so above zero proves that the rows have no point in the box.
 */
export function lagrangeBound(price: f64): f64 {
  for (let free = boxed; free < columns; free++) {
    if (!balance(free, price * at(cost, free))) return -Infinity
  }
  let bound: f64 = 0
  let size: f64 = 0
  let terms = 2 * columns
  for (let i = 0; i < rows; i++) {
    const y = at(lagrange, i)
    if (y == 0) continue
    const term = y * at(row(original, i), columns)
    bound += term
    size += abs(term)
    terms++
  }
  for (let j = 0; j < boxed; j++) {
    let reduced = price * at(cost, j)
    let reducedSize = abs(reduced)
    for (let i = 0; i < rows; i++) {
      const y = at(lagrange, i)
      if (y == 0) continue
      const term = y * at(row(original, i), j)
      reduced -= term
      reducedSize += abs(term)
    }
    bound += reduced * (reduced >= 0 ? at(low, j) : at(high, j))
    size += reducedSize * max<f64>(abs(at(low, j)), abs(at(high, j)))
  }
  return bound - size * <f64>terms * ROUNDING
}
