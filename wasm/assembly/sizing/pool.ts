/**
 * The pool of cuts (cut.ts), and their rows in the master. Under a cap on what is bought a cut's row is
 * weight · η ≥ A − premium · cap + slopes · x. The master's columns: panels, capacity, power, demand limits, the levels
 * between blocks, an η per block.
 */
import { blocks } from "../dispatch/blocks"
import { demand, demandMost } from "../dispatch/demand"
import { cutLength } from "../dispatch/dispatch"
import { lineLength } from "../dispatch/duals"
import { year } from "../dispatch/year"
import { masterColumn, masterRow, masterTruncate } from "../master/program"
import { master, masterBytes, masterPlace, MasterResult, masterReuse, masterSolve, masterWork } from "../master/simplex"
import { take } from "../memory/arena"
import { Series, takeSeries } from "../memory/series"
import { countWork } from "../memory/work"
import { Cut, cutRecord } from "./cut"
import { capacityIndex, mostForSale, pointNumbers, powerIndex } from "./point"
import { Goal, panelEur, problem, tierEur, tierLeast, tierMost } from "./problem"

/** Slack above which no cut lies, and halvings of what is below. */
const SLACK_MOST: f64 = 1e18
const HALVINGS: i32 = 50

@unmanaged
class Pool {
  /** Number of cuts: lines, one per dispatch and block. */
  cuts: i32
  cutsMost: i32
  /** Rows of the master that are no cuts. */
  ownRows: i32
  records: Series
  /** Where a dispatch writes its lines. */
  fresh: Series
  /** kWh a year that may be bought. */
  boughtCap: f64
}

export const pool = changetype<Pool>(memory.data(offsetof<Pool>(), 8))

/** Columns of the levels between blocks, and of the η. */
function levelColumn(i: i32): i32 {
  return pointNumbers() + i
}

function costColumn(block: i32): i32 {
  return pointNumbers() + blocks.count - 1 + block
}

function columnCount(): i32 {
  return pointNumbers() + 2 * blocks.count - 1
}

/** Opens a row of zeros. */
function emptyRow(): Series {
  const row = masterRow()
  row.clear(columnCount() + 1)
  return row
}

/** Takes room for `most` cuts and the master of the loaded year, and enters the rows between capacity, power and levels. */
export function poolBegin(most: i32): void {
  assert(most >= blocks.count)
  pool.cutsMost = most
  pool.cuts = 0
  pool.boughtCap = Infinity
  pool.records = takeSeries(most * cutRecord())
  pool.fresh = takeSeries(cutLength())
  const rows = most + 2 * blocks.count - 1
  masterPlace(take(masterBytes(columnCount(), rows)), columnCount(), blocks.count, rows)
  masterReuse(demand.count > 0)
  enterOwnRows()
  for (let j = 0; j < demand.count; j++) {
    masterColumn(powerIndex() + 1 + j, problem.presentWorth * demand.rates[j], 0, demandMost(j, problem.powerMost))
  }
  for (let i = 0; i < blocks.count - 1; i++) masterColumn(levelColumn(i), 0, 0, tierMost(problem.tiers - 1))
  for (let block = 0; block < blocks.count; block++) {
    masterColumn(costColumn(block), problem.presentWorth, -Infinity, Infinity)
  }
}

/** A battery delivers its capacity in time; each level lies between the minimum and the capacity. */
function enterOwnRows(): void {
  pool.ownRows = 0
  if (problem.slowestHours < Infinity) {
    const slowest = emptyRow()
    slowest[capacityIndex()] = -1
    slowest[powerIndex()] = problem.slowestHours
    pool.ownRows++
  }
  for (let i = 0; i < blocks.count - 1; i++) {
    const above = emptyRow()
    above[levelColumn(i)] = 1
    above[capacityIndex()] = -year.minLevel
    const below = emptyRow()
    below[levelColumn(i)] = -1
    below[capacityIndex()] = 1
    pool.ownRows += 2
  }
}

/** Solves the master for a battery tier and the panel counts that the caller gave its columns. */
export function poolSolve(tier: i32): MasterResult {
  masterColumn(capacityIndex(), tierEur(tier), tierLeast(tier), mostForSale(tier))
  masterColumn(powerIndex(), problem.powerEur + problem.tieEur, problem.powerLeast, problem.powerMost)
  const result = masterSolve()
  countWork(masterWork())
  return result
}

export function poolPanels(k: i32, least: f64, most: f64): void {
  masterColumn(k, panelEur(k), least, most)
}

/** Where the host reads the cuts, and writes those of an earlier sizing. */
export function poolPointer(): usize {
  return pool.records.address
}

/** Caps what is bought, for all rows that follow; called before any row is entered. */
export function poolCap(kwh: f64): void {
  pool.boughtCap = kwh
}

