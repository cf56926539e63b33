/**
 * Cost of a plant's year under the goal, one dispatch a step. Every dispatch leaves its cut in the pool.
 *
 * Cost: one dispatch. No unserved energy: one, and where energy stays unserved a second one that minimises only that
 * and gives the cut "unserved ≤ 0". Share: purchases, bought = import + ω · unserved, have a cap; ω = 2/(ηc·ηd), so
 * that leaving load unserved never helps a share. The least cost under the cap is the maximum over µ ≥ 0 of J_µ −
 * µ·cap, J_µ being the cost with µ more for each kWh bought. Two dispatches on both sides of the cap, mixed so that
 * they buy exactly the cap, are a feasible year (the constraints are linear); where their lines cross is the next µ,
 * until cost and bound meet. Annual netting: −κ·min(import, export) is the maximum over θ in [0, 1] of −κ(θ·import + (1
 * − θ)·export), so the year's cost is the maximum of the cost at prices b − κθ and f + κ(1 − θ), found by the same
 * steps with θ for µ and export − import above 0. Wear (wear.ts) is one more such maximum, with v for µ and the
 * discharge above the included discharge. Where it comes with a cap or with netting, the evaluation is made at v = 0,
 * where that wears anything at the highest v, and in between where their lines cross; each of these years is one, and
 * their bounds hold, but they are not mixed.
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
import { includedKwh, wearIsMultiplier, wearOf, wearPriceMost, wears } from "./wear"

/** Evaluations of one plant at different prices of wear, at most. */
const ATTEMPTS_MOST: i32 = 5
/**
 * A guess lies at most this factor above the last multiplier: before a master knows much its prices can be anything.
 */
const GUESS_GROWS: f64 = 4

/** Purpose of the next dispatch. */
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
  givenKwh: f64
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
  /** The price of wear of both, where that is not the multiplier. */
  wearPrice: f64
  /** kWh that the battery gives. */
  givenKwh: f64

  set(eur: f64, lowerBoundEur: f64, low: f64, high: f64, weight: f64): void {
    this.wearPrice = 0
    this.givenKwh = 0
    this.eur = eur
    this.lowerBoundEur = lowerBoundEur
    this.low = low
    this.high = high
    this.weight = weight
  }

  copyFrom(other: EvaluatedYear): void {
    memory.copy(changetype<usize>(this), changetype<usize>(other), offsetof<EvaluatedYear>())
  }

  /** The last dispatch, at its multiplier. */
  setLast(lowerBoundEur: f64): void {
    this.set(dispatches.yearEur, lowerBoundEur, dispatches.multiplier, dispatches.multiplier, 1)
    this.wearPrice = dispatches.wearPrice
    this.givenKwh = dispatched.dischargeKwh
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
  /** A plant that only gives cuts has given enough with a bound above this, EUR a year. */
  taught: f64
  /** The multiplier of the next dispatch. */
  multiplier: f64
  /** Evaluations at a price of wear, so far. */
  attempts: i32
}

export const evaluation = changetype<Evaluation>(memory.data(offsetof<Evaluation>(), 16))
/** Result of the last evaluation. */
export const evaluated = changetype<EvaluatedYear>(memory.data(offsetof<EvaluatedYear>(), 16))
/** The best of several evaluations at different prices of wear, and the bound that they prove together. */
const attempted = changetype<EvaluatedYear>(memory.data(offsetof<EvaluatedYear>(), 16))
/** The last dispatches with wear within the included discharge, and above it. */
const unworn = changetype<Side>(memory.data(offsetof<Side>(), 16))
const worn = changetype<Side>(memory.data(offsetof<Side>(), 16))
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
  evaluation.taught = Infinity
  evaluation.attempts = 0
  unworn.known = false
  worn.known = false
  attempted.set(Infinity, -Infinity, 0, 0, 1)
  attempt(dispatches.lastWearPrice)
}

/** Lets the evaluation that was just begun start from a multiplier. */
export function evaluationFrom(multiplier: f64): void {
  const most = max<f64>(GUESS_GROWS * dispatches.lastHigh, dispatches.firstGuess)
  evaluation.multiplier = min<f64>(multiplier, most)
}

/** Ends the evaluation that was just begun also at a bound above `taught` EUR a year. */
export function evaluationUntil(taught: f64): void {
  evaluation.taught = taught
}

/** Starts the evaluation at a price of wear that is not the multiplier. */
function attempt(wearPrice: f64): void {
  dispatches.wearPrice = wearPrice
  evaluation.stage = Stage.COST
  evaluation.multiplier = dispatches.lastHigh
  evaluated.set(Infinity, -Infinity, 0, 0, 1)
  evaluated.wearPrice = wearPrice
  within.known = false
  above.known = false
}

/** One dispatch. True: the evaluation is done. */
export function evaluationStep(): bool {
  if (!attemptStep()) return false
  if (!wears() || wearIsMultiplier()) return true
  return lastAttempt()
}

