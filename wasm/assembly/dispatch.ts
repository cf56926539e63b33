/**
 * One year's exact dispatch: least cost, the bound its duals prove, and the cut they give (optimiser's door for sizing).
 *
 * A cut is cutLength() f64: [A, N_0 … N_{roofs−1}, B_C, B_P], so that for ALL sizes
 * J(n, C, P) ≥ A + Σ N_k·n_k + B_C·C + B_P·P, with equality at the plant just dispatched (C in kWh, P in kW; the limits'
 * terms are part of A, their slopes in importLimitSlope and exportLimitSlope).
 */
import { roofs } from "./year"

// Results of the last dispatchYear, kWh over the year unless said.
/** J: the objective, unserved energy at its price included. */
export let costEur: f64 = 0
/** The bound of the duals at the dispatched plant; −Infinity without a cut. */
export let lowerBoundEur: f64 = 0
export let importKwh: f64 = 0
export let exportKwh: f64 = 0
export let unservedKwh: f64 = 0
export let peakUnservedKw: f64 = 0
export let unservedSteps: i32 = 0
/** −1: none. */
export let firstUnservedStep: i32 = -1
/** EUR per kW of the import and export limit; 0 without one. */
export let importLimitSlope: f64 = 0
export let exportLimitSlope: f64 = 0

/** f64 in a cut. */
export function cutLength(): i32 {
  return roofs + 3
}

/**
 * Dispatches the loaded year under the objective set with `panels` (f64 × roofs, whole or not), `capacityKwh` and
 * `powerKw`; leaves the results in the globals above and returns the cost. `cut`: where to write the cut, 0 for none
 * (then the duals are skipped). Never allocates, except that the list of a larger battery grows once.
 */
export function dispatchYear(panels: usize, capacityKwh: f64, powerKw: f64, cut: usize): f64 {
  return costEur
}

/** Six f64 arrays of T steps, one after the other: import, export, curtailed, charge, discharge (AC side), level. */
export function writeSeries(target: usize): void {}
