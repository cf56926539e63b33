import type { Operation, ScanCase } from "../scan/case.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import { emptyFlows, type Flows, splitFlows } from "./flows.ts"

/** Production of all panels with the chosen counts, 8760 h, kWh, before curtailment. */
export const productionOf = (scan: ScanCase, panels: readonly number[]): Float64Array => {
  const production = scan.existingProductionKwh.slice()
  scan.roofs.forEach(({ productionKwhPerPanel }, roof) => {
    const count = panels[roof]!
    if (count > 0)
      for (let hour = 0; hour < production.length; hour++) production[hour]! += count * productionKwhPerPanel[hour]!
  })
  return production
}

let passing: Flows | undefined

/** Flows that are read at once and never kept: the same arrays each time, which are 630 KB. */
const passingFlows = (): Flows => {
  passing ??= emptyFlows(HOURS_PER_YEAR)
  return passing
}

/** Import and export of an operation [kWh], 8760 h, what the connection would leave unserved bought all the same. */
export const boughtInFull = (
  scan: ScanCase,
  production: Float64Array,
  operation: Operation,
): { importKwh: Float32Array; exportKwh: Float32Array } => {
  const { gridUsedOnsite, gridStored, solarExported, batteryExported, unserved } = splitFlows(
    scan.loadKwh,
    production,
    operation,
    passingFlows(),
  )
  const importKwh = new Float32Array(HOURS_PER_YEAR)
  const exportKwh = new Float32Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    importKwh[hour] = gridUsedOnsite[hour]! + gridStored[hour]! + unserved[hour]!
    exportKwh[hour] = solarExported[hour]! + batteryExported[hour]!
  }
  return { importKwh, exportKwh }
}
