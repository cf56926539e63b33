/**
 * One year's exact dispatch: least cost, the bound its duals prove, and the cut they give.
 *
 * A cut is cutLength() f64: [A, N_0 … N_{roofs−1}, B_C, B_P], so that for ALL sizes
 * J(n, C, P) ≥ A + Σ N_k·n_k + B_C·C + B_P·P, with equality at the plant just dispatched (C in kWh, P in kW; what the
 * limits contribute is part of A, its slopes are importLimitSlope and exportLimitSlope).
 */
import { backward } from "./backward"
import { writeCut } from "./duals"
import { forward } from "./forward"
import { curtailed, exported, imported, settle } from "./hour"
import { perCharge, setPlant, start } from "./plant"
import { addScaled } from "./series"
import { costEur } from "./totals"
import {
  dischargeEfficiency,
  exportPrice,
  generation,
  importPrice,
  level,
  loadKwh,
  minLevel,
  production,
  roofs,
  steps,
} from "./year"

/** The bound of the duals at the dispatched plant; −Infinity without a cut. */
export let lowerBoundEur: f64 = 0
let capacity: f64 = 0

/** f64 in a cut. */
export function cutLength(): i32 {
  return roofs + 3
}

/** generation = Σ panels · production. */
function generate(panels: usize): void {
  const bytes = (<usize>steps) << 3
  memory.fill(generation, 0, bytes)
  for (let roof = 0; roof < roofs; roof++) {
    const count = load<f64>(panels + ((<usize>roof) << 3))
    addScaled(generation, count, production + <usize>roof * bytes, bytes)
  }
}

/** The cut's value at a plant. */
export function cutAt(cut: usize, panels: usize, capacityKwh: f64, powerKw: f64): f64 {
  let value = load<f64>(cut)
  let at = cut + 8
  for (let roof = 0; roof < roofs; roof++, at += 8) value += load<f64>(at) * load<f64>(panels + ((<usize>roof) << 3))
  return value + load<f64>(at) * capacityKwh + load<f64>(at + 8) * powerKw
}

/**
 * Dispatches the loaded year under the objective set with `panels` (f64 × roofs, whole or not), `capacityKwh` and
 * `powerKw`; leaves the results in the globals of totals.ts and returns the cost. `cut`: where to write the cut, 0 for
 * none (then the duals are skipped). Never allocates.
 */
export function dispatchYear(panels: usize, capacityKwh: f64, powerKw: f64, cut: usize): f64 {
  capacity = capacityKwh
  setPlant(capacityKwh, powerKw)
  generate(panels)
  backward()
  forward()
  lowerBoundEur = -Infinity
  if (cut) {
    writeCut(cut)
    lowerBoundEur = cutAt(cut, panels, capacityKwh, powerKw)
  }
  return costEur
}

/** The last dispatch as six arrays of T f64, one after the other: import, export, curtailed, charge, discharge, level. */
export function writeSeries(target: usize): void {
  const bytes = (<usize>steps) << 3
  let before = start
  for (let t: usize = 0; t < bytes; t += 8) {
    const at = load<f64>(level + t)
    const change = at - before
    const battery = change > 0 ? change * perCharge : change * dischargeEfficiency
    settle(
      load<f64>(loadKwh + t),
      load<f64>(generation + t),
      load<f64>(importPrice + t),
      load<f64>(exportPrice + t),
      battery,
    )
    const to = target + t
    store<f64>(to, imported)
    store<f64>(to + bytes, exported)
    store<f64>(to + 2 * bytes, curtailed)
    store<f64>(to + 3 * bytes, battery > 0 ? battery : 0)
    store<f64>(to + 4 * bytes, battery < 0 ? -battery : 0)
    store<f64>(to + 5 * bytes, at + capacity * minLevel)
    before = at
  }
}
