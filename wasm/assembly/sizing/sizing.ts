/**
 * The sizing from its start to its final year. Every step makes at most one dispatch, so that the host can stop a solve
 * and report how far it is.
 */
import { demand } from "../dispatch/demand"
import { dispatched } from "../dispatch/result"
import { Series } from "../memory/series"
import {
  best,
  bestBegin,
  bestIsLast,
  bestYear,
  breakTies,
  consider,
  considerLeast,
  gapMeasure,
  gapScale,
  keep,
  settleYear,
  sizingBound,
  totalOf,
} from "./best"
import { columnsMost, hasBudgets } from "./columns"
import {
  evaluated,
  evaluation,
  evaluationBegin,
  evaluationFrom,
  evaluationStep,
  evaluationTake,
  evaluationUntil,
} from "./evaluation"
import { knownTake } from "./known"
import { missedTake } from "./missedLimits"
import { mixBegin, mixKeep, mixWith } from "./mix"
import { nodesBegin } from "./nodes"
import {
  dispatches,
  dispatchesBegin,
  dispatchServing,
  dispatchWith,
  overCap,
  tighten,
  unserves,
} from "./objectives"
import { firstSeed, leastPlant, nearestPlant, Seed, seedAfter, seedPlant } from "./plants"
import { allowed, copyPoint, isGivenLeast, purchaseEur, samePoint, takePoint } from "./point"
import { pool, poolAdopt, poolBegin, poolCap, provenCost } from "./pool"
import { Goal, hasLeastYear, problem } from "./problem"
import { reach, reachBegin, reachStep, surestPlant } from "./reach"
import { Found, isOver, searchStep, searchTake, suggested } from "./search"
import { includedKwh, wearIsMultiplier, wearOf, wears } from "./wear"

/** An evaluation is exact to this share of the tolerance. */
const EXACT: f64 = 0.1
/**
 * A plant with fractions of panels has given enough cuts where these raise its year by this part of what rules it out.
 */
const TAUGHT: f64 = 0.1

/** Action of the next step. From LAST_LOW on the plant is found. */
const enum Phase {
  REACH,
  SEEDS,
  SEARCH,
  EVALUATE,
  EVALUATE_FRACTION,
  LAST_LOW,
  LAST,
  DONE,
}

@unmanaged
class State {
  phase: Phase
  seed: Seed
  /** Cuts of an earlier sizing. */
  adopted: i32
  trial: Series
}

/** The best plant of an earlier sizing and its year; Infinity EUR: not known for this goal. */
@unmanaged
class Earlier {
  plant: Series
  eur: f64
  low: f64
  high: f64
  weight: f64
  wearPrice: f64
  givenKwh: f64
}

/** Results of a sizing apart from its plant. The host reads it as f64 after f64, in this order. */
@unmanaged
export class SizingResult {
  /** EUR of the final dispatch's year and its bound; after the last step. */
  yearEur: f64
  yearBoundEur: f64
  /** Part of both that is the final year's wear. */
  yearWearEur: f64
  /**
   * EUR of the best plant's year as the search knows it, for a sizing that starts from here, and how it comes about.
   */
  bestYearEur: f64
  multiplierLow: f64
  multiplierHigh: f64
  weight: f64
  wearPrice: f64
  /** Discharge of the battery in that year, kWh, and the wear in each of the three sums above, EUR of a year. */
  dischargeKwh: f64
  wearEur: f64
  /** EUR a year without a new plant. */
  nothingEur: f64
  /** The price of unserved energy, EUR/kWh. */
  unservedEur: f64
  /** Cuts in the pool. */
  cuts: f64
}

const state = changetype<State>(memory.data(offsetof<State>(), 16))
const earlier = changetype<Earlier>(memory.data(offsetof<Earlier>(), 16))
const result = changetype<SizingResult>(memory.data(offsetof<SizingResult>(), 16))

/** Takes the memory of a sizing whose tables are filled. `cutsMost` ≥ dispatches + adopted cuts + 1. */
export function sizingBegin(cutsMost: i32, nodesMost: i32): void {
  poolBegin(cutsMost)
  nodesBegin(nodesMost, hasBudgets() ? columnsMost() : 0)
  searchTake()
  state.trial = takePoint()
  missedTake()
  earlier.plant = takePoint()
  bestBegin()
  mixBegin()
  evaluationTake()
  knownTake()
  dispatchesBegin()
  state.seed = firstSeed()
  state.adopted = 0
  reachBegin()
  state.phase = problem.goal == Goal.COST ? Phase.SEEDS : Phase.REACH
  if (problem.goal == Goal.MIN_SHARE) poolCap((1 - problem.goalShare) * dispatches.yearLoad, dispatches.roundingKwh)
}

/**
 * Starts from cuts that the host wrote at poolPointer(), the yearly bill without a new plant they came with, and the
 * plant that was best then, written at sizingEarlier(), with its yearly cost without wear (Infinity: not known for this
 * goal), its multipliers and what its battery gives.
 */
