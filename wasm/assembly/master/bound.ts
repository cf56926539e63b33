/** The bound that any multipliers prove, from the rows and the box as they were given. */
import { Series } from "../memory/series"
import { freeColumn, program, rowOf } from "./program"

const ROUNDING: f64 = 2.220446049250313e-16
/** Weight on a free column that should have none: no more than rounding. */
const NO_WEIGHT: f64 = 1e-12

/** Brings the rows' weight on a free column to `want`. False: they have none, or should have none. */
function balance(multipliers: Series, free: i32, want: f64): bool {
  const rows = program.rows
  let weight: f64 = 0
  for (let i = 0; i < rows; i++) if (freeColumn(i) == free) weight += multipliers[i] * rowOf(program.given, i)[free]
  if (weight <= 0 || want <= 0) return abs(weight) <= NO_WEIGHT && want <= 0
  const factor = want / weight
  for (let i = 0; i < rows; i++) if (freeColumn(i) == free) multipliers[i] = multipliers[i] * factor
  return true
}

/**
 * Σ y·b + Σ min over the box of (c − Σ y·a)·x, less the rounding that these sums can have: a bound of the optimum for
 * any multipliers y ≥ 0 of the rows. The rows' weights on a free column are set to its cost exactly (a convex
 * combination of cuts is a cut). With price = 0: a bound of 0·x, so above zero proves that the rows have no point in
 * the box.
 */
export function lagrangeBound(multipliers: Series, price: f64): f64 {
  const columns = program.columns
  for (let free = program.boxed; free < columns; free++) {
    if (!balance(multipliers, free, price * program.cost[free])) return -Infinity
  }
  let bound: f64 = 0
  let size: f64 = 0
  let terms = 2 * columns
  for (let i = 0; i < program.rows; i++) {
    const y = multipliers[i]
    assert(y >= 0, "multipliers of rows a·x ≥ b are not negative")
    if (y == 0) continue
    const term = y * rowOf(program.given, i)[columns]
    bound += term
    size += abs(term)
    terms++
  }
  for (let j = 0; j < program.boxed; j++) {
    const low = program.low[j]
    const high = program.high[j]
    let reduced = price * program.cost[j]
    let reducedSize = abs(reduced)
    for (let i = 0; i < program.rows; i++) {
      const y = multipliers[i]
      if (y == 0) continue
      const term = y * rowOf(program.given, i)[j]
      reduced -= term
      reducedSize += abs(term)
    }
    bound += reduced * (reduced >= 0 ? low : high)
    size += reducedSize * max<f64>(abs(low), abs(high))
  }
  return bound - size * <f64>terms * ROUNDING
}
