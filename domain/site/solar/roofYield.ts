/** Yield of a roof, before its panels are known. */

import { DC_AC_RATIO, inverterOutputKwh } from "./inverter.ts"
import { afterLosses, triedSurface } from "./production.ts"
import type { Surface } from "./provider.ts"

/**
 * Yield of 1 kWp in the default year by the built-in model, kWh, after losses and with the inverter of the shipped
 * assumptions.
 * @param lossesPercent system losses
 * @throws RangeError for impossible coordinates
 */
export const roofYield = (
  surface: Surface,
  lossesPercent: number,
): { kwhPerKwp: number; source: "knmi" | "climatology" } => {
  const { hoursKwhPerKwp, source } = triedSurface(surface)
  const inverter = { peakKwp: 1, acKw: 1 / DC_AC_RATIO }
  const hours = inverterOutputKwh(hoursKwhPerKwp, afterLosses(lossesPercent), inverter)
  return { kwhPerKwp: hours.reduce((sum, kwh) => sum + kwh, 0), source }
}
