/**
 * The pool of cuts, and their rows in the master. A cut is a line below a convex function of the plant x, for all x:
 * weight · J(x) + premium · bought(x) ≥ A + N·panels + B_C·capacity + B_P·power, bought = import + ω · unserved. Weight 1:
 * yearly cost, with the premium µ; weight 0: bought energy alone (premium 1) or unserved energy (premium 0, the line is ≤ 0).
 * Under a cap on what is bought its row is weight · η ≥ A − premium · cap + slopes · x.
 *
 * With demand charges x holds the limits D, and a dispatch gives a line for each block of the year, below what the block
 * costs given the levels it starts and ends with. The master's columns: panels, capacity, power, D, these levels, an η per block.
 */
import { takeF64, take } from "./arena"
import { blocks, demandMost, demandRate, demands } from "./demand"
import { cutLength } from "./dispatch"
import { lineLength } from "./duals"
import { masterReuse, masterSolution, masterSolve, masterWork } from "./master"
import { masterBytes, masterColumn, masterPlace, masterRow, masterTruncate } from "./masterData"
import { at, put } from "./numbers"
import {
  factor,
  goal,
  NO_UNSERVED,
  panelEur,
  pointNumbers,
  powerEur,
  powerLeast,
  powerMost,
  slowestHours,
  tierEur,
  tierLeast,
  tierMost,
  tieEur,
  tiers,
} from "./sizingProblem"
import { countWork } from "./work"
import { minLevel, roofs } from "./year"

/** Numbers before the line in a record: weight, premium, block. */
const HEAD: i32 = 3

let pool: usize = 0
let cutsMax: i32 = 0
/** Where a dispatch writes its lines. */
let fresh: usize = 0
/** Rows that are no cuts. */
let ownRows: i32 = 0
/** Number of cuts: lines, one per dispatch and block. */
export let cuts: i32 = 0
/** kWh a year that may be bought. */
export let boughtCap: f64 = Infinity

/** Numbers of one cut. */
export function cutRecord(): i32 {
  return HEAD + lineLength()
}

/** Columns of the levels between blocks, and of the η. */
function levelColumn(i: i32): i32 {
  return pointNumbers() + i
}

function valueColumn(block: i32): i32 {
  return pointNumbers() + blocks - 1 + block
}

function columnCount(): i32 {
  return pointNumbers() + 2 * blocks - 1
}

/** Opens a row of zeros. */
function emptyRow(): usize {
  const row = masterRow()
  memory.fill(row, 0, (columnCount() + 1) << 3)
  return row
}

/** Takes room for `most` cuts and the master of the loaded year, and enters the rows between capacity, power and levels. */
export function poolBegin(most: i32): void {
  cutsMax = most
  cuts = 0
  boughtCap = Infinity
  pool = takeF64(most * cutRecord())
  fresh = takeF64(cutLength())
  const rows = most + 2 * blocks - 1
  masterPlace(take(masterBytes(columnCount(), rows)), columnCount(), blocks, rows)
  masterReuse(demands > 0)
  ownRows = 0
  if (slowestHours < Infinity) {
    const slowest = emptyRow()
    put(slowest, roofs, -1)
    put(slowest, roofs + 1, slowestHours)
    ownRows++
  }
  for (let i = 0; i < blocks - 1; i++) {
    const above = emptyRow()
    put(above, levelColumn(i), 1)
    put(above, roofs, -minLevel)
    const below = emptyRow()
    put(below, levelColumn(i), -1)
    put(below, roofs, 1)
    ownRows += 2
  }
  for (let j = 0; j < demands; j++) masterColumn(roofs + 2 + j, factor * demandRate(j), 0, demandMost(j, powerMost))
  for (let i = 0; i < blocks - 1; i++) masterColumn(levelColumn(i), 0, 0, tierMost(tiers - 1))
  for (let block = 0; block < blocks; block++) masterColumn(valueColumn(block), factor, -Infinity, Infinity)
}

/** Solves the master for a battery tier and the panel counts that the caller gave its columns. */
export function poolSolve(tier: i32): i32 {
  masterColumn(roofs, tierEur(tier), tierLeast(tier), tierMost(tier))
  masterColumn(roofs + 1, powerEur + tieEur, powerLeast, powerMost)
  const outcome = masterSolve()
  countWork(masterWork())
  return outcome
}

export function poolPanels(k: i32, least: f64, most: f64): void {
  masterColumn(k, panelEur(k), least, most)
}

export function poolPointer(): usize {
  return pool
}

/** Caps what is bought, for all rows that follow; called before any row is entered. */
export function poolCap(kwh: f64): void {
  boughtCap = kwh
}

