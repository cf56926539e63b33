/**
 * The pool of cuts (cut.ts), and their rows in the master. Under a cap on what is bought a cut's row is
 * weight · η ≥ A − premium · cap + slopes · x, over the columns of columns.ts.
 */
import { blocks } from "../dispatch/blocks"
import { demand, demandMost } from "../dispatch/demand"
import { cutLength } from "../dispatch/dispatch"
import { lineLength } from "../dispatch/duals"
import { year } from "../dispatch/year"
import { masterColumn, masterRow, masterTruncate } from "../master/program"
import {
  master,
  masterBytes,
  masterPlace,
  MasterResult,
  masterReuse,
  masterSolve,
  masterWork,
  rowMultiplier,
  Status,
} from "../master/simplex"
import { take } from "../memory/arena"
import { Series, takeSeries } from "../memory/series"
import { countWork } from "../memory/work"
import { budgetAt, budgetColumns, budgetRows, enterBudget, enterBudgetRows, enterCapRow } from "./budgets"
import {
  columnCount,
  columnsMost,
  costColumn,
  excessColumn,
  firstBudget,
  firstWear,
  includesPower,
  layout,
  levelColumn,
  placedColumn,
} from "./columns"
import { Cut, cutRecord } from "./cut"
import { boundsAlone, enterWear, includedKwh, wearRows, wears } from "./wear"
import { capacityIndex, constantIndex, mostForSale, pointColumns, powerIndex } from "./point"
import { PriceLine, setLineBelow } from "./price"
import {
  Goal,
  panelEur,
  pricedKw,
  problem,
  roofEur,
  segmentEur,
  segmentFixedEur,
  segmentLeast,
  segmentMost,
} from "./problem"

/** Ends of a range of kW that differ by less are one: rounding of their sums. */
const SAME_KW: f64 = 1e-9
/** Highest number of rows between panels, capacity, power and their prices. */
const PRICE_ROWS: i32 = 5
/** Rows of limits that a given plant cannot keep (missedLimits.ts), at most. */
export const MISSED_ROWS: i32 = 150
/** Slack above all cuts, and the number of halvings below it. */
const SLACK_MOST: f64 = 1e18
const HALVINGS: i32 = 50

@unmanaged
class Pool {
  /** Number of cuts: lines, one per dispatch and block. */
  cuts: i32
  cutsMost: i32
  /** Rows of the master that are no cuts. */
  ownRows: i32
  /** The row of a cap on purchases, for blocks with budgets. */
  capRow: i32
  records: Series
  /** Buffer for the lines of a dispatch. */
  fresh: Series
  /** kWh a year that may be bought, and kWh above it that are rounding. */
  boughtCap: f64
  /** EUR that every plant of the master pays. */
  fixedEur: f64
  capRounding: f64
  /** Address of the master, and its capacity in rows. */
  masterAt: usize
  rowsMost: i32
}

export const pool = changetype<Pool>(memory.data(offsetof<Pool>(), 8))
/** The price of the panels that are priced together, in the last master. */
export const placedLine = changetype<PriceLine>(memory.data(offsetof<PriceLine>(), 8))

/** Opens a row of zeros. */
export function emptyRow(): Series {
  const row = masterRow()
  row.clear(columnCount() + 1)
  return row
}

/**
 * Takes room for `most` cuts and the master of the loaded year, and enters the rows between capacity, power and levels.
 */
export function poolBegin(most: i32): void {
  assert(most >= blocks.count)
  pool.cutsMost = most
  pool.cuts = 0
  poolCap(Infinity, 0)
  pool.records = takeSeries(most * cutRecord())
  pool.fresh = takeSeries(cutLength())
  layout.isWorn = false
  pool.rowsMost = most + 2 * (blocks.count - 1) + PRICE_ROWS + budgetRows() + wearRows()
  if (problem.operation) pool.rowsMost += MISSED_ROWS
  pool.masterAt = take(masterBytes(columnsMost(), pool.rowsMost))
  beginMaster()
}

/** Lays out the master with its own rows and no cuts. */
function beginMaster(): void {
  masterPlace(pool.masterAt, columnCount(), blocks.count, pool.rowsMost)
  masterReuse(demand.count > 0)
  enterOwnRows()
  for (let j = 0; j < demand.count; j++) {
    const most = demandMost(j, problem.powerMost + year.heldKw + problem.constantKw)
    masterColumn(powerIndex() + 1 + j, problem.presentWorth * demand.rates[j], demand.floors[j], most)
  }
  for (let i = 0; i < blocks.count - 1; i++) masterColumn(levelColumn(i), 0, 0, segmentMost(problem.segments - 1) + year.heldKwh)
  for (let block = 0; block < blocks.count; block++) {
    masterColumn(costColumn(block), problem.presentWorth, -Infinity, Infinity)
  }
}

