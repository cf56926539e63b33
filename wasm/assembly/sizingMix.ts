/**
 * A year between two: the levels of two dispatches of one plant, mixed. All constraints are linear, so the mix is feasible;
 * where one charges and the other discharges only the net change is made, which needs no more energy than both.
 */
import { takeF64 } from "./arena"
import { exported, imported, settle, unserved } from "./hour"
import { at, put } from "./numbers"
import { perCharge, start, tolerance } from "./plant"
import { addUnserved, totalsBegin } from "./totals"
import {
  buyEur,
  dischargeEfficiency,
  exportPrice,
  generation,
  importPrice,
  level,
  loadKwh,
  sellEur,
  steps,
} from "./year"

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
  totalsBegin()
  let before = start
  let eur: f64 = 0
  for (let t = 0; t < steps; t++) {
    const now = weight * at(level, t) + (1 - weight) * at(kept, t)
    const change = now - before
    const battery = change > 0 ? change * perCharge : change * dischargeEfficiency
    settle(at(loadKwh, t), at(generation, t), at(importPrice, t), at(exportPrice, t), battery)
    eur += at(buyEur, t) * imported - at(sellEur, t) * exported + unservedEur * unserved
    if (unserved > tolerance) addUnserved(t, unserved)
    put(level, t, now)
    before = now
  }
  return eur
}
