/** Export limit of each step: the contract's limit, and a limit that grows with the plant's panels. */
import { Series } from "../memory/series"
import { contract, exportLimits, year } from "./year"

/** Only the contract limits export. */
export function freeExport(): void {
  exportLimits.ofPanels = Infinity
  exportLimits.perStep.copyFrom(contract.exports, year.steps)
  exportLimits.lowest = contract.isExportEven ? contract.evenExport : contract.exports.least(year.steps)
}

/** The limits of the next dispatch, for these panels on each roof. */
export function limitExport(panels: Series): void {
  if (!contract.growsWithPanels) return
  let ofPanels: f64 = 0
  for (let roof = 0; roof < year.roofs; roof++) ofPanels += contract.exportPerPanel[roof] * panels[roof]
  exportLimits.ofPanels = ofPanels
  let lowest = ofPanels
  for (let t = 0; t < year.steps; t++) {
    const most = min<f64>(contract.exports[t], ofPanels)
    exportLimits.perStep[t] = most
    if (most < lowest) lowest = most
  }
  exportLimits.lowest = lowest
}

/** True if the panels, not the contract, limit the export of the step at cursor `t`. */
// @ts-ignore: decorator
@inline
export function isPanelLimit(t: usize): bool {
  return exportLimits.ofPanels < contract.exports.here(t)
}
