import { createMemo, seriesNumber } from "../base/memo.ts"
import type { Operation, ScanCase } from "../case/case.ts"
import { type Traded, tradedHours } from "./flows.ts"

/** Maximum number of panel counts with cached production: the plant, and plants that the report compares with it. */
const PRODUCTIONS_KEPT = 6
const productions = createMemo<Float64Array>(PRODUCTIONS_KEPT)

/**
 * Production of all panels with the chosen counts in each step [kWh], before curtailment. The array is shared by equal
 * counts and must not be changed.
 */
export const productionOf = (scan: ScanCase, panels: readonly number[]): Float64Array => {
  const roofs = scan.roofs.map(({ productionKwhPerPanel }) => productionKwhPerPanel)
  const make = () => sumOfPanels(scan.existingProductionKwh, roofs, panels)
  const [first = scan.existingProductionKwh, ...otherRoofs] = roofs
  return productions([first, ...otherRoofs, scan.existingProductionKwh], panels.join(), make)
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

const emptyTrade = ({ length }: Float64Array): Traded => ({
  importKwh: new Float64Array(length),
  exportKwh: new Float64Array(length),
})

/**
 * Import and export of an operation in a phase, in each step [kWh]. Energy that the connection cannot supply counts as
 * purchased.
 * @param into arrays for the result; new arrays if omitted
 */
export const boughtInFull = (
  scan: ScanCase,
  production: Float64Array,
  { years, unservedKwh }: Operation,
  { phase = 0, into = emptyTrade(production) } = {},
): Traded => {
  tradedHours(scan.loadKwh, production, { ...years[phase]!, unservedKwh }, into)
  return into
}

/** Cache name of a result from an operation in which all unserved energy counts as purchased. */
export const inFullName = ({ loadKwh }: ScanCase, production: Float64Array, { unservedKwh }: Operation): string =>
  `in full ${seriesNumber(loadKwh)} ${seriesNumber(production)} ${unservedKwh > 0}`

let passedOn: Traded | undefined

/** Like `boughtInFull`, but every call overwrites the same arrays, so the caller must use them before the next call. */
export const passingTrade = (scan: ScanCase, production: Float64Array, operation: Operation, phase: number): Traded => {
  if (passedOn?.importKwh.length !== production.length) passedOn = emptyTrade(production)
  return boughtInFull(scan, production, operation, { phase, into: passedOn })
}
