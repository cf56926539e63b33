/**
 * First step of a plan, computed without the value of stored energy at every level. A segment of the step's cost is
 * used until a stored kWh is worth its slope. Priced at that slope, each later step moves the level by an amount that
 * does not depend on it; levels from which these moves reach empty first lie below the threshold, levels from which
 * they reach full first lie above it. The walk ends when the segment has no levels left, hours before the end of the
 * plan.
 */
import { describe, describeThree, isPlain } from "../dispatch/step"
import { plant } from "../dispatch/plant"
import { MAX_SEGMENTS, objective, passes, year } from "../dispatch/year"
import { countPlannedSteps } from "../memory/work"
import { fineEndOf, means } from "./hourMeans"
import { producedUntil, produceUntil } from "./sunPlan"

/** A segment of the first step. */
@unmanaged
class Piece {
  slope: f64
  width: f64
}

const pieces = memory.data(MAX_SEGMENTS * offsetof<Piece>(), 16)

// @ts-ignore: decorator
@inline
function piece(i: i32): Piece {
  return changetype<Piece>(pieces + <usize>i * offsetof<Piece>())
}

@unmanaged
class First {
  count: i32
  /** Fall of the level in a full discharge. */
  discharging: f64
  /** The step after the plan, and the value of a stored kWh from then on. */
  end: i32
  endValue: f64
  /** From this step on surplus that is curtailed a step later counts `laterPerStep` EUR a kWh more. */
  laterFrom: i32
  laterPerStep: f64
}

const first = changetype<First>(memory.data(offsetof<First>(), 8))

/** Cost of step `t`, apart from the costs of later steps. */
function open(t: i32): void {
  const cursor = (<usize>t) << 3
  const load = year.load[t]
  const production = passes.production[t]
  const sell = objective.exportPrice[t]
  const buy = objective.importPrice[t]
  const plain = isPlain(load - production, sell, cursor)
  const cost = plain
    ? describeThree(load, production, buy, sell, cursor)
    : describe(load, production, buy, sell, curtailedValue(t), cursor)
  first.count = cost.count
  first.discharging = plain ? plant.power * plant.perDischarge : cost.discharging
  for (let i = 0; i < cost.count; i++) {
    piece(i).slope = cost.segment(i).slope
    piece(i).width = cost.segment(i).width
  }
}

/** Surplus that is curtailed counts `perStep` EUR a kWh more for each step after step `t`. */
export function curtailLater(t: i32, perStep: f64): void {
  first.laterFrom = t
  first.laterPerStep = perStep
}

/** The value of a kWh that is curtailed in step `h` of a plan, EUR: never above the prices of the step. */
export function curtailedValue(h: i32): f64 {
  const value = first.laterPerStep * <f64>(h - first.laterFrom)
  const buy = objective.importPrice[h]
  const sell = objective.exportPrice[h]
  return buy < 0 ? value : min<f64>(value, sell < 0 ? buy : sell)
}

/** Change of the level in a step near a limit or a negative price, if a stored kWh is worth `value`. */
function moveOfAny(h: i32, value: f64): f64 {
  const buy = objective.importPrice[h]
  const sell = objective.exportPrice[h]
  const cost = describe(year.load[h], passes.production[h], buy, sell, curtailedValue(h), (<usize>h) << 3)
  let move = -cost.discharging
  for (let i = 0; i < cost.count && cost.segment(i).slope <= value; i++) move += cost.segment(i).width
  return move
}

/** Counts the steps of a plan that begins with step `t` and was walked up to step `h`. */
function countWalk(t: i32, h: i32): void {
  const fineEnd = fineEndOf(t)
  countPlannedSteps(h < fineEnd ? h - t : fineEnd - t + (h - fineEnd) / means.perHour)
}

/**
 * The level after step `t` from which on a stored kWh is worth no more than `value`; of levels outside of [low, high]
 * the nearer end. Plain steps are the cases of describeThree. Constants are read before the loop: the engine would read
 * them at each step.
 */
