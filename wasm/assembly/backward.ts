/** The backward pass: the value of stored energy from the end of the year to its start; only the thresholds stay. */
import { charging, count, describe, describePlain, firstWidth, isPlain, lastWidth, middleWidth, segments } from "./hour"
import { cut, insert, listBegin } from "./list"
import { perCharge, perDischarge, power, usable } from "./plant"
import {
  chargeEfficiency,
  dischargeEfficiency,
  exportPrice,
  generation,
  importPrice,
  limits,
  loadKwh,
  MAX_SEGMENTS,
  steps,
  thresholds,
} from "./year"

/** Where the thresholds of the first step begin; each step has one for each segment, by ascending slope. */
export let firstThreshold: usize = 0

/** Width inserted so far in this step. */
let inserted: f64 = 0

/**
 * Merges a segment into the list and keeps its threshold; a missing one never moves the level. After a segment of the same
 * slope the threshold is too low by that one's width, which changes nothing: the walk ends in either.
 */
function keep(slope: f64, width: f64, threshold: usize): void {
  if (width > 0) {
    store<f64>(threshold, insert(slope, width, inserted))
    inserted += width
  } else {
    store<f64>(threshold, 0)
  }
}

/** Leaves the thresholds for forward(). Without usable capacity they are all 0. */
export function backward(): void {
  let to = thresholds + ((<usize>(steps * MAX_SEGMENTS)) << 3)
  if (usable <= 0) {
    firstThreshold = thresholds
    memory.fill(thresholds, 0, to - thresholds)
    return
  }
  listBegin(usable, power * (chargeEfficiency + perDischarge))
  for (let t = ((<usize>steps) << 3) - 8; <isize>t >= 0; t -= 8) {
    const demand = load<f64>(loadKwh + t)
    const made = load<f64>(generation + t)
    const sell = load<f64>(exportPrice + t)
    const buy = load<f64>(importPrice + t)
    const net = demand - made
    inserted = 0
    if (isPlain(net, sell, t)) {
      to -= 24
      describePlain(net, demand, made)
      keep(buy * perCharge, lastWidth, to + 16)
      keep(net >= 0 ? buy * dischargeEfficiency : sell * perCharge, middleWidth, to + 8)
      keep(sell * dischargeEfficiency, firstWidth, to)
      cut(net >= 0 ? lastWidth : lastWidth + middleWidth)
    } else {
      describe(demand, made, buy, sell, load<f64>(limits + t))
      for (let i = count - 1; i >= 0; i--) {
        const segment = segments + ((<usize>i) << 4)
        to -= 8
        keep(load<f64>(segment), load<f64>(segment + 8), to)
      }
      cut(charging)
    }
  }
  firstThreshold = to
}
