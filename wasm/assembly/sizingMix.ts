/**
 * A year between two: levels, curtailed and unserved energy of two dispatches of one plant, mixed. All constraints are
 * linear, so the mix is feasible; where one charges and the other discharges only the net change is made, which needs no
 * more energy than both.
 */
import { takeF64 } from "./arena"
import { recount, settleBy, settleStep } from "./demand"
import { curtailed, unserved } from "./hour"
import { at, put } from "./numbers"
import { netting } from "./sizingProblem"
import { exportKwh, importKwh } from "./totals"
import { buyEur, level, sellEur, steps } from "./year"

/** Three series: levels, curtailed, unserved. */
let kept: usize = 0
let last: usize = 0

/** Takes room for two years. */
export function mixBegin(): void {
  kept = takeF64(3 * steps)
  last = takeF64(3 * steps)
}

function copyYear(to: usize): void {
  memory.copy(to, level, (<usize>steps) << 3)
  for (let t = 0; t < steps; t++) {
    settleStep(t)
    put(to, steps + t, curtailed)
    put(to, 2 * steps + t, unserved)
  }
}

/** Keeps the last dispatch. */
export function mixKeep(): void {
  copyYear(kept)
}

/**
 * Mixes the last dispatch (weight) with the kept one (1 − weight): the core's last year is the mix. Returns its cost, EUR, at
 * the year's own prices and `unservedEur` per unserved kWh.
 */
export function mixWith(weight: f64, unservedEur: f64): f64 {
  copyYear(last)
  for (let i = 0; i < 3 * steps; i++) put(last, i, weight * at(last, i) + (1 - weight) * at(kept, i))
  memory.copy(level, last, (<usize>steps) << 3)
  settleBy(last + ((<usize>steps) << 3), last + ((<usize>(2 * steps)) << 3))
  const eur = recount(buyEur, sellEur, unservedEur)
  return eur - netting * min<f64>(importKwh, exportKwh)
}