/** Judges the evaluation at a price of wear that is done. False: another one was begun. */
function lastAttempt(): bool {
  const price = dispatches.wearPrice
  const included = includedKwh(evaluation.candidate)
  const result = evaluated
  const bound = max<f64>(attempted.lowerBoundEur, result.lowerBoundEur)
  if (result.eur < attempted.eur) attempted.copyFrom(result)
  attempted.lowerBoundEur = bound
  const isWorn = result.givenKwh > included + dispatches.roundingKwh
  const isEnd = result.eur == Infinity || (isWorn ? price >= wearPriceMost() : price == 0)
  const side = isWorn ? worn : unworn
  side.known = true
  side.cost = result.eur - wearOf(evaluation.candidate, result.givenKwh)
  side.excess = result.givenKwh - included
  const isNear = bound > evaluation.limit || attempted.eur - bound <= evaluation.enough
  if (!isEnd && !isNear && ++evaluation.attempts < ATTEMPTS_MOST) {
    const both = worn.known && unworn.known
    const next = both ? (unworn.cost - worn.cost) / (worn.excess - unworn.excess) : isWorn ? wearPriceMost() : 0
    if (next >= 0 && next <= wearPriceMost() && next != price) {
      attempt(next)
      return false
    }
  }
  result.copyFrom(attempted)
  dispatches.lastWearPrice = price
  dispatches.wearPrice = 0
  return true
}

/** The evaluation at one price of wear: one dispatch. True: it is done. */
function attemptStep(): bool {
  const candidate = evaluation.candidate
  const netting = problem.netting > 0 || wearIsMultiplier()
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
    evaluated.givenKwh = dispatched.dischargeKwh
    return true
  }
  if (netting) {
    if (!multiplierStep()) return false
  } else {
    evaluated.setLast(dispatchWith(candidate, 0, true).lowerBoundEur)
  }
  if (problem.goal == Goal.NO_UNSERVED && unserves()) {
    evaluated.eur = Infinity
    evaluation.stage = Stage.LEAST_UNSERVED
    return false
  }
  if (!netting || (wearIsMultiplier() && evaluated.weight == 1)) tighten(candidate)
  return true
}

/**
 * How much the last dispatch's year grows with the multiplier: µ times what is bought above the cap, θ of netting, or v
 * times what is given above what is included.
 */
function excess(): f64 {
  if (wearIsMultiplier()) return dispatched.dischargeKwh - includedKwh(evaluation.candidate)
  return problem.netting > 0
    ? problem.netting * (dispatched.exportKwh - dispatched.importKwh)
    : boughtKwh() - pool.boughtCap
}

/** The last dispatch's year at a multiplier of 0, with discharge at a price of wear that is not the multiplier. */
function unpricedEur(): f64 {
  const netting = problem.netting
  const givenKwh = dispatched.dischargeKwh
  const eur = dispatches.yearEur - wearOf(evaluation.candidate, givenKwh) + dispatches.wearPrice * givenKwh
  return netting > 0 ? eur - netting * max<f64>(0, dispatched.exportKwh - dispatched.importKwh) : eur
}

function tooMuch(): bool {
  if (wearIsMultiplier()) return excess() > dispatches.roundingKwh
  return problem.netting > 0 ? dispatched.exportKwh > dispatched.importKwh : overCap()
}

function learn(side: Side): void {
  side.known = true
  side.cost = unpricedEur()
  side.excess = excess()
  side.givenKwh = dispatched.dischargeKwh
}

function multiplierStep(): bool {
  const multiplier = evaluation.multiplier
  const hasMost = problem.netting > 0 || wearIsMultiplier()
  if (evaluation.stage == Stage.LEAST_IMPORT) {
    dispatchBought(evaluation.candidate)
    return true
  }
  const bound = dispatchWith(evaluation.candidate, multiplier, true).lowerBoundEur
  const included = includedKwh(evaluation.candidate)
  const paid = wearIsMultiplier() ? included : hasMost ? 0 : pool.boughtCap
  const lowerBound = bound - multiplier * paid - dispatches.wearPrice * included
  evaluated.lowerBoundEur = max<f64>(evaluated.lowerBoundEur, lowerBound)
  if (lowerBound > evaluation.taught) return true
  if (!tooMuch()) {
    learn(within)
    evaluated.high = multiplier
    if (multiplier == 0) return alone()
  } else {
    learn(above)
    evaluated.low = multiplier
    if (multiplier >= dispatches.multiplierMost) {
      evaluated.high = multiplier
      if (hasMost) return alone()
      evaluation.stage = Stage.LEAST_IMPORT
      return false
    }
  }
  return nextMultiplier()
}

/** The last dispatch is the year. */
function alone(): bool {
  evaluated.setLast(evaluated.lowerBoundEur)
  dispatches.lastHigh = evaluation.multiplier
  dispatches.lastLow = evaluation.multiplier
  return true
}

/** Mixes the known dispatches and chooses the next multiplier. True: nothing is left to gain. */
function nextMultiplier(): bool {
  const both = within.known && above.known
  if (both) {
    const weight = min<f64>(1, max<f64>(0, above.excess / (above.excess - within.excess)))
    evaluated.weight = weight
    const givenKwh = weight * within.givenKwh + (1 - weight) * above.givenKwh
    const wornEur = wearOf(evaluation.candidate, givenKwh) - dispatches.wearPrice * givenKwh
    evaluated.givenKwh = givenKwh
    evaluated.eur = weight * within.cost + (1 - weight) * above.cost + wornEur
    dispatches.lastLow = evaluated.low
    dispatches.lastHigh = evaluated.high
  } else if (within.known || wearIsMultiplier()) {
    evaluated.eur = dispatches.yearEur
    evaluated.givenKwh = dispatched.dischargeKwh
    evaluated.high = evaluation.multiplier
  }
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
    : min<f64>(dispatches.multiplierMost, max<f64>(2 * dispatches.firstGuess, GUESS_GROWS * multiplier))
}
