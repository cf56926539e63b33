/** The best plant so far, what is proven of all plants, and the gap between the two. */
import { takeF64 } from "./arena"
import { at } from "./numbers"
import { dispatches } from "./sizingGoal"
import { allowed, copyPoint, factor, pointNumbers, powerEur, powerMost, purchaseEur, setTieEur, tieEur, tolerance } from "./sizingProblem"
import { roofs } from "./year"

/** EUR per kW on a priceless power; in all at most this share of the tolerance. */
const TIE_EUR: f64 = 0.01
const TIE_SHARE: f64 = 0.05
const SMALL: f64 = 0.02

export let best: usize = 0
/** Total EUR, with the price that makes power unique; Infinity: there is no plant yet. */
export let bestTotal: f64 = Infinity
/** EUR of its year, a bound of that, and how the year comes about (sizingGoal.ts). */
let bestYear: f64 = Infinity
export let bestFloor: f64 = -Infinity
export let bestLow: f64 = 0
export let bestHigh: f64 = 0
export let bestWeight: f64 = 1
/** EUR a year without a new plant, unserved energy aside: the price of that would make every gap look small. */
let nothingEur: f64 = 0
/** Dispatches when the best plant came. */
let bestAt: i32 = 0
/** No plant's total, with the price that makes power unique, is below. */
let provenTotal: f64 = -Infinity

export function bestBegin(): void {
  best = takeF64(pointNumbers())
  memory.fill(best, 0, (<usize>pointNumbers()) << 3)
  bestTotal = Infinity
  bestYear = Infinity
  bestFloor = -Infinity
  bestLow = 0
  bestHigh = 0
  bestWeight = 1
  bestAt = 0
  nothingEur = 0
  provenTotal = -Infinity
}

export function setNothing(eur: f64): void {
  nothingEur = eur
}

export function prove(total: f64): void {
  provenTotal = total
}

/** Is anything proven of all plants? */
export function isProven(): bool {
  return provenTotal > -Infinity
}

/** EUR of a plant whose year costs `year`, with the price that makes power unique. */
export function total(plant: usize, year: f64): f64 {
  return purchaseEur(plant) + tieEur * at(plant, roofs + 1) + factor * year
}

/** Makes an allowed plant the best one. */
export function keep(plant: usize, year: f64, floor: f64, low: f64, high: f64, share: f64): void {
  if (plant != best) copyPoint(best, plant)
  bestTotal = total(best, year)
  bestYear = year
  bestFloor = floor
  bestLow = low
  bestHigh = high
  bestWeight = share
  bestAt = dispatches
}

/** Is the core's last dispatch the best plant's? */
export function bestIsLast(): bool {
  return bestTotal < Infinity && bestAt == dispatches && dispatches > 0
}

/** Makes a plant the best one if it is allowed and better. */
export function consider(plant: usize, year: f64, floor: f64, low: f64, high: f64, share: f64): void {
  if (year < Infinity && allowed(plant) && total(plant, year) < bestTotal) keep(plant, year, floor, low, high, share)
}

/** What the best plant's year costs in the end: less than before where its demand limits were tightened since. */
export function settleYear(eur: f64): void {
  if (eur >= bestYear) return
  bestYear = eur
  bestTotal = total(best, eur)
}

/** What gaps are measured against besides the best total, EUR. */
export function scale(): f64 {
  return max<f64>(factor * abs(nothingEur), 1)
}

/** Gives a power that has next to no price one so small that no result shows it. */
export function breakTies(): void {
  if (powerMost > 0 && powerEur < TIE_EUR) {
    setTieEur(min<f64>(TIE_EUR - powerEur, (TIE_SHARE * tolerance * scale()) / powerMost))
  }
  if (bestTotal < Infinity) bestTotal = total(best, bestYear)
}

/** No plant that meets the goal costs less in all, EUR. */
export function sizingBound(): f64 {
  return min<f64>(provenTotal, bestTotal) - tieEur * powerMost
}

/**
 * What the search closes: (best total − bound) / |best total|, or / 2 % of what gaps are measured against where the total is
 * smaller still (it can be zero). Never below the gap that the result names. Infinity before the first plant.
 */
export function sizingGap(): f64 {
  if (bestTotal == Infinity) return Infinity
  const reached = bestTotal - tieEur * at(best, roofs + 1)
  return max<f64>(0, reached - sizingBound()) / max<f64>(SMALL * scale(), abs(reached))
}

/** EUR of the best plant's year, for a sizing that starts from here. */
export function sizingYear(): f64 {
  return bestYear
}

export function sizingBest(): usize {
  return best
}

export function sizingNothing(): f64 {
  return nothingEur
}
