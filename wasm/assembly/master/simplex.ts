/**
 * Solves the master problem of the sizing (program.ts).
 *
 * A dual simplex that keeps one active constraint per column (basis.ts). A step brings in the constraint of the largest
 * primal infeasibility and lets one go by a ratio test of Harris's kind (Math. Programming 5, 1973): among the nearly
 * smallest ratios the largest pivot. The end is only believed after a fresh elimination of the active set. The returned
 * bound is none of the simplex's numbers. The row multipliers are clipped at zero, the rest comes from the original
 * rows and the box, and the largest possible rounding of this sum is subtracted. The bound therefore never exceeds the
 * optimum, whatever rounding occurred.
 */
import { Integers, Series } from "../memory/series"
import { alongNormal, basis, edge, eliminate, exchange, readNormal, refresh, startActive } from "./basis"
import { lagrangeBound } from "./bound"
import { isRow, lowerEnd, NONE, oppositeEnd, upperEnd } from "./constraint"
import { countOf, placesOf, program } from "./program"
import { scale, scaled, top } from "./scaled"
import { dotAt } from "./vectors"

export const enum Status {
  OPTIMAL = 0,
  INFEASIBLE = 1,
}

/** Tolerances in the scaled problem. */
const PRIMAL_TOLERANCE: f64 = 1e-10
const DUAL_TOLERANCE: f64 = 1e-11
/** Rounding of a row's value, per size of the point: no row is violated by less. */
const NOISE: f64 = 1e-15
const PIVOT: f64 = 1e-12
/** A row is only named infeasible above this; below, the violation is taken for rounding. */
const INFEASIBLE_BY: f64 = 1e-7
const STEPS_BETWEEN_ELIMINATIONS: i32 = 40
const STEPS_MAX: i32 = 3000
/** Ends that a fresh elimination may take back; each further one widens the primal tolerance by this factor. */
const ENDS_TAKEN_BACK: i32 = 2
const WIDER: f64 = 10

/** Results of the last solve. The host's test reads it as numbers one after the other. */
@unmanaged
export class MasterResult {
  /** No point costs less: proven. Infinity: the rows have no point in the box. */
  lowerBound: f64
  /** The point, within its box. */
  solution: Series
  status: Status
  /** Steps that it took. */
  steps: i32
}

@unmanaged
class Simplex {
  /** Tolerance of a row or bound. */
  tolerance: f64
  /** Violation of the row or bound from the last search. */
  primalInfeasibility: f64
  /** For each row its multiplier in the original problem, not negative. */
  rowMultiplier: Series
  /** True if a solve starts from the previous active set. It holds as long as no row goes. */
  warm: bool
  solved: bool
  /** How often masterReuse was called: active sets from before are void. */
  begun: i32
}

export const master = changetype<MasterResult>(memory.data(offsetof<MasterResult>(), 16))
const simplex = changetype<Simplex>(memory.data(offsetof<Simplex>(), 16))

/** Bytes that masterPlace takes. */
export function masterBytes(columns: i32, rows: i32): usize {
  const d = <usize>columns
  const m = <usize>rows
  return 8 * (2 * m * (d + 1) + 5 * m + 3 * d * d + 15 * d) + 4 * m * d
}

/** Lays the arrays out at `base`; no rows, cost and box undefined. The last `freeColumns` columns are free. */
export function masterPlace(base: usize, columns: i32, freeColumns: i32, rows: i32): void {
  assert(freeColumns > 0 && freeColumns <= columns)
  program.columns = columns
  program.boxed = columns - freeColumns
  program.rowsMost = rows
  program.rows = 0
  program.read = 0
  program.numbers = 0
  let place = changetype<Series>(base)
  program.cost = place
  program.low = place = place.from(columns)
  program.high = place = place.from(columns)
  scaled.cost = place = place.from(columns)
  scaled.shift = place = place.from(columns)
  scaled.unit = place = place.from(columns)
  basis.multiplier = place = place.from(columns)
  basis.rightSide = place = place.from(columns)
  basis.coefficient = place = place.from(columns)
  basis.point = place = place.from(columns)
  basis.reduced = place = place.from(columns)
  master.solution = place = place.from(columns)
  basis.inverse = place = place.from(columns)
  basis.elimination = place = place.from(columns * columns)
  program.given = place = place.from(2 * columns * columns)
  scaled.rows = place = place.from((columns + 1) * rows)
  scaled.rowUnit = place = place.from((columns + 1) * rows)
  simplex.rowMultiplier = place = place.from(rows)
  basis.active = changetype<Integers>((place = place.from(rows)).address)
  basis.isActive = changetype<Integers>((place = place.from(columns)).address)
  program.freeColumns = changetype<Integers>((place = place.from(rows)).address)
  program.counts = changetype<Integers>((place = place.from(rows)).address)
  basis.places = changetype<Integers>((place = place.from(rows)).address)
  program.places = changetype<Integers>((place = place.from(2 * columns)).address)
  assert(program.places.from(rows * columns).address <= base + masterBytes(columns, rows))
  // A first solve without any point leaves none, and the next one scales around it.
  master.solution.clear(columns)
}

