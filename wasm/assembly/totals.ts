/** What one dispatch leaves: totals over the year, kWh unless said. */
import { stepHours } from "./year"

/** J: the objective, unserved energy at its price included. */
export let costEur: f64 = 0
export let importKwh: f64 = 0
export let exportKwh: f64 = 0
export let unservedKwh: f64 = 0
export let peakUnservedKw: f64 = 0
export let unservedSteps: i32 = 0
/** −1: none. */
export let firstUnservedStep: i32 = -1

export function totalsBegin(): void {
  costEur = 0
  importKwh = 0
  exportKwh = 0
  unservedKwh = 0
  peakUnservedKw = 0
  unservedSteps = 0
  firstUnservedStep = -1
}

export function addFlows(cost: f64, imported: f64, exported: f64): void {
  costEur += cost
  importKwh += imported
  exportKwh += exported
}

export function addUnserved(step: i32, kwh: f64): void {
  unservedKwh += kwh
  unservedSteps++
  if (firstUnservedStep < 0) firstUnservedStep = step
  const kw = kwh / stepHours
  if (kw > peakUnservedKw) peakUnservedKw = kw
}
