/** Expected production of a plan, computed hour by hour as far as the plan reads it. */
import { passes } from "../dispatch/year"
import { knowledge } from "./knowledge"

@unmanaged
class SunPlan {
  /** The first step that is not written yet. */
  until: i32
  clearness: f64
  /** Weight of the last 24 hours' clearness in that step. */
  weight: f64
  perStep: f64
}

const sunPlan = changetype<SunPlan>(memory.data(offsetof<SunPlan>(), 8))

/** Begins a plan at step `t`, whose own production is known. */
export function productionFrom(t: i32): void {
  sunPlan.until = t + 1
  sunPlan.clearness = knowledge.clearness[t]
  sunPlan.perStep = 1 / <f64>knowledge.clearnessSteps
  sunPlan.weight = max<f64>(0, 1 - sunPlan.perStep)
}

/** The first step whose production is not written yet. */
// @ts-ignore: decorator
@inline
export function producedUntil(): i32 {
  return sunPlan.until
}

/**
 * Writes the expected production up to step `last`: clear-sky production times a clearness that moves from the last 24
 * hours' value to the usual value.
 */
export function produceUntil(last: i32): void {
  const perStep = sunPlan.perStep
  const clearness = sunPlan.clearness
  let weight = sunPlan.weight
  for (let h = (<usize>sunPlan.until) << 3, end = (<usize>last) << 3; h <= end; h += 8) {
    const usual = knowledge.usualClearness.here(h)
    passes.production.putHere(h, knowledge.clearProduction.here(h) * (usual + weight * (clearness - usual)))
    weight = weight > perStep ? weight - perStep : 0
  }
  sunPlan.weight = weight
  sunPlan.until = last + 1
}
