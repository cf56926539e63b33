/**
 * The search: best-first branch and bound over segments of the battery's price × boxes of panel counts × ranges of the
 * panels' joint price, on one pool of cuts. A node's master suggests the plants to evaluate.
 */
import { demand } from "../dispatch/demand"
import { year } from "../dispatch/year"
import { masterReuse, masterWork, MasterResult, Status } from "../master/simplex"
import { Series } from "../memory/series"
import { best, isProven, sizingGap, totalOf } from "./best"
import { hasBudgets, masterYear } from "./columns"
import { evaluation } from "./evaluation"
import {
  boxLeast,
  boxMost,
  closeNode,
  keepSet,
  leastBoundBut,
  leastNode,
  nodeBound,
  nodeSegment,
  placedLeast,
  placedMost,
  raiseBound,
  raisedSinceVisit,
  splitNode,
  splitPlaced,
  startFromSet,
  visitNode,
} from "./nodes"
import { dispatches } from "./objectives"
import { enterMissed } from "./missedLimits"
import { fractionalRoof } from "./plants"
import { capacityIndex, capacityOf, copyPoint, copySolution, limitsOf, pointNumbers, roundBattery, takePoint } from "./point"
import { capMultiplier, placedLine, poolPanels, poolPrices, poolSolve, provenCost } from "./pool"
import { belowCurve, leastPlaced, loosestSize } from "./price"
import { Goal, pricedKw, problem, roofEur, segmentOf, wholePanels } from "./problem"
import { wears } from "./wear"

/** A node is split when a visit raised its bound by less than this share of the gap. */
const SLOW: f64 = 0.15
/** Visits in a row that may raise no bound before the rest of the gap is taken for rounding (of capacities, mostly). */
const IDLE_MOST: i32 = 10
/**
 * Work in the masters of one step (memory/work.ts), about ten milliseconds: then the host is asked whether to go on.
 */
const WORK_A_STEP: f64 = 1e7
/** How far a suggested battery is the master's; the rest is the best plant's. */
const PULL: f64 = 0.65
/**
 * The next limits of a given plant are the master's if the last step gained this share of the master's forecast;
 * otherwise they move by this share.
 */
const BELIEVED: f64 = 0.5
const PULL_GIVEN: f64 = 0.8
/**
 * They exceed the master's limits by this share: at limits that the battery can only just keep, rounding would leave
 * energy unserved.
 */
const ABOVE: f64 = 1e-7
/** Import over the cap or unserved energy that rounding explains, as a share of the load. */
const EXCESS: f64 = 1e-6

/** Outcome of a search step. */
export const enum Found {
  /** It needs another step. */
  NOTHING,
  /** The candidate is to be evaluated, … */
  CANDIDATE,
  /** … or only to give its cut: a plant with fractions of panels. */
  FRACTION,
  /** The gap is closed, or may not be closed further. */
  END,
}

/** Outcome of splitting a node by its prices. */
const enum Split {
  /** They are exact enough. */
  NONE,
  DONE,
  NO_ROOM,
}

@unmanaged
class Search {
  /** Visits in a row that raised no bound; with demand charges, nor led to a better plant. */
  idle: i32
  /** The best total at the last visit. */
  totalSeen: f64
  /** For a given plant: share of the master in the last limits, and the previous gap, EUR; 0: there were none. */
  share: f64
  gapSeen: f64
  /** The host has enough: the search ends with the best plant so far. */
  stopping: bool
  /** The master's plant with its fractions, and its battery for whole panels. */
  fraction: Series
  suggestion: Series
}

/** The master's cost of the suggested plant's year, if it knows the price of a cap. */
@unmanaged
class Suggested {
  isKnown: bool
  /** The price of a kWh bought. */
  multiplier: f64
  /** EUR of the year, and how much more would make the plant no better than the best one. */
  yearEur: f64
  roomEur: f64
}

const search = changetype<Search>(memory.data(offsetof<Search>(), 8))
export const suggested = changetype<Suggested>(memory.data(offsetof<Suggested>(), 8))

