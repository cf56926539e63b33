/**
 * A plant of the sizing: panels per roof, capacity in kWh, power in kW, with demand charges its limits, kW per period,
 * and last the constant load of its battery, kW.
 */
import { demand } from "../dispatch/demand"
import { year } from "../dispatch/year"
import { Series, takeSeries } from "../memory/series"
import { panelsEur } from "./price"
import {
  fastestPower,
  hasLeastYear,
  largestCapacity,
  panelsLeast,
  panelsMost,
  problem,
  segmentEur,
  segmentFixedEur,
  segmentLeast,
  segmentMost,
  segmentOf,
  slowestPower,
  wholePanels,
} from "./problem"

/** Numbers of a plant. */
// @ts-ignore: decorator
@inline
export function pointNumbers(): i32 {
  return year.roofs + 3 + demand.count
}

/** Numbers of a plant that are columns of the master: the constant load only if a battery has one. */
// @ts-ignore: decorator
@inline
export function pointColumns(): i32 {
  return year.roofs + 2 + demand.count + (problem.constantKw > 0 ? 1 : 0)
}

// @ts-ignore: decorator
@inline
export function constantIndex(): i32 {
  return year.roofs + 2 + demand.count
}

/** Positions of its capacity, power and demand limits. */
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

/** A plant out of a solution of the master. */
export function copySolution(to: Series, solution: Series): void {
  to[constantIndex()] = 0
  to.copyFrom(solution, pointColumns())
}

/** Gives a plant the constant load of its battery. */
export function takeConstant(plant: Series): void {
  plant[constantIndex()] = capacityOf(plant) > 0 ? problem.constantKw : 0
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

/** The largest capacity for sale up to `kwh`, whatever the segments. */
export function multipleBelow(kwh: f64): f64 {
  const parts = problem.partsOfKwh
  return parts > 0 ? floor(kwh * parts + ROUNDING) / parts : kwh
}

/** The largest capacity of a segment for sale; its bound if no multiple lies within. */
export function mostForSale(segment: i32): f64 {
  const most = multipleBelow(segmentMost(segment))
  return most >= segmentLeast(segment) ? min<f64>(most, segmentMost(segment)) : segmentMost(segment)
}

function nearestMultiple(kwh: f64): f64 {
  return nearest(kwh * problem.partsOfKwh) / problem.partsOfKwh
}

/**
 * Brings capacity and power of a plant to a size of a segment that is for sale; `upward`: not to a smaller capacity.
 */
export function roundBattery(plant: Series, segment: i32, upward: bool): void {
  const kwh = capacityOf(plant)
  const largest = min<f64>(segmentMost(segment), largestCapacity())
  // A bound that lies a rounding away from a multiple is the bound itself: the multiple would not be allowed.
  const least = max<f64>(multipleAbove(segmentLeast(segment)), segmentLeast(segment))
  const most = min<f64>(multipleBelow(largest), largest)
  let capacity = upward || problem.partsOfKwh == 0 ? multipleAbove(kwh) : nearestMultiple(kwh)
  // Bounds with no multiple between them leave the choice to the bounds themselves.
  capacity = least <= most ? min<f64>(max<f64>(capacity, least), most) : min<f64>(max<f64>(kwh, segmentLeast(segment)), largest)
  plant[capacityIndex()] = capacity
  plant[powerIndex()] = min<f64>(max<f64>(powerOf(plant), slowestPower(capacity)), fastestPower(capacity))
  takeConstant(plant)
}

/** Gives a plant the largest capacity for sale and, with it, the largest power: more of either never costs energy. */
export function largestBattery(plant: Series): void {
  const largest = largestCapacity()
  let segment = problem.segments - 1
  while (segment > 0 && segmentLeast(segment) > largest) segment--
  plant[capacityIndex()] = min<f64>(segmentMost(segment), largest)
  plant[powerIndex()] = problem.powerMost
  roundBattery(plant, segment, false)
}

/** Is a plant for sale: within the bounds, whole where panels are whole, its capacity in a segment. */
export function allowed(plant: Series): bool {
  for (let k = 0; k < year.roofs; k++) {
    const n = plant[k]
    if (n < panelsLeast(k) || n > panelsMost(k) || (wholePanels(k) && n != nearest(n))) return false
  }
  const capacity = capacityOf(plant)
  const power = powerOf(plant)
  return segmentOf(capacity) >= 0 && power >= slowestPower(capacity) && power <= fastestPower(capacity)
}

/** Is it the plant whose year is given and not dispatched? */
export function isGivenLeast(plant: Series): bool {
  if (!hasLeastYear() || capacityOf(plant) > 0) return false
  for (let k = 0; k < year.roofs; k++) if (plant[k] != panelsLeast(k)) return false
  return true
}

/** Purchase price of an allowed plant, EUR. */
export function purchaseEur(plant: Series): f64 {
  const capacity = capacityOf(plant)
  const segment = segmentOf(capacity)
  const battery = segmentFixedEur(segment) + segmentEur(segment) * capacity
  const pricedPower = max<f64>(0, powerOf(plant) - problem.includedRate * capacity)
  return panelsEur(plant) + battery + problem.powerEur * pricedPower - problem.powerCreditEur * powerOf(plant)
}
