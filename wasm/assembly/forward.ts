/** The forward pass: levels and flows from the thresholds, and the range that the water value z may have. */
import { firstThreshold } from "./backward"
import { chargeBound, count, describe, discharging, exported, imported, segments, settle, TINY, unserved } from "./hour"
import { highestPlain, lowestPlain, perCharge, perDischarge, power, start, tolerance, usable } from "./plant"
import { addFlows, addUnserved, totalsBegin } from "./totals"
import {
  chargeEfficiency,
  dischargeEfficiency,
  exportPrice,
  generation,
  importPrice,
  level,
  loadKwh,
  steps,
  thresholds,
  unservedPrice,
  waterRange,
} from "./year"

/** Slopes left and right of where the walk ended: z lies between them. */
let lower: f64 = 0
let upper: f64 = 0

/** Walks the segments of describe() upward from `at` until a threshold; returns the new level. */
function walk(from: f64, to: usize): f64 {
  let at = from
  let reached = from
  lower = -Infinity
  upper = Infinity
  for (let i = 0; i < count; i++) {
    const segment = segments + ((<usize>i) << 4)
    const slope = load<f64>(segment)
    const stop = load<f64>(to + ((<usize>i) << 3))
    reached = at + load<f64>(segment + 8)
    if (stop < reached - tolerance) {
      upper = slope
      if (stop > at + tolerance) {
        lower = slope
        at = stop
      }
      return at
    }
    lower = slope
    at = reached
  }
  return at
}

export function forward(): void {
  totalsBegin()
  let from = firstThreshold
  let at = start
  let low = -Infinity
  let high = Infinity
  let cost: f64 = 0
  let bought: f64 = 0
  let sold: f64 = 0
  const full = usable - tolerance
  const near = tolerance
  const most = power
  for (let t: usize = 0, end = (<usize>steps) << 3; t < end; t += 8) {
    const demand = load<f64>(loadKwh + t)
    const made = load<f64>(generation + t)
    const sell = load<f64>(exportPrice + t)
    const buy = load<f64>(importPrice + t)
    const net = demand - made
    const before = at
    const plain = sell >= 0 && net <= highestPlain && net >= lowestPlain
    if (plain) {
      const tiny = TINY * (most + demand + made)
      const charge = chargeBound(made)
      const short = net >= 0
      const covered = short ? (most < net ? most : net) : 0
      const stored = short ? 0 : charge < -net ? charge : -net
      const first = (most - covered) * perDischarge
      const middle = short ? covered * perDischarge : stored * chargeEfficiency
      const last = (charge - stored) * chargeEfficiency
      const lowest = at - most * perDischarge
      const second = lowest + (first > tiny ? first : 0)
      const third = second + (middle > tiny ? middle : 0)
      const highest = third + (last > tiny ? last : 0)
      at = lowest
      const stop0 = load<f64>(from)
      const stop1 = load<f64>(from + 8)
      const stop2 = load<f64>(from + 16)
      const end0 = second < stop0 ? second : stop0
      const end1 = third < stop1 ? third : stop1
      const end2 = highest < stop2 ? highest : stop2
      if (end0 > at) at = end0
      if (end1 > at) at = end1
      if (end2 > at) at = end2
      from += 24
      const slope0 = sell * dischargeEfficiency
      const slope1 = short ? buy * dischargeEfficiency : sell * perCharge
      const slope2 = buy * perCharge
      lower = at > third + near ? slope2 : at > second + near ? slope1 : at > lowest + near ? slope0 : -Infinity
      upper = at < second - near ? slope0 : at < third - near ? slope1 : at < highest - near ? slope2 : Infinity
    } else {
      describe(demand, made, buy, sell)
      at = walk(at - discharging, from)
      from += (<usize>count) << 3
    }
    if (at <= near) at = 0
    if (at >= full) at = usable
    store<f64>(level + t, at)
    const change = at - before
    const battery = change > 0 ? change * perCharge : change * dischargeEfficiency
    if (plain) {
      const flow = net + battery
      if (flow > 0) {
        bought += flow
        cost += buy * flow
      } else {
        sold -= flow
        cost += sell * flow
      }
    } else {
      settle(demand, made, buy, sell, battery)
      bought += imported
      sold += exported
      cost += buy * imported - sell * exported + unservedPrice * unserved
      if (unserved > near) addUnserved(<i32>(t >> 3), unserved)
    }
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
