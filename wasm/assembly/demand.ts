/**
 * Demand charges: EUR per kW of the highest import of each period, of several sets of periods at once. The limit D_j of
 * period j is a variable of the sizing: with it a step may import min(contract, D_j of every set), more at the price of
 * unserved energy, which is above what raising the limits costs. The flows that count need no such limit (recount).
 *
 * The year falls into blocks (months, as a rule), chosen by the host: a cut has one line for each.
 */
import { take, takeF64 } from "./arena"
import { exported, imported, settleGiven, settleWithin, unserved } from "./hour"
import { at, put } from "./numbers"
import { perCharge, start, tolerance } from "./plant"
import { addFlows, addUnserved, totalsBegin } from "./totals"
import {
  dischargeEfficiency,
  exportPrice,
  generation,
  importLimit,
  importPrice,
  level,
  limits,
  loadKwh,
  stepHours,
  steps,
} from "./year"

const NONE: i32 = -1

/** Periods that are charged, over all sets. */
export let demands: i32 = 0
let sets: i32 = 0
/** What the charges of one step's sets add to a kWh at most, EUR. */
export let demandPerKwh: f64 = 0
/** Per set and step its period, −1: none; i32. */
let periods: usize = 0
/** Per period EUR/kW, the limit in force (kW), and the highest import of the last recount (kW). */
let rates: usize = 0
export let demandLimits: usize = 0
let peaks: usize = 0
/** Per step the period whose limit is the lowest, −1: the contract's is; i32. */
export let owners: usize = 0
/** Do demand limits and charges count in the next dispatch? */
export let limited: bool = false

export let blocks: i32 = 1
/** First step of each block, and the number of steps; i32. */
let blockTable: usize = 0

/** No charges, one block. */
export function demandNone(): void {
  demands = 0
  sets = 0
  blocks = 1
  demandPerKwh = 0
  limited = false
  blockTable = take(8)
  store<i32>(blockTable, 0)
  store<i32>(blockTable, steps, 4)
}

/** Takes the tables of a year begun: after this the host writes periods, rates and blocks, then calls demandReady(). */
export function demandBegin(setCount: i32, periodCount: i32, blockCount: i32): void {
  sets = setCount
  demands = periodCount
  blocks = blockCount
  periods = take((<usize>(sets * steps)) << 2)
  owners = take((<usize>steps) << 2)
  rates = takeF64(demands)
  demandLimits = takeF64(demands)
  peaks = takeF64(demands)
  blockTable = take((<usize>(blocks + 1)) << 2)
}

export function periodPointer(): usize {
  return periods
}

export function ratePointer(): usize {
  return rates
}

export function blockPointer(): usize {
  return blockTable
}

/** Finds what a kWh in one step can cost in charges; before yearReady(). */
export function demandReady(): void {
  for (let t = 0; t < steps; t++) {
    let sum: f64 = 0
    for (let set = 0; set < sets; set++) {
      const period = periodOf(set, t)
      if (period >= 0) sum += at(rates, period)
    }
    if (sum / stepHours > demandPerKwh) demandPerKwh = sum / stepHours
  }
}

// @ts-ignore: decorator
@inline
function periodOf(set: i32, t: i32): i32 {
  return load<i32>(periods + ((<usize>(set * steps + t)) << 2))
}

/** First step of a block; of block `blocks`, the number of steps. */
export function blockStart(block: i32): i32 {
  return load<i32>(blockTable + (<usize>block << 2))
}

export function demandRate(period: i32): f64 {
  return at(rates, period)
}

/** Most kW that a period can import with a battery of `powerKw`. */
export function demandMost(period: i32, powerKw: f64): f64 {
  let highest: f64 = 0
  for (let set = 0; set < sets; set++) {
    for (let t = 0; t < steps; t++) {
      if (periodOf(set, t) == period && at(loadKwh, t) > highest) highest = at(loadKwh, t)
    }
  }
  return min<f64>(highest + powerKw * stepHours, importLimit) / stepHours
}

/** The lowest limit on a step's import, kWh. */
export let lowestLimit: f64 = Infinity

/** Only the contract limits the next dispatches, and no charge counts. */
export function freeLimits(): void {
  limited = false
  lowestLimit = importLimit
  for (let t = 0; t < steps; t++) put(limits, t, importLimit)
}

/** Limits of the next dispatches: kW per period, Infinity for none. */
export function setLimits(kw: usize): void {
  if (demands == 0) return
  limited = true
  memory.copy(demandLimits, kw, (<usize>demands) << 3)
  lowestLimit = importLimit
  for (let t = 0; t < steps; t++) {
    let least = importLimit
    let owner = NONE
    for (let set = 0; set < sets; set++) {
      const period = periodOf(set, t)
      if (period < 0) continue
      const most = at(demandLimits, period) * stepHours
      if (most < least) {
        least = most
        owner = period
      }
    }
    put(limits, t, least)
    if (least < lowestLimit) lowestLimit = least
    store<i32>(owners + ((<usize>t) << 2), owner)
  }
}

/** Charges of the limits in force, EUR; those without end, of a first try, aside. */
export function limitsEur(): f64 {
  let eur: f64 = 0
  for (let j = 0; j < demands; j++) if (at(demandLimits, j) < Infinity) eur += at(rates, j) * at(demandLimits, j)
  return eur
}

/** The highest imports of the last recount, kW per period. */
export function readPeaks(to: usize): void {
  memory.copy(to, peaks, (<usize>demands) << 3)
}

/** Curtailed and unserved energy of each step of a year that is a mix of two, kWh; 0: the prices in force decide. */
let spilled: usize = 0
let short: usize = 0

/** The next settled steps curtail and leave unserved what is given, until the prices decide again (two zeros). */
export function settleBy(spill: usize, shortage: usize): void {
  spilled = spill
  short = shortage
}

/** Flows of a step from the levels, with only the contract as a hard limit on import; returns what the battery takes on the AC side. */
export function settleStep(t: i32): f64 {
  const change = at(level, t) - (t > 0 ? at(level, t - 1) : start)
  const battery = change > 0 ? change * perCharge : change * dischargeEfficiency
  if (spilled) settleGiven(at(loadKwh, t), at(generation, t), battery, at(spilled, t), at(short, t))
  else settleWithin(at(loadKwh, t), at(generation, t), at(importPrice, t), at(exportPrice, t), battery, at(limits, t))
  return battery
}

/**
 * Totals anew from the levels, with only the contract as a hard limit on import: EUR at `buy` and `sell` per step (series) and
 * `unservedEur`, and the charges of the highest imports where they count.
 */
export function recount(buy: usize, sell: usize, unservedEur: f64): f64 {
  totalsBegin()
  memory.fill(peaks, 0, (<usize>demands) << 3)
  let eur: f64 = 0
  let bought: f64 = 0
  let sold: f64 = 0
  for (let t = 0; t < steps; t++) {
    settleStep(t)
    eur += at(buy, t) * imported - at(sell, t) * exported + unservedEur * unserved
    bought += imported
    sold += exported
    if (unserved > tolerance) addUnserved(t, unserved)
    for (let set = 0; set < sets; set++) {
      const period = periodOf(set, t)
      if (period >= 0 && imported > at(peaks, period)) put(peaks, period, imported)
    }
  }
  for (let j = 0; j < demands; j++) {
    put(peaks, j, at(peaks, j) / stepHours)
    if (limited) eur += at(rates, j) * at(peaks, j)
  }
  addFlows(eur, bought, sold)
  return eur
}
