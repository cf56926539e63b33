/**
 * The sizing: best-first branch and bound over battery tier × box of panel counts on one pool of cuts. Every step makes at
 * most one dispatch, so that the host can stop a solve and tell how far it is.
 */
import { takeF64 } from "./arena"
import { demands } from "./demand"
import { lowerBoundEur } from "./dispatch"
import { INFEASIBLE, masterBound, masterReuse, masterSolution, masterWork } from "./master"
import { at, put } from "./numbers"
import {
  bought,
  dispatches,
  dispatchServing,
  dispatchUnserved,
  dispatchWith,
  evaluationBegin,
  evaluationStep,
  floorValue,
  goalBegin,
  lastMultiplier,
  overCap,
  premiumHigh,
  premiumLow,
  premiumMost,
  site,
  tighten,
  unservedEur,
  unserves,
  value,
  weight,
  yearEur,
  yearLoad,
} from "./sizingGoal"
import {
  best,
  bestBegin,
  bestFloor,
  bestHigh,
  bestIsLast,
  bestLow,
  bestTotal,
  bestWeight,
  breakTies,
  consider,
  isProven,
  keep,
  prove,
  scale,
  setNothing,
  settleYear,
  sizingBound,
  sizingGap,
  total,
} from "./sizingBest"
import { mixBegin, mixKeep, mixWith } from "./sizingMix"
import {
  boxLeast,
  boxMost,
  closeNode,
  leastBoundBut,
  leastNode,
  nodeBound,
  nodesBegin,
  nodeSeen,
  nodeTier,
  raiseBound,
  seeNode,
  splitNode,
} from "./sizingNodes"
import { fractionalRoof, largestPlant, leastPlant, nearestPlant, seedPlant } from "./sizingPlants"
import { poolAdopt, poolBegin, poolCap, poolPanels, poolSolve, provenCost } from "./sizingPool"
import {
  allowed,
  COST,
  copyPoint,
  dispatchesMax,
  factor,
  goal,
  goalShare,
  MAX_SHARE,
  MIN_SHARE,
  netting,
  NO_UNSERVED,
  operation,
  pointNumbers,
  powerMost,
  purchaseEur,
  roundBattery,
  tierOf,
  tolerance,
  wholePanels,
} from "./sizingProblem"
import { costEur, unservedKwh } from "./totals"
import { roofs } from "./year"

/** A node is split when a visit raised its bound by less than this share of the gap. */
const SLOW: f64 = 0.15
/** Visits in a row that may raise no bound before the rest of the gap is taken for rounding (of capacities, mostly). */
const IDLE_MOST: i32 = 10
/** Work in the masters of one step (work.ts), about ten milliseconds: then the host is asked whether to go on. */
const WORK_A_STEP: f64 = 1e7
/** How far a suggested battery is the master's; the rest is the best plant's. */
const PULL: f64 = 0.65
/** Import over the cap or unserved energy that rounding explains, as a share of the load. */
const EXCESS: f64 = 1e-6
/** An evaluation is exact to this share of the tolerance. */
const EXACT: f64 = 0.1

const REACH: i32 = 0
const SEED: i32 = 1
const SEARCH: i32 = 2
const EVALUATE: i32 = 3
const EVALUATE_FRACTION: i32 = 4
const LAST_LOW: i32 = 5
const LAST: i32 = 6
const DONE: i32 = 7
let phase: i32 = REACH

/** The master's plant with its fractions, a plant to try, and the best one of an earlier sizing. */
let fraction: usize = 0
let trial: usize = 0
let earlier: usize = 0
/** Visits in a row that raised no bound. */
let idle: i32 = 0
let seed: i32 = 0
let adopted: i32 = 0
let earlierYear: f64 = Infinity
let earlierLow: f64 = 0
let earlierHigh: f64 = 0
let earlierWeight: f64 = 1
let reachable: bool = true
/** The host has enough: the search ends with the best plant so far. */
let stopping: bool = false

/** Takes the memory of a sizing whose tables are filled. `cutsMost` ≥ dispatches + adopted cuts + 1. */
export function sizingBegin(cutsMost: i32, nodesMost: i32): void {
  poolBegin(cutsMost)
  nodesBegin(nodesMost)
  fraction = takeF64(pointNumbers())
  trial = takeF64(pointNumbers())
  earlier = takeF64(pointNumbers())
  bestBegin()
  mixBegin()
  goalBegin()
  idle = 0
  seed = operation ? 1 : 0
  adopted = 0
  reachable = true
  stopping = false
  phase = goal == COST ? SEED : REACH
  if (goal == MIN_SHARE) poolCap((1 - goalShare) * yearLoad)
}

