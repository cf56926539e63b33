import type { Operation, ScanCase } from "../domain/scan/case.ts"
import type { Optimiser, Plant, Sizing, Year } from "../wasm/index.ts"
import { panelsAsIs, yearAsIs } from "./sizing.ts"

/** Relative gap at which the year of a given plant is near enough under demand charges and netting. */
const TOLERANCE = 3e-3
/** Far above any market price [EUR/kWh]: import is avoided first, cost second. */
const LEAST_IMPORT_EUR_PER_KWH = 1000

/** A year of a plant that was found in another one: at least cost, for the goal self-sufficiency with least import first. */
export const operatePlant = ({ input }: ScanCase, sizing: Sizing, plant: Plant, optimiser: Optimiser): Operation => {
  const { year } = sizing
  if (input.goal === "self-sufficiency") return optimiser.dispatch(leastImport(year), plant)
  if (!year.demandCharges && !year.nettingEurPerKwh) return optimiser.dispatch(year, plant)
  const panels = sizing.panels.map((roof, k) => ({ ...roof, min: plant.panels[k], max: plant.panels[k] }))
  const { capacityKwh, powerKw } = plant
  const battery = {
    minKwh: capacityKwh,
    maxKwh: capacityKwh,
    minKw: powerKw,
    maxKw: powerKw,
    eurPerKw: 0,
    eurPerKwh: 0,
  }
  return optimiser.size({ ...sizing, panels, battery, goal: { kind: "cost" }, tolerance: TOLERANCE }).dispatch
}

const leastImport = ({ buyEurPerKwh, demandCharges: _, ...year }: Year): Year => ({
  ...year,
  buyEurPerKwh: buyEurPerKwh.map(eurPerKwh => eurPerKwh + LEAST_IMPORT_EUR_PER_KWH),
})

/** A year of the site as it is. */
export const operateAsIs = (scan: ScanCase, year: Year, optimiser: Optimiser): Operation =>
  optimiser.dispatch(yearAsIs(year), { panels: panelsAsIs(scan), capacityKwh: 0, powerKw: 0 })
