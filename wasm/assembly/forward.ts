/** The forward pass: levels and flows from the thresholds, and the range that the water value z may have. */
import { firstThreshold } from "./backward"
import {
  chargeBound,
  count,
  describe,
  discharging,
  exported,
  imported,
  segments,
  settle,
  TINY,
  unserved,
} from "./hour"
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
  for (let t: usize = 0, end = (<usize>steps) << 3; t < end; t += 8) {
    const demand = load<f64>(loadKwh + t)
    const made = load<f64>(generation + t)
    const sell = load<f64>(exportPrice + t)
    const buy = load<f64>(importPrice + t)
    const net = demand - made
    const before = at
    if (sell >= 0 && net <= highestPlain && net >= lowestPlain) {
      const tiny = TINY * (power + demand + made)
      const most = chargeBound(made)
      const short = net >= 0
      const covered = short ? (power < net ? power : net) : 0
      const stored = short ? 0 : most < -net ? most : -net
      let first = (power - covered) * perDischarge
      let middle = short ? covered * perDischarge : stored * chargeEfficiency
      let last = (most - stored) * chargeEfficiency
      const lowest = at - power * perDischarge
      if (first <= tiny) first = 0
      if (middle <= tiny) middle = 0
      if (last <= tiny) last = 0
      store<f64>(segments, sell * dischargeEfficiency)
      store<f64>(segments + 8, first)
      store<f64>(segments + 16, short ? buy * dischargeEfficiency : sell * perCharge)
      store<f64>(segments + 24, middle)
      store<f64>(segments + 32, buy * perCharge)
      store<f64>(segments + 40, last)
      at = walkPlain(lowest, from)
      from += 24
    } else {
      describe(demand, made, buy, sell)
      at = walk(at - discharging, from)
      from += (<usize>count) << 3
    }
    if (at <= tolerance) at = 0
    if (at >= usable - tolerance) at = usable
    const change = at - before
    const battery = change > 0 ? change * perCharge : change * dischargeEfficiency
    settle(demand, made, buy, sell, battery)
    addFlows(buy * imported - sell * exported + unservedPrice * unserved, imported, exported)
    if (unserved > tolerance) addUnserved(<i32>(t >> 3), unserved)
    store<f64>(level + t, at)
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
}

/** walk() over exactly three segments, some of which may be empty. */
function walkPlain(from: f64, to: usize): f64 {
  lower = -Infinity
  upper = Infinity
  let at = from
  for (let i: usize = 0; i < 3; i++) {
    const segment = segments + (i << 4)
    const width = load<f64>(segment + 8)
    if (width == 0) continue
    const slope = load<f64>(segment)
    const stop = load<f64>(to + (i << 3))
    const reached = at + width
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
