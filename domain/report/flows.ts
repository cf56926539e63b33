import type { Operation } from "../scan/case.ts"

/** Where the energy of each hour goes, kWh; one entry per hour. */
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

const FLOW_NAMES = [
  "solarUsedOnsite",
  "solarStored",
  "solarExported",
  "solarWasted",
  "gridUsedOnsite",
  "gridStored",
  "batteryUsedOnsite",
  "batteryExported",
  "unserved",
] as const satisfies readonly (keyof Flows)[]

/**
 * Splits an operation into flows, hour by hour: production serves the load first, then the battery, then the grid; the
 * battery's stock is one pool, whose discharge serves the load first and is sold beyond it. By construction, in each hour
 *   load = solarUsedOnsite + batteryUsedOnsite + gridUsedOnsite + unserved,
 *   production = solarUsedOnsite + solarStored + solarExported + solarWasted,
 *   charge = solarStored + gridStored and discharge = batteryUsedOnsite + batteryExported;
 * and, as no operation buys and sells in the same hour, import = gridUsedOnsite + gridStored and
 * export = solarExported + batteryExported.
 * @param loadKwh gross load
 * @param productionKwh production of all panels before curtailment
 */
export const splitFlows = (loadKwh: Float64Array, productionKwh: Float64Array, operation: Operation): Flows => {
  const { importKwh, curtailedKwh, chargeKwh, dischargeKwh } = operation
  const flows = Object.fromEntries(FLOW_NAMES.map(name => [name, new Float64Array(loadKwh.length)])) as Record<
    (typeof FLOW_NAMES)[number],
    Float64Array
  >
  const isServed = operation.unservedKwh <= 0
  for (let hour = 0; hour < loadKwh.length; hour++) {
    const load = loadKwh[hour]
    const wasted = Math.min(Math.max(0, curtailedKwh[hour]), productionKwh[hour])
    const production = productionKwh[hour] - wasted
    const solarUsed = Math.min(production, load)
    const solarStored = Math.min(production - solarUsed, chargeKwh[hour])
    const batteryUsed = Math.min(dischargeKwh[hour], load - solarUsed)
    const gridStored = chargeKwh[hour] - solarStored
    const rest = load - solarUsed - batteryUsed
    const gridUsed = isServed ? rest : Math.min(rest, Math.max(0, importKwh[hour] - gridStored))
    flows.solarUsedOnsite[hour] = solarUsed
    flows.solarStored[hour] = solarStored
    flows.solarExported[hour] = production - solarUsed - solarStored
    flows.solarWasted[hour] = wasted
    flows.gridUsedOnsite[hour] = gridUsed
    flows.gridStored[hour] = gridStored
    flows.batteryUsedOnsite[hour] = batteryUsed
    flows.batteryExported[hour] = dischargeKwh[hour] - batteryUsed
    flows.unserved[hour] = rest - gridUsed
  }
  return flows
}
