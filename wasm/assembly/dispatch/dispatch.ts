/**
 * One year's exact dispatch: least cost, the bound its duals prove, and the cut they give.
 *
 * A cut is cutLength() f64: [A, N_0 … N_{roofs−1}, B_C, B_P, B_L], so that for ALL sizes J(n, C, P, L) ≥ A + Σ N_k·n_k
 * + B_C·C + B_P·P + B_L·L, with equality at the plant just dispatched (C in kWh, P and the constant load L in kW; the
 * contribution of the contract's limits is part of A, its slopes belong to the result). With demand charges one such
 * line for each block (duals.ts).
 */
import { Series } from "../memory/series"
import { addScaled } from "../memory/sums"
import { countSteps } from "../memory/work"
import { backward } from "./backward"
import { blocks } from "./blocks"
import { constantLoad } from "./constantLoad"
import { demand, limitsEur } from "./demand"
import { lineLength, writeCut } from "./duals"
import { limitExport } from "./exportLimits"
import { shareMustRun } from "./mustRun"
import { forward, forwardWithoutBattery } from "./forward"
import { enterPhase, phases } from "./phases"
import { plant, setPlant } from "./plant"
import { levelAfter, recount, settleByPrices } from "./recount"
import { dispatched, DispatchResult } from "./result"
import { objective, passes, year } from "./year"

/** f64 in a cut. */
export function cutLength(): i32 {
  return blocks.count * lineLength()
}

/** Σ panels · production of a panel, and their export limit; before setPlant(). */
export function producePanels(panels: Series): void {
  limitExport(panels)
  const steps = year.steps
  passes.production.clear(steps)
  for (let roof = 0; roof < year.roofs; roof++) {
    addScaled(passes.production, panels[roof], year.panelProduction.from(roof * steps), steps)
  }
  shareMustRun(panels)
}

/** The cut's value at a plant, the demand limits in force and the levels of the last dispatch. */
function cutAt(cut: Series, panels: Series, capacityKwh: f64, powerKw: f64): f64 {
  const roofs = year.roofs
  const length = lineLength()
  const starts = blocks.starts
  let value: f64 = 0
  for (let block = 0; block < blocks.count; block++) {
    const line = cut.from(block * length)
    value += line[0] + line[roofs + 1] * capacityKwh + line[roofs + 2] * powerKw
    value += line[roofs + 3 + demand.count] * constantLoad.kw
    for (let roof = 0; roof < roofs; roof++) value += line[roof + 1] * panels[roof]
    for (let j = 0; j < demand.count; j++) {
      const slope = line[roofs + 3 + j]
      if (slope != 0) value += slope * demand.limits[j]
    }
    if (block > 0) value += line[length - 2] * levelAfter(starts[block] - 1)
    if (block < blocks.count - 1) value += line[length - 1] * levelAfter(starts[block + 1] - 1)
  }
  return value
}

/**
 * Dispatches the loaded year under the objective set with `panels` (one value per roof, whole or not), `capacityKwh`
 * and `powerKw`. `cut`: where to write the cut, 0 for none (then the duals are skipped). With demand limits in force
 * the cost holds the charges of the import, and the bound the charges of the limits. Never allocates.
 */
export function dispatchYear(panels: Series, capacityKwh: f64, powerKw: f64, cut: Series): DispatchResult {
  countSteps(year.steps)
  return makeYear(panels, capacityKwh, powerKw, cut)
}

/** The same for a year whose work was counted. */
export function makeYear(panels: Series, capacityKwh: f64, powerKw: f64, cut: Series): DispatchResult {
  settleByPrices()
  producePanels(panels)
  setPlant(capacityKwh, powerKw)
  const isProved = changetype<usize>(cut) != 0
  goThrough(isProved)
  let lowerBoundEur = -Infinity
  if (isProved) {
    writeCut(cut)
    lowerBoundEur = cutAt(cut, panels, capacityKwh, powerKw)
    if (demand.limited) lowerBoundEur += limitsEur()
  }
  dispatched.lowerBoundEur = lowerBoundEur
  if (!demand.limited) return dispatched
  recount(objective.importPrice, objective.exportPrice, objective.unservedPrice)
  dispatched.costEur += phases.wearPrice * dispatched.dischargeKwh
  return dispatched
}

/**
 * Both passes, phase after phase; without a battery one pass is enough, unless a cut needs the value of a battery's
 * first kWh.
 */
function goThrough(isProved: bool): void {
  dispatched.clearTotals()
  for (let phase = 0; phase < phases.count; phase++) {
    const importKwh = dispatched.importKwh
    const exportKwh = dispatched.exportKwh
    const begin = phase * phases.steps
    enterPhase(phase)
    if (isProved || plant.usable > 0) forward(phase, backward(begin, begin + phases.steps, 0))
    else forwardWithoutBattery(phase)
    if (phase >= phases.counted) dispatched.setFlows(dispatched.costEur, importKwh, exportKwh)
  }
}