export function searchTake(): void {
  search.idle = 0
  search.totalSeen = Infinity
  search.share = PULL
  search.gapSeen = 0
  search.stopping = false
  suggested.isKnown = false
  search.fraction = takePoint()
  search.suggestion = takePoint()
}

/** Ends the search with the best plant so far, as the limit of dispatches does: its year is still to be made. */
export function sizingStop(): void {
  search.stopping = true
}

/** May no further plant be tried? */
export function isOver(): bool {
  return search.stopping || dispatches.count >= problem.dispatchesMost
}

/** Solves a node's master; `fixed`: with the panel counts of the candidate, whatever its range of the joint price. */
function solve(node: i32, fixed: bool): MasterResult {
  let least: f64 = 0
  let most: f64 = 0
  poolPrices()
  for (let k = 0; k < year.roofs; k++) {
    const from = fixed ? evaluation.candidate[k] : boxLeast(node, k)
    const to = fixed ? evaluation.candidate[k] : boxMost(node, k)
    poolPanels(k, from, to)
    least += pricedKw(k) * from
    most += pricedKw(k) * to
  }
  if (!fixed) {
    least = max<f64>(least, placedLeast(node))
    most = min<f64>(most, placedMost(node))
  }
  if (fixed) return poolSolve(nodeSegment(node), least, most)
  startFromSet(node)
  const result = poolSolve(nodeSegment(node), least, most)
  if (result.status == Status.OPTIMAL) keepSet(node)
  return result
}

/** Can no plant of the master be better than the best one? */
function cannotWin(master: MasterResult): bool {
  return master.status == Status.INFEASIBLE || master.lowerBound >= best.total
}

/** Solves nodes in the order of their bounds until one needs a dispatch, or the gap is closed. */
export function searchStep(): Found {
  if (search.stopping && isProven()) return Found.END
  for (let done: f64 = 0; done < WORK_A_STEP; done += masterWork()) {
    const node = leastNode()
    if (node < 0) {
      best.lowerBound = Infinity
      return Found.END
    }
    const master = solve(node, false)
    if (cannotWin(master)) {
      closeNode(node)
      continue
    }
    raiseBound(node, master.lowerBound)
    if (nodeBound(node) > leastBoundBut(node)) continue
    best.lowerBound = nodeBound(node)
    if (sizingGap() <= problem.tolerance || isOver() || search.idle > IDLE_MOST) return Found.END
    if (problem.operation && demand.count > 0 && enterMissed(limitsOf(master.solution))) continue
    const outcome = visit(node, master.solution)
    if (outcome != Found.NOTHING) return outcome
  }
  return Found.NOTHING
}

/** Reads the master's cost of the year of a node's plant. */
function readSuggested(node: i32): void {
  suggested.isKnown = hasBudgets() && problem.netting == 0 && !wears()
  if (!suggested.isKnown) return
  suggested.multiplier = capMultiplier()
  suggested.yearEur = masterYear()
  suggested.roomEur = (best.total - nodeBound(node)) / problem.presentWorth
}

/** Splits a node, or finds the plant to evaluate that its master suggests. */
function visit(node: i32, solution: Series): Found {
  const fraction = search.fraction
  copySolution(fraction, solution)
  readSuggested(node)
  const roof = fractionalRoof(fraction)
  const raised = raisedSinceVisit(node)
  const enough = SLOW * (best.total - nodeBound(node))
  if (raised < enough) {
    const split = splitPrice(node, enough)
    if (split == Split.NO_ROOM || (split == Split.NONE && roof >= 0 && !splitNode(node, roof, fraction[roof]))) {
      search.idle = IDLE_MOST + 1
    }
    if (split != Split.NONE || roof >= 0) return Found.NOTHING
  }
  visitNode(node)
  const isBetter = demand.count > 0 && best.total < search.totalSeen
  if (problem.operation) believe(node)
  search.totalSeen = best.total
  search.idle = raised > 0 || isBetter ? 0 : search.idle + 1
  if (search.idle > 0) masterReuse(demand.count > 0) // from where the last one ended it may keep that one's rounding
  // Demand limits of the master itself are often a little too low to keep a cap: every other time they are pulled as
  // ever.
  if (roof < 0 && search.idle > 0 && (demand.count == 0 || search.idle % 2 == 1)) {
    // The last plant near this one taught nothing: now this one exactly, with the watt-hours above and then the nearest
    // ones.
    copyPoint(evaluation.candidate, fraction)
    roundBattery(evaluation.candidate, nodeSegment(node), problem.goal != Goal.COST && search.idle % 2 == 1)
    return Found.CANDIDATE
  }
  if (suggest(node)) return Found.CANDIDATE
  copyPoint(evaluation.candidate, fraction)
  return Found.FRACTION
}

