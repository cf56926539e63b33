import type { ControllerName } from "../../domain/base/controllers.ts"
import { createMemo } from "../../domain/base/memo.ts"
import { mapped } from "../../domain/base/nonEmpty.ts"
import type { ControlledYear, ControlledYears, Operation, ScanCase, Schedule } from "../../domain/case/case.ts"
import { needsPhases, sharesOf } from "../../domain/case/phases.ts"
import { atTerminals } from "../../domain/case/terminals.ts"
import { rewardsPlans } from "../../domain/control/controller.ts"
import { peakKnowledge, plantKnowledge } from "../../domain/control/knowledge.ts"
import { plantStandbyKw } from "../../domain/finance/standby.ts"
import type { Controller, Knowledge, Optimiser, Plant, Sizing, Year } from "../../wasm/index.ts"
import { operateOnce, yearName } from "../model/knownYears.ts"
import { oneOperation } from "../model/phases.ts"
import { hasPanelsAlone, panelsAsIs, phaseYears } from "../model/sizing.ts"
import { yearOfPlant } from "../model/standby.ts"
import { operatePanels, yearWithoutLimits } from "./operate.ts"

const withoutBattery = (plant: Plant): Plant => ({ ...plant, capacityKwh: 0, powerKw: 0 })

/** Maximum number of memoised productions: plants with the same panels share their forecast. */
const PRODUCTIONS_KEPT = 4
const productions = createMemo<Float64Array>(PRODUCTIONS_KEPT)

const productionOf = (year: Year, plant: Plant): Float64Array => {
  const [first, ...otherRoofs] = year.roofs.map(({ productionKwhPerPanel }) => productionKwhPerPanel)
  const make = () => sumOfRoofs(year, plant)
  return first ? productions([first, ...otherRoofs], plant.panels.join(), make) : make()
}

const sumOfRoofs = ({ loadKwh, roofs }: Year, { panels }: Plant): Float64Array => {
  const production = new Float64Array(loadKwh.length)
  roofs.forEach(({ productionKwhPerPanel }, roof) => {
    const count = panels[roof]!
    for (let hour = 0; hour < production.length; hour++) production[hour]! += count * productionKwhPerPanel[hour]!
  })
  return production
}

/** A plant, a year that it is operated in, and that year with foresight, which not every controller asks for. */
interface OperatedYear {
  year: Year
  plant: Plant
  ideal: () => Operation
  /** Wear of a discharged kWh, which plans count. */
  wearEurPerKwh: number
  /** Arrays for the schedule, valid until they are passed again; absent: new arrays. Unused with several terms. */
  into?: Schedule
  /** The highest imports of that year under demand charges, if known without operating it. */
  peaksKw?: readonly number[] | undefined
}

/** For demand charges, plans know the highest imports of the ideal year. */
const forecastOf = ({ calendarYear }: ScanCase, operated: OperatedYear): Controller => {
  const { year, plant, wearEurPerKwh } = operated
  return {
    kind: "switching",
    knowledge: {
      wearEurPerKwh,
      ...plantKnowledge({ ...year, productionKwh: productionOf(year, plant), calendarYear }),
      ...(year.demandCharges ? { ...peakKnowledge({ ...year, calendarYear }), ...targetsOf(operated) } : {}),
    },
  }
}

const targetsOf = ({ peaksKw, ideal }: OperatedYear): Pick<Knowledge, "targetPeaksKw" | "targetImportKwh"> =>
  peaksKw ? { targetPeaksKw: peaksKw } : { targetImportKwh: ideal().years[0].importKwh }

/** True if a plant is the existing one alone, which has no controller. */
const isPlantOfToday = (scanCase: ScanCase, { panels, capacityKwh }: Plant): boolean =>
  capacityKwh === 0 && hasPanelsAlone(scanCase) && panelsAsIs(scanCase).every((count, roof) => panels[roof] === count)

/**
 * The year of a plant under a controller, as the connection of its battery sees it; under each of the case's terms
 * separately, with the knowledge of its prices.
 */
export const operateBy = (
  name: ControllerName,
  scanCase: ScanCase,
  operated: OperatedYear,
  optimiser: Optimiser,
): Operation => {
  if (name !== "ideal" && isPlantOfToday(scanCase, operated.plant))
    return operatePanels(scanCase, operated.year, operated.plant.panels, optimiser)
  if (!needsPhases(scanCase) || name === "ideal") return operateYear(name, scanCase, operated, optimiser)
  const { worth, use } = sharesOf(scanCase)
  const foreseen = once(operated.ideal)
  const operations = mapped(phaseYears(scanCase), (year, phase) => {
    const ideal = (): Operation => ({ costEur: 0, unservedKwh: 0, years: [foreseen().years[phase]!] })
    const wearEurPerKwh = (operated.wearEurPerKwh * use[phase]!) / worth[phase]!
    return operateYear(name, scanCase, { year, plant: operated.plant, ideal, wearEurPerKwh }, optimiser)
  })
  return oneOperation(scanCase, operations)
}

