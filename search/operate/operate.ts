import { mapped } from "../../domain/base/nonEmpty.ts"
import type { Operation, ScanCase } from "../../domain/case/case.ts"
import { followsPrices } from "../../domain/case/inverterControl.ts"
import { givenKwh, sharesOf } from "../../domain/case/phases.ts"
import { atTerminals } from "../../domain/case/terminals.ts"
import { fixedCostOf } from "../../domain/finance/bill.ts"
import { weighted } from "../../domain/finance/phases.ts"
import { plantStandbyKw } from "../../domain/finance/standby.ts"
import { type Optimiser, type Plant, type Sized, type Sizing, SolveCancelled, type Year } from "../../wasm/index.ts"
import type { Solving } from "../model/budget.ts"
import { hasMixedLosses, withOwnLosses } from "../model/existingBattery.ts"
import { foreseenName, operateOnce, yearName } from "../model/knownYears.ts"
import { asMetered } from "../model/metered.ts"
import { billsOfPhases, objectiveYearEur } from "../model/phases.ts"
import { hasPanelsAlone, panelsAsIs } from "../model/sizing.ts"
import { yearOfPlant } from "../model/standby.ts"

/** Share of the bill at which the year of a given plant is near enough under demand charges, netting and wear. */
const TOLERANCE = 3e-4
/** Far above any market price [EUR/kWh]: import is avoided first, cost second. */
const LEAST_IMPORT_EUR_PER_KWH = 1000

/**
 * Operates a year that no sizing operated, at least cost. For the goal self-sufficiency least import comes first, and
 * costEur includes the price that ranks it first. A scan with nothing to add therefore equals its baseline.
 */
const dispatchFor = ({ input }: ScanCase, year: Year, plant: Plant, optimiser: Optimiser): Operation => {
  const isLeastImport = input.goal.kind === "self-sufficiency"
  const named = yearName(year, plant)
  return operateOnce(optimiser, {
    name: named && `${isLeastImport ? "least import" : "least cost"} ${named}`,
    isPassing: false,
    operate: () => optimiser.operate(isLeastImport ? leastImport(year) : year, plant),
  })
}

const leastImport = (year: Year): Year => ({
  ...year,
  buyEurPerKwh: year.buyEurPerKwh.map(eurPerKwh => eurPerKwh + LEAST_IMPORT_EUR_PER_KWH),
})

/**
 * The year of a sized plant with foresight, as the connection of its battery sees it.
 * @param year of the sizing
 */
export const foreseenYear = (
  scan: ScanCase,
  { plant, dispatch }: Sized,
  year: Year,
  optimiser: Optimiser,
): Operation => {
  if (hasMixedLosses(scan)) return atTerminals(scan, plant, optimiser.operate(yearOfPlant(scan, year, plant), plant))
  const named = foreseenName(dispatch)
  return operateOnce(optimiser, {
    name: named && `${plantStandbyKw(scan, plant)} ${named}`,
    isPassing: false,
    operate: () => atTerminals(scan, plant, dispatch),
  })
}

/** True if a plant is the existing one alone, whose panels export at any price. */
export const isAsMetered = (scan: ScanCase, { panels, capacityKwh }: Pick<Plant, "panels" | "capacityKwh">): boolean =>
  capacityKwh === 0 &&
  hasPanelsAlone(scan) &&
  !followsPrices(scan.input) &&
  panelsAsIs(scan).every((count, roof) => panels[roof] === count)

/**
 * A year of a plant that was found in another one, its standby in the load. Throws SolveCancelled if the scan has to
 * end.
 */