/**
 * Starts from cuts that the host wrote at poolPointer(), the yearly bill without a new plant they came with, and the plant
 * that was best then, written at sizingEarlier(), with its yearly cost and multipliers (Infinity: not known for this goal).
 */
export function sizingAdopt(count: i32, nothing: f64, year: f64, low: f64, high: f64, share: f64): void {
  adopted = count
  setNothing(nothing)
  earlierYear = year
  earlierLow = low
  earlierHigh = high
  earlierWeight = share
}

export function sizingEarlier(): usize {
  return earlier
}

export function sizingDispatches(): i32 {
  return dispatches
}

/** Can the goal be met? If not, the best plant is the one that comes nearest. */
export function sizingReachable(): bool {
  return reachable
}

/** Is the plant found, so that only its year is still to be made? */
export function sizingFound(): bool {
  return phase >= LAST_LOW
}

/** Ends the search with the best plant so far, as the limit of dispatches does: its year is still to be made. */
export function sizingStop(): void {
  stopping = true
}

function isOver(): bool {
  return stopping || dispatches >= dispatchesMax
}

/** EUR of the final dispatch's year and the bound of it. */
export let finalEur: f64 = 0
export let finalBoundEur: f64 = 0

/** Makes at most one dispatch. True: the sizing is done, and the final dispatch is the core's last one. */
export function sizingStep(): bool {
  if (phase == REACH) reach()
  else if (phase == SEED) plant()
  else if (phase == SEARCH) search()
  else if (phase == EVALUATE || phase == EVALUATE_FRACTION) evaluate()
  else if (phase == LAST_LOW) lastLow()
  else if (phase == LAST) last()
  return phase == DONE
}

/** Puts the plant of an earlier sizing, brought into these bounds, at `site`. True: it is the same, and met the same goal. */
function stands(): bool {
  nearestPlant(site, earlier)
  return earlierYear < Infinity && allowed(site) && memory.compare(site, earlier, (<usize>pointNumbers()) << 3) == 0
}

/**
 * The largest plant alone says whether a goal can be met, where no plant is known to do so: more of anything never adds
 * import or unserved energy.
 */
function reach(): void {
  if (adopted > 0 && stands()) return startOver()
  largestPlant(trial)
  if (goal == NO_UNSERVED) {
    dispatchUnserved(trial, false)
    reachable = !unserves()
  } else {
    dispatchWith(trial, premiumMost, false)
    if (goal == MAX_SHARE) poolCap(bought() + goalShare * yearLoad)
    reachable = !overCap()
    if (reachable) tighten(trial)
    if (reachable) keep(trial, yearEur, lowerBoundEur - premiumMost * bought(), 0, premiumMost, 1)
  }
  phase = reachable ? SEED : LAST
  if (!reachable) copyPoint(best, trial)
}

/** Dispatches the seeds one by one. */
function plant(): void {
  if (adopted > 0) return startOver()
  seedPlant(trial, seed)
  dispatchWith(trial, 0, true)
  if (seed == 0 || operation) setNothing(yearEur - unservedEur * unservedKwh)
  const meets = goal == COST || (goal == NO_UNSERVED ? !unserves() : !overCap())
  tighten(trial)
  if (meets) consider(trial, yearEur, lowerBoundEur, 0, 0, 1)
  if (operation || ++seed == 4 || (seed == 3 && powerMost == 0) || isOver()) {
    breakTies()
    phase = SEARCH
  }
}

/** Instead of seeds: the cuts of an earlier sizing, and its plant. */
function startOver(): void {
  poolAdopt(adopted)
  const same = stands()
  breakTies()
  if (same) consider(site, earlierYear, -Infinity, earlierLow, earlierHigh, earlierWeight)
  else if (goal != COST || earlierYear == Infinity) return begin(false)
  phase = SEARCH
}

/** Solves a node's master; `fixed`: with the panel counts of `site`. */
function solve(node: i32, fixed: bool): i32 {
  for (let k = 0; k < roofs; k++) {
    const n = at(site, k)
    poolPanels(k, fixed ? n : boxLeast(node, k), fixed ? n : boxMost(node, k))
  }
  return poolSolve(nodeTier(node))
}

/** Solves nodes in the order of their bounds until one needs a dispatch, or the gap is closed. */
function search(): void {
  if (stopping && isProven()) return searchEnd()
  for (let work: f64 = 0; work < WORK_A_STEP; work += masterWork()) {
    const node = leastNode()
    if (node < 0) {
      prove(Infinity)
      return searchEnd()
    }
    if (solve(node, false) == INFEASIBLE || masterBound >= bestTotal) {
      closeNode(node)
      continue
    }
    raiseBound(node, masterBound)
    if (nodeBound(node) > leastBoundBut(node)) continue
    prove(nodeBound(node))
    if (sizingGap() <= tolerance || isOver() || idle > IDLE_MOST) return searchEnd()
    if (visit(node)) return
  }
}