/** A battery delivers its capacity in time, and not too fast; each level lies between the minimum and the capacity. */
function enterOwnRows(): void {
  pool.ownRows = 0
  enterPriceRows()
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
    above[columnCount()] = year.minLevel * year.heldKwh
    const below = emptyRow()
    below[levelColumn(i)] = -1
    below[capacityIndex()] = 1
    below[columnCount()] = -year.heldKwh
    pool.ownRows += 2
  }
  if (problem.netting > 0) pool.ownRows += enterBudgetRows(firstBudget(), columnCount())
  if (layout.isWorn) pool.ownRows += enterWear(firstWear(), columnCount())
}

/** Priced columns follow from panels, capacity and power. */
function enterPriceRows(): void {
  if (problem.fastestRate < Infinity) {
    const fastest = emptyRow()
    fastest[capacityIndex()] = problem.fastestRate
    fastest[powerIndex()] = -1
    pool.ownRows++
  }
  if (includesPower()) {
    const excess = emptyRow()
    excess[excessColumn()] = 1
    excess[capacityIndex()] = problem.includedRate
    excess[powerIndex()] = -1
    pool.ownRows++
    masterColumn(excessColumn(), problem.powerEur, 0, problem.powerMost)
  }
  if (problem.points == 0) return
  const noMore = emptyRow()
  const noLess = emptyRow()
  noMore[placedColumn()] = -1
  noLess[placedColumn()] = 1
  for (let k = 0; k < year.roofs; k++) {
    noMore[k] = pricedKw(k)
    noLess[k] = -pricedKw(k)
  }
  pool.ownRows += 2
}

/** Begins the prices of a master: the caller gives the panel counts of each roof, then solves. */
export function poolPrices(): void {
  pool.fixedEur = 0
}

/** From `least` to `most` panels on roof k. */
export function poolPanels(k: i32, least: f64, most: f64): void {
  let eur = panelEur(k)
  if (least > 0) pool.fixedEur += roofEur(k)
  else if (most > 0) eur += roofEur(k) / most
  masterColumn(k, eur, least, most)
}

/** Solves the master for a segment and for panels priced together of `least` to `most` kW. */
export function poolSolve(segment: i32, least: f64, most: f64): MasterResult {
  const powerEur = (includesPower() ? 0 : problem.powerEur) + problem.tieEur - problem.powerCreditEur
  const isBattery = segmentMost(segment) > 0
  if (least > most + SAME_KW * (1 + most)) {
    master.status = Status.INFEASIBLE
    master.lowerBound = Infinity
    return master
  }
  if (problem.points > 0) {
    setLineBelow(placedLine, min<f64>(least, most), most)
    masterColumn(placedColumn(), placedLine.slope, placedLine.least, most)
    pool.fixedEur += placedLine.fixed
  }
  masterColumn(capacityIndex(), segmentEur(segment), segmentLeast(segment), mostForSale(segment))
  masterColumn(powerIndex(), powerEur, isBattery ? problem.powerLeast : 0, isBattery ? problem.powerMost : 0)
  if (problem.constantKw > 0) {
    const kw = isBattery ? problem.constantKw : 0
    masterColumn(constantIndex(), 0, kw, kw)
  }
  const result = masterSolve()
  result.lowerBound += pool.fixedEur + segmentFixedEur(segment)
  countWork(masterWork())
  return result
}

/** Multiplier of a cap on purchases from the last master's price of the budgets, EUR/kWh. */
export function capMultiplier(): f64 {
  return rowMultiplier(pool.capRow) / problem.presentWorth
}

/** Address at which the host reads cuts, and writes the cuts of a previous sizing. */
export function poolPointer(): usize {
  return pool.records.address
}

/** Caps purchases, for all later rows; called before any row is entered. */
export function poolCap(kwh: f64, roundingKwh: f64): void {
  pool.boughtCap = kwh
  pool.capRounding = roundingKwh
  pool.capRow = pool.ownRows
  if (kwh < Infinity) pool.ownRows += enterCapRow(firstBudget(), columnCount(), kwh + roundingKwh)
}

// @ts-ignore: decorator
@inline
function cutAt(i: i32): Cut {
  return changetype<Cut>(pool.records.from(i * cutRecord()).address)
}