export const operatePlant = (scan: ScanCase, sizing: Sizing, plant: Plant, { optimiser, goOn }: Solving): Operation => {
  if (!goOn()) throw new SolveCancelled()
  const { year } = sizing
  if (isAsMetered(scan, plant)) return asMetered(scan)
  const loaded = yearOfPlant(scan, year, plant)
  if (scan.input.goal.kind === "self-sufficiency") return dispatchFor(scan, yearWithoutDemand(loaded), plant, optimiser)
  if (!year.demandCharges && !year.nettingEurPerKwh) {
    const operation = optimiser.operate(loaded, plant)
    if (!isWorn(sizing, plant, givenKwh(scan, operation))) return operation
  }
  const panels = sizing.panels.map((roof, k) => ({
    ...roof,
    min: plant.panels[k]!,
    max: plant.panels[k]!,
    eurPerKw: 0,
  }))
  const { capacityKwh, powerKw } = plant
  const battery = {
    minKwh: capacityKwh,
    maxKwh: capacityKwh,
    minKw: powerKw,
    maxKw: powerKw,
    eurPerKw: 0,
    eurPerKwh: 0,
    constantKw: plantStandbyKw(scan, plant),
    ...(sizing.battery?.wear ? { wear: sizing.battery.wear } : {}),
  }
  const { savings: _, ...terms } = sizing
  const fixed: Sizing = {
    ...terms,
    ...{ year: yearOfPanels(year, plant), panels, battery },
    ...{ goal: { kind: "cost" }, tolerance: TOLERANCE },
  }
  return optimiser.size(fixed, goOn).dispatch
}

/** A year whose bound holds for these panels alone, and is tight for them. */
const yearOfPanels = (year: Year, { panels }: Plant): Year => ({
  ...year,
  roofs: year.roofs.map((roof, k) =>
    roof.mustRunPanels === undefined ? roof : { ...roof, mustRunPanels: panels[k]! },
  ),
})

/**
 * A year without a new battery. With nothing to shift, demand charges change no flow; an existing battery counts them.
 * Panels of today alone feed in at any price, unless the tariff says that they follow prices.
 */
export const operatePanels = (scan: ScanCase, year: Year, panels: number[], optimiser: Optimiser): Operation =>
  isAsMetered(scan, { panels, capacityKwh: 0 })
    ? asMetered(scan)
    : dispatchFor(
        scan,
        hasShifting(scan) ? withOwnLosses(scan, year, NO_BATTERY) : yearWithoutDemand(year),
        { panels, ...NO_BATTERY },
        optimiser,
      )

const NO_BATTERY = { capacityKwh: 0, powerKw: 0 }

/** True if an existing battery lowers costs by shifting energy; for self-sufficiency import counts alone. */
const hasShifting = ({ input }: ScanCase): boolean =>
  input.existingBattery !== undefined && input.goal.kind !== "self-sufficiency"

/** Does so much discharging of a plant wear its battery? Its years at least cost then go by what that costs. */
export const isWorn = ({ battery }: Sizing, { capacityKwh }: Plant, dischargedKwh: number): boolean =>
  battery?.wear !== undefined && dischargedKwh > battery.wear.includedKwhPerKwh * capacityKwh

/** Cost of a year at the prices of the first year, less the fixed costs and overlap that no plant changes [EUR]. */
export const variableBillEur = ({ overlapKwh: _, ...scan }: ScanCase, operation: Operation): number => {
  const { assumptions } = scan
  const fixedEur = mapped(scan.tariffs, tariff => 12 * fixedCostOf(assumptions, tariff))
  const { parts, worth } = sharesOf(scan)
  const counted = parts ? parts.gridFee.reduce((sum, share) => sum + share, 0) : 1
  const beyondFirstEur = weighted(
    parts?.gridFee ?? worth,
    fixedEur.map(eur => eur - fixedEur[0]),
  )
  return objectiveYearEur(scan, billsOfPhases(scan, operation)) - counted * fixedEur[0] - beyondFirstEur
}

const yearWithoutDemand = ({ demandCharges: _, ...year }: Year): Year => year

/** A year without limits of the connection. */
export const yearWithoutLimits = ({ importLimitKw: _import, exportLimitKw: _export, roofs, ...year }: Year): Year => ({
  ...year,
  roofs: roofs.map(({ exportKwPerPanel: _, ...roof }) => roof),
})
