import type { Assumptions } from "../market/assumptions.ts"
import type { ExistingPvInput, NewPvInput } from "../request/request.ts"
import { timesFactor } from "../site/profiles/hours.ts"
import { inverterKwOf, inverterOutputKwh } from "../site/solar/inverter.ts"
import { afterLosses } from "../site/solar/production.ts"
import { productionQuarters } from "../site/solar/productionQuarters.ts"

/** Assumptions on systems, and the light of quarters, for a case in quarters (skyQuarters). */
interface Output {
  assumptions: Pick<Assumptions, "dcAcRatio">
  sky?: Float64Array | undefined
}

/** Production of an existing system after losses and inverter in each step [kWh]. @param hoursKwhPerKwp 8760 h */
export const existingOutputKwh = (
  pv: ExistingPvInput,
  hoursKwhPerKwp: Float64Array,
  { assumptions, sky }: Output,
): Float64Array => {
  const inverter = {
    peakKwp: (pv.panelCount * pv.panelPowerWatts) / 1000,
    acKw: inverterKwOf(pv, pv.panelCount, assumptions),
  }
  const hoursKwh = inverterOutputKwh(hoursKwhPerKwp, afterLosses(pv.systemLosses), inverter)
  return sky ? productionQuarters(hoursKwh, sky) : hoursKwh
}

/**
 * Production of one panel of a roof after losses and inverter in each step [kWh].
 *
 * An inverter of given power is assumed to be shared by the maximum number of panels. It would cut fewer panels less,
 * so the production of a smaller plant is never overstated (decision 014).
 */
export const outputKwhPerPanel = (pv: NewPvInput, hoursKwhPerKwp: Float64Array, output: Output): Float64Array => {
  // An inverter that grows with the panels cuts each panel alike. A calculation for one panel gives bit-identical hours
  // for any panel count, which stored cuts depend on.
  const panelCount = pv.inverterKw === undefined ? 1 : pv.maxPanelCount
  const full = existingOutputKwh({ ...pv, panelCount }, hoursKwhPerKwp, output)
  return timesFactor(full, 1 / panelCount)
}
