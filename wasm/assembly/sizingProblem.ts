/**
 * What is to be sized: prices and bounds of panels and battery, the goal, and when to stop. The year itself is loaded
 * before (year.ts). The host takes the arrays' addresses and fills them.
 *
 * A plant is a point of roofs + 2 numbers: panels per roof, capacity in kWh, power in kW.
 */
import { takeF64 } from "./arena"
import { roofs } from "./year"

export const COST: i32 = 0
export const MIN_SHARE: i32 = 1
export const MAX_SHARE: i32 = 2
export const NO_UNSERVED: i32 = 3

/** A battery delivers its capacity in at most this many hours. */
const SLOWEST_HOURS: f64 = 24
/** Capacities are multiples of this many kWh. */
const CAPACITY_STEP: f64 = 0.001

export let goal: i32 = COST
/** Goal MIN_SHARE: the share; MAX_SHARE: how far below the best. */
export let goalShare: f64 = 0
/** Present worth of one EUR of yearly cost. */
export let factor: f64 = 1
export let tolerance: f64 = 1e-3
export let dispatchesMax: i32 = 0
/** Four numbers per roof: least and most panels, 1 where only whole panels exist, EUR per panel. */
export let panelTable: usize = 0
/** Three numbers per battery tier, ascending: least and most kWh, EUR per kWh of the whole size. */
export let tierTable: usize = 0
export let tiers: i32 = 0
export let powerLeast: f64 = 0
export let powerMost: f64 = 0
export let powerEur: f64 = 0
/** EUR per kW that makes a priceless power unique in the master; in no result. */
export let tieEur: f64 = 0

// @ts-ignore: decorator
@inline
export function at(base: usize, i: i32): f64 {
  return load<f64>(base + ((<usize>i) << 3))
}

// @ts-ignore: decorator
@inline
export function put(base: usize, i: i32, value: f64): void {
  store<f64>(base + ((<usize>i) << 3), value)
}

/** Takes the tables of a sizing of the loaded year. */
export function problemBegin(goalKind: i32, share: f64, worth: f64, gap: f64, most: i32, tierCount: i32): void {
  goal = goalKind
  goalShare = share
  factor = worth
  tolerance = gap
  dispatchesMax = most
  tiers = tierCount
  panelTable = takeF64(4 * roofs)
  tierTable = takeF64(3 * tierCount)
}

export function panelTablePointer(): usize {
  return panelTable
}

export function tierTablePointer(): usize {
  return tierTable
}

export function problemPower(least: f64, most: f64, eurPerKw: f64): void {
  powerLeast = least
  powerMost = most
  powerEur = eurPerKw
  tieEur = 0
}

export function setTieEur(eurPerKw: f64): void {
  tieEur = eurPerKw
}

// @ts-ignore: decorator
@inline
export function panelsLeast(k: i32): f64 {
  return at(panelTable, 4 * k)
}

// @ts-ignore: decorator
@inline
export function panelsMost(k: i32): f64 {
  return at(panelTable, 4 * k + 1)
}

// @ts-ignore: decorator
@inline
export function wholePanels(k: i32): bool {
  return at(panelTable, 4 * k + 2) != 0
}

// @ts-ignore: decorator
@inline
export function panelEur(k: i32): f64 {
  return at(panelTable, 4 * k + 3)
}

// @ts-ignore: decorator
@inline
export function tierLeast(i: i32): f64 {
  return at(tierTable, 3 * i)
}

// @ts-ignore: decorator
@inline
export function tierMost(i: i32): f64 {
  return at(tierTable, 3 * i + 1)
}

// @ts-ignore: decorator
@inline
export function tierEur(i: i32): f64 {
  return at(tierTable, 3 * i + 2)
}

/** The tier whose range holds a capacity, −1 where none does. */
export function tierOf(capacityKwh: f64): i32 {
  for (let i = 0; i < tiers; i++) if (capacityKwh >= tierLeast(i) && capacityKwh <= tierMost(i)) return i
  return -1
}

/** The largest capacity and, with it, the largest power: more of either never costs energy. */
export function largestBattery(plant: usize): void {
  put(plant, roofs, min<f64>(tierMost(tiers - 1), SLOWEST_HOURS * powerMost))
  put(plant, roofs + 1, powerMost)
}

/** Least power for a capacity. */
export function slowestPower(capacityKwh: f64): f64 {
  return max<f64>(powerLeast, capacityKwh / SLOWEST_HOURS)
}

/** Brings capacity and power of a plant to an allowed size of tier i: next multiple of 0.001 kWh (or the one above). */
export function roundBattery(plant: usize, tier: i32, upward: bool): void {
  const kwh = at(plant, roofs)
  const steps = kwh / CAPACITY_STEP
  // A division by 1000 gives the double nearest to the decimal number, a product with 0.001 does not.
  const rounded = (upward ? ceil(steps - 1e-6) : nearest(steps)) / (1 / CAPACITY_STEP)
  const most = min<f64>(tierMost(tier), SLOWEST_HOURS * powerMost)
  const capacity = min<f64>(max<f64>(rounded, tierLeast(tier)), most)
  put(plant, roofs, capacity)
  put(plant, roofs + 1, min<f64>(max<f64>(at(plant, roofs + 1), slowestPower(capacity)), powerMost))
}

/** Is a plant for sale: within the bounds, whole where panels are whole, its capacity in a tier. */
export function allowed(plant: usize): bool {
  for (let k = 0; k < roofs; k++) {
    const n = at(plant, k)
    if (n < panelsLeast(k) || n > panelsMost(k) || (wholePanels(k) && n != nearest(n))) return false
  }
  const power = at(plant, roofs + 1)
  return tierOf(at(plant, roofs)) >= 0 && power >= slowestPower(at(plant, roofs)) && power <= powerMost
}

/** What an allowed plant costs to buy, EUR. */
export function purchaseEur(plant: usize): f64 {
  let sum: f64 = 0
  for (let k = 0; k < roofs; k++) sum += panelEur(k) * at(plant, k)
  return sum + tierEur(tierOf(at(plant, roofs))) * at(plant, roofs) + powerEur * at(plant, roofs + 1)
}
