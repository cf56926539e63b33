/**
 * The forward pass: levels and flows from the thresholds, and the range that the shadow price of stored energy may
 * have.
 *
 * A plain step is walked without branches, which prices that change by the hour would have the processor guess wrongly:
 * both lanes of a v128 hold the same value, pmin(a, b) is b < a ? b : a, pmax(a, b) is a < b ? b : a.
 */
import { Series } from "../memory/series"
import { demand } from "./demand"
import { settle } from "./flows"
import { phases } from "./phases"
import { plant } from "./plant"
import { dispatched } from "./result"
import { shadowPrice } from "./shadowPrice"
import { describe, describeThree, hasThreeSegments, isPlain, StepCost } from "./step"
import { importLimits, objective, passes, year } from "./year"

/** Slopes left and right of the end of the walk over a step's segments: the shadow price lies between. */
@unmanaged
class Walk {
  lowerSlope: f64
  upperSlope: f64
}

const walk = changetype<Walk>(memory.data(offsetof<Walk>(), 16))

// @ts-ignore: decorator
@inline
function scalar(value: v128): f64 {
  return f64x2.extract_lane(value, 0)
}

/** From the level before, all discharged, up the three segments of a plain step until a threshold: the level after. */
// @ts-ignore: decorator
@inline
function walkPlain(before: v128, thresholds: usize, load: f64, production: f64, buy: f64, sell: f64, t: usize): v128 {
  const cost = describeThree(load, production, buy, sell, t)
  const lowest = f64x2.sub(before, f64x2.splat(plant.power * plant.perDischarge))
  const second = f64x2.add(lowest, f64x2.splat(cost.segment(0).width))
  const third = f64x2.add(second, f64x2.splat(cost.segment(1).width))
  const highest = f64x2.add(third, f64x2.splat(cost.segment(2).width))
  const end0 = f64x2.pmin(v128.load_splat<f64>(thresholds), second)
  const end1 = f64x2.pmin(v128.load_splat<f64>(thresholds, 8), third)
  const end2 = f64x2.pmin(v128.load_splat<f64>(thresholds, 16), highest)
  const at = f64x2.pmax(f64x2.pmax(f64x2.pmax(lowest, end0), end1), end2)
  const slope0 = f64x2.splat(cost.segment(0).slope)
  const slope1 = f64x2.splat(cost.segment(1).slope)
  const slope2 = f64x2.splat(cost.segment(2).slope)
  const tolerance = f64x2.splat(plant.tolerance)
  const left = f64x2.sub(at, tolerance)
  const right = f64x2.add(at, tolerance)
  let lower = v128.bitselect(slope0, f64x2.splat(-Infinity), f64x2.gt(left, lowest))
  lower = v128.bitselect(slope1, lower, f64x2.gt(left, second))
  walk.lowerSlope = scalar(v128.bitselect(slope2, lower, f64x2.gt(left, third)))
  let upper = v128.bitselect(slope2, f64x2.splat(Infinity), f64x2.lt(right, highest))
  upper = v128.bitselect(slope1, upper, f64x2.lt(right, third))
  walk.upperSlope = scalar(v128.bitselect(slope0, upper, f64x2.lt(right, second)))
  return at
}

/** The same over the segments of any step. */
function walkAny(before: f64, thresholds: Series, cost: StepCost): f64 {
  const tolerance = plant.tolerance
  let at = before - cost.discharging
  walk.lowerSlope = -Infinity
  walk.upperSlope = Infinity
  for (let i = 0; i < cost.count; i++) {
    const segment = cost.segment(i)
    const stop = thresholds[i]
    const end = at + segment.width
    if (stop < end - tolerance) {
      walk.upperSlope = segment.slope
      if (stop > at + tolerance) {
        walk.lowerSlope = segment.slope
        at = stop
      }
      return at
    }
    walk.lowerSlope = segment.slope
    at = end
  }
  return at
}

/** Levels within rounding of empty or full are there. */
// @ts-ignore: decorator
@inline
function snap(level: v128): v128 {
  const aboveEmpty = v128.andnot(level, f64x2.le(level, f64x2.splat(plant.tolerance)))
  return v128.bitselect(f64x2.splat(plant.usable), aboveEmpty, f64x2.ge(level, f64x2.splat(plant.usable - plant.tolerance)))
}

/** Flows of a plain step whose level changes by `change`. */
// @ts-ignore: decorator
@inline
function settlePlain(net: f64, buy: f64, sell: f64, change: v128): void {
  const zero = f64x2.splat(0)
  const perCharge = f64x2.splat(plant.perCharge)
  const perLevel = v128.bitselect(perCharge, f64x2.splat(year.dischargeEfficiency), f64x2.gt(change, zero))
  const flow = f64x2.add(f64x2.splat(net), f64x2.mul(change, perLevel))
  const imports = f64x2.gt(flow, zero)
  dispatched.costEur += scalar(f64x2.mul(v128.bitselect(f64x2.splat(buy), f64x2.splat(sell), imports), flow))
  dispatched.importKwh += scalar(v128.and(flow, imports))
  dispatched.exportKwh -= scalar(v128.andnot(flow, imports))
}