/** Without any plant yet, the one that surely meets the goal is the answer. */
function searchEnd(): void {
  if (bestTotal == Infinity && goal == NO_UNSERVED) largestPlant(best)
  else if (bestTotal == Infinity) leastPlant(best)
  phase = mixed() ? LAST_LOW : LAST
}

/** Splits a node, or begins the evaluation of a plant that its master suggests. True: there is a dispatch to make. */
function visit(node: i32): bool {
  copyPoint(fraction, masterSolution())
  const roof = fractionalRoof(fraction)
  const raised = nodeBound(node) - nodeSeen(node)
  if (roof >= 0 && raised < SLOW * (bestTotal - nodeBound(node))) {
    if (!splitNode(node, roof, at(fraction, roof))) idle = IDLE_MOST + 1
    return false
  }
  seeNode(node)
  idle = raised > 0 ? 0 : idle + 1
  if (idle > 0) masterReuse(demands > 0) // from where the last one ended it may keep that one's rounding
  if (roof < 0 && idle > 0) {
    // The last plant near this one taught nothing: now this one exactly.
    copyPoint(site, fraction)
    roundBattery(site, nodeTier(node), goal != COST)
    begin(false)
  } else begin(!suggest(node))
  return true
}

/**
 * Puts at `site` the nearest whole panels with the battery that suits them best by the cuts, pulled towards the best plant
 * where that may still win (the master alone goes from edge to edge). False: no such plant can win.
 */
function suggest(node: i32): bool {
  let moved = false
  for (let k = 0; k < roofs; k++) {
    const n = at(fraction, k)
    put(site, k, wholePanels(k) ? nearest(n) : n)
    if (at(site, k) != n) moved = true
  }
  if (moved && (solve(node, true) == INFEASIBLE || masterBound >= bestTotal)) return false
  copyPoint(trial, masterSolution())
  if (bestTotal < Infinity && tierOf(at(best, roofs)) == nodeTier(node) && place(node, PULL)) return true
  return place(node, 1)
}

/** Gives the plant at `site` a battery between the best plant's (share 0) and the one at `trial` (1). False: it cannot win. */
function place(node: i32, share: f64): bool {
  for (let i = roofs; i < pointNumbers(); i++) put(site, i, share * at(trial, i) + (1 - share) * at(best, i))
  roundBattery(site, nodeTier(node), goal != COST)
  return demands > 0 || total(site, provenCost(site, EXCESS * yearLoad)) < bestTotal
}

/** Begins an evaluation at `site`, or at the fractional plant, which is only to give a cut. */
function begin(fractional: bool): void {
  if (fractional) copyPoint(site, fraction)
  const exact = (EXACT * tolerance * scale()) / factor
  const most = fractional ? Infinity : (bestTotal - total(site, 0)) / factor
  evaluationBegin(exact, most)
  phase = fractional ? EVALUATE_FRACTION : EVALUATE
}

function evaluate(): void {
  if (!evaluationStep() && !isOver()) return
  if (phase == EVALUATE) consider(site, value, floorValue, premiumLow, premiumHigh, weight)
  phase = SEARCH
}

function lastLow(): void {
  dispatchWith(best, bestLow, false)
  mixKeep()
  phase = LAST
}

function last(): void {
  phase = DONE
  if (!reachable && goal == NO_UNSERVED) dispatchServing(best)
  else if (goal != COST || !bestIsLast() || lastMultiplier != bestHigh) dispatchWith(best, goal == MAX_SHARE || !reachable ? premiumMost : bestHigh, false)
  if (goal == NO_UNSERVED && reachable && unserves()) dispatchServing(best)
  finalEur = yearEur
  finalBoundEur = netting > 0 ? max<f64>(bestFloor, lowerBoundEur) : lowerBoundEur - (costEur - yearEur)
  if (bestTotal == Infinity) keep(best, finalEur, finalBoundEur, 0, 0, 1)
  if (mixed()) {
    finalEur = mixWith(bestWeight, unservedEur)
    const provenEur = max<f64>(bestFloor, provenCost(best, Infinity))
    finalBoundEur = netting > 0 ? max<f64>(finalBoundEur, provenEur) : provenEur
  }
  settleYear(finalEur)
  // No dispatch bounds its own demand charges: what is proven of all plants does.
  if (reachable && demands > 0) finalBoundEur = min<f64>(finalEur, (sizingBound() - purchaseEur(best)) / factor)
}

/** Is the best plant's year a mix of two dispatches? */
function mixed(): bool {
  return (goal == MIN_SHARE || netting > 0) && reachable && bestWeight < 1
}
