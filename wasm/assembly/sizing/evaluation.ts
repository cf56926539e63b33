/**
 * What a year costs at a plant under the goal, one dispatch a step. Every dispatch leaves its cut in the pool.
 *
 * Cost: one dispatch. No unserved energy: one, and where energy stays unserved a second one that minimises only that and
 * gives the cut "unserved ≤ 0". Share: what is not own energy, bought = import + ω · unserved, has a cap; ω = 2/(ηc·ηd), so that
 * leaving load unserved never helps a share. The least cost under the cap is the maximum over µ ≥ 0 of J_µ − µ·cap, J_µ being
 * the cost with µ more for each kWh bought. Two dispatches on both sides of the cap, mixed so that they buy exactly the cap,
 * are a feasible year (the constraints are linear); where their lines cross is the next µ, until cost and bound meet.
 * Annual netting: −κ·min(import, export) is the maximum over θ in [0, 1] of −κ(θ·import + (1 − θ)·export), so the year's cost is
 * the maximum of the cost at prices b − κθ and f + κ(1 − θ), found by the same steps with θ for µ and export − import above 0.
 */
import { demand } from "../dispatch/demand"
import { dispatched } from "../dispatch/result"
import { Series } from "../memory/series"
import {
  boughtKwh,
  dispatchBought,
  dispatches,
  dispatchServing,
  dispatchUnserved,
  dispatchWith,
  overCap,
  tighten,
  unserves,
} from "./objectives"
import { takePoint } from "./point"
import { pool } from "./pool"
import { Goal, problem } from "./problem"

/** What the next dispatch is for. */
const enum Stage {
  COST,
  LEAST_UNSERVED,
  SERVE_FIRST,
  LEAST_IMPORT,
}

/** A multiplier's dispatch: EUR of its year at a multiplier of 0, and how much the year grows with the multiplier. */
@unmanaged
class Side {
  known: bool
  cost: f64
  excess: f64
}

/** A year found, and how: weight · (dispatch at multiplier high) + (1 − weight) · (dispatch at low). */
@unmanaged
export class EvaluatedYear {
  /** EUR of the year; Infinity: the goal cannot be met there, or not below the value asked for. */
  eur: f64
  /** A bound of the same. */
  lowerBoundEur: f64
  low: f64
  high: f64
  weight: f64

  set(eur: f64, lowerBoundEur: f64, low: f64, high: f64, weight: f64): void {
    this.eur = eur
    this.lowerBoundEur = lowerBoundEur
    this.low = low
    this.high = high
    this.weight = weight
  }
}

@unmanaged
class Evaluation {
  stage: Stage
  /** The plant. */
  candidate: Series
  /** Exact to this, given up above this; EUR a year. */
  enough: f64
  limit: f64
  /** The multiplier of the next dispatch. */
  multiplier: f64
}

export const evaluation = changetype<Evaluation>(memory.data(offsetof<Evaluation>(), 16))
/** What the last evaluation found. */
export const evaluated = changetype<EvaluatedYear>(memory.data(offsetof<EvaluatedYear>(), 16))
/** The dispatches on both sides of the cap: within it, and above. */
const within = changetype<Side>(memory.data(offsetof<Side>(), 16))
const above = changetype<Side>(memory.data(offsetof<Side>(), 16))

/** Takes the memory of a sizing's evaluations. */
export function evaluationTake(): void {
  evaluation.candidate = takePoint()
}

/** Starts the evaluation of the candidate: exact to `enough` EUR a year, given up above `limit` EUR a year. */
export function evaluationBegin(enough: f64, limit: f64): void {
  evaluation.enough = enough
  evaluation.limit = limit
  evaluation.stage = Stage.COST
  evaluation.multiplier = dispatches.lastHigh
  evaluated.set(Infinity, -Infinity, 0, 0, 1)
  within.known = false
  above.known = false
}