/** Gives the master the columns of wear, and all its rows again. */
function beginWear(): void {
  layout.isWorn = true
  beginMaster()
  poolCap(pool.boughtCap, pool.capRounding)
  for (let i = 0; i < pool.cuts; i++) enterRow(cutAt(i))
}

/** Keeps the cut that a dispatch at a price of wear wrote to `fresh` and enters its rows. */
export function keepCut(weight: f64, premium: f64, wearPrice: f64): void {
  if (wearPrice > 0 && !layout.isWorn) beginWear()
  if (pool.cuts + blocks.count > pool.cutsMost) thin()
  const length = lineLength()
  for (let block = 0; block < blocks.count; block++) {
    const cut = cutAt(pool.cuts++)
    cut.weight = weight
    cut.premium = premium
    cut.block = block
    cut.wearPrice = wearPrice
    cut.line.copyFrom(pool.fresh.from(block * length), length)
    enterRow(cut)
  }
}

/** Enters the rows of `count` cuts that the host wrote at poolPointer() from an earlier sizing. */
export function poolAdopt(count: i32): void {
  assert(count <= pool.cutsMost)
  pool.cuts = count
  let isWorn = false
  for (let i = 0; i < count; i++) if (cutAt(i).wearPrice > 0) isWorn = true
  if (isWorn && wears()) return beginWear()
  for (let i = 0; i < count; i++) enterRow(cutAt(i))
}

/** Does a cut say anything under this goal? Cuts of another goal are only stored. */
function speaks(cut: Cut): bool {
  if (cut.wearPrice > 0 && !wears()) return false
  if (cut.premium > 0 && problem.netting == 0) return pool.boughtCap < Infinity
  return cut.weight > 0 || problem.goal == Goal.NO_UNSERVED
}

function enterRow(cut: Cut): void {
  if (!speaks(cut)) return
  const row = emptyRow()
  const block = <i32>cut.block
  for (let k = 0; k < pointColumns(); k++) row[k] = -cut.slope(k)
  if (block > 0) row[levelColumn(block - 1)] = -cut.startSlope
  if (block < blocks.count - 1) row[levelColumn(block)] = -cut.endSlope
  row[costColumn(block)] = cut.weight
  if (layout.isWorn) row[firstWear() + block] = cut.wearPrice
  row[columnCount()] = cut.fixed
  if (budgetColumns() > 0) return enterBudget(row.from(firstBudget()), cut)
  // A plant that keeps the cap but for rounding must stay in.
  row[columnCount()] -= capShare(cut) + (cut.ofEnergy ? cut.premium * pool.capRounding : 0)
}

/** Reduction of a cut by the cap, for a year in one block. */
function capShare(cut: Cut): f64 {
  return cut.premium > 0 && budgetColumns() == 0 ? cut.premium * pool.boughtCap : 0
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
  if (budgetColumns() > 0) line -= budgetAt(solution.from(firstBudget()), cut)
  if (layout.isWorn) line -= cut.wearPrice * solution[firstWear() + block]
  return cut.weight * solution[costColumn(block)] - line
}

/** The cut at a plant, without the levels. */
// @ts-ignore: decorator
@inline
function lineAt(cut: Cut, plant: Series): f64 {
  let value = cut.fixed - capShare(cut)
  for (let k = 0; k < pointColumns(); k++) value += cut.slope(k) * plant[k]
  return value
}

/**
 * Lower bound of a plant's yearly cost by the cuts: Infinity if a cut of import or unserved energy excludes it by more
 * than `excess`. With demand charges nothing: it would take a master.
 */
export function provenCost(plant: Series, excess: f64): f64 {
  let best = -Infinity
  if (demand.count > 0) return best
  for (let i = 0; i < pool.cuts; i++) {
    const cut = cutAt(i)
    if (!speaks(cut) || !boundsAlone(cut.wearPrice)) continue
    const value = lineAt(cut, plant) - cut.wearPrice * includedKwh(plant)
    if (cut.ofEnergy) {
      if (value > excess) return Infinity
    } else if (value > best) best = value
  }
  return best
}

/**
 * Distance of cut i below `proven`, the bound of the whole pool at a plant: cuts that bind at an optimum have no slack.
 */
export function slackAt(i: i32, plant: Series, proven: f64): f64 {
  const cut = cutAt(i)
  if (demand.count > 0) return solutionSlack(cut)
  if (!speaks(cut)) return Infinity
  const value = lineAt(cut, plant) - cut.wearPrice * includedKwh(plant)
  return cut.ofEnergy ? -value : proven - value
}
