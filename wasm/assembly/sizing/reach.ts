/**
 * Can a goal be met at all? The largest plant says so: more of anything never adds import or unserved energy, but for
 * the constant load of a battery. In that case all panels without a battery are tried first.
 */
import { dispatched } from "../dispatch/result"
import { Series } from "../memory/series"
import { keep } from "./best"
import { evaluated } from "./evaluation"
import { boughtKwh, dispatches, dispatchUnserved, dispatchWith, overCap, tighten, unserves } from "./objectives"
import { largestPlant, removeBattery } from "./plants"
import { isGivenLeast } from "./point"
import { poolCap } from "./pool"
import { Goal, problem, segmentMost } from "./problem"

@unmanaged
class Reach {
  /** Is the next plant one without a battery? */
  isBare: bool
  /** Purchases, or unserved energy, of that plant, kWh; Infinity: it was not asked. */
  bareKwh: f64
  /** Can the goal be met? If not, the best plant is the nearest. */
  isReachable: bool
  /** Is it a plant without a battery that meets it? */
  isMetBare: bool
}

export const reach = changetype<Reach>(memory.data(offsetof<Reach>(), 8))

export function reachBegin(): void {
  reach.isBare = problem.constantKw > 0 && segmentMost(0) == 0
  reach.bareKwh = Infinity
  reach.isReachable = true
  reach.isMetBare = false
}

/** The plant that surely meets the goal. */
export function surestPlant(to: Series): void {
  largestPlant(to)
  if (reach.isMetBare) removeBattery(to)
}

/** One dispatch, of `trial`, which then comes nearest to the goal. True: whether the goal can be met is known. */
export function reachStep(trial: Series): bool {
  const isBare = reach.isBare
  largestPlant(trial)
  if (isBare) removeBattery(trial)
  const kwh = problem.goal == Goal.NO_UNSERVED ? serve(trial) : buyLeast(trial)
  if (isBare) {
    reach.isBare = false
    reach.bareKwh = kwh
    reach.isMetBare = reach.isReachable
    return reach.isReachable && problem.goal != Goal.MAX_SHARE
  }
  if (!reach.isReachable && reach.bareKwh < kwh) removeBattery(trial)
  return true
}

function serve(trial: Series): f64 {
  dispatchUnserved(trial, false)
  reach.isReachable = !unserves()
  return dispatched.unservedKwh
}

function buyLeast(trial: Series): f64 {
  const most = dispatches.multiplierMost
  const bound = dispatchWith(trial, most, false).lowerBoundEur
  const leastKwh = boughtKwh()
  if (problem.goal == Goal.MAX_SHARE) {
    if (reach.isBare) return leastKwh
    const best = min<f64>(leastKwh, reach.bareKwh)
    poolCap(best + problem.goalShare * dispatches.yearLoad, dispatches.roundingKwh)
  }
  const isMet = !overCap()
  reach.isReachable = isMet || problem.goal == Goal.MAX_SHARE
  if (isMet) tighten(trial)
  evaluated.setLast(bound - most * leastKwh)
  evaluated.low = 0
  if (isMet && !isGivenLeast(trial)) keep(trial, evaluated)
  return leastKwh
}