// @ts-ignore: decorator
@inline
function record(cut: i32): usize {
  return pool + (<usize>(cut * cutRecord()) << 3)
}

/** Where a dispatch writes its cut. */
export function cutPlace(): usize {
  return fresh
}

/** Keeps the cut written at cutPlace() and enters its rows. */
export function keepCut(weight: f64, premium: f64): void {
  if (cuts + blocks > cutsMax) thin()
  const length = lineLength()
  for (let block = 0; block < blocks; block++) {
    const to = record(cuts++)
    put(to, 0, weight)
    put(to, 1, premium)
    put(to, 2, block)
    memory.copy(to + (HEAD << 3), fresh + ((<usize>(block * length)) << 3), (<usize>length) << 3)
    enterRow(to)
  }
}

/** Does a cut say anything under this goal? Those of another goal are only carried along. */
function speaks(cut: usize): bool {
  if (at(cut, 1) > 0) return boughtCap < Infinity
  return at(cut, 0) > 0 || goal == NO_UNSERVED
}

function enterRow(cut: usize): void {
  if (!speaks(cut)) return
  const row = emptyRow()
  const block = <i32>at(cut, 2)
  const slopes = pointNumbers()
  for (let k = 0; k < slopes; k++) put(row, k, -at(cut, HEAD + 1 + k))
  if (block > 0) put(row, levelColumn(block - 1), -at(cut, HEAD + 1 + slopes))
  if (block < blocks - 1) put(row, levelColumn(block), -at(cut, HEAD + 2 + slopes))
  put(row, valueColumn(block), at(cut, 0))
  put(row, columnCount(), at(cut, HEAD) - capShare(cut))
}

function capShare(cut: usize): f64 {
  return at(cut, 1) > 0 ? at(cut, 1) * boughtCap : 0
}

/** Drops the half of the cuts that lies farthest below the master's last solution. */
function thin(): void {
  let low: f64 = 0
  let high: f64 = 1
  while (below(high) < cuts >> 1 && high < 1e18) high *= 4
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (below(middle) > cuts >> 1) high = middle
    else low = middle
  }
  const before = cuts
  masterTruncate(ownRows)
  masterReuse(demands > 0)
  cuts = 0
  for (let i = 0; i < before && cuts <= before >> 1; i++) {
    if (solutionSlack(i) > low) continue
    memory.copy(record(cuts), record(i), (<usize>cutRecord()) << 3)
    enterRow(record(cuts++))
  }
}

/** Cuts with at most so much slack. */
function below(slack: f64): i32 {
  let count = 0
  for (let i = 0; i < cuts; i++) if (solutionSlack(i) <= slack) count++
  return count
}

/** How far cut i lies below the master's last solution. */
function solutionSlack(i: i32): f64 {
  const cut = record(i)
  if (!speaks(cut)) return Infinity
  const x = masterSolution()
  const block = <i32>at(cut, 2)
  const slopes = pointNumbers()
  let line = valueAt(cut, x)
  if (block > 0) line += at(cut, HEAD + 1 + slopes) * at(x, levelColumn(block - 1))
  if (block < blocks - 1) line += at(cut, HEAD + 2 + slopes) * at(x, levelColumn(block))
  return at(cut, 0) * at(x, valueColumn(block)) - line
}

/** Enters the rows of `count` cuts that the host wrote at poolPointer() from an earlier sizing. */
export function poolAdopt(count: i32): void {
  for (cuts = 0; cuts < count; cuts++) enterRow(record(cuts))
}

// @ts-ignore: decorator
@inline
function valueAt(cut: usize, plant: usize): f64 {
  let value = at(cut, HEAD) - capShare(cut)
  const slopes = pointNumbers()
  for (let k = 0; k < slopes; k++) value += at(cut, HEAD + 1 + k) * at(plant, k)
  return value
}

/**
 * What the cuts prove of the yearly cost of a plant: Infinity where a cut of import or unserved energy excludes it. With
 * demand charges nothing: it would take a master.
 */
export function provenCost(plant: usize, excess: f64): f64 {
  let best = -Infinity
  if (demands > 0) return best
  for (let i = 0; i < cuts; i++) {
    if (!speaks(record(i))) continue
    const value = valueAt(record(i), plant)
    if (at(record(i), 0) == 0) {
      if (value > excess) return Infinity
    } else if (value > best) best = value
  }
  return best
}

/** How far cut i lies below `proven`, what the whole pool proves at a plant: cuts that an optimum stands on have no slack. */
export function slackAt(i: i32, plant: usize, proven: f64): f64 {
  if (demands > 0) return solutionSlack(i)
  if (!speaks(record(i))) return Infinity
  const value = valueAt(record(i), plant)
  return at(record(i), 0) == 0 ? -value : proven - value
}
