/**
 * How the host loads a year: yearBegin(…); the arrays written at loadPointer(), productionPointer(roof), buyPointer()
 * and sellPointer(); where limits are not the same in all steps limitsBySteps(…) and those; where there are demand
 * charges demandBegin(…), the tables at periodPointer(), ratePointer(), floorPointer() and blockPointer(), and
 * demandReady(); of years one after the other phasesBegin(…) and the shares at phaseSharePointer(); then yearReady(),
 * and any number of dispatchYear(…) (dispatch.ts). Energies are kWh per step, prices EUR/kWh, limits and powers kW.
 */
import { arenaReset } from "../memory/arena"
import { takeSeries } from "../memory/series"
import { blocks, blocksTake, oneBlock } from "./blocks"
import { constantLoadReady, constantLoadTake } from "./constantLoad"
import { demand, demandNone, demandTake, freeLimits } from "./demand"
import { objectiveReady } from "./objective"
import { onePhase } from "./phases"
import { listTake } from "./valueList"
import { freeExport } from "./exportLimits"
import { contract, exportLimits, importLimits, MAX_SEGMENTS, objective, passes, year } from "./year"

/**
 * Starts a year: releases all memory and allocates the buffers of `steps` steps and `roofs` roofs. A year of the same
 * size has the same buffers, with the previous year's contents.
 */
export function yearBegin(
  steps: i32,
  roofs: i32,
  stepHours: f64,
  importLimitKw: f64,
  exportLimitKw: f64,
  gridCharging: bool,
  chargeEfficiency: f64,
  dischargeEfficiency: f64,
  minLevel: f64,
  initialLevel: f64,
): void {
  assert(steps > 0 && roofs >= 0 && stepHours > 0 && importLimitKw >= 0 && exportLimitKw >= 0)
  assert(chargeEfficiency > 0 && chargeEfficiency <= 1 && dischargeEfficiency > 0 && dischargeEfficiency <= 1)
  assert(minLevel >= 0 && minLevel <= initialLevel && initialLevel <= 1)
  const isPlaced = steps == year.steps && roofs == year.roofs
  arenaReset()
  year.number = 0
  year.steps = steps
  year.roofs = roofs
  year.stepHours = stepHours
  year.gridCharging = gridCharging
  year.chargeEfficiency = chargeEfficiency
  year.dischargeEfficiency = dischargeEfficiency
  year.minLevel = minLevel
  year.initialLevel = initialLevel
  holdBattery(0, 0)
  year.load = takeSeries(steps)
  year.panelProduction = takeSeries(steps * roofs)
  year.buyPrice = takeSeries(steps)
  year.sellPrice = takeSeries(steps)
  year.hasMustRun = false
  year.mustRunPanels = takeSeries(roofs)
  takeWork(steps)
  constantLoadTake()
  evenLimits(importLimitKw * stepHours, exportLimitKw * stepHours, isPlaced)
  demandNone()
  oneBlock()
  onePhase()
}

/**
 * The contract's limits are the same in all steps, kWh; limitsBySteps() says otherwise. `isPlaced`: the buffers of the
 * previous year have the same addresses.
 */
function evenLimits(importKwh: f64, exportKwh: f64, isPlaced: bool): void {
  const hasImports = isPlaced && contract.isImportEven && contract.evenImport == importKwh
  const hasExports = isPlaced && contract.isExportEven && contract.evenExport == exportKwh
  contract.imports = takeSeries(year.steps)
  contract.exports = takeSeries(year.steps)
  contract.exportPerPanel = takeSeries(year.roofs)
  contract.evenImport = importKwh
  contract.evenExport = exportKwh
  contract.isImportEven = true
  contract.isExportEven = true
  contract.growsWithPanels = false
  if (!hasImports) contract.imports.fill(importKwh, year.steps)
  if (!hasExports) contract.exports.fill(exportKwh, year.steps)
}

/**
 * Limits that the host writes step by step at importLimitPointer() and exportLimitPointer(), kWh. If export `grows`
 * with the panels, also the kWh a step of one panel of each roof at exportPerPanelPointer(); before yearReady().
 */
export function limitsBySteps(imports: bool, exports: bool, grows: bool): void {
  contract.isImportEven = !imports
  contract.isExportEven = !exports
  contract.growsWithPanels = grows
}

export function importLimitPointer(): usize {
  return contract.imports.address
}

export function exportLimitPointer(): usize {
  return contract.exports.address
}

export function exportPerPanelPointer(): usize {
  return contract.exportPerPanel.address
}

/** Allocates the series of one dispatch. */
function takeWork(steps: i32): void {
  objective.importPrice = takeSeries(steps)
  objective.exportPrice = takeSeries(steps)
  objective.nettingShift = 0
  objective.wearPrice = 0
  importLimits.perStep = takeSeries(steps)
  exportLimits.perStep = takeSeries(steps)
  passes.production = takeSeries(steps)
  passes.thresholds = takeSeries(MAX_SEGMENTS * steps)
  passes.level = takeSeries(steps)
  passes.shadowPriceRange = takeSeries(2 * steps)
  passes.productionWorth = takeSeries(steps)
  passes.mustRunShare = takeSeries(steps)
  passes.mustRunWorth = takeSeries(steps)
  listTake()
}

/** Existing battery of the year, kWh and kW, in addition to the battery of every plant; after yearBegin(). */
export function holdBattery(kwh: f64, kw: f64): void {
  assert(kwh >= 0 && kw >= 0)
  year.heldKwh = kwh
  year.heldKw = kw
}

/** Gives the loaded year its number, which no other year ever has. */
export function numberYear(number: f64): void {
  year.number = number
}

export function loadPointer(): usize {
  return year.load.address
}

export function productionPointer(roof: i32): usize {
  assert(roof >= 0 && roof < year.roofs)
  return year.panelProduction.from(roof * year.steps).address
}

/** The host writes the most panels of each must-run roof, and −1 for the others, at the returned pointer. */
export function mustRunPointer(): usize {
  year.hasMustRun = true
  return year.mustRunPanels.address
}

export function buyPointer(): usize {
  return year.buyPrice.address
}

export function sellPointer(): usize {
  return year.sellPrice.address
}

/** Takes the tables of the demand charges of a year begun. */
export function demandBegin(sets: i32, periods: i32, blockCount: i32): void {
  demandTake(sets, periods)
  blocksTake(blockCount)
}

export function periodPointer(): usize {
  return demand.periods.address
}

export function ratePointer(): usize {
  return demand.rates.address
}

export function floorPointer(): usize {
  return demand.floors.address
}

export function blockPointer(): usize {
  return blocks.starts.address
}

/**
 * After the input arrays and tables are written: sets the objective to plain cost. `arePricesKept`: the previous year's
 * series are the same, at the same addresses.
 */
export function yearReady(arePricesKept: bool): void {
  constantLoadReady()
  freeLimits()
  freeExport()
  objectiveReady(arePricesKept)
}