/** Flows of any step whose level changes by `change`. */
function settleAny(t: usize, load: f64, production: f64, buy: f64, sell: f64, change: f64): void {
  const battery = change > 0 ? change * plant.perCharge : change * year.dischargeEfficiency
  const flows = settle(load, production, buy, sell, battery, t)
  dispatched.costEur += buy * flows.imported - sell * flows.exported + objective.unservedPrice * flows.unserved
  dispatched.importKwh += flows.imported
  dispatched.exportKwh += flows.exported
  if (flows.unserved > plant.tolerance) dispatched.addUnserved(<i32>(t >> 3), flows.unserved)
}

/** The flows of a phase without a battery: the levels stay at 0, and nothing is known of the shadow price. */
export function forwardWithoutBattery(phase: i32): void {
  const begin = phase * phases.steps
  passes.level.from(begin).clear(phases.steps)
  if (demand.limited) return
  for (let t = (<usize>begin) << 3, end = (<usize>(begin + phases.steps)) << 3; t < end; t += 8) {
    const load = year.load.here(t)
    const production = passes.production.here(t)
    const sell = objective.exportPrice.here(t)
    const buy = objective.importPrice.here(t)
    const net = load - production
    const isWithin = net <= plant.highestPlain || net <= importLimits.perStep.here(t)
    if (isWithin && hasThreeSegments(net, sell, t)) settlePlain(net, buy, sell, f64x2.splat(0))
    else settleAny(t, load, production, buy, sell, 0)
  }
}

/**
 * The level after step `t`, from the level before and the step's thresholds. A kWh that is curtailed has the value
 * `curtailed`.
 */
export function advance(t: i32, thresholds: usize, before: f64, curtailed: f64): f64 {
  const cursor = (<usize>t) << 3
  const load = year.load[t]
  const production = passes.production[t]
  const sell = objective.exportPrice[t]
  const buy = objective.importPrice[t]
  if (isPlain(load - production, sell, cursor)) {
    return scalar(snap(walkPlain(f64x2.splat(before), thresholds, load, production, buy, sell, cursor)))
  }
  const cost = describe(load, production, buy, sell, curtailed, cursor)
  return scalar(snap(f64x2.splat(walkAny(before, changetype<Series>(thresholds), cost))))
}

/**
 * Goes through a phase from the thresholds of its first step; leaves the levels and the ranges of the shadow price (for
 * an empty or full battery, and at the end), and adds to the totals. Under demand limits these are left to recount().
 */
export function forward(phase: i32, firstThreshold: usize): void {
  const usable = plant.usable
  let thresholds = firstThreshold
  let level = f64x2.splat(plant.start)
  let taken = f64x2.splat(0)
  const begin = phase * phases.steps
  const end = (<usize>(begin + phases.steps)) << 3
  const settles = !demand.limited
  shadowPrice.open()
  for (let t = (<usize>begin) << 3; t < end; t += 8) {
    const load = year.load.here(t)
    const production = passes.production.here(t)
    const sell = objective.exportPrice.here(t)
    const buy = objective.importPrice.here(t)
    const net = load - production
    const before = level
    if (hasThreeSegments(net, sell, t)) {
      level = snap(walkPlain(before, thresholds, load, production, buy, sell, t))
      if (settles) {
        const change = f64x2.sub(level, before)
        if (net <= plant.highestPlain || net <= importLimits.perStep.here(t)) settlePlain(net, buy, sell, change)
        else settleAny(t, load, production, buy, sell, scalar(change))
      }
      thresholds += 24
    } else {
      const cost = describe(load, production, buy, sell, 0, t)
      level = snap(f64x2.splat(walkAny(scalar(before), changetype<Series>(thresholds), cost)))
      if (settles) settleAny(t, load, production, buy, sell, scalar(f64x2.sub(level, before)))
      thresholds += (<usize>cost.count) << 3
    }
    taken = f64x2.add(taken, f64x2.pmax(f64x2.splat(0), f64x2.sub(before, level)))
    const at = scalar(level)
    assert(at >= 0 && at <= usable, "the level stays between empty and full")
    passes.level.putHere(t, at)
    shadowPrice.narrow(walk.lowerSlope, walk.upperSlope)
    if (at == 0 || at == usable || t == end - 8) shadowPrice.keep(t, at == 0, at == usable)
  }
  const givenKwh = scalar(taken) * year.dischargeEfficiency
  dispatched.dischargeKwh += phases.wearShares[phase] * givenKwh
  dispatched.costEur += objective.wearPrice * givenKwh
}