const once = <T>(work: () => T): (() => T) => {
  let done: { value: T } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

/** Arrays of a year for a controller to write into, 420 KB in hours. */
export const emptySchedule = ({ loadKwh: { length } }: Pick<ScanCase, "loadKwh">): Schedule => ({
  importKwh: new Float64Array(length),
  exportKwh: new Float64Array(length),
  curtailedKwh: new Float64Array(length),
  chargeKwh: new Float64Array(length),
  dischargeKwh: new Float64Array(length),
  levelKwh: new Float64Array(length),
})

const operateYear = (
  name: ControllerName,
  scanCase: ScanCase,
  operated: OperatedYear,
  optimiser: Optimiser,
): Operation => {
  const { plant, ideal, into } = operated
  const year = yearOfPlant(scanCase, operated.year, plant)
  if (name === "ideal") return atTerminals(scanCase, plant, ideal())
  // Without a battery there is nothing to plan: what follows prices is the inverter.
  if (name === "forecast" && plant.capacityKwh === 0 && !scanCase.input.existingBattery) return ideal()
  return operateOnce(optimiser, {
    name: controlledName(name, scanCase, { ...operated, year }),
    isPassing: into !== undefined,
    operate(isPassing) {
      const controller = name === "forecast" ? forecastOf(scanCase, { ...operated, year }) : { kind: name }
      const controlled = optimiser.control(year, plant, controller, isPassing ? into : undefined)
      return atTerminals(scanCase, plant, controlled, true)
    },
  })
}

/** A year of the baseline, which has no limit. An existing battery follows the controller of the scan. */
export const operateAsIs = (scan: ScanCase, withLimits: Year, optimiser: Optimiser): Operation => {
  const year = yearWithoutLimits(withLimits)
  const panels = panelsAsIs(scan)
  const ideal = () => operatePanels(scan, year, panels, optimiser)
  if (!scan.input.existingBattery) return ideal()
  const plant = { panels, capacityKwh: 0, powerKw: 0 }
  return operateBy(scan.control, scan, { year, plant, wearEurPerKwh: 0, ideal }, optimiser)
}

/** Names the year of a plant under a controller, the standby of its battery in the load. */
const controlledName = (
  name: ControllerName,
  scanCase: ScanCase,
  { year, plant, wearEurPerKwh }: OperatedYear,
): string | undefined => {
  const named = yearName(year, plant)
  if (named === undefined || name !== "forecast") return named && `${name} ${plantStandbyKw(scanCase, plant)} ${named}`
  return `${name} ${scanCase.calendarYear} ${wearEurPerKwh} ${plantStandbyKw(scanCase, plant)} ${named}`
}

/** A plant to operate by controllers. */
interface ToControl {
  plant: Plant
  wearEurPerKwh: number
  ideal: ControlledYear
  /** Its year under the controller of the scan, where that is known. */
  underControl?: Operation | undefined
}

/**
 * The plant under each controller that the report compares; plans only where prices change by the hour or the request
 * asks for them.
 */
export const controlledYears = (
  scanCase: ScanCase,
  { year }: Sizing,
  { plant, wearEurPerKwh, ideal, underControl }: ToControl,
  optimiser: Optimiser,
): { control: ControlledYears; chosen: ControlledYear } => {
  const { control: name } = scanCase
  const isPlanned = name === "forecast" || rewardsPlans(scanCase)
  const of = { year, wearEurPerKwh }
  const under = (controller: ControllerName): ControlledYear => ({
    withBattery:
      (controller === name ? underControl : undefined) ??
      operateBy(controller, scanCase, { ...of, plant, ideal: () => ideal.withBattery }, optimiser),
    withoutBattery: operateBy(
      controller,
      scanCase,
      { ...of, plant: withoutBattery(plant), ideal: () => ideal.withoutBattery },
      optimiser,
    ),
  })
  const control: ControlledYears = {
    chosen: name,
    ideal,
    forecast: isPlanned ? under("forecast") : null,
    selfConsumption: under("selfConsumption"),
  }
  return { control, chosen: control[name] ?? ideal }
}
