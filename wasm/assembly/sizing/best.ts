/** The best plant so far, the bound of all plants, and the gap between both. */
import { dispatched } from "../dispatch/result"
import { Series } from "../memory/series"
import { EvaluatedYear } from "./evaluation"
import { dispatches } from "./objectives"
import { allowed, copyPoint, isGivenLeast, pointNumbers, powerOf, purchaseEur, takePoint } from "./point"
import { problem } from "./problem"

/** EUR per kW on a priceless power; in all at most this share of the tolerance. */
const TIE_EUR: f64 = 0.01
const TIE_SHARE: f64 = 0.05
/** Totals below this part of what gaps are measured against count as so much. */
const SMALL: f64 = 0.02
/**
 * Savings count as at least this part of what gaps are measured against, divided by their tolerance: they can be zero.
 */
const LEAST_GAP: f64 = 1e-6

@unmanaged
class Best {
  plant: Series
  /** Dispatches when it came. */
  foundAt: i32
  /** Total EUR, with the price that makes power unique; Infinity: there is no plant yet. */
  total: f64
  /** EUR a year without a new plant, unserved energy aside: the price of that would make every gap look small. */
  nothingEur: f64
  /** No plant's total, with the price that makes power unique, is below. */
  lowerBound: f64
}

export const best = changetype<Best>(memory.data(offsetof<Best>(), 16))
/** Its year. */
export const bestYear = changetype<EvaluatedYear>(memory.data(offsetof<EvaluatedYear>(), 16))

export function bestBegin(): void {
  best.plant = takePoint()
  best.plant.clear(pointNumbers())
  best.total = Infinity
  best.foundAt = 0
  best.nothingEur = 0
  best.lowerBound = -Infinity
  bestYear.set(Infinity, -Infinity, 0, 0, 1)
}

/** Is anything proven of all plants? */
export function isProven(): bool {
  return best.lowerBound > -Infinity
}

/** EUR of a plant whose year costs `yearEur`, with the price that makes power unique. */
export function totalOf(plant: Series, yearEur: f64): f64 {
  return purchaseEur(plant) + problem.tieEur * powerOf(plant) + problem.presentWorth * yearEur
}

/** Makes an allowed plant the best one, with the year that was found for it. */
export function keep(plant: Series, result: EvaluatedYear): void {
  assert(allowed(plant), "the best plant is for sale")
  if (plant.address != best.plant.address) copyPoint(best.plant, plant)
  best.total = totalOf(best.plant, result.eur)
  best.foundAt = dispatches.count
  bestYear.copyFrom(result)
}

/**
 * Makes a plant the best one if it is allowed and better. Excludes a plant with a given year, which has no dispatch.
 */
export function consider(plant: Series, result: EvaluatedYear): void {
  if (isGivenLeast(plant)) return
  if (result.eur < Infinity && allowed(plant) && totalOf(plant, result.eur) < best.total) keep(plant, result)
}

/** Makes the plant whose year is given the best one if it is better; `result`: that year. */
export function considerLeast(plant: Series, result: EvaluatedYear): void {
  assert(isGivenLeast(plant))
  if (totalOf(plant, result.eur) >= best.total) return
  keep(plant, result)
  best.foundAt = -1
}

/** Is the core's last dispatch the best plant's? */
export function bestIsLast(): bool {
  return best.total < Infinity && best.foundAt == dispatches.count && dispatches.count > 0
}

/** Final cost of the best plant's year: less than before if its demand limits were tightened. */
export function settleYear(eur: f64): void {
  if (eur >= bestYear.eur) return
  bestYear.eur = eur
  bestYear.givenKwh = dispatched.dischargeKwh
  best.total = totalOf(best.plant, eur)
}

/** Second reference of gaps, apart from the best total, EUR. */
export function gapScale(): f64 {
  return max<f64>(problem.presentWorth * abs(best.nothingEur), 1)
}

/** The least gap that may still end the search, EUR: savings that are not known yet may come out small. */
function tieGap(): f64 {
  const byBill = problem.tolerance * gapScale()
  if (problem.asIsEur == -Infinity) return byBill
  const saved = max<f64>(0, problem.asIsEur - best.total)
  return min<f64>(byBill, max<f64>(LEAST_GAP * gapScale(), problem.savingsTolerance * saved))
}

/** Gives a power that has next to no price one so small that no result shows it. */
export function breakTies(): void {
  const powerMost = problem.powerMost
  const leastEur = problem.includedRate > 0 ? 0 : problem.powerEur
  if (powerMost > 0 && leastEur < TIE_EUR && problem.powerCreditEur == 0) {
    problem.tieEur = min<f64>(TIE_EUR - leastEur, (TIE_SHARE * tieGap()) / powerMost)
  }
  if (best.total < Infinity) best.total = totalOf(best.plant, bestYear.eur)
}

/** No plant that meets the goal costs less in all, EUR. */
export function sizingBound(): f64 {
  return min<f64>(best.lowerBound, best.total) - problem.tieEur * problem.powerMost
}

/**
 * Gap of the search: (best total − bound) / |best total|, or / 2 % of the second reference if the total is smaller than
 * that (it can be zero). If savings count, it is larger, so that it reaches the tolerance only if the gap is also
 * within its share of the best plant's savings. Never below the gap that the result names. Infinity before the first
 * plant.
 */
export function sizingGap(): f64 {
  if (best.total == Infinity) return Infinity
  return max<f64>(0, reachedEur() - sizingBound()) / gapMeasure()
}

/** The best total, without the price that makes power unique. */
function reachedEur(): f64 {
  return best.total - problem.tieEur * powerOf(best.plant)
}

/** EUR that, times the tolerance, end the search: the best total, or its savings if they are less. */
export function gapMeasure(): f64 {
  const reached = reachedEur()
  const byBill = max<f64>(SMALL * gapScale(), abs(reached))
  const saved = problem.asIsEur - reached
  if (problem.tolerance == 0 || !(saved > 0)) return byBill
  const gap = max<f64>(LEAST_GAP * gapScale(), problem.savingsTolerance * saved)
  return min<f64>(byBill, gap / problem.tolerance)
}
