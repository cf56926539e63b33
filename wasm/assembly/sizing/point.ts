/**
 * A plant as the sizing sees it: roofs + 2 numbers, panels per roof, capacity in kWh, power in kW; with demand charges the
 * limits under which it is dispatched follow, kW per period.
 */
import { demand } from "../dispatch/demand"
import { year } from "../dispatch/year"
import { Series, takeSeries } from "../memory/series"
import {
  largestCapacity,
  panelEur,
  panelsLeast,
  panelsMost,
  problem,
  slowestPower,
  tierEur,
  tierLeast,
  tierMost,
  tierOf,
  wholePanels,
} from "./problem"

/** Numbers of a plant. */
// @ts-ignore: decorator
@inline
export function pointNumbers(): i32 {
  return year.roofs + 2 + demand.count
}

/** Where its capacity, power and demand limits are. */
// @ts-ignore: decorator
@inline
export function capacityIndex(): i32 {
  return year.roofs
}

// @ts-ignore: decorator
@inline
export function powerIndex(): i32 {
  return year.roofs + 1
}

// @ts-ignore: decorator
@inline
export function capacityOf(plant: Series): f64 {
  return plant[capacityIndex()]
}

// @ts-ignore: decorator
@inline
export function powerOf(plant: Series): f64 {
  return plant[powerIndex()]
}

// @ts-ignore: decorator
@inline
export function limitsOf(plant: Series): Series {
  return plant.from(year.roofs + 2)
}

export function takePoint(): Series {
  return takeSeries(pointNumbers())
}

export function copyPoint(to: Series, from: Series): void {
  to.copyFrom(from, pointNumbers())
}

export function samePoint(a: Series, b: Series): bool {
  return memory.compare(a.address, b.address, (<usize>pointNumbers()) << 3) == 0
}

/** Gives a plant demand limits without end. */
export function unlimit(plant: Series): void {
  for (let j = 0; j < demand.count; j++) limitsOf(plant)[j] = Infinity
}

// A division by 1000 gives the double nearest to the decimal number, a product with 0.001 does not.
const ROUNDING: f64 = 1e-6

function multipleAbove(kwh: f64): f64 {
  const parts = problem.partsOfKwh
  return parts > 0 ? ceil(max<f64>(kwh * parts - ROUNDING, 0)) / parts : kwh
}

/** The largest capacity for sale up to `kwh`, whatever the tiers. */
export function multipleBelow(kwh: f64): f64 {
  const parts = problem.partsOfKwh
  return parts > 0 ? floor(kwh * parts + ROUNDING) / parts : kwh
}

/** The largest capacity of tier i for sale; its bound where no multiple lies within. */
export function mostForSale(tier: i32): f64 {
  const most = multipleBelow(tierMost(tier))
  return most >= tierLeast(tier) ? min<f64>(most, tierMost(tier)) : tierMost(tier)
}

function nearestMultiple(kwh: f64): f64 {
  return nearest(kwh * problem.partsOfKwh) / problem.partsOfKwh
}

/** Brings capacity and power of a plant to a size of tier i that is for sale; `upward`: not to a smaller capacity. */
export function roundBattery(plant: Series, tier: i32, upward: bool): void {
  const kwh = capacityOf(plant)
  const largest = min<f64>(tierMost(tier), largestCapacity())
  // A bound that lies a rounding away from a multiple is the bound itself: the multiple would not be allowed.
  const least = max<f64>(multipleAbove(tierLeast(tier)), tierLeast(tier))
  const most = min<f64>(multipleBelow(largest), largest)
  let capacity = upward || problem.partsOfKwh == 0 ? multipleAbove(kwh) : nearestMultiple(kwh)
  // Bounds with no multiple between them leave the choice to the bounds themselves.
  capacity = least <= most ? min<f64>(max<f64>(capacity, least), most) : min<f64>(max<f64>(kwh, tierLeast(tier)), largest)
  plant[capacityIndex()] = capacity
  plant[powerIndex()] = min<f64>(max<f64>(powerOf(plant), slowestPower(capacity)), problem.powerMost)
}

/** Gives a plant the largest capacity for sale and, with it, the largest power: more of either never costs energy. */
export function largestBattery(plant: Series): void {
  const largest = largestCapacity()
  let tier = problem.tiers - 1
  while (tier > 0 && tierLeast(tier) > largest) tier--
  plant[capacityIndex()] = min<f64>(tierMost(tier), largest)
  plant[powerIndex()] = problem.powerMost
  roundBattery(plant, tier, false)
}

/** Is a plant for sale: within the bounds, whole where panels are whole, its capacity in a tier. */
export function allowed(plant: Series): bool {
  for (let k = 0; k < year.roofs; k++) {
    const n = plant[k]
    if (n < panelsLeast(k) || n > panelsMost(k) || (wholePanels(k) && n != nearest(n))) return false
  }
  const capacity = capacityOf(plant)
  const power = powerOf(plant)
  return tierOf(capacity) >= 0 && power >= slowestPower(capacity) && power <= problem.powerMost
}

/** What an allowed plant costs to buy, EUR. */
export function purchaseEur(plant: Series): f64 {
  const capacity = capacityOf(plant)
  let sum: f64 = 0
  for (let k = 0; k < year.roofs; k++) sum += panelEur(k) * plant[k]
  return sum + tierEur(tierOf(capacity)) * capacity + problem.powerEur * powerOf(plant)
}
