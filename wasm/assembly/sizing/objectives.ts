/** The dispatches that a sizing makes: a plant's year under one of its objectives. */
import { blocks } from "../dispatch/blocks"
import { setConstantLoad } from "../dispatch/constantLoad"
import { demand, freeLimits, setLimits } from "../dispatch/demand"
import { dispatchYear, makeYear } from "../dispatch/dispatch"
import { setNettingShift, setObjective, setWearPrice } from "../dispatch/objective"
import { dispatched, DispatchResult } from "../dispatch/result"
import { objective, year } from "../dispatch/year"
import { Series } from "../memory/series"
import { countSteps } from "../memory/work"
import { knownDispatches, plantOf, recall, remember } from "./known"
import { capacityOf, constantIndex, limitsOf, powerOf } from "./point"
import { keepCut, pool } from "./pool"
import { panelsMost, problem, segmentMost } from "./problem"
import { wearIsMultiplier, wearOf, wearPriceMost } from "./wear"

/** Energy above this share of the load counts as unserved. */
const UNSERVED: f64 = 1e-6
/** Energy above the cap by this share of the load is rounding, … */
const ROUNDING: f64 = 1e-9
/** … and by this part of what panels make and batteries could hold in all steps: the load can be next to nothing. */
const FLOAT_ROUNDING: f64 = 1e-15
/** This multiple of the widest price difference on import puts import before cost. */
const IMPORT_FIRST: f64 = 1e4
/** This multiple of the price of unserved energy puts it before cost. */
const SERVE_FIRST: f64 = 1e3
const LEAST_GUESS: f64 = 1e-3

@unmanaged
class Dispatches {
  /** Work of the sizing so far. */
  count: i32
  /** The multiplier of the last dispatchWith. */
  multiplier: f64
  /**
   * The price of wear of the next dispatchWith, where that is not its multiplier: EUR per kWh that the battery gives.
   */
  wearPrice: f64
  /** Multiplier of a plant's last evaluation. */
  lastWearPrice: f64
  /** EUR of the last dispatch (least cost under any premium) at the year's own prices, including wear (wear.ts). */
  yearEur: f64
  /** Multipliers of the last year that two dispatches were mixed to. */
  lastLow: f64
  lastHigh: f64
  /** The multiplier that puts least import first, and one of the size of a price. */
  multiplierMost: f64
  firstGuess: f64
  /** The price of unserved energy, EUR/kWh, and the load of the year. */
  unservedEur: f64
  yearLoad: f64
  /** Energy of a year up to which a difference is rounding, kWh. */
  roundingKwh: f64
  /** ω */
  unservedWeight: f64
}

export const dispatches = changetype<Dispatches>(memory.data(offsetof<Dispatches>(), 16))

/** Reads the year's prices; the goal is set. */
export function dispatchesBegin(): void {
  let load: f64 = 0
  let highest = -Infinity
  let lowest = Infinity
  let paid: f64 = 0
  for (let t = 0; t < year.steps; t++) {
    load += year.load[t]
    paid += abs(year.buyPrice[t])
    if (year.buyPrice[t] > highest) highest = year.buyPrice[t]
    if (year.sellPrice[t] < lowest) lowest = year.sellPrice[t]
  }
  const netting = problem.netting > 0
  const firstGuess = netting ? 1 : wearIsMultiplier() ? wearPriceMost() : max<f64>(paid / <f64>year.steps, LEAST_GUESS)
  setObjective(1, 0, 0, 0)
  dispatches.count = 0
  dispatches.wearPrice = 0
  dispatches.lastWearPrice = 0
  dispatches.lastLow = 0
  dispatches.lastHigh = 0
  dispatches.yearLoad = load
  dispatches.roundingKwh = ROUNDING * load + FLOAT_ROUNDING * mostEnergy()
  dispatches.firstGuess = firstGuess
  dispatches.multiplierMost = netting || wearIsMultiplier() ? firstGuess : IMPORT_FIRST * max<f64>(highest - lowest, firstGuess)
  dispatches.unservedEur = objective.unservedPrice
  dispatches.unservedWeight = 2 / (year.chargeEfficiency * year.dischargeEfficiency)
}

/** Yearly production of the largest plant, and the sum of its battery's room over all steps; kWh. */
function mostEnergy(): f64 {
  let sum = <f64>year.steps * (segmentMost(problem.segments - 1) + year.heldKwh)
  for (let k = 0; k < year.roofs; k++) {
    const production = year.panelProduction.from(k * year.steps)
    for (let t = 0; t < year.steps; t++) sum += panelsMost(k) * production[t]
  }
  return sum
}