export function sizingAdopt(
  cuts: i32,
  nothingEur: f64,
  eur: f64,
  low: f64,
  high: f64,
  weight: f64,
  wearPrice: f64,
  givenKwh: f64,
): void {
  state.adopted = cuts
  best.nothingEur = nothingEur
  earlier.eur = eur
  earlier.low = low
  earlier.high = high
  earlier.weight = weight
  earlier.wearPrice = wearPrice
  earlier.givenKwh = givenKwh
}

export function sizingEarlier(): usize {
  return earlier.plant.address
}

export function sizingDispatches(): i32 {
  return dispatches.count
}

/** Can the goal be met? If not, the best plant is the nearest. */
export function sizingReachable(): bool {
  return reach.isReachable
}

/** Is the plant found, so that only its year is still to be made? */
export function sizingFound(): bool {
  return state.phase >= Phase.LAST_LOW
}

/** The best plant so far. */
export function sizingBest(): usize {
  return best.plant.address
}

export function sizingResult(): SizingResult {
  result.bestYearEur = bestYear.eur
  result.multiplierLow = bestYear.low
  result.multiplierHigh = bestYear.high
  result.weight = bestYear.weight
  result.wearPrice = bestYear.wearPrice
  result.dischargeKwh = bestYear.givenKwh
  result.wearEur = wearOf(best.plant, bestYear.givenKwh)
  result.nothingEur = best.nothingEur
  result.unservedEur = dispatches.unservedEur
  result.cuts = pool.cuts
  return result
}

/** Makes at most one dispatch. True: the sizing is done, and the final dispatch is the core's last one. */
export function sizingStep(): bool {
  switch (state.phase) {
    case Phase.REACH:
      findReach()
      break
    case Phase.SEEDS:
      plantSeed()
      break
    case Phase.SEARCH:
      search()
      break
    case Phase.EVALUATE:
    case Phase.EVALUATE_FRACTION:
      evaluate()
      break
    case Phase.LAST_LOW:
      lastLow()
      break
    case Phase.LAST:
      last()
      break
  }
  return state.phase == Phase.DONE
}

/**
 * Makes the plant of an earlier sizing, brought into these bounds, the candidate. True: it is the same, and met the
 * same goal.
 */
function earlierPlantFits(): bool {
  const candidate = evaluation.candidate
  nearestPlant(candidate, earlier.plant)
  return earlier.eur < Infinity && allowed(candidate) && samePoint(candidate, earlier.plant)
}

/** Tests whether the goal can be met, if no plant is known to meet it. */
function findReach(): void {
  if (state.adopted > 0 && earlierPlantFits()) return startOver()
  if (!reachStep(state.trial)) return
  state.phase = reach.isReachable ? Phase.SEEDS : Phase.LAST
  if (!reach.isReachable) copyPoint(best.plant, state.trial)
}

/** Dispatches the seeds one by one. */
function plantSeed(): void {
  if (state.adopted > 0) return startOver()
  const trial = state.trial
  const goal = problem.goal
  seedPlant(trial, state.seed)
  const dispatch = dispatchWith(trial, 0, true)
  if (state.seed == firstSeed()) {
    best.nothingEur = dispatches.yearEur - dispatches.unservedEur * dispatch.unservedKwh
  }
  const meets = goal == Goal.COST || (goal == Goal.NO_UNSERVED ? !unserves() : !overCap())
  tighten(trial)
  evaluated.setLast(dispatch.lowerBoundEur)
  if (meets) consider(trial, evaluated)
  state.seed = seedAfter(state.seed)
  if (state.seed == Seed.NONE || isOver()) {
    breakTies()
    beginSearch()
  }
}

/** The plant whose year is given needs no dispatch, and no node holds it: its total bounds the rest from the start. */
function beginSearch(): void {
  state.phase = Phase.SEARCH
  if (!hasLeastYear()) return
  const eur = problem.leastYearEur
  // Its schedule is only shown; with a share to reach it is the plant of least import.
  const shown = problem.goal == Goal.MIN_SHARE ? dispatches.multiplierMost : 0
  leastPlant(state.trial)
  evaluated.set(eur, eur, shown, shown, 1)
  considerLeast(state.trial, evaluated)
}

/** Instead of seeds: the cuts of an earlier sizing, and its plant. */
function startOver(): void {
  poolAdopt(state.adopted)
  const same = earlierPlantFits()
  breakTies()
  const result = evaluated
  const eur = earlier.eur + wearOf(evaluation.candidate, earlier.givenKwh)
  result.set(eur, -Infinity, earlier.low, earlier.high, earlier.weight)
  result.wearPrice = earlier.wearPrice
  result.givenKwh = earlier.givenKwh
  if (same) consider(evaluation.candidate, result)
  beginSearch()
  const isUnknown = !same && (problem.goal != Goal.COST || earlier.eur == Infinity)
  if (isUnknown && !isGivenLeast(evaluation.candidate)) begin(false)
}