/** Writes the active set of the last solve to `to`; false: none is kept. */
export function masterKeep(to: Integers): bool {
  if (!simplex.warm || !simplex.solved) return false
  memory.copy(to.address, basis.active.address, (<usize>program.columns) << 2)
  return true
}

/** Lets the next solve start from a set that masterKeep wrote: no row may have gone since. */
export function masterStartFrom(from: Integers): void {
  memory.copy(basis.active.address, from.address, (<usize>program.columns) << 2)
}

/** With `again`, each solve starts at the end of the previous solve; a removed row needs this call again. */
export function masterReuse(again: bool): void {
  simplex.warm = again
  simplex.solved = false
  simplex.begun++
}

/** Active sets that were kept at the same number are good. */
export function masterBegun(): i32 {
  return simplex.begun
}

/** Multiplier of row i in the last solve. */
export function rowMultiplier(i: i32): f64 {
  return simplex.rowMultiplier[i]
}

/**
 * Work of the last solve (memory/work.ts), measured: a step goes over what rows hold and the inverse, an elimination is
 * cubic.
 */
export function masterWork(): f64 {
  const d = <f64>program.columns
  const steps = <f64>master.steps
  const eliminations = steps / <f64>STEPS_BETWEEN_ELIMINATIONS + 4
  return (steps + 4) * (<f64>program.numbers + 2 * d * d) + 0.05 * eliminations * d * d * d
}

/** The constraint that the point violates most (or the first one, against cycling). */
function mostViolated(first: bool): i32 {
  const point = basis.point
  let worst = NONE
  let length: f64 = 0
  for (let j = 0; j < program.columns; j++) length += abs(point[j])
  let infeasibility = max<f64>(simplex.tolerance, NOISE * length)
  for (let j = 0; j < program.boxed; j++) {
    const z = point[j]
    if (-z > infeasibility) {
      infeasibility = -z
      worst = lowerEnd(j)
    }
    if (z - top(j) > infeasibility) {
      infeasibility = z - top(j)
      worst = upperEnd(j)
    }
    if (first && worst != NONE) break
  }
  const columns = program.columns
  const isActive = basis.isActive
  let row = scaled.rows
  for (let i = 0, rows = program.rows; i < rows && !(first && worst != NONE); i++, row = row.from(columns + 1)) {
    if (isActive[i]) continue
    const short = row[columns] - dotAt(row, placesOf(i), point, countOf(i))
    if (short > infeasibility) {
      infeasibility = short
      worst = i
    }
  }
  simplex.primalInfeasibility = infeasibility
  return worst
}

/**
 * Which active constraint leaves: Harris's two passes, or (against cycling) the lowest number among the smallest
 * ratios.
 */
function leaving(first: bool): i32 {
  const columns = program.columns
  let limit = Infinity
  for (let p = 0; p < columns; p++) {
    const a = basis.coefficient[p]
    if (a <= PIVOT) continue
    const y = basis.multiplier[p] > 0 ? basis.multiplier[p] : 0
    const ratio = (first ? y : y + DUAL_TOLERANCE) / a
    if (ratio < limit) limit = ratio
  }
  let best = -1
  for (let p = 0; p < columns; p++) {
    const a = basis.coefficient[p]
    if (a <= PIVOT) continue
    const y = basis.multiplier[p] > 0 ? basis.multiplier[p] : 0
    if (y > limit * a) continue
    if (best < 0) best = p
    else if (first ? basis.active[p] < basis.active[best] : a > basis.coefficient[best]) best = p
  }
  return best
}

