/**
 * Problem of a sizing: prices and bounds of panels and battery, the goal, and the stopping rule. The year itself is
 * loaded before. The host takes the arrays' addresses and fills them. The price of a plant is in price.ts.
 */
import { Series, takeSeries } from "../memory/series"
import { setConstantLoad } from "../dispatch/constantLoad"
import { year } from "../dispatch/year"

/** The host has the same numbers (size.ts). */
export const enum Goal {
  COST = 0,
  MIN_SHARE = 1,
  MAX_SHARE = 2,
  NO_UNSERVED = 3,
}

/** A battery delivers its capacity in at most this many hours. */
const SLOWEST_HOURS: f64 = 24
/** Capacities come in multiples of this part of a kWh. */
const PARTS_OF_KWH: f64 = 1000

@unmanaged
class Problem {
  goal: Goal
  /** True if the plant is given and only its year is searched. */
  operation: bool
  dispatchesMost: i32
  segments: i32
  /** Points of the price of the panels that are priced together; 0: none are. */
  points: i32
  /** Goal MIN_SHARE: the share; MAX_SHARE: how far below the best. */
  goalShare: f64
  /** Present worth of one EUR of yearly cost. */
  presentWorth: f64
  tolerance: f64
  /** Cost of the baseline, EUR at present value; −Infinity: savings do not matter. */
  asIsEur: f64
  /** The search also goes on to this share of the savings. */
  savingsTolerance: f64
  /** A battery delivers its capacity in at most this many hours; Infinity: in any time. */
  slowestHours: f64
  /** Capacities come in multiples of this part of a kWh; 0: any. */
  partsOfKwh: f64
  /** EUR per kWh of annual netting, κ. */
  netting: f64
  /** kW; kW per kWh at most, Infinity: any. */
  powerLeast: f64
  powerMost: f64
  fastestRate: f64
  /** EUR per kW above `includedRate` kW per kWh. */
  powerEur: f64
  includedRate: f64
  /** EUR per kW that a battery earns. */
  powerCreditEur: f64
  /** EUR at present worth per kWh that the battery gives in a year above `wearIncluded` times its capacity. */
  wearEur: f64
  wearIncluded: f64
  /** Standby power of a battery in every step, kW. */
  constantKw: f64
  /** EUR per kW that makes a priceless power unique in the master; in no result. */
  tieEur: f64
  /** EUR of the year of the least panels without a battery, where that is given; NaN: it is what its dispatch costs. */
  leastYearEur: f64
  panels: Series
  segmentTable: Series
  pointTable: Series
}

export const problem = changetype<Problem>(memory.data(offsetof<Problem>(), 16))

/**
 * Numbers of a roof's row: least and most panels, 1 if only whole panels exist, EUR per panel, EUR of a roof with any
 * panel, and kW of a panel that is priced together with other roofs, else 0.
 */
const enum Panel {
  LEAST = 0,
  MOST = 1,
  WHOLE = 2,
  EUR = 3,
  FIXED_EUR = 4,
  PRICED_KW = 5,
  NUMBERS = 6,
}

/**
 * Numbers of a segment's row, ascending by size: least and most kWh, fixed EUR and EUR per kWh. A segment is a range of
 * batteries with one price; one of 0 kWh at most is no battery.
 */
const enum Segment {
  LEAST = 0,
  MOST = 1,
  FIXED_EUR = 2,
  EUR = 3,
  NUMBERS = 4,
}

/** Numbers of a point of the panels' price, ascending by size: kW, and the EUR for them; at 0 what any plant pays. */
const enum Point {
  KW = 0,
  EUR = 1,
  NUMBERS = 2,
}

/** Takes the tables of a sizing of the loaded year. */
export function problemBegin(goal: Goal, share: f64, presentWorth: f64, tolerance: f64, dispatches: i32): void {
  assert(presentWorth > 0 && tolerance >= 0 && dispatches > 0)
  setConstantLoad(0)
  problem.constantKw = 0
  problem.goal = goal
  problem.goalShare = share
  problem.presentWorth = presentWorth
  problem.tolerance = tolerance
  problem.dispatchesMost = dispatches
  problem.slowestHours = SLOWEST_HOURS
  problem.partsOfKwh = PARTS_OF_KWH
  problem.netting = 0
  problem.asIsEur = -Infinity
  problem.savingsTolerance = 0
  problem.operation = false
  problem.wearEur = 0
  problem.wearIncluded = 0
  problem.leastYearEur = NaN
  problem.powerCreditEur = 0
  problem.panels = takeSeries(Panel.NUMBERS * year.roofs)
}

/**
 * Allocates the tables of prices: segments of the battery's price, points of the price of panels priced together; after
 * problemBegin.
 */
export function problemPrices(segments: i32, points: i32): void {
  assert(segments > 0 && points != 1)
  problem.segments = segments
  problem.points = points
  problem.segmentTable = takeSeries(Segment.NUMBERS * segments)
  problem.pointTable = takeSeries(Point.NUMBERS * points)
}

/** Annual netting, and capacities in multiples of 1/`parts` kWh (0: any); after problemBegin. */
export function problemRules(nettingEur: f64, parts: f64): void {
  problem.netting = nettingEur
  problem.partsOfKwh = parts
}

