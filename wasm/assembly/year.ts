/**
 * The year that is loaded: inputs, objective and the work buffers of one dispatch.
 *
 * Use: yearBegin(…); write the arrays at loadPointer(), productionPointer(roof), buyPointer(), sellPointer(); yearReady();
 * then any number of dispatchYear(…) (dispatch.ts). Energies are kWh per step, prices EUR/kWh, limits and powers kW.
 */
import { arenaReset, take, takeF64 } from "./arena"
import { demandNone, demandPerKwh, freeLimits } from "./demand"
import { setNettingShift } from "./hour"
import { listTake } from "./list"

/** Most segments that one step's cost can have (hour.ts). */
export const MAX_SEGMENTS: i32 = 5

// What the host sets.
export let steps: i32 = 0
export let roofs: i32 = 0
export let stepHours: f64 = 1
/** kWh per step; Infinity: no limit. */
export let importLimit: f64 = Infinity
/** kWh per step; Infinity: no limit. */
export let exportLimit: f64 = Infinity
export let gridCharging: bool = true
export let chargeEfficiency: f64 = 1
export let dischargeEfficiency: f64 = 1
/** Fractions of the capacity. */
export let minLevel: f64 = 0
export let initialLevel: f64 = 0

// Inputs, T f64 each (production: roofs × T, roof after roof).
export let loadKwh: usize = 0
export let production: usize = 0
export let buyEur: usize = 0
export let sellEur: usize = 0

// The objective's prices, T f64 each, written by setObjective.
export let importPrice: usize = 0
export let exportPrice: usize = 0
/** Price of unserved energy, M. */
export let unservedPrice: f64 = 10

// Work of one dispatch, T f64 each unless said.
/** Most import of each step under the contract and the demand limits, kWh; the contract's alone until setLimits (demand.ts). */
export let limits: usize = 0
/** Production of all roofs. */
export let generation: usize = 0
/** Thresholds of the backward pass, up to MAX_SEGMENTS × T. */
export let thresholds: usize = 0
/** Level above the minimum after each step. */
export let level: usize = 0
/** Range of the water value at the steps where the battery is empty or full: 2 × T. */
export let waterRange: usize = 0
/** What a kWh of production is worth in the bound (−w). */
export let generationValue: usize = 0

/**
 * Starts a year: gives back all memory and takes the buffers of `stepCount` steps and `roofCount` roofs.
 * The caller writes the four input arrays and calls yearReady().
 */
export function yearBegin(
  stepCount: i32,
  roofCount: i32,
  hoursPerStep: f64,
  importLimitKw: f64,
  exportLimitKw: f64,
  chargesFromGrid: bool,
  charge: f64,
  discharge: f64,
  lowest: f64,
  initial: f64,
): void {
  arenaReset()
  steps = stepCount
  roofs = roofCount
  stepHours = hoursPerStep
  importLimit = importLimitKw * hoursPerStep
  exportLimit = exportLimitKw * hoursPerStep
  gridCharging = chargesFromGrid
  chargeEfficiency = charge
  dischargeEfficiency = discharge
  minLevel = lowest
  initialLevel = initial
  loadKwh = takeF64(steps)
  production = takeF64(steps * roofs)
  buyEur = takeF64(steps)
  sellEur = takeF64(steps)
  importPrice = takeF64(steps)
  exportPrice = takeF64(steps)
  limits = takeF64(steps)
  generation = takeF64(steps)
  thresholds = takeF64(MAX_SEGMENTS * steps)
  level = takeF64(steps)
  waterRange = take((<usize>steps) << 4)
  generationValue = takeF64(steps)
  listTake()
  demandNone()
  setNettingShift(0)
}

export function loadPointer(): usize {
  return loadKwh
}

export function productionPointer(roof: i32): usize {
  return production + ((<usize>roof * steps) << 3)
}

export function buyPointer(): usize {
  return buyEur
}

export function sellPointer(): usize {
  return sellEur
}

/** After the input arrays are written (and those of demand.ts, where there are charges): sets the objective to plain cost. */
export function yearReady(): void {
  freeLimits()
  setObjective(1, 0, 0, 0)
}

/**
 * What dispatchYear minimises: import at scale·buy + importPremium, export at scale·sell + exportPremium, unserved energy
 * at `unserved` (0 or less: max(10, 2 · (highest import price + demand charges of a step per kWh))). Cost: (1, 0, 0, 0); share of own energy with multiplier µ:
 * (1, µ, 0, 0); annual netting: (1, −κθ, κ(1 − θ), 0); unserved energy alone: (0, 0, 0, 1); import alone: (0, 1, 0, 0). The export price must stay at or below
 * the import price in every step. Holds until changed.
 */
export function setObjective(scale: f64, importPremium: f64, exportPremium: f64, unserved: f64): void {
  let highest: f64 = -Infinity
  for (let t: usize = 0, end = (<usize>steps) << 3; t < end; t += 8) {
    const price = scale * load<f64>(buyEur + t) + importPremium
    if (price > highest) highest = price
    store<f64>(importPrice + t, price)
    const paid = scale * load<f64>(sellEur + t) + exportPremium
    store<f64>(exportPrice + t, paid < price ? paid : price)
  }
  const twice = 2 * (highest + demandPerKwh)
  unservedPrice = unserved > 0 ? unserved : twice > 10 ? twice : 10
}
