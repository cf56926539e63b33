import type { Assumptions } from "../market/assumptions.ts"
import type { ExistingPvInput, NewPvInput } from "../request/request.ts"
import { timesFactor } from "../site/profiles/hours.ts"
import { inverterKwOf, inverterOutputKwh } from "../site/solar/inverter.ts"
import { afterLosses } from "../site/solar/production.ts"

/** 8760 h, kWh, of an existing system, losses and inverter taken into account. */
export const existingOutputKwh = (
  pv: ExistingPvInput,
  hoursKwhPerKwp: Float64Array,
  assumptions: Pick<Assumptions, "dcAcRatio">,
): Float64Array => {
  const inverter = {
    peakKwp: (pv.panelCount * pv.panelPowerWatts) / 1000,
    acKw: inverterKwOf(pv, pv.panelCount, assumptions),
  }
  return inverterOutputKwh(hoursKwhPerKwp, afterLosses(pv.systemLosses), inverter)
}

/**
 * 8760 h, kWh, of one panel of a roof, losses and inverter taken into account. An inverter of given power is shared by
 * the largest number of panels: fewer would be cut less, so that what a smaller plant gives is never overstated
 * (decision 014).
 */
export const outputKwhPerPanel = (
  pv: NewPvInput,
  hoursKwhPerKwp: Float64Array,
  assumptions: Pick<Assumptions, "dcAcRatio">,
): Float64Array => {
  // An inverter that grows with the panels gives each the same, to the last bit whatever their number: cuts are kept by
  // it.
  const panelCount = pv.inverterKw === undefined ? 1 : pv.maxPanelCount
  const full = existingOutputKwh({ ...pv, panelCount }, hoursKwhPerKwp, assumptions)
  return timesFactor(full, 1 / panelCount)
}
