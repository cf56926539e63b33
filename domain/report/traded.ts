import { createRemembered } from "../remembered.ts"
import type { Operation, ScanCase } from "../scan/case.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import { type Traded, tradedHours } from "./flows.ts"

/** Counts of panels whose production is kept, of the roofs of a scan. */
const PRODUCTIONS_KEPT = 4
const productions = createRemembered<Float64Array>(PRODUCTIONS_KEPT)

/** Production of all panels with the chosen counts, 8760 h, kWh, before curtailment. To be read only: the same counts share it. */
export const productionOf = (scan: ScanCase, panels: readonly number[]): Float64Array => {
  const roofs = scan.roofs.map(({ productionKwhPerPanel }) => productionKwhPerPanel)
  const make = () => sumOfPanels(scan.existingProductionKwh, roofs, panels)
  return productions([scan.existingProductionKwh, ...roofs], panels.join(), make)
}

const sumOfPanels = (
  existingKwh: Float64Array,
  roofs: readonly Float64Array[],
  panels: readonly number[],
): Float64Array => {
  const production = existingKwh.slice()
  roofs.forEach((perPanelKwh, roof) => {
    const count = panels[roof]!
    if (count > 0) for (let hour = 0; hour < production.length; hour++) production[hour]! += count * perPanelKwh[hour]!
  })
  return production
}

/** Import and export of an operation [kWh], 8760 h, what the connection would leave unserved bought all the same. */
export const boughtInFull = (scan: ScanCase, production: Float64Array, operation: Operation): Traded => {
  const traded = { importKwh: new Float64Array(HOURS_PER_YEAR), exportKwh: new Float64Array(HOURS_PER_YEAR) }
  tradedHours(scan.loadKwh, production, operation, traded)
  return traded
}
