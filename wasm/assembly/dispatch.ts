/**
 * One year's exact dispatch: least cost, the bound its duals prove, and the cut they give.
 *
 * A cut is cutLength() f64: [A, N_0 … N_{roofs−1}, B_C, B_P], so that for ALL sizes
 * J(n, C, P) ≥ A + Σ N_k·n_k + B_C·C + B_P·P, with equality at the plant just dispatched (C in kWh, P in kW; what the
 * contract's limits contribute is part of A, its slopes are importLimitSlope and exportLimitSlope). With demand charges one
 * such line for each block (duals.ts).
 */
import { backward } from "./backward"
import { blocks, blockStart, demandLimits, demands, limited, limitsEur, recount, settleBy, settleStep } from "./demand"
import { lineLength, writeCut } from "./duals"
import { forward } from "./forward"
import { curtailed, exported, imported } from "./hour"
import { at } from "./numbers"
import { setPlant } from "./plant"
import { addScaled } from "./series"
import { costEur } from "./totals"
import { countSteps } from "./work"
import {
  exportPrice,
  generation,
  importPrice,
  level,
  minLevel,
  production,
  roofs,
  steps,
  unservedPrice,
} from "./year"

/** The bound of the duals at the dispatched plant; −Infinity without a cut. */
export let lowerBoundEur: f64 = 0
let capacity: f64 = 0

/** f64 in a cut. */
export function cutLength(): i32 {
  return blocks * lineLength()
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

/** The cut's value at a plant, the demand limits in force and the levels of the last dispatch. */
function cutAt(cut: usize, panels: usize, capacityKwh: f64, powerKw: f64): f64 {
  let value: f64 = 0
  const length = lineLength()
  for (let block = 0; block < blocks; block++) {
    const line = cut + ((<usize>(block * length)) << 3)
    value += at(line, 0) + at(line, roofs + 1) * capacityKwh + at(line, roofs + 2) * powerKw
    for (let roof = 0; roof < roofs; roof++) value += at(line, roof + 1) * at(panels, roof)
    for (let j = 0; j < demands; j++) {
      const slope = at(line, roofs + 3 + j)
      if (slope != 0) value += slope * at(demandLimits, j)
    }
    if (block > 0) value += at(line, length - 2) * levelAfter(blockStart(block) - 1)
    if (block < blocks - 1) value += at(line, length - 1) * levelAfter(blockStart(block + 1) - 1)
  }
  return value
}

/** Level after a step, kWh, of the last dispatch. */
export function levelAfter(step: i32): f64 {
  return at(level, step) + capacity * minLevel
}

/**
 * Dispatches the loaded year under the objective set with `panels` (f64 × roofs, whole or not), `capacityKwh` and
 * `powerKw`; leaves the results in the globals of totals.ts and returns the cost. `cut`: where to write the cut, 0 for
 * none (then the duals are skipped). With demand limits in force the cost holds the charges of what is imported, and the
 * bound those of the limits. Never allocates.
 */
export function dispatchYear(panels: usize, capacityKwh: f64, powerKw: f64, cut: usize): f64 {
  capacity = capacityKwh
  countSteps(steps)
  settleBy(0, 0)
  setPlant(capacityKwh, powerKw)
  generate(panels)
  backward()
  forward()
  lowerBoundEur = -Infinity
  if (cut) {
    writeCut(cut)
    lowerBoundEur = cutAt(cut, panels, capacityKwh, powerKw)
    if (limited) lowerBoundEur += limitsEur()
  }
  if (limited) recount(importPrice, exportPrice, unservedPrice)
  return costEur
}

/** The last dispatch as six arrays of T f64, one after the other: import, export, curtailed, charge, discharge, level. */
export function writeSeries(target: usize): void {
  const bytes = (<usize>steps) << 3
  for (let t = 0; t < steps; t++) {
    const battery = settleStep(t)
    const to = target + ((<usize>t) << 3)
    store<f64>(to, imported)
    store<f64>(to + bytes, exported)
    store<f64>(to + 2 * bytes, curtailed)
    store<f64>(to + 3 * bytes, battery > 0 ? battery : 0)
    store<f64>(to + 4 * bytes, battery < 0 ? -battery : 0)
    store<f64>(to + 5 * bytes, levelAfter(t))
  }
}
