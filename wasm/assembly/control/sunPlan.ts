/** Production as a plan expects it, hour after hour as far as it is asked for. */
import { passes } from "../dispatch/year"
import { knowledge } from "./knowledge"

@unmanaged
class SunPlan {
  /** The first step that is not written yet. */
  until: i32
  clearness: f64
  /** Weight of the last 24 hours' clearness in that step. */
  weight: f64
}

const sunPlan = changetype<SunPlan>(memory.data(offsetof<SunPlan>(), 8))

/** Begins a plan at step `t`, whose own production is known. */
export function productionFrom(t: i32): void {
  sunPlan.until = t + 1
  sunPlan.clearness = knowledge.clearness[t]
  sunPlan.weight = max<f64>(0, 1 - 1 / <f64>knowledge.clearnessSteps)
}

/** Writes what is expected up to step `last`: the clear day's, times a clearness that goes from that of the last 24 hours to the usual one. */
// @ts-ignore: decorator
@inline
export function productionUntil(last: i32): void {
  if (last >= sunPlan.until) writeUntil(last)
}

function writeUntil(last: i32): void {
  const perStep = 1 / <f64>knowledge.clearnessSteps
  for (let h = sunPlan.until; h <= last; h++) {
    const usual = knowledge.usualClearness[h]
    passes.production[h] = knowledge.clearProduction[h] * (usual + sunPlan.weight * (sunPlan.clearness - usual))
    sunPlan.weight = max<f64>(0, sunPlan.weight - perStep)
  }
  sunPlan.until = last + 1
}
