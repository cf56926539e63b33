/**
 * The pool of cuts, and their rows in the master. A cut is a line below a convex function of the plant x, for all x:
 * weight · J(x) + premium · bought(x) ≥ A + N·panels + B_C·capacity + B_P·power, bought = import + ω · unserved. Weight 1:
 * yearly cost, with the premium µ; weight 0: bought energy alone (premium 1) or unserved energy (premium 0, the line is ≤ 0).
 * Under a cap on what is bought its row is weight · η ≥ A − premium · cap + slopes · x.
 */
import { takeF64, take } from "./arena"
import { masterBytes, masterPlace, masterRow } from "./masterData"
import { at, put } from "./numbers"
import { goal, NO_UNSERVED } from "./sizingProblem"
import { roofs } from "./year"

/** Numbers before the dispatch's own cut in a record. */
const HEAD: i32 = 2

let pool: usize = 0
let cutsMax: i32 = 0
/** Number of cuts. */
export let cuts: i32 = 0
/** kWh a year that may be bought. */
export let boughtCap: f64 = Infinity

/** Numbers of one cut: weight, premium, A, a slope per roof, B_C, B_P. */
function cutRecord(): i32 {
  return roofs + 5
}

/** Takes room for the cuts and the master of the loaded year, and enters the row power ≥ capacity / 24. */
export function poolBegin(most: i32): void {
  cutsMax = most
  cuts = 0
  boughtCap = Infinity
  pool = takeF64((most + 1) * cutRecord())
  const columns = roofs + 3
  masterPlace(take(masterBytes(columns, most + 1)), columns, most + 1)
  const slowest = masterRow()
  memory.fill(slowest, 0, (columns + 1) << 3)
  put(slowest, roofs, -1)
  put(slowest, roofs + 1, 24)
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

/** Where a dispatch writes A and slopes of the next cut, or of one that is not kept. The host's bounds leave room for all. */
export function cutPlace(keep: bool): usize {
  return record(keep && cuts < cutsMax ? cuts : cutsMax) + (HEAD << 3)
}

/** Keeps the cut written at cutPlace(true) and enters its row. */
export function keepCut(weight: f64, premium: f64): void {
  if (cuts == cutsMax) return
  put(record(cuts), 0, weight)
  put(record(cuts), 1, premium)
  enterRow(record(cuts++))
}

/** Does a cut say anything under this goal? Those of another goal are only carried along. */
function speaks(cut: usize): bool {
  if (at(cut, 1) > 0) return boughtCap < Infinity
  return at(cut, 0) > 0 || goal == NO_UNSERVED
}

function enterRow(cut: usize): void {
  if (!speaks(cut)) return
  const row = masterRow()
  for (let k = 0; k < roofs + 2; k++) put(row, k, -at(cut, HEAD + 1 + k))
  put(row, roofs + 2, at(cut, 0))
  const premium = at(cut, 1)
  put(row, roofs + 3, at(cut, HEAD) - (premium > 0 ? premium * boughtCap : 0))
}

/** Enters the rows of `count` cuts that the host wrote at poolPointer() from an earlier sizing. */
export function poolAdopt(count: i32): void {
  for (cuts = 0; cuts < count; cuts++) enterRow(record(cuts))
}

// @ts-ignore: decorator
@inline
function valueAt(cut: usize, plant: usize): f64 {
  let value = at(cut, HEAD)
  for (let k = 0; k < roofs + 2; k++) value += at(cut, HEAD + 1 + k) * at(plant, k)
  const premium = at(cut, 1)
  return premium > 0 ? value - premium * boughtCap : value
}

/** What the cuts prove of the yearly cost of a plant: Infinity where a cut of import or unserved energy excludes it. */
export function provenCost(plant: usize, excess: f64): f64 {
  let best = -Infinity
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
  if (!speaks(record(i))) return Infinity
  const value = valueAt(record(i), plant)
  return at(record(i), 0) == 0 ? -value : proven - value
}
