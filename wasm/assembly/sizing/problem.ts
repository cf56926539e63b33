/**
 * What is to be sized: prices and bounds of panels and battery, the goal, and when to stop. The year itself is loaded
 * before. The host takes the arrays' addresses and fills them.
 */
import { Series, takeSeries } from "../memory/series"
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
  /** Whether the plant is given and only its year is to be found. */
  operation: bool
  dispatchesMost: i32
  tiers: i32
  /** Goal MIN_SHARE: the share; MAX_SHARE: how far below the best. */
  goalShare: f64
  /** Present worth of one EUR of yearly cost. */
  presentWorth: f64
  tolerance: f64
  /** What the site as it is costs, EUR at present worth; −Infinity: savings do not matter. */
  asIsEur: f64
  /** The search also goes on to this share of the savings. */
  savingsTolerance: f64
  /** A battery delivers its capacity in at most this many hours; Infinity: in any time. */
  slowestHours: f64
  /** Capacities come in multiples of this part of a kWh; 0: any. */
  partsOfKwh: f64
  /** EUR per kWh of annual netting, κ. */
  netting: f64
  /** kW, and EUR per kW. */
  powerLeast: f64
  powerMost: f64
  powerEur: f64
  /** EUR per kW that makes a priceless power unique in the master; in no result. */
  tieEur: f64
  panels: Series
  tierTable: Series
}

export const problem = changetype<Problem>(memory.data(offsetof<Problem>(), 16))

/** Numbers of a roof's row: least and most panels, 1 where only whole panels exist, EUR per panel. */
const enum Panel {
  LEAST = 0,
  MOST = 1,
  WHOLE = 2,
  EUR = 3,
  NUMBERS = 4,
}

/** Numbers of a battery tier's row, ascending by size: least and most kWh, EUR per kWh of the whole size. */
const enum Tier {
  LEAST = 0,
  MOST = 1,
  EUR = 2,
  NUMBERS = 3,
}

/** Takes the tables of a sizing of the loaded year. */
export function problemBegin(goal: Goal, share: f64, presentWorth: f64, tolerance: f64, dispatches: i32, tiers: i32): void {
  assert(presentWorth > 0 && tolerance >= 0 && dispatches > 0 && tiers > 0)
  problem.goal = goal
  problem.goalShare = share
  problem.presentWorth = presentWorth
  problem.tolerance = tolerance
  problem.dispatchesMost = dispatches
  problem.tiers = tiers
  problem.slowestHours = SLOWEST_HOURS
  problem.partsOfKwh = PARTS_OF_KWH
  problem.netting = 0
  problem.asIsEur = -Infinity
  problem.savingsTolerance = 0
  problem.operation = false
  problem.panels = takeSeries(Panel.NUMBERS * year.roofs)
  problem.tierTable = takeSeries(Tier.NUMBERS * tiers)
}

/** Annual netting, and capacities in multiples of 1/`parts` kWh (0: any); after problemBegin. */
export function problemRules(nettingEur: f64, parts: f64): void {
  problem.netting = nettingEur
  problem.partsOfKwh = parts
}

/** The search also ends by what is saved against a site as it is that costs `asIsEur` EUR a year; after problemBegin. */
export function problemSavings(asIsEur: f64, tolerance: f64): void {
  assert(tolerance > 0)
  problem.asIsEur = problem.presentWorth * asIsEur
  problem.savingsTolerance = tolerance
}

/** The plant is given: bounds that leave no choice, of any capacity and power. */
export function problemOperation(): void {
  problem.operation = true
  problem.slowestHours = Infinity
}

export function problemPower(least: f64, most: f64, eurPerKw: f64): void {
  assert(least >= 0 && least <= most)
  problem.powerLeast = least
  problem.powerMost = most
  problem.powerEur = eurPerKw
  problem.tieEur = 0
}

export function panelTablePointer(): usize {
  return problem.panels.address
}

export function tierTablePointer(): usize {
  return problem.tierTable.address
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
export function tierLeast(i: i32): f64 {
  return problem.tierTable[Tier.NUMBERS * i + Tier.LEAST]
}

// @ts-ignore: decorator
@inline
export function tierMost(i: i32): f64 {
  return problem.tierTable[Tier.NUMBERS * i + Tier.MOST]
}

// @ts-ignore: decorator
@inline
export function tierEur(i: i32): f64 {
  return problem.tierTable[Tier.NUMBERS * i + Tier.EUR]
}

/** The tier whose range holds a capacity, −1 where none does. */
export function tierOf(capacityKwh: f64): i32 {
  for (let i = 0; i < problem.tiers; i++) if (capacityKwh >= tierLeast(i) && capacityKwh <= tierMost(i)) return i
  return -1
}

/** Largest capacity that the largest power delivers in time. */
export function largestCapacity(): f64 {
  return problem.slowestHours < Infinity ? problem.slowestHours * problem.powerMost : Infinity
}

/** Least power for a capacity. */
export function slowestPower(capacityKwh: f64): f64 {
  return max<f64>(problem.powerLeast, capacityKwh / problem.slowestHours)
}