/** Takes the clipped, unscaled multipliers of the active rows, `factor` times `values`, to `rowMultiplier`. */
function unscale(values: Series, factor: f64): void {
  simplex.rowMultiplier.clear(program.rows)
  for (let p = 0; p < program.columns; p++) {
    const constraint = basis.active[p]
    if (!isRow(constraint)) continue
    simplex.rowMultiplier[constraint] = max<f64>(0, factor * values[p]) * scaled.rowUnit[constraint]
  }
}

/** Is the violated constraint of `normal` out of reach of all rows together? Its Farkas multipliers must prove it. */
function provesInfeasible(constraint: i32): bool {
  if (simplex.primalInfeasibility < INFEASIBLE_BY) return false
  unscale(basis.coefficient, -1)
  if (isRow(constraint)) simplex.rowMultiplier[constraint] = scaled.rowUnit[constraint]
  return lagrangeBound(simplex.rowMultiplier, 0) > 0
}

function optimal(): MasterResult {
  unscale(basis.multiplier, 1 / scaled.costUnit)
  master.lowerBound = max<f64>(master.lowerBound, lagrangeBound(simplex.rowMultiplier, 1))
  for (let j = 0; j < program.columns; j++) {
    let x = scaled.shift[j] + scaled.unit[j] * basis.point[j]
    if (j < program.boxed) x = min<f64>(max<f64>(x, program.low[j]), program.high[j])
    master.solution[j] = x
  }
  master.status = Status.OPTIMAL
  return master
}

function infeasible(): MasterResult {
  master.lowerBound = Infinity
  master.status = Status.INFEASIBLE
  return master
}

/** The last active set under the rows and boxes of now; columns of a dual infeasibility change sides. */
function startWarm(): bool {
  scale(master.solution, true)
  if (!eliminate()) return false
  refresh()
  let turned = false
  for (let p = 0; p < program.columns; p++) {
    if (basis.multiplier[p] >= -DUAL_TOLERANCE) continue
    const constraint = basis.active[p]
    if (isRow(constraint)) return false
    basis.active[p] = oppositeEnd(constraint)
    turned = true
  }
  return !turned || eliminate()
}

/**
 * Solves with the current rows, cost and box. Each free column needs a row, with a positive coefficient. Solved twice:
 * in units of the box, and from there in units of the solution, which a large box would round away.
 */
export function masterSolve(): MasterResult {
  master.steps = 0
  master.lowerBound = -Infinity
  master.status = Status.OPTIMAL
  if (simplex.warm && simplex.solved && startWarm()) return iterate()
  scale(master.solution, false)
  if (!startActive() || !eliminate()) return master
  simplex.solved = true
  if (iterate().status == Status.INFEASIBLE) return master
  scale(master.solution, true)
  return eliminate() ? iterate() : master
}

/**
 * Exchanges active constraints until none is violated. Two rows that differ only by rounding can each be violated when
 * the other is active and the set is eliminated again: such ends widen the tolerance.
 */
function iterate(): MasterResult {
  const columns = program.columns
  refresh()
  let fresh = true
  let stalled = 0
  let ends = 0
  simplex.tolerance = PRIMAL_TOLERANCE
  for (let since = 0; master.steps < STEPS_MAX; master.steps++) {
    const first = stalled > 4 * columns + 40
    const constraint = mostViolated(first)
    let p = -1
    if (constraint != NONE) {
      readNormal(constraint)
      for (let q = 0; q < columns; q++) basis.coefficient[q] = alongNormal(edge(q))
      p = leaving(first)
    }
    if (p < 0) {
      if (fresh) return constraint == NONE || !provesInfeasible(constraint) ? optimal() : infeasible()
      if (++ends > ENDS_TAKEN_BACK) simplex.tolerance *= WIDER
    } else {
      stalled = basis.multiplier[p] > DUAL_TOLERANCE ? 0 : stalled + 1
      exchange(p, constraint)
      fresh = false
      if (++since < STEPS_BETWEEN_ELIMINATIONS) continue
    }
    // If rounding makes the set look singular, the inverse of the exchanges stays.
    eliminate()
    refresh()
    fresh = true
    since = 0
  }
  return optimal()
}