/**
 * Sets the share of the master in the next plant. If the last plant was as good as the master's forecast, a pull
 * towards the best plant would only slow the search down.
 */
function believe(node: i32): void {
  const said = search.share * search.gapSeen
  search.share = search.totalSeen - best.total >= BELIEVED * said ? 1 : PULL_GIVEN
  search.gapSeen = best.total - nodeBound(node)
}

/**
 * Splits a node at the largest distance of its prices below the price of the master's plant, if more than `enough` EUR:
 * at a size of the panels priced together, or between no panels and any on a roof with a fixed cost.
 */
function splitPrice(node: i32, enough: f64): Split {
  const plant = search.fraction
  let farthest = problem.points > 0 ? belowCurve(placedLine, plant) : 0
  let roof = -1
  for (let k = 0; k < year.roofs; k++) {
    if (boxLeast(node, k) > 0 || plant[k] <= 0) continue
    const below = roofEur(k) * (1 - plant[k] / boxMost(node, k))
    if (below <= farthest) continue
    farthest = below
    roof = k
  }
  if (farthest <= enough) return Split.NONE
  if (roof >= 0) return splitNode(node, roof, 0) ? Split.DONE : Split.NO_ROOM
  const size = loosestSize(placedLine)
  if (size < 0) return Split.NONE
  return splitPlaced(node, size, size > 0 ? size : leastPlaced()) ? Split.DONE : Split.NO_ROOM
}

/**
 * Makes the candidate the nearest whole panels with the best battery for them by the cuts, pulled towards the best
 * plant if that may still win (the master alone jumps from edge to edge). False: no such plant can win.
 */
function suggest(node: i32): bool {
  const candidate = evaluation.candidate
  let moved = false
  for (let k = 0; k < year.roofs; k++) {
    const n = search.fraction[k]
    candidate[k] = wholePanels(k) ? nearest(n) : n
    if (candidate[k] != n) moved = true
  }
  copyPoint(search.suggestion, search.fraction)
  if (moved) {
    const master = solve(node, true)
    if (cannotWin(master)) return false
    copySolution(search.suggestion, master.solution)
    if (suggested.isKnown) suggested.multiplier = capMultiplier()
  }
  if (best.total < Infinity && segmentOf(capacityOf(best.plant)) == nodeSegment(node) && place(node, search.share)) return true
  return place(node, 1)
}

/** Gives the candidate a battery between the best plant's (share 0) and the suggested one (1). False: it cannot win. */
function place(node: i32, share: f64): bool {
  const candidate = evaluation.candidate
  for (let i = capacityIndex(); i < pointNumbers(); i++) {
    candidate[i] = share * search.suggestion[i] + (1 - share) * best.plant[i]
  }
  if (problem.operation) {
    const limits = limitsOf(candidate)
    for (let j = 0; j < demand.count; j++) limits[j] = (1 + ABOVE) * limits[j]
  }
  roundBattery(candidate, nodeSegment(node), problem.goal != Goal.COST)
  if (demand.count > 0) return true
  return totalOf(candidate, provenCost(candidate, max<f64>(EXCESS * dispatches.yearLoad, dispatches.roundingKwh))) < best.total
}
