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
import { takeF64 } from "./arena"
import { demands, freeLimits, readPeaks, setLimits } from "./demand"
import { dispatchYear, lowerBoundEur } from "./dispatch"
import { setNettingShift } from "./hour"
import { at } from "./numbers"
import { boughtCap, cutPlace, keepCut } from "./sizingPool"
import { goal, netting, NO_UNSERVED, pointLimits, pointNumbers } from "./sizingProblem"
import { costEur, exportKwh, importKwh, unservedKwh } from "./totals"
import { buyEur, chargeEfficiency, dischargeEfficiency, loadKwh, roofs, sellEur, setObjective, steps, unservedPrice } from "./year"

/** Energy above this share of the load counts as unserved. */
const UNSERVED: f64 = 1e-6
/** Energy above the cap by this share of the load is rounding. */
const ROUNDING: f64 = 1e-9
/** So many times the widest price difference on import puts import before cost. */
const FIRST: f64 = 1e4
/** So many times the price of unserved energy puts it before cost. */
const FOREMOST: f64 = 1e3

const ORDINARY: i32 = 0
const LEAST_UNSERVED: i32 = 1
const SERVE_FOREMOST: i32 = 2
const LEAST_IMPORT: i32 = 3
let stage: i32 = ORDINARY

/** The plant of the evaluation at hand. */
export let site: usize = 0
/** EUR of the year at the plant; Infinity: the goal cannot be met there, or not below the value asked for. */
export let value: f64 = Infinity
/** A bound of the same. */
export let floorValue: f64 = -Infinity
/** The year is weight · (dispatch at multiplier premiumHigh) + (1 − weight) · (dispatch at premiumLow). */
export let premiumLow: f64 = 0
export let premiumHigh: f64 = 0
export let weight: f64 = 1
/** Dispatches of the sizing so far. */
export let dispatches: i32 = 0
/** The multiplier of the last dispatchWith. */
export let lastMultiplier: f64 = 0
/** EUR of the last dispatch (least cost under whatever premium) at the year's own prices. */
export let yearEur: f64 = 0

/** The µ that puts least import first, the price of unserved energy, the load of the year. */
export let premiumMost: f64 = 0
export let unservedEur: f64 = 0
export let yearLoad: f64 = 0

/** ω */
let unservedWeight: f64 = 2
let premium: f64 = 0
let belowKnown: bool = false
let aboveKnown: bool = false
let belowCost: f64 = 0
let belowExcess: f64 = 0
let aboveCost: f64 = 0
let aboveExcess: f64 = 0
let enough: f64 = 0
let limit: f64 = Infinity
let lastLow: f64 = 0
let lastHigh: f64 = 0
let firstGuess: f64 = 0

/** Reads the year's prices; the goal is set. */
export function goalBegin(): void {
  site = takeF64(pointNumbers())
  dispatches = 0
  lastLow = 0
  lastHigh = 0
  yearLoad = 0
  let highest = -Infinity
  let lowest = Infinity
  let paid: f64 = 0
  for (let t = 0; t < steps; t++) {
    yearLoad += at(loadKwh, t)
    paid += abs(at(buyEur, t))
    if (at(buyEur, t) > highest) highest = at(buyEur, t)
    if (at(sellEur, t) < lowest) lowest = at(sellEur, t)
  }
  firstGuess = netting > 0 ? 1 : max<f64>(paid / <f64>steps, 1e-3)
  premiumMost = netting > 0 ? 1 : FIRST * max<f64>(highest - lowest, firstGuess)
  setObjective(1, 0, 0, 0)
  unservedEur = unservedPrice
  unservedWeight = 2 / (chargeEfficiency * dischargeEfficiency)
}

/** One dispatch at `plant` under an objective; where `keep`, its cut goes to the pool with that weight. */
function dispatch(plant: usize, scale: f64, onImport: f64, onExport: f64, unserved: f64, keep: bool): void {
  setObjective(scale, onImport, onExport, unserved)
  setNettingShift(onExport)
  if (scale > 0) setLimits(pointLimits(plant))
  else freeLimits()
  dispatchYear(plant, at(plant, roofs), at(plant, roofs + 1), cutPlace())
  dispatches++
  yearEur = costEur - onImport * importKwh + onExport * exportKwh - (unserved - unservedEur) * unservedKwh
  yearEur -= netting * min<f64>(importKwh, exportKwh)
  if (keep) keepCut(scale, netting > 0 ? 0 : onImport)
}

/** Dispatch with a multiplier: µ on what is bought, or with netting the share θ of the credit that import gets. */
export function dispatchWith(plant: usize, multiplier: f64, keep: bool): void {
  lastMultiplier = multiplier
  if (netting > 0) dispatch(plant, 1, -netting * multiplier, netting * (1 - multiplier), unservedEur, keep)
  else dispatch(plant, 1, multiplier, 0, unservedEur + multiplier * unservedWeight, keep)
}