/** Sets the objective (objective.ts) and the parts of a plant that do not depend on its size. */
function setTerms(plant: Series, scale: f64, onImport: f64, onExport: f64, unserved: f64, wearPrice: f64): void {
  setObjective(scale, onImport, onExport, unserved)
  setNettingShift(onExport)
  setWearPrice(wearPrice)
  if (scale > 0) setLimits(limitsOf(plant))
  else freeLimits()
  setConstantLoad(plant[constantIndex()])
}

/** One dispatch at `plant` under an objective; where `keep`, its cut goes to the pool. */
function dispatch(plant: Series, scale: f64, onImport: f64, onExport: f64, unserved: f64, keep: bool): DispatchResult {
  const netting = problem.netting
  const unservedEur = dispatches.unservedEur
  const wearPrice = scale > 0 && wearIsMultiplier() ? dispatches.multiplier : scale * dispatches.wearPrice
  const cut = pool.fresh
  if (recall(plant, scale, onImport, onExport, unserved, wearPrice, cut)) {
    countSteps(year.steps)
  } else {
    setTerms(plant, scale, onImport, onExport, unserved, wearPrice)
    dispatchYear(plant, capacityOf(plant), powerOf(plant), cut)
    remember(cut)
  }
  const result = dispatched
  dispatches.count++
  let eur = result.costEur - onImport * result.importKwh + onExport * result.exportKwh - (unserved - unservedEur) * result.unservedKwh
  eur -= netting * min<f64>(result.importKwh, result.exportKwh) + wearPrice * result.dischargeKwh
  dispatches.yearEur = eur + wearOf(plant, result.dischargeKwh)
  if (keep) keepCut(scale, netting == 0 ? onImport : blocks.count > 1 && scale > 0 ? -onImport : 0, wearPrice)
  return result
}

/** Makes the last dispatch the core's last year, if it was memoised. */
export function makeLastYear(): void {
  if (knownDispatches.isMade) return
  knownDispatches.isMade = true
  makeYearOf(knownDispatches.key)
}

/** Makes a year that was made before, with the same year loaded (known.ts). */
export function makeYearOf(key: Series): void {
  const plant = plantOf(key)
  setTerms(plant, key[1], key[2], key[3], key[4], key[5])
  const lowerBoundEur = dispatched.lowerBoundEur
  makeYear(plant, capacityOf(plant), powerOf(plant), changetype<Series>(0))
  dispatched.lowerBoundEur = lowerBoundEur
}

/**
 * Dispatch with a multiplier: µ on purchases, with netting the share θ of the import credit, or the price v if wear is
 * the only multiplier.
 */
export function dispatchWith(plant: Series, multiplier: f64, keep: bool): DispatchResult {
  const netting = problem.netting
  const unservedEur = dispatches.unservedEur
  dispatches.multiplier = multiplier
  if (wearIsMultiplier()) return dispatch(plant, 1, 0, 0, unservedEur, keep)
  return netting > 0
    ? dispatch(plant, 1, -netting * multiplier, netting * (1 - multiplier), unservedEur, keep)
    : dispatch(plant, 1, multiplier, 0, unservedEur + multiplier * dispatches.unservedWeight, keep)
}

/** Dispatch that minimises unserved energy alone. */
export function dispatchUnserved(plant: Series, keep: bool): DispatchResult {
  return dispatch(plant, 0, 0, 0, 1, keep)
}

/** Dispatch that minimises only purchases. */
export function dispatchBought(plant: Series): DispatchResult {
  return dispatch(plant, 0, 1, 0, dispatches.unservedWeight, true)
}

/** Dispatch that minimises unserved energy, then cost. */
export function dispatchServing(plant: Series): DispatchResult {
  const netting = problem.netting
  const share = dispatches.lastHigh
  dispatches.multiplier = share
  return dispatch(plant, 1, -netting * share, netting * (1 - share), dispatches.unservedEur * SERVE_FIRST, false)
}

/** Gives a plant the highest imports of the last dispatch as its demand limits. */
export function tighten(plant: Series): void {
  limitsOf(plant).copyFrom(demand.peaks, demand.count)
}

/** Purchases of the last dispatch, kWh: import and, weighted, unserved energy. */
export function boughtKwh(): f64 {
  return dispatched.importKwh + dispatches.unservedWeight * dispatched.unservedKwh
}

/** Is the unserved energy of the last dispatch more than rounding? */
export function unserves(): bool {
  return dispatched.unservedKwh > max<f64>(UNSERVED * dispatches.yearLoad, dispatches.roundingKwh)
}

/** Does the last dispatch buy more than the cap? */
export function overCap(): bool {
  return boughtKwh() > pool.boughtCap + dispatches.roundingKwh
}
