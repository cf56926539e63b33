import type { Operation, Schedule } from "../case/case.ts"

/** A year of an operation, and the unserved energy of all its years. */
type OperatedYear = Schedule & Pick<Operation, "unservedKwh">

/** Energy flows of each hour [kWh], one entry per hour. */
export interface Flows {
  solarUsedOnsite: Float64Array
  solarStored: Float64Array
  solarExported: Float64Array
  solarWasted: Float64Array
  gridUsedOnsite: Float64Array
  gridStored: Float64Array
  batteryUsedOnsite: Float64Array
  batteryExported: Float64Array
  /** Load that a limited connection leaves uncovered. */
  unserved: Float64Array
}

/** Flows of `hours` hours, all 0. */
const emptyFlows = (hours: number): Flows => ({
  solarUsedOnsite: new Float64Array(hours),
  solarStored: new Float64Array(hours),
  solarExported: new Float64Array(hours),
  solarWasted: new Float64Array(hours),
  gridUsedOnsite: new Float64Array(hours),
  gridStored: new Float64Array(hours),
  batteryUsedOnsite: new Float64Array(hours),
  batteryExported: new Float64Array(hours),
  unserved: new Float64Array(hours),
})

/**
 * Splits an operation into flows, hour by hour. Production serves the load first, then the battery, then the grid. The
 * battery's energy is one pool; its discharge serves the load first, and the rest is exported.
 *
 * Invariants of each hour.
 * - load = solarUsedOnsite + batteryUsedOnsite + gridUsedOnsite + unserved;
 * - production = solarUsedOnsite + solarStored + solarExported + solarWasted;
 * - charge = solarStored + gridStored;
 * - discharge = batteryUsedOnsite + batteryExported;
 * - import = gridUsedOnsite + gridStored;
 * - export = solarExported + batteryExported, because no operation imports and exports in the same hour.
 *
 * Negative rounding errors in the operation count as zero.
 * @param loadKwh gross load
 * @param productionKwh production of all panels before curtailment
 * @param isGridCharging false: production serves the battery first, which takes nothing from the grid
 */
export const splitFlows = (
  loadKwh: Float64Array,
  productionKwh: Float64Array,
  operation: OperatedYear,
  isGridCharging = true,
): Flows => {
  const flows = emptyFlows(loadKwh.length)
  const { importKwh, curtailedKwh, chargeKwh, dischargeKwh } = operation
  const isServed = operation.unservedKwh <= 0
  for (let hour = 0; hour < loadKwh.length; hour++) {
    const load = loadKwh[hour]!
    const wasted = Math.min(Math.max(0, curtailedKwh[hour]!), productionKwh[hour]!)
    const production = productionKwh[hour]! - wasted
    const charge = Math.max(0, chargeKwh[hour]!)
    const solarUsed = Math.min(isGridCharging ? production : Math.max(0, production - charge), load)
    const discharge = Math.max(0, dischargeKwh[hour]!)
    const solarStored = Math.min(production - solarUsed, charge)
    const batteryUsed = Math.min(discharge, load - solarUsed)
    const gridStored = charge - solarStored
    const rest = load - solarUsed - batteryUsed
    const gridUsed = isServed ? rest : Math.min(rest, Math.max(0, importKwh[hour]! - gridStored))
    flows.solarUsedOnsite[hour] = solarUsed
    flows.solarStored[hour] = solarStored
    flows.solarExported[hour] = production - solarUsed - solarStored
    flows.solarWasted[hour] = wasted
    flows.gridUsedOnsite[hour] = gridUsed
    flows.gridStored[hour] = gridStored
    flows.batteryUsedOnsite[hour] = batteryUsed
    flows.batteryExported[hour] = discharge - batteryUsed
    flows.unserved[hour] = rest - gridUsed
  }
  return flows
}

/** Imported and exported energy of each hour [kWh]. */
export interface Traded {
  importKwh: Float64Array
  exportKwh: Float64Array
}

/**
 * Writes the import and export of each hour that a bill uses, without the separate flows. They equal the sums of the
 * flows of `splitFlows` to the bit, for a battery that may charge from the grid. Import is gridUsedOnsite + gridStored
 * + unserved; export is solarExported + batteryExported.
 */
export const tradedHours = (
  loadKwh: Float64Array,
  productionKwh: Float64Array,
  { importKwh, curtailedKwh, chargeKwh, dischargeKwh, unservedKwh }: OperatedYear,
  { importKwh: boughtKwh, exportKwh: soldKwh }: Traded,
): void => {
  const isServed = unservedKwh <= 0
  for (let hour = 0; hour < loadKwh.length; hour++) {
    const load = loadKwh[hour]!
    const produced = productionKwh[hour]!
    const curtailed = curtailedKwh[hour]!
    const wasted = curtailed > 0 ? curtailed : 0
    const production = produced - (wasted < produced ? wasted : produced)
    const charge = chargeKwh[hour]! > 0 ? chargeKwh[hour]! : 0
    const discharge = dischargeKwh[hour]! > 0 ? dischargeKwh[hour]! : 0
    const solarUsed = production < load ? production : load
    const surplus = production - solarUsed
    const solarStored = surplus < charge ? surplus : charge
    const missing = load - solarUsed
    const batteryUsed = discharge < missing ? discharge : missing
    const gridStored = charge - solarStored
    const rest = missing - batteryUsed
    const gridUsed = isServed ? rest : Math.min(rest, Math.max(0, importKwh[hour]! - gridStored))
    boughtKwh[hour] = gridUsed + gridStored + (rest - gridUsed)
    soldKwh[hour] = surplus - solarStored + (discharge - batteryUsed)
  }
}
