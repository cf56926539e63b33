/** Expected production of a plan, computed step by step as far as the plan reads it (hourMeans.ts). */
import { passes } from "../dispatch/year"
import { fineEndOf, means } from "./hourMeans"
import { knowledge } from "./knowledge"

@unmanaged
class SunPlan {
  /** The first step that is not written yet. */
  until: i32
  /** The first step that is the mean of its hour. */
  fineEnd: i32
  clearness: f64
  /** Weight of the next step's clearness in that step. */
  weight: f64
  perStep: f64
  perHour: f64
}

const sunPlan = changetype<SunPlan>(memory.data(offsetof<SunPlan>(), 8))

/** Begins a plan at step `t`, whose own production is known. */
export function productionFrom(t: i32): void {
  sunPlan.until = t + 1
  sunPlan.fineEnd = fineEndOf(t)
  sunPlan.clearness = knowledge.clearness[t]
  sunPlan.perStep = 1 / <f64>knowledge.clearnessSteps
  sunPlan.perHour = <f64>means.perHour * sunPlan.perStep
  sunPlan.weight = max<f64>(0, 1 - sunPlan.perStep)
}

/** The first step whose production is not written yet. */
// @ts-ignore: decorator
@inline
export function producedUntil(): i32 {
  return sunPlan.until
}

/**
 * Writes the expected production up to step `last`: clear-sky production times a clearness that moves from the next
 * step's value to the usual value.
 */
export function produceUntil(last: i32): void {
  while (sunPlan.until < sunPlan.fineEnd && sunPlan.until <= last) produceFine()
  const perHour = sunPlan.perHour
  const clearness = sunPlan.clearness
  const stride = (<usize>means.perHour) << 3
  let weight = sunPlan.weight
  let h = (<usize>sunPlan.until) << 3
  for (const end = (<usize>last) << 3; h <= end; h += stride) {
    const usual = means.usualClearness.here(h)
    passes.production.putHere(h, means.clearProduction.here(h) * (usual + weight * (clearness - usual)))
    weight = weight > perHour ? weight - perHour : 0
  }
  sunPlan.weight = weight
  sunPlan.until = <i32>(h >> 3)
}

/** Writes the expected production of a step before the first mean. */
function produceFine(): void {
  const h = sunPlan.until
  const usual = knowledge.usualClearness[h]
  const clearness = usual + sunPlan.weight * (sunPlan.clearness - usual)
  passes.production[h] = knowledge.clearProduction[h] * clearness
  sunPlan.weight = max<f64>(0, sunPlan.weight - sunPlan.perStep)
  sunPlan.until = h + 1
}