/** Dispatch that minimises unserved energy alone. */
export function dispatchUnserved(plant: usize, keep: bool): void {
  dispatch(plant, 0, 0, 0, 1, keep)
}

/** Dispatch that minimises unserved energy, then cost. */
export function dispatchServing(plant: usize): void {
  dispatch(plant, 1, -netting * lastHigh, netting * (1 - lastHigh), unservedEur * FOREMOST, false)
}

/** Gives a plant the highest imports of the last dispatch as its demand limits. */
export function tighten(plant: usize): void {
  if (demands > 0) readPeaks(pointLimits(plant))
}

/** What the last dispatch buys, kWh: import and, weighted, unserved energy. */
export function bought(): f64 {
  return importKwh + unservedWeight * unservedKwh
}

/** Is the unserved energy of the last dispatch more than rounding? */
export function unserves(): bool {
  return unservedKwh > UNSERVED * yearLoad
}

/** Does the last dispatch buy more than the cap? */
export function overCap(): bool {
  return bought() > boughtCap + ROUNDING * yearLoad
}

/** Starts the evaluation of the plant at `site`: exact to `within` EUR a year, given up above `most` EUR a year. */
export function evaluationBegin(within: f64, most: f64): void {
  enough = within
  limit = most
  stage = ORDINARY
  value = Infinity
  floorValue = -Infinity
  weight = 1
  premiumLow = 0
  premiumHigh = 0
  belowKnown = false
  aboveKnown = false
  premium = lastHigh
}

/** One dispatch. True: the evaluation is done. */
export function evaluationStep(): bool {
  if (boughtCap < Infinity) return multiplierStep()
  if (stage == LEAST_UNSERVED) {
    dispatchUnserved(site, true)
    stage = SERVE_FOREMOST
    return unserves()
  }
  if (stage == SERVE_FOREMOST) {
    dispatchServing(site)
    tighten(site)
    weight = 1
    value = yearEur
    return true
  }
  if (netting > 0) {
    if (!multiplierStep()) return false
  } else {
    dispatchWith(site, 0, true)
    floorValue = lowerBoundEur
    value = yearEur
  }
  if (goal == NO_UNSERVED && unserves()) {
    value = Infinity
    stage = LEAST_UNSERVED
    return false
  }
  if (netting == 0) tighten(site)
  return true
}

/** How much the last dispatch's year grows with the multiplier: µ times what is bought above the cap, or θ of netting. */
function excess(): f64 {
  return netting > 0 ? netting * (exportKwh - importKwh) : bought() - boughtCap
}

/** The last dispatch's year at a multiplier of 0. */
function unpricedEur(): f64 {
  return netting > 0 ? yearEur - netting * max<f64>(0, exportKwh - importKwh) : yearEur
}

function tooMuch(): bool {
  return netting > 0 ? exportKwh > importKwh : overCap()
}

function multiplierStep(): bool {
  if (stage == LEAST_IMPORT) {
    dispatch(site, 0, 1, 0, unservedWeight, true)
    return true
  }
  dispatchWith(site, premium, true)
  floorValue = max<f64>(floorValue, netting > 0 ? lowerBoundEur : lowerBoundEur - premium * boughtCap)
  if (!tooMuch()) {
    belowKnown = true
    belowCost = unpricedEur()
    belowExcess = excess()
    premiumHigh = premium
    if (premium == 0) return alone()
  } else {
    aboveKnown = true
    aboveCost = unpricedEur()
    aboveExcess = excess()
    premiumLow = premium
    if (premium >= premiumMost) {
      premiumHigh = premium
      if (netting > 0) return alone()
      stage = LEAST_IMPORT
      return false
    }
  }
  return nextPremium()
}

/** The last dispatch is the year. */
function alone(): bool {
  value = yearEur
  weight = 1
  premiumLow = premium
  lastHigh = premium
  lastLow = premium
  return true
}

/** Mixes what is known and chooses the next multiplier. True: nothing is left to gain. */
function nextPremium(): bool {
  if (belowKnown && aboveKnown) {
    weight = min<f64>(1, max<f64>(0, aboveExcess / (aboveExcess - belowExcess)))
    value = weight * belowCost + (1 - weight) * aboveCost
    lastLow = premiumLow
    lastHigh = premiumHigh
  } else if (belowKnown) value = yearEur
  if (floorValue > limit || value - floorValue <= enough) return true
  if (belowKnown && aboveKnown) {
    premium = (belowCost - aboveCost) / (aboveExcess - belowExcess)
    return premium <= premiumLow || premium >= premiumHigh
  }
  if (belowKnown) premium = lastLow < premium ? lastLow : 0
  else premium = premium < lastHigh ? lastHigh : min<f64>(premiumMost, max<f64>(2 * firstGuess, 4 * premium))
  return false
}