// @ts-ignore: decorator
@inline
function cutAt(i: i32): Cut {
  return changetype<Cut>(pool.records.from(i * cutRecord()).address)
}

/** Keeps the cut that a dispatch wrote to `fresh` and enters its rows. */
export function keepCut(weight: f64, premium: f64): void {
  if (pool.cuts + blocks.count > pool.cutsMost) thin()
  const length = lineLength()
  for (let block = 0; block < blocks.count; block++) {
    const cut = cutAt(pool.cuts++)
    cut.weight = weight
    cut.premium = premium
    cut.block = block
    cut.line.copyFrom(pool.fresh.from(block * length), length)
    enterRow(cut)
  }
}

/** Enters the rows of `count` cuts that the host wrote at poolPointer() from an earlier sizing. */
export function poolAdopt(count: i32): void {
  assert(count <= pool.cutsMost)
  pool.cuts = count
  for (let i = 0; i < count; i++) enterRow(cutAt(i))
}

/** Does a cut say anything under this goal? Those of another goal are only carried along. */
function speaks(cut: Cut): bool {
  if (cut.premium > 0) return pool.boughtCap < Infinity
  return cut.weight > 0 || problem.goal == Goal.NO_UNSERVED
}

function enterRow(cut: Cut): void {
  if (!speaks(cut)) return
  const row = emptyRow()
  const block = <i32>cut.block
  for (let k = 0; k < pointNumbers(); k++) row[k] = -cut.slope(k)
  if (block > 0) row[levelColumn(block - 1)] = -cut.startSlope
  if (block < blocks.count - 1) row[levelColumn(block)] = -cut.endSlope
  row[costColumn(block)] = cut.weight
  row[columnCount()] = cut.fixed - capShare(cut)
}

function capShare(cut: Cut): f64 {
  return cut.premium > 0 ? cut.premium * pool.boughtCap : 0
}

/** Drops the half of the cuts that lies farthest below the master's last solution. */
function thin(): void {
  const half = pool.cuts >> 1
  let low: f64 = 0
  let high: f64 = 1
  while (cutsWithin(high) < half && high < SLACK_MOST) high *= 4
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (cutsWithin(middle) > half) high = middle
    else low = middle
  }
  const before = pool.cuts
  masterTruncate(pool.ownRows)
  masterReuse(demand.count > 0)
  pool.cuts = 0
  for (let i = 0; i < before && pool.cuts <= half; i++) {
    if (solutionSlack(cutAt(i)) > low) continue
    const kept = cutAt(pool.cuts++)
    memory.copy(changetype<usize>(kept), changetype<usize>(cutAt(i)), (<usize>cutRecord()) << 3)
    enterRow(kept)
  }
}

/** Cuts with at most so much slack. */
function cutsWithin(slack: f64): i32 {
  let count = 0
  for (let i = 0; i < pool.cuts; i++) if (solutionSlack(cutAt(i)) <= slack) count++
  return count
}

/** How far a cut lies below the master's last solution. */
function solutionSlack(cut: Cut): f64 {
  if (!speaks(cut)) return Infinity
  const solution = master.solution
  const block = <i32>cut.block
  let line = lineAt(cut, solution)
  if (block > 0) line += cut.startSlope * solution[levelColumn(block - 1)]
  if (block < blocks.count - 1) line += cut.endSlope * solution[levelColumn(block)]
  return cut.weight * solution[costColumn(block)] - line
}

/** The cut at a plant, without the levels. */
// @ts-ignore: decorator
@inline
function lineAt(cut: Cut, plant: Series): f64 {
  let value = cut.fixed - capShare(cut)
  for (let k = 0; k < pointNumbers(); k++) value += cut.slope(k) * plant[k]
  return value
}

/**
 * What the cuts prove of the yearly cost of a plant: Infinity where a cut of import or unserved energy excludes it by more
 * than `excess`. With demand charges nothing: it would take a master.
 */
export function provenCost(plant: Series, excess: f64): f64 {
  let best = -Infinity
  if (demand.count > 0) return best
  for (let i = 0; i < pool.cuts; i++) {
    const cut = cutAt(i)
    if (!speaks(cut)) continue
    const value = lineAt(cut, plant)
    if (cut.ofEnergy) {
      if (value > excess) return Infinity
    } else if (value > best) best = value
  }
  return best
}

/** How far cut i lies below `proven`, what the whole pool proves at a plant: cuts that bind at an optimum have no slack. */
export function slackAt(i: i32, plant: Series, proven: f64): f64 {
  const cut = cutAt(i)
  if (demand.count > 0) return solutionSlack(cut)
  if (!speaks(cut)) return Infinity
  const value = lineAt(cut, plant)
  return cut.ofEnergy ? -value : proven - value
}