function threshold(t: i32, value: f64, low: f64, high: f64): f64 {
  if (!(low < high)) return low
  const loads = year.load
  const productions = passes.production
  const buys = objective.importPrice
  const sells = objective.exportPrice
  const power = plant.power
  const perCharge = plant.perCharge
  const perDischarge = plant.perDischarge
  const charged = year.chargeEfficiency
  const discharged = year.dischargeEfficiency
  const wear = objective.wearPrice
  const isFree = year.gridCharging
  const most = power * charged
  const least = power * perDischarge
  const lowest = plant.lowestPlain
  const highest = plant.highestPlain
  const shift = objective.nettingShift
  const usable = plant.usable
  const end = (<usize>first.end) << 3
  const begin = (<usize>t) << 3
  const fineEnd = (<usize>fineEndOf(t)) << 3
  const perHour = (<usize>means.perHour) << 3
  let knownUntil = (<usize>producedUntil()) << 3
  let stride: usize = 8
  let times: f64 = 1
  let moved: f64 = 0
  for (let h = begin + 8; h < end; h += stride) {
    if (h >= fineEnd) {
      stride = perHour
      times = <f64>means.perHour
    }
    const empty = -moved
    const full = usable - moved
    if (empty >= high) {
      countWalk(t, <i32>(h >> 3))
      return high
    }
    if (full <= low) {
      countWalk(t, <i32>(h >> 3))
      return low
    }
    if (empty > low) low = empty
    if (full < high) high = full
    if (h >= knownUntil) {
      produceUntil(<i32>(h >> 3))
      knownUntil = h + stride
    }
    const production = productions.here(h)
    const net = loads.here(h) - production
    const sell = sells.here(h)
    const buy = buys.here(h)
    if (!(sell >= shift && net >= lowest && net <= highest) && !isPlain(net, sell, h)) {
      moved += times * moveOfAny(<i32>(h >> 3), value)
    } else if (buy * perCharge <= value) {
      moved += times * (isFree || power < production ? most : production * charged)
    } else if (net >= 0) {
      if ((buy - wear) * discharged <= value) continue
      if ((sell - wear) * discharged <= value) moved -= times * (power < net ? least : net * perDischarge)
      else moved -= times * least
    } else if (sell * perCharge <= value) {
      const taken = isFree || power < production ? power : production
      moved += times * (-net < taken ? -net : taken) * charged
    } else if (!((sell - wear) * discharged <= value)) moved -= times * least
  }
  countWalk(t, first.end)
  const last = (first.endValue <= value ? 0 : usable) - moved
  return last < low ? low : last > high ? high : last
}

/**
 * Thresholds of step `t` for the level `before` it, as the backward pass has them so far as the walk over its segments
 * depends on them. `end`: the step after the last planned one, after which a stored kWh is worth `endValue` EUR. The
 * later steps are taken as they lie in the year's series, production so far as produceUntil writes it.
 */
export function firstThresholds(t: i32, end: i32, endValue: f64, before: f64): usize {
  const thresholds = passes.thresholds
  open(t)
  first.end = end
  first.endValue = endValue
  for (let i = 0; i < first.count; i++) thresholds[i] = 0
  if (plant.usable <= 0) return thresholds.address
  // Most steps end at an end of the middle segment: from it one more walk decides.
  const begin = first.count == 3 && piece(1).width > 0 ? 1 : 0
  let from = before - first.discharging
  for (let i = 0; i < begin; i++) from += piece(i).width
  const lowest = from
  for (let i = begin; i < first.count; i++) {
    const width = piece(i).width
    if (!(width > 0)) continue
    const to = from + width
    const at = threshold(t, piece(i).slope, max<f64>(from, 0), min<f64>(to, plant.usable))
    thresholds[i] = at
    if (at < to) break
    from = to
  }
  if (begin == 0) return thresholds.address
  if (thresholds[begin] > lowest) {
    thresholds[0] = thresholds[begin]
  } else {
    // An upper bound only, the start of the middle: the first segment decides.
    thresholds[begin] = 0
    const least = max<f64>(before - first.discharging, 0)
    thresholds[0] = threshold(t, piece(0).slope, least, min<f64>(lowest, plant.usable))
  }
  return thresholds.address
}
