/**
 * Demand limits that a given plant cannot keep, as rows of the master. If a limit is too low, the least cost exceeds
 * and raises it: that costs less than unserved energy. Rows that every schedule without such a shortage satisfies
 * therefore exclude no best limits.
 *
 * Before a window of steps the battery holds its capacity at most, and in the window it charges within the limits: Σ
 * given/ηd − Σ taken·ηc ≤ W over the window. Here given is the need of a step above its limit. The sum is convex in the
 * limits, so its tangent is a row.
 */
import { blocks } from "../dispatch/blocks"
import { demand, NO_PERIOD, setLimits } from "../dispatch/demand"
import { beginsPhase } from "../dispatch/phases"
import { plant } from "../dispatch/plant"
import { chargeBound } from "../dispatch/step"
import { contract, importLimits, passes, year } from "../dispatch/year"
import { Integers, Series, takeIntegers, takeSeries } from "../memory/series"
import { countHeldSteps } from "../memory/work"
import { columnCount } from "./columns"
import { limitsOf } from "./point"
import { emptyRow, MISSED_ROWS } from "./pool"

/** A shortage below this share of the battery's energy and discharge in a step is rounding. */
const TOLERANCE: f64 = 1e-8

@unmanaged
class Missed {
  /** Rows entered so far. */
  rows: i32
  /** A shortage that is rounding, kWh in the battery. */
  rounding: f64
  /**
   * For each block the window with the largest shortage: the shortage, kWh in the battery, and its first and last step.
   */
  shortage: Series
  first: Integers
  last: Integers
}

const missed = changetype<Missed>(memory.data(offsetof<Missed>(), 16))

/** Takes the tables of the loaded year's blocks. */
export function missedTake(): void {
  missed.rows = 0
  missed.shortage = takeSeries(blocks.count)
  missed.first = takeIntegers(blocks.count)
  missed.last = takeIntegers(blocks.count)
}

/**
 * Enters a row for each block of the worst window that the plant of the last dispatch misses under `limits`, kW of each
 * period. False: there is none, or no room for more.
 */
export function enterMissed(limits: Series): bool {
  const before = missed.rows
  countHeldSteps(year.steps)
  setLimits(limits)
  missed.rounding = TOLERANCE * (plant.usable + plant.power)
  for (let block = 0; block < blocks.count; block++) missed.shortage[block] = missed.rounding
  findWindows()
  for (let block = 0; block < blocks.count && missed.rows < MISSED_ROWS; block++) {
    if (missed.shortage[block] > missed.rounding) enterRow(block)
  }
  return missed.rows > before
}

/**
 * Energy that the battery may take in a step, kWh; negative: energy that it must give. Above the contract's limit it
 * has to give nothing.
 */
// @ts-ignore: decorator
@inline
function roomAt(t: i32): f64 {
  const net = year.load[t] - passes.production[t]
  const most = contract.imports[t]
  return importLimits.perStep[t] - (net < most ? net : most)
}

/** Simulates the year with a battery that charges as much as allowed and discharges as needed, also below empty. */
function findWindows(): void {
  const usable = plant.usable
  let level: f64 = 0
  let lowest: f64 = 0
  let first = 0
  let last = 0
  let block = 0
  for (let t = 0; t < year.steps; t++) {
    if (t == blocks.starts[block + 1]) block++
    if (beginsPhase(t)) {
      keepWindow(block, first, last, -lowest)
      level = plant.start
      lowest = 0
      first = t
    }
    const room = roomAt(t)
    if (room < 0) {
      level += room * plant.perDischarge
      keepWindow(block, t, t, -(room + plant.power) * plant.perDischarge)
      if (level >= lowest) continue
      lowest = level
      last = t
    } else {
      const most = chargeBound(passes.production[t])
      level += year.chargeEfficiency * (room < most ? room : most)
      if (level < usable) continue
      keepWindow(block, first, last, -lowest)
      level = usable
      lowest = 0
      first = t + 1
    }
  }
  keepWindow(block, first, last, -lowest)
}

/**
 * Keeps a window, in the block of its last step, where that has none with a larger shortage; `block`: that one or a
 * later one.
 */
function keepWindow(block: i32, first: i32, last: i32, shortage: f64): void {
  if (shortage <= missed.rounding) return
  let at = block
  while (blocks.starts[at] > last) at--
  if (shortage <= missed.shortage[at]) return
  missed.shortage[at] = shortage
  missed.first[at] = first
  missed.last[at] = last
}

/** The row of a block's window: Σ slope·limit ≥ its shortage + the same at the limits in force. */
function enterRow(block: i32): void {
  const row = emptyRow()
  const slopes = limitsOf(row)
  let right = missed.shortage[block]
  for (let t = missed.first[block]; t <= missed.last[block]; t++) {
    const owner = demand.owners[t]
    const room = roomAt(t)
    if (owner == NO_PERIOD || room >= chargeBound(passes.production[t])) continue
    const slope = year.stepHours * (room < 0 ? plant.perDischarge : year.chargeEfficiency)
    slopes[owner] = slopes[owner] + slope
    right += slope * demand.limits[owner]
  }
  row[columnCount()] = right
  missed.rows++
}