/** One dispatch. True: the evaluation is done. */
export function evaluationStep(): bool {
  const candidate = evaluation.candidate
  const netting = problem.netting > 0
  if (pool.boughtCap < Infinity) return multiplierStep()
  if (evaluation.stage == Stage.LEAST_UNSERVED) {
    dispatchUnserved(candidate, true)
    evaluation.stage = Stage.SERVE_FIRST
    return unserves()
  }
  if (evaluation.stage == Stage.SERVE_FIRST) {
    dispatchServing(candidate)
    tighten(candidate)
    evaluated.weight = 1
    evaluated.eur = dispatches.yearEur
    return true
  }
  if (netting) {
    if (!multiplierStep()) return false
  } else {
    evaluated.lowerBoundEur = dispatchWith(candidate, 0, true).lowerBoundEur
    evaluated.eur = dispatches.yearEur
  }
  if (problem.goal == Goal.NO_UNSERVED && unserves()) {
    evaluated.eur = Infinity
    evaluation.stage = Stage.LEAST_UNSERVED
    return false
  }
  if (!netting) tighten(candidate)
  return true
}

/** How much the last dispatch's year grows with the multiplier: µ times what is bought above the cap, or θ of netting. */
function excess(): f64 {
  return problem.netting > 0
    ? problem.netting * (dispatched.exportKwh - dispatched.importKwh)
    : boughtKwh() - pool.boughtCap
}

/** The last dispatch's year at a multiplier of 0. */
function unpricedEur(): f64 {
  const netting = problem.netting
  return netting > 0
    ? dispatches.yearEur - netting * max<f64>(0, dispatched.exportKwh - dispatched.importKwh)
    : dispatches.yearEur
}

function tooMuch(): bool {
  return problem.netting > 0 ? dispatched.exportKwh > dispatched.importKwh : overCap()
}

function learn(side: Side): void {
  side.known = true
  side.cost = unpricedEur()
  side.excess = excess()
}

function multiplierStep(): bool {
  const multiplier = evaluation.multiplier
  const netting = problem.netting > 0
  if (evaluation.stage == Stage.LEAST_IMPORT) {
    dispatchBought(evaluation.candidate)
    return true
  }
  const bound = dispatchWith(evaluation.candidate, multiplier, true).lowerBoundEur
  evaluated.lowerBoundEur = max<f64>(evaluated.lowerBoundEur, netting ? bound : bound - multiplier * pool.boughtCap)
  if (!tooMuch()) {
    learn(within)
    evaluated.high = multiplier
    if (multiplier == 0) return alone()
  } else {
    learn(above)
    evaluated.low = multiplier
    if (multiplier >= dispatches.multiplierMost) {
      evaluated.high = multiplier
      if (netting) return alone()
      evaluation.stage = Stage.LEAST_IMPORT
      return false
    }
  }
  return nextMultiplier()
}

/** The last dispatch is the year. */
function alone(): bool {
  evaluated.eur = dispatches.yearEur
  evaluated.weight = 1
  evaluated.low = evaluation.multiplier
  dispatches.lastHigh = evaluation.multiplier
  dispatches.lastLow = evaluation.multiplier
  return true
}

/** Mixes what is known and chooses the next multiplier. True: nothing is left to gain. */
function nextMultiplier(): bool {
  const both = within.known && above.known
  if (both) {
    const weight = min<f64>(1, max<f64>(0, above.excess / (above.excess - within.excess)))
    evaluated.weight = weight
    evaluated.eur = weight * within.cost + (1 - weight) * above.cost
    dispatches.lastLow = evaluated.low
    dispatches.lastHigh = evaluated.high
  } else if (within.known) evaluated.eur = dispatches.yearEur
  const bound = evaluated.lowerBoundEur
  if (bound > evaluation.limit || evaluated.eur - bound <= evaluation.enough) return true
  if (both) {
    const crossing = (within.cost - above.cost) / (above.excess - within.excess)
    evaluation.multiplier = crossing
    return crossing <= evaluated.low || crossing >= evaluated.high
  }
  evaluation.multiplier = within.known ? lowerGuess(evaluation.multiplier) : higherGuess(evaluation.multiplier)
  return false
}

function lowerGuess(multiplier: f64): f64 {
  return dispatches.lastLow < multiplier ? dispatches.lastLow : 0
}

function higherGuess(multiplier: f64): f64 {
  return multiplier < dispatches.lastHigh
    ? dispatches.lastHigh
    : min<f64>(dispatches.multiplierMost, max<f64>(2 * dispatches.firstGuess, 4 * multiplier))
}
