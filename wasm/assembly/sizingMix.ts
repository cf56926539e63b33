/**
 * A year between two: the levels of two dispatches of one plant, mixed. All constraints are linear, so the mix is feasible;
 * where one charges and the other discharges only the net change is made, which needs no more energy than both.
 */
import { takeF64 } from "./arena"
import { recount } from "./demand"
import { at, put } from "./numbers"
import { netting } from "./sizingProblem"
import { exportKwh, importKwh } from "./totals"
import { buyEur, level, sellEur, steps } from "./year"

let kept: usize = 0

/** Takes room for one year's levels. */
export function mixBegin(): void {
  kept = takeF64(steps)
}

/** Keeps the levels of the last dispatch. */
export function mixKeep(): void {
  memory.copy(kept, level, (<usize>steps) << 3)
}

/**
 * Mixes the last dispatch (weight) with the kept one (1 − weight): the core's last year is the mix. Returns its cost, EUR, at
 * the year's own prices and `unservedEur` per unserved kWh.
 */
export function mixWith(weight: f64, unservedEur: f64): f64 {
  for (let t = 0; t < steps; t++) put(level, t, weight * at(level, t) + (1 - weight) * at(kept, t))
  const eur = recount(buyEur, sellEur, unservedEur)
  return eur - netting * min<f64>(importKwh, exportKwh)
}
