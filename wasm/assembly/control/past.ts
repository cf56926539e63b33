/**
 * Best result of the battery in the previous days: the target of a charge for one import of the whole year, which has
 * no previous period.
 */
import { NO_PERIOD, periodOf } from "../dispatch/demand"
import { plant } from "../dispatch/plant"
import { contract, passes, year } from "../dispatch/year"
import { Series } from "../memory/series"
import { mostTaken } from "./reserve"

const DAYS: f64 = 30
const HALVINGS: i32 = 12

/** The loaded year. */
@unmanaged
class Past {
  load: Series
  production: Series
  /** The highest import before the last limit, kWh a step. */
  highest: f64
}

const past = changetype<Past>(memory.data(offsetof<Past>(), 8))

/** With the real year in force. */
export function pastBegin(): void {
  past.load = year.load
  past.production = passes.production
}

/** Steps that are looked back at; more steps than the year has mean the whole year. */
export function pastPeriod(): i32 {
  const steps = <i32>(DAYS * 24 / year.stepHours)
  return steps < year.steps ? steps : year.steps
}

/** The step `steps` before step `t`; the year repeats. */
export function stepBefore(t: i32, steps: i32): i32 {
  return t < steps ? t - steps + year.steps : t - steps
}

/** Import of a past step without a battery; negative: surplus, kWh. */
// @ts-ignore: decorator
@inline
export function pastNet(h: i32): f64 {
  return past.load[h] - past.production[h]
}

/**
 * True if a full battery could have kept to `limit`, kWh a step, in the steps of a period before step `t`; −1: in all.
 */
function couldKeep(set: i32, period: i32, t: i32, limit: f64): bool {
  let level = plant.usable
  for (let ago = pastPeriod(); ago > 0; ago--) {
    const h = stepBefore(t, ago)
    const net = pastNet(h)
    const isCharged = period < 0 || periodOf(set, h) == period
    const most = isCharged ? min<f64>(limit, contract.imports[h]) : contract.imports[h]
    if (net - most > plant.power) return false
    level = min<f64>(plant.usable, level + mostTaken(net, most - net))
    if (level < 0) return false
  }
  return true
}

/** The highest import without a battery in the steps of a period before step `t`, kWh; −1: in all. */
function highestNet(set: i32, period: i32, t: i32): f64 {
  let highest: f64 = 0
  for (let ago = pastPeriod(); ago > 0; ago--) {
    const h = stepBefore(t, ago)
    if (period >= 0 && periodOf(set, h) != period) continue
    highest = max<f64>(highest, pastNet(h))
  }
  return highest
}

/** The highest import without a battery of the last pastLimit(), kW. */
export function pastHighest(): f64 {
  return past.highest / year.stepHours
}

/**
 * The least limit that the battery could have kept in the steps of a period before `t`, kW; of all steps, where none
 * was of the period. The year repeats: before its first step comes its last.
 */
export function pastLimit(set: i32, period: i32, t: i32): f64 {
  let counted = period
  let highest = highestNet(set, counted, t)
  if (highest == 0) {
    counted = NO_PERIOD
    highest = highestNet(set, counted, t)
  }
  let low: f64 = 0
  let high = highest
  for (let i = 0; i < HALVINGS; i++) {
    const middle = 0.5 * (low + high)
    if (couldKeep(set, counted, t, middle)) high = middle
    else low = middle
  }
  past.highest = highest
  return high / year.stepHours
}
