/** The backward pass: the value of stored energy from the end of the year to its start; only the thresholds stay. */
import { chargeBound, charging, count, describe, discharging, segments, TINY } from "./hour"
import { cut, insert, listBegin } from "./list"
import { highestPlain, lowestPlain, perCharge, perDischarge, power, usable } from "./plant"
import {
  chargeEfficiency,
  dischargeEfficiency,
  exportPrice,
  generation,
  importPrice,
  loadKwh,
  MAX_SEGMENTS,
  steps,
  thresholds,
} from "./year"

/** Where the thresholds of the first step begin after the pass; each step has as many as its φ has segments. */
export let firstThreshold: usize = 0

/** Widths inserted in this step: all, and those of slopes above the current one. */
let inserted: f64 = 0
let above: f64 = 0
let slopeBefore: f64 = 0

/** Inserts a segment unless it is rounding, and keeps its threshold. Equal slopes share one. */
function keep(slope: f64, width: f64, tiny: f64, to: usize): void {
  if (slope != slopeBefore) above = inserted
  slopeBefore = slope
  if (width > tiny) {
    store<f64>(to, insert(slope, width, above))
    inserted += width
  } else {
    store<f64>(to, 0)
  }
}

export function backward(): void {
  if (usable <= 0) {
    firstThreshold = thresholds
    memory.fill(thresholds, 0, (<usize>(steps * MAX_SEGMENTS)) << 3)
    return
  }
  listBegin(usable, power * (chargeEfficiency + perDischarge))
  let to = thresholds + ((<usize>steps * MAX_SEGMENTS) << 3)
  for (let t = ((<usize>steps) << 3) - 8; <isize>t >= 0; t -= 8) {
    const demand = load<f64>(loadKwh + t)
    const made = load<f64>(generation + t)
    const sell = load<f64>(exportPrice + t)
    const buy = load<f64>(importPrice + t)
    const net = demand - made
    inserted = 0
    slopeBefore = Infinity
    if (sell >= 0 && net <= highestPlain && net >= lowestPlain) {
      to -= 24
      const tiny = TINY * (power + demand + made)
      const most = chargeBound(made)
      const short = net >= 0
      const covered = short ? (power < net ? power : net) : 0
      const stored = short ? 0 : most < -net ? most : -net
      const first = (power - covered) * perDischarge
      const middle = short ? covered * perDischarge : stored * chargeEfficiency
      const last = (most - stored) * chargeEfficiency
      keep(buy * perCharge, last, tiny, to + 16)
      keep(short ? buy * dischargeEfficiency : sell * perCharge, middle, tiny, to + 8)
      keep(sell * dischargeEfficiency, first, tiny, to)
      cut(short ? last : last + middle)
    } else {
      describe(demand, made, buy, sell)
      for (let i = count - 1; i >= 0; i--) {
        const segment = segments + ((<usize>i) << 4)
        to -= 8
        keep(load<f64>(segment), load<f64>(segment + 8), 0, to)
      }
      cut(charging)
    }
  }
  firstThreshold = to
}
