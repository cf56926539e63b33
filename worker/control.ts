import { type ControllerName, rewardsPlans } from "../domain/control/controller.ts"
import { plantKnowledge } from "../domain/control/knowledge.ts"
import type { ControlledYear, ControlledYears, Operation, ScanCase } from "../domain/scan/case.ts"
import type { Controller, Optimiser, Plant, Sizing, Year } from "../wasm/index.ts"

const withoutBattery = (plant: Plant): Plant => ({ ...plant, capacityKwh: 0, powerKw: 0 })

const productionOf = ({ loadKwh, roofs }: Year, { panels }: Plant): Float64Array => {
  const production = new Float64Array(loadKwh.length)
  roofs.forEach(({ productionKwhPerPanel }, roof) => {
    const count = panels[roof]!
    for (let hour = 0; hour < production.length; hour++) production[hour]! += count * productionKwhPerPanel[hour]!
  })
  return production
}

/** Plans know of demand charges what the ideal year imports at most. */
const forecastOf = ({ calendarYear }: ScanCase, year: Year, plant: Plant, ideal: Operation): Controller => ({
  kind: "forecast",
  knowledge: {
    ...plantKnowledge({ ...year, productionKwh: productionOf(year, plant), calendarYear }),
    targetImportKwh: ideal.importKwh,
  },
})

/** The year of a plant under a controller, from its ideal year. */
export const operateBy = (
  name: ControllerName,
  scanCase: ScanCase,
  { year, plant, ideal }: { year: Year; plant: Plant; ideal: Operation },
  optimiser: Optimiser,
): Operation => {
  if (name === "ideal") return ideal
  // Without a battery there is nothing to plan: what follows prices is the inverter.
  if (name === "forecast" && plant.capacityKwh === 0) return ideal
  const controller = name === "forecast" ? forecastOf(scanCase, year, plant, ideal) : { kind: name }
  return optimiser.control(year, plant, controller)
}

/**
 * The plant under each controller that the report compares; plans only where prices change by the hour or the request asks for them.
 */
export const controlledYears = (
  scanCase: ScanCase,
  { year }: Sizing,
  { plant, ideal }: { plant: Plant; ideal: ControlledYear },
  optimiser: Optimiser,
): { control: ControlledYears; chosen: ControlledYear } => {
  const { control: name } = scanCase
  const isPlanned = name === "forecast" || rewardsPlans(scanCase)
  const under = (controller: ControllerName): ControlledYear => ({
    withBattery: operateBy(controller, scanCase, { year, plant, ideal: ideal.withBattery }, optimiser),
    withoutBattery: operateBy(
      controller,
      scanCase,
      { year, plant: withoutBattery(plant), ideal: ideal.withoutBattery },
      optimiser,
    ),
  })
  const control: ControlledYears = {
    chosen: name,
    ideal,
    forecast: isPlanned ? under("forecast") : null,
    selfConsumption: under("selfConsumption"),
  }
  const chosen = name === "zeroExport" ? under(name) : (control[name] ?? ideal)
  return { control, chosen }
}