function search(): void {
  const outcome = searchStep()
  if (outcome == Found.CANDIDATE) begin(false)
  else if (outcome == Found.FRACTION) begin(true)
  else if (outcome == Found.END) searchEnd()
}

/** Without any plant yet, the plant that surely meets the goal is the answer. */
function searchEnd(): void {
  if (best.total == Infinity && problem.goal == Goal.NO_UNSERVED) surestPlant(best.plant)
  else if (best.total == Infinity) leastPlant(best.plant)
  state.phase = isMixed() ? Phase.LAST_LOW : Phase.LAST
}

/** Begins an evaluation of the candidate; a `fractional` one is only to give a cut. */
function begin(fractional: bool): void {
  const measure = best.total < Infinity ? min<f64>(gapScale(), gapMeasure()) : gapScale()
  const exact = (EXACT * problem.tolerance * measure) / problem.presentWorth
  const most = fractional ? Infinity : (best.total - totalOf(evaluation.candidate, 0)) / problem.presentWorth
  evaluationBegin(exact, most)
  if (suggested.isKnown) {
    evaluationFrom(suggested.multiplier)
    if (fractional) evaluationUntil(suggested.yearEur + TAUGHT * suggested.roomEur)
  }
  state.phase = fractional ? Phase.EVALUATE_FRACTION : Phase.EVALUATE
}

function evaluate(): void {
  if (!evaluationStep() && !isOver()) return
  if (state.phase == Phase.EVALUATE) consider(evaluation.candidate, evaluated)
  state.phase = Phase.SEARCH
}

function lastLow(): void {
  dispatches.wearPrice = bestYear.wearPrice
  dispatchWith(best.plant, bestYear.low, false)
  mixKeep()
  state.phase = Phase.LAST
}

/** Computes the best plant's year, unless it is the core's last dispatch. */
function dispatchBest(): void {
  const goal = problem.goal
  const reachable = reach.isReachable
  dispatches.wearPrice = bestYear.wearPrice
  if (!reachable && goal == Goal.NO_UNSERVED) {
    dispatchServing(best.plant)
  } else if (goal != Goal.COST || !bestIsLast() || dispatches.multiplier != bestYear.high || (wears() && !wearIsMultiplier())) {
    const leastImport = goal == Goal.MAX_SHARE || !reachable
    dispatchWith(best.plant, leastImport ? dispatches.multiplierMost : bestYear.high, false)
  }
  if (goal == Goal.NO_UNSERVED && reachable && unserves()) dispatchServing(best.plant)
}

function last(): void {
  state.phase = Phase.DONE
  dispatchBest()
  const plant = best.plant
  if (best.total < Infinity && isGivenLeast(plant)) return giveLeastYear()
  const netting = problem.netting > 0
  const floorEur = bestYear.lowerBoundEur
  const boundEur = dispatched.lowerBoundEur
  let yearEur = dispatches.yearEur
  const isWearCut = wearIsMultiplier() && problem.goal == Goal.COST
  let yearBoundEur = netting
    ? max<f64>(floorEur, boundEur - bestYear.wearPrice * includedKwh(plant))
    : isWearCut
      ? max<f64>(floorEur, boundEur - bestYear.high * includedKwh(plant))
      : boundEur - (dispatched.costEur - yearEur)
  if (best.total == Infinity) {
    evaluated.setLast(yearBoundEur)
    keep(plant, evaluated)
  }
  if (isMixed()) {
    yearEur = mixWith(bestYear.weight, dispatches.unservedEur)
    yearEur += wearOf(plant, dispatched.dischargeKwh)
    const provenEur = max<f64>(bestYear.lowerBoundEur, provenCost(plant, Infinity))
    yearBoundEur = netting ? max<f64>(yearBoundEur, provenEur) : provenEur
  }
  settleYear(yearEur)
  // No dispatch bounds its own demand charges: the bound of all plants does.
  if (reach.isReachable && demand.count > 0) {
    yearBoundEur = min<f64>(yearEur, (sizingBound() - purchaseEur(plant)) / problem.presentWorth)
  }
  result.yearEur = yearEur
  result.yearWearEur = wearOf(plant, dispatched.dischargeKwh)
  result.yearBoundEur = yearBoundEur
}

/** The best plant's year is given: only its schedule was dispatched. */
function giveLeastYear(): void {
  result.yearEur = problem.leastYearEur
  result.yearBoundEur = problem.leastYearEur
  result.yearWearEur = 0
}

/** Is the best plant's year a mix of two dispatches? */
function isMixed(): bool {
  const hasMultiplier = problem.goal == Goal.MIN_SHARE || problem.netting > 0 || wearIsMultiplier()
  return hasMultiplier && reach.isReachable && bestYear.weight < 1
}
