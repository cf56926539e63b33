/** Inverter model: its efficiency at part load, and its power limit. */

import assumptions from "../../../fixtures/assumptions/assumptions.json" with { type: "json" }

// Indices of this file are in bounds by construction.

/**
 * Part-load curve −0.0162 z − 0.0059 / z + 0.9858 over the load z, and its mean by the weights of European efficiency
 * (EN 50530). Source: Dobos, "PVWatts Version 5 Manual", NREL/TP-6A20-62641 (2014), eq. 11.
 */
const FALLING = 0.0162
const STANDBY = 0.0059
const CONSTANT = 0.9858
const EUROPEAN_MEAN = 0.9579

/** Panels and their inverter. Units: kWp and kW of alternating current. */
export interface Inverter {
  peakKwp: number
  acKw: number
}

/**
 * Alternating current of hours of direct current, kWh. System losses already include the inverter's mean loss, as in
 * PVGIS. Here each hour gets the difference of its load's efficiency from the mean, and no hour exceeds the inverter's
 * power. An inverter larger than the panels' peak is as efficient as one of their size.
 * @param hoursKwhPerKwp production of 1 kWp before system losses
 * @param afterLosses share of production after system losses, 0–1
 */
export const inverterOutputKwh = (
  hoursKwhPerKwp: Float64Array,
  afterLosses: number,
  { peakKwp, acKw }: Inverter,
): Float64Array => {
  const ratedKw = Math.min(acKw, peakKwp)
  const scale = peakKwp * afterLosses
  return hoursKwhPerKwp.map(kwhPerKwp => {
    const kw = kwhPerKwp * scale
    if (kw <= 0) return 0
    const load = Math.min(1, kw / ratedKw)
    const efficiency = (CONSTANT - FALLING * load - STANDBY / load) / EUROPEAN_MEAN
    return Math.min(acKw, kw * Math.max(0, efficiency))
  })
}

/** Shipped ratio of panels to inverter power, for systems that name no inverter [kWp/kW]. */
export const DC_AC_RATIO = assumptions.dcAcRatio.value

/** Power of the inverter of a system [kW]: its own, or the usual power for its panels. */
export const inverterKwOf = (
  { panelPowerWatts, inverterKw }: { panelPowerWatts: number; inverterKw?: number | undefined },
  panelCount: number,
  { dcAcRatio }: { dcAcRatio: number },
): number => inverterKw ?? (panelCount * panelPowerWatts) / 1000 / dcAcRatio