/** The search also ends by the savings against a baseline of `asIsEur` EUR a year; after problemBegin. */
export function problemSavings(asIsEur: f64, tolerance: f64): void {
  assert(tolerance > 0)
  problem.asIsEur = problem.presentWorth * asIsEur
  problem.savingsTolerance = tolerance
}

/** Wear: EUR at present worth per kWh given in a year above `included` kWh per kWh of capacity; after problemBegin. */
export function problemWear(eurPerKwh: f64, included: f64): void {
  assert(eurPerKwh >= 0 && included >= 0)
  problem.wearEur = eurPerKwh
  problem.wearIncluded = included
}

/** A battery takes this standby power in every step, kW; after problemBegin. */
export function problemConstant(kw: f64): void {
  assert(kw >= 0)
  problem.constantKw = kw
}

/** A battery earns so much per kW, EUR at present worth; after problemBegin. */
export function problemCredit(eurPerKw: f64): void {
  assert(eurPerKw >= 0)
  problem.powerCreditEur = eurPerKw
}

/** The least panels without a battery, segment 0, cost so much a year, EUR; after problemBegin. */
export function problemLeastYear(eur: f64): void {
  problem.leastYearEur = eur
}

/** Is that year given? */
export function hasLeastYear(): bool {
  return !isNaN(problem.leastYearEur)
}

/** The plant is given: bounds that leave no choice, of any capacity and power. */
export function problemOperation(): void {
  problem.operation = true
  problem.slowestHours = Infinity
}

/** Power: kW, EUR per kW above `includedRate` kW per kWh, and most kW per kWh. */
export function problemPower(least: f64, most: f64, eurPerKw: f64, includedRate: f64, fastestRate: f64): void {
  assert(least >= 0 && least <= most && includedRate >= 0 && fastestRate > 0)
  problem.powerLeast = least
  problem.powerMost = most
  problem.powerEur = eurPerKw
  problem.includedRate = includedRate
  problem.fastestRate = fastestRate
  problem.tieEur = 0
}

export function panelTablePointer(): usize {
  return problem.panels.address
}

export function segmentTablePointer(): usize {
  return problem.segmentTable.address
}

export function pointTablePointer(): usize {
  return problem.pointTable.address
}

// @ts-ignore: decorator
@inline
export function panelsLeast(k: i32): f64 {
  return problem.panels[Panel.NUMBERS * k + Panel.LEAST]
}

// @ts-ignore: decorator
@inline
export function panelsMost(k: i32): f64 {
  return problem.panels[Panel.NUMBERS * k + Panel.MOST]
}

// @ts-ignore: decorator
@inline
export function wholePanels(k: i32): bool {
  return problem.panels[Panel.NUMBERS * k + Panel.WHOLE] != 0
}

// @ts-ignore: decorator
@inline
export function panelEur(k: i32): f64 {
  return problem.panels[Panel.NUMBERS * k + Panel.EUR]
}

// @ts-ignore: decorator
@inline
export function roofEur(k: i32): f64 {
  return problem.panels[Panel.NUMBERS * k + Panel.FIXED_EUR]
}

// @ts-ignore: decorator
@inline
export function pricedKw(k: i32): f64 {
  return problem.panels[Panel.NUMBERS * k + Panel.PRICED_KW]
}

// @ts-ignore: decorator
@inline
export function segmentLeast(i: i32): f64 {
  return problem.segmentTable[Segment.NUMBERS * i + Segment.LEAST]
}

// @ts-ignore: decorator
@inline
export function segmentMost(i: i32): f64 {
  return problem.segmentTable[Segment.NUMBERS * i + Segment.MOST]
}

// @ts-ignore: decorator
@inline
export function segmentFixedEur(i: i32): f64 {
  return problem.segmentTable[Segment.NUMBERS * i + Segment.FIXED_EUR]
}

// @ts-ignore: decorator
@inline
export function segmentEur(i: i32): f64 {
  return problem.segmentTable[Segment.NUMBERS * i + Segment.EUR]
}

// @ts-ignore: decorator
@inline
export function pointKw(i: i32): f64 {
  return problem.pointTable[Point.NUMBERS * i + Point.KW]
}

// @ts-ignore: decorator
@inline
export function pointEur(i: i32): f64 {
  return problem.pointTable[Point.NUMBERS * i + Point.EUR]
}

/** The segment that holds a capacity, the lower one where two do; −1: none. */
export function segmentOf(capacityKwh: f64): i32 {
  for (let i = 0; i < problem.segments; i++) {
    if (capacityKwh >= segmentLeast(i) && capacityKwh <= segmentMost(i)) return i
  }
  return -1
}

/** Largest capacity that the largest power delivers in time. */
export function largestCapacity(): f64 {
  return problem.slowestHours < Infinity ? problem.slowestHours * problem.powerMost : Infinity
}

/**
 * Least power for a capacity; without one, none. For the largest capacity it is the largest power, whatever the
 * quotient rounds to.
 */
export function slowestPower(capacityKwh: f64): f64 {
  if (capacityKwh <= 0) return 0
  const least = capacityKwh / problem.slowestHours
  const isRounding = least > problem.powerMost && capacityKwh <= largestCapacity()
  return max<f64>(problem.powerLeast, isRounding ? problem.powerMost : least)
}

/** Most power for a capacity. */
export function fastestPower(capacityKwh: f64): f64 {
  return problem.fastestRate < Infinity ? min<f64>(problem.powerMost, problem.fastestRate * capacityKwh) : problem.powerMost
}
