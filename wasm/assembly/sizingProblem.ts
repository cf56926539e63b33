/**
 * What is to be sized: prices and bounds of panels and battery, the goal, and when to stop. The year itself is loaded
 * before (year.ts). The host takes the arrays' addresses and fills them.
 *
 * A plant is a point of roofs + 2 numbers: panels per roof, capacity in kWh, power in kW; with demand charges the limits
 * under which it is dispatched follow, kW per period.
 */
import { takeF64 } from "./arena"
import { demands } from "./demand"
import { at, put } from "./numbers"
import { roofs } from "./year"

export const COST: i32 = 0
export const MIN_SHARE: i32 = 1
export const MAX_SHARE: i32 = 2
export const NO_UNSERVED: i32 = 3

/** A battery delivers its capacity in at most this many hours; Infinity: in any time. */
export let slowestHours: f64 = 24
/** Capacities come in multiples of this part of a kWh; 0: any. */
let partsOfKwh: f64 = 1000
/** EUR per kWh of annual netting, κ. */
export let netting: f64 = 0
/** Is the plant given and only its year to be found? */
export let operation: bool = false

export let goal: i32 = COST
/** Goal MIN_SHARE: the share; MAX_SHARE: how far below the best. */
export let goalShare: f64 = 0
/** Present worth of one EUR of yearly cost. */
export let factor: f64 = 1
export let tolerance: f64 = 1e-3
export let dispatchesMax: i32 = 0
/** Four numbers per roof: least and most panels, 1 where only whole panels exist, EUR per panel. */
let panelTable: usize = 0
/** Three numbers per battery tier, ascending: least and most kWh, EUR per kWh of the whole size. */
let tierTable: usize = 0
export let tiers: i32 = 0
export let powerLeast: f64 = 0
export let powerMost: f64 = 0
export let powerEur: f64 = 0
/** EUR per kW that makes a priceless power unique in the master; in no result. */
export let tieEur: f64 = 0

/** Takes the tables of a sizing of the loaded year. */
export function problemBegin(goalKind: i32, share: f64, worth: f64, gap: f64, most: i32, tierCount: i32): void {
  goal = goalKind
  goalShare = share
  factor = worth
  tolerance = gap
  dispatchesMax = most
  tiers = tierCount
  slowestHours = 24
  partsOfKwh = 1000
  netting = 0
  operation = false
  panelTable = takeF64(4 * roofs)
  tierTable = takeF64(3 * tierCount)
}

/** Annual netting, and capacities in multiples of 1/`parts` kWh (0: any); after problemBegin. */
export function problemRules(nettingEur: f64, parts: f64): void {
  netting = nettingEur
  partsOfKwh = parts
}

/** The plant is given: bounds that leave no choice, of any capacity and power. */
export function problemOperation(): void {
  operation = true
  slowestHours = Infinity
}

/** Numbers of a plant. */
// @ts-ignore: decorator
@inline
export function pointNumbers(): i32 {
  return roofs + 2 + demands
}

export function copyPoint(to: usize, from: usize): void {
  memory.copy(to, from, (<usize>pointNumbers()) << 3)
}

/** The demand limits of a plant. */
export function pointLimits(plant: usize): usize {
  return plant + ((<usize>roofs + 2) << 3)
}

/** Gives a plant demand limits without end. */
export function unlimit(plant: usize): void {
  for (let j = 0; j < demands; j++) put(pointLimits(plant), j, Infinity)
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

/** The largest capacity for sale and, with it, the largest power: more of either never costs energy. */
export function largestBattery(plant: usize): void {
  const largest = largestCapacity()
  let tier = tiers - 1
  while (tier > 0 && tierLeast(tier) > largest) tier--
  put(plant, roofs, min<f64>(tierMost(tier), largest))
  put(plant, roofs + 1, powerMost)
  roundBattery(plant, tier, false)
}

function largestCapacity(): f64 {
  return slowestHours < Infinity ? slowestHours * powerMost : Infinity
}

/** Least power for a capacity. */
export function slowestPower(capacityKwh: f64): f64 {
  return max<f64>(powerLeast, capacityKwh / slowestHours)
}

// Multiples of 0.001 kWh. A division by 1000 gives the double nearest to the decimal number, a product with 0.001 does not.
const ROUNDING: f64 = 1e-6

function multipleAbove(kwh: f64): f64 {
  return partsOfKwh > 0 ? ceil(max<f64>(kwh * partsOfKwh - ROUNDING, 0)) / partsOfKwh : kwh
}

export function multipleBelow(kwh: f64): f64 {
  return partsOfKwh > 0 ? floor(kwh * partsOfKwh + ROUNDING) / partsOfKwh : kwh
}

/** Brings capacity and power of a plant to a size of tier i that is for sale; `upward`: not to a smaller capacity. */
export function roundBattery(plant: usize, tier: i32, upward: bool): void {
  const kwh = at(plant, roofs)
  const largest = min<f64>(tierMost(tier), largestCapacity())
  const least = multipleAbove(tierLeast(tier))
  const most = multipleBelow(largest)
  let capacity = upward || partsOfKwh == 0 ? multipleAbove(kwh) : nearest(kwh * partsOfKwh) / partsOfKwh
  // Bounds with no multiple between them leave the choice to the bounds themselves.
  capacity = least <= most ? min<f64>(max<f64>(capacity, least), most) : min<f64>(max<f64>(kwh, tierLeast(tier)), largest)
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
