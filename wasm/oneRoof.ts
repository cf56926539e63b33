import { exportPerPanel, growsWithPanels } from "./limits.ts"
import type { Year } from "./types.ts"

/** The roofs of a given plant, each kind of production as a roof of one panel: must-run, and what may be stopped. */
export function inOne(year: Year, panels: number[]): Year["roofs"] {
  const isMustRun = (k: number) => year.roofs[k]!.mustRunPanels !== undefined
  const kinds = [panels.map((count, k) => (isMustRun(k) ? 0 : count))]
  if (panels.some((_, k) => isMustRun(k))) kinds.push(panels.map((count, k) => (isMustRun(k) ? count : 0)))
  return kinds.map((counts, kind) => ({
    productionKwhPerPanel: producedBy(year, counts),
    ...(kind > 0 ? { mustRunPanels: 1 } : {}),
    ...(growsWithPanels(year) ? { exportKwPerPanel: sumOf(exportPerPanel(year), counts) } : {}),
  }))
}

const sumOf = (perPanel: Float64Array, counts: number[]): number =>
  perPanel.reduce((sum, each, k) => sum + counts[k]! * each, 0)

function producedBy({ roofs, loadKwh }: Year, counts: number[]): Float64Array {
  const sum = new Float64Array(loadKwh.length)
  roofs.forEach(({ productionKwhPerPanel }, k) => {
    for (let t = 0; t < sum.length; t++) sum[t]! += counts[k]! * productionKwhPerPanel[t]!
  })
  return sum
}
