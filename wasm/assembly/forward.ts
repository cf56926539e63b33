/** The forward pass: levels and flows from the thresholds, and the range that the water value z may have. */
import { firstThreshold } from "./backward"
import {
  count,
  describe,
  describePlain,
  discharging,
  exported,
  firstWidth,
  imported,
  isPlain,
  lastWidth,
  middleWidth,
  segments,
  settle,
  unserved,
} from "./hour"
import { perCharge, perDischarge, power, start, tolerance, usable } from "./plant"
import { addFlows, addUnserved, totalsBegin } from "./totals"
import {
  dischargeEfficiency,
  exportPrice,
  generation,
  importPrice,
  level,
  limits,
  loadKwh,
  steps,
  unservedPrice,
  waterRange,
} from "./year"

/** Slopes left and right of where the last walk ended: z lies between them. */
let lower: f64 = 0
let upper: f64 = 0

/** From the level before, all discharged, up the three segments of a plain step until a threshold: the level after. */
function walkPlain(before: f64, threshold: usize, net: f64, buy: f64, sell: f64): f64 {
  const lowest = before - power * perDischarge
  const second = lowest + firstWidth
  const third = second + middleWidth
  const highest = third + lastWidth
  const stop0 = load<f64>(threshold)
  const stop1 = load<f64>(threshold + 8)
  const stop2 = load<f64>(threshold + 16)
  const end0 = second < stop0 ? second : stop0
  const end1 = third < stop1 ? third : stop1
  const end2 = highest < stop2 ? highest : stop2
  let at = lowest
  if (end0 > at) at = end0
  if (end1 > at) at = end1
  if (end2 > at) at = end2
  const slope0 = sell * dischargeEfficiency
  const slope1 = net >= 0 ? buy * dischargeEfficiency : sell * perCharge
  const slope2 = buy * perCharge
  const left = at - tolerance
  const right = at + tolerance
  lower = left > third ? slope2 : left > second ? slope1 : left > lowest ? slope0 : -Infinity
  upper = right < second ? slope0 : right < third ? slope1 : right < highest ? slope2 : Infinity
  return at
}

/** The same over the segments of describe(). */
function walk(before: f64, threshold: usize): f64 {
  let at = before - discharging
  lower = -Infinity
  upper = Infinity
  for (let i = 0; i < count; i++) {
    const segment = segments + ((<usize>i) << 4)
    const slope = load<f64>(segment)
    const stop = load<f64>(threshold + ((<usize>i) << 3))
    const end = at + load<f64>(segment + 8)
    if (stop < end - tolerance) {
      upper = slope
      if (stop > at + tolerance) {
        lower = slope
        at = stop
      }
      return at
    }
    lower = slope
    at = end
  }
  return at
}

/** Leaves the levels, the ranges of z where the battery is empty or full and at the end, and the totals. */
export function forward(): void {
  totalsBegin()
  let threshold = firstThreshold
  let at = start
  let low = -Infinity
  let high = Infinity
  let cost: f64 = 0
  let bought: f64 = 0
  let sold: f64 = 0
  for (let t: usize = 0, end = (<usize>steps) << 3; t < end; t += 8) {
    const demand = load<f64>(loadKwh + t)
    const made = load<f64>(generation + t)
    const sell = load<f64>(exportPrice + t)
    const buy = load<f64>(importPrice + t)
    const net = demand - made
    const plain = isPlain(net, sell, t)
    const before = at
    if (plain) {
      describePlain(net, demand, made)
      at = walkPlain(before, threshold, net, buy, sell)
      threshold += 24
    } else {
      describe(demand, made, buy, sell, load<f64>(limits + t))
      at = walk(before, threshold)
      threshold += (<usize>count) << 3
    }
    if (at <= tolerance) at = 0
    if (at >= usable - tolerance) at = usable
    store<f64>(level + t, at)
    const change = at - before
    const battery = change > 0 ? change * perCharge : change * dischargeEfficiency
    if (plain) {
      const flow = net + battery
      cost += (flow > 0 ? buy : sell) * flow
      bought += flow > 0 ? flow : 0
      sold -= flow > 0 ? 0 : flow
    } else {
      settle(demand, made, buy, sell, battery, load<f64>(limits + t))
      cost += buy * imported - sell * exported + unservedPrice * unserved
      bought += imported
      sold += exported
      if (unserved > tolerance) addUnserved(<i32>(t >> 3), unserved)
    }
    // Where rounding leaves no common point, the nearest one of the range so far.
    const floor = lower < high ? lower : high
    if (floor > low) low = floor
    const ceiling = upper > low ? upper : low
    if (ceiling < high) high = ceiling
    if (at == 0 || at == usable || t == end - 8) {
      store<f64>(waterRange + (t << 1), low)
      store<f64>(waterRange + (t << 1) + 8, high)
      if (at == 0) low = -Infinity
      if (at == usable) high = Infinity
    }
  }
  addFlows(cost, bought, sold)
}
