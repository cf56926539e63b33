import { createRemembered } from "../base/remembered.ts"
import { seriesNumber } from "../base/seriesNumber.ts"
import type { Operation, ScanCase } from "../case/case.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import { type Traded, tradedHours } from "./flows.ts"

/** Counts of panels whose production is kept, of the roofs of a scan: the plant, and those that it is compared with. */
const PRODUCTIONS_KEPT = 6
const productions = createRemembered<Float64Array>(PRODUCTIONS_KEPT)

/**
 * Production of all panels with the chosen counts, 8760 h, kWh, before curtailment. To be read only: the same counts
 * share it.
 */
export const productionOf = (scan: ScanCase, panels: readonly number[]): Float64Array => {
  const roofs = scan.roofs.map(({ productionKwhPerPanel }) => productionKwhPerPanel)
  const make = () => sumOfPanels(scan.existingProductionKwh, roofs, panels)
  const [first = scan.existingProductionKwh, ...others] = roofs
  return productions([first, ...others, scan.existingProductionKwh], panels.join(), make)
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

const emptyTrade = (): Traded => ({
  importKwh: new Float64Array(HOURS_PER_YEAR),
  exportKwh: new Float64Array(HOURS_PER_YEAR),
})

/**
 * Import and export of an operation [kWh], 8760 h, what the connection would leave unserved bought all the same.
 * @param into where they are written; new arrays where it is left out
 */
export const boughtInFull = (
  scan: ScanCase,
  production: Float64Array,
  operation: Operation,
  into = emptyTrade(),
): Traded => {
  tradedHours(scan.loadKwh, production, operation, into)
  return into
}

/** Names what is made of an operation with all that it leaves unserved bought. */
export const inFullName = ({ loadKwh }: ScanCase, production: Float64Array): string =>
  `in full ${seriesNumber(loadKwh)} ${seriesNumber(production)}`

let passedOn: Traded | undefined

/** The same in the same arrays each time, for what is billed at once. */
export const passingTrade = (scan: ScanCase, production: Float64Array, operation: Operation): Traded => {
  passedOn ??= emptyTrade()
  return boughtInFull(scan, production, operation, passedOn)
}
