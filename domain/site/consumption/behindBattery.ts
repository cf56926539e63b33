import { type GrossLoad, grossLoad, type MeteredYear } from "./grossLoad.ts"

/** Battery behind the meter. */
export interface MeteredBattery {
  usableKwh: number
  powerKw: number
  /** Efficiency of one direction, a fraction. */
  oneWayEfficiency: number
}

const MAX_ITERATIONS = 40
/** Relative error of import and export at which the search ends. */
const TOLERANCE = 1e-6

/** Import and export of a year whose battery stores surplus production for later use [kWh]. */
const tradedBehind = (loadKwh: Float64Array, productionKwh: Float64Array, battery: MeteredBattery) => {
  const { usableKwh, powerKw, oneWayEfficiency } = battery
  let [level, boughtKwh, exportedKwh] = [0, 0, 0]
  for (let hour = 0; hour < loadKwh.length; hour++) {
    const net = loadKwh[hour]! - productionKwh[hour]!
    if (net > 0) {
      const discharged = Math.min(net, powerKw, level * oneWayEfficiency)
      level -= discharged / oneWayEfficiency
      boughtKwh += net - discharged
    } else {
      const taken = Math.min(-net, powerKw, (usableKwh - level) / oneWayEfficiency)
      level += taken * oneWayEfficiency
      exportedKwh += -net - taken
    }
  }
  return { boughtKwh, exportedKwh }
}

/**
 * Load behind a meter and a battery that stores surplus production. Its import, and its export if known, are the
 * metered ones. The import without the battery is higher by its work, which the search finds step by step.
 */
export const grossLoadBehind = (year: MeteredYear, battery: MeteredBattery): GrossLoad => {
  const { productionKwh, boughtKwh, exportedKwh } = year
  let without = { boughtKwh, exportedKwh }
  let load = grossLoad(year)
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const metered = tradedBehind(load.loadKwh, productionKwh, battery)
    const missingKwh = boughtKwh - metered.boughtKwh
    const unsoldKwh = exportedKwh === undefined ? 0 : exportedKwh - metered.exportedKwh
    if (Math.abs(missingKwh) + Math.abs(unsoldKwh) <= TOLERANCE * boughtKwh) break
    without = {
      boughtKwh: without.boughtKwh + missingKwh,
      exportedKwh: without.exportedKwh === undefined ? undefined : Math.max(0, without.exportedKwh + unsoldKwh),
    }
    const { exportedKwh: sold, ...bought } = without
    load = grossLoad({ ...year, ...bought, ...(sold === undefined ? {} : { exportedKwh: sold }) })
  }
  return load
}
