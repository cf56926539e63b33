/** Result of one dispatch. */
import { year } from "./year"

/** Totals over the year, kWh unless said. The host reads them as f64 after f64, in this order. */
@unmanaged
export class DispatchResult {
  /** J: the objective, unserved energy at its price included. */
  costEur: f64
  /** The bound of the duals at the dispatched plant; −Infinity without a cut. */
  lowerBoundEur: f64
  importKwh: f64
  exportKwh: f64
  unservedKwh: f64
  peakUnservedKw: f64
  unservedSteps: f64
  /** −1: none. */
  firstUnservedStep: f64
  /** EUR per kW of the contract's limits; 0 without one. */
  importLimitSlope: f64
  exportLimitSlope: f64
  /** Discharge of the battery, on the AC side. */
  dischargeKwh: f64

  clearTotals(): void {
    this.costEur = 0
    this.importKwh = 0
    this.dischargeKwh = 0
    this.exportKwh = 0
    this.unservedKwh = 0
    this.peakUnservedKw = 0
    this.unservedSteps = 0
    this.firstUnservedStep = -1
  }

  @inline
  setFlows(costEur: f64, importKwh: f64, exportKwh: f64): void {
    this.costEur = costEur
    this.importKwh = importKwh
    this.exportKwh = exportKwh
  }

  addUnserved(step: i32, kwh: f64): void {
    this.unservedKwh += kwh
    this.unservedSteps++
    if (this.firstUnservedStep < 0) this.firstUnservedStep = step
    const kw = kwh / year.stepHours
    if (kw > this.peakUnservedKw) this.peakUnservedKw = kw
  }
}

/** Values of the last dispatch. */
export const dispatched = changetype<DispatchResult>(memory.data(offsetof<DispatchResult>(), 16))

/** The totals of the last dispatch, or of a mix of two. */
export function dispatchedYear(): DispatchResult {
  return dispatched
}
