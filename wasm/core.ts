/** Instance of the core on the host's side: its exports, views of its memory, and the loaded year. */
import type { DemandPlan } from "./demand.ts"
import { isKept, numberOfYear } from "./keptYears.ts"
import { evenLimit, exportPerPanel, growsWithPanels } from "./limits.ts"
import { type DispatchResult, readDispatch } from "./results.ts"
import type { Dispatch, Operated, OperationCost, Plant, Schedule, Year } from "./types.ts"

/**
 * Exports of wasm/assembly/index.ts that dispatching needs; sizing adds its own in size.ts. Pointers are byte offsets.
 */
export interface DispatchExports {
  memory: WebAssembly.Memory
  takeF64(count: number): number
  arenaMark(): number
  arenaRelease(mark: number): void
  yearBegin(
    steps: number,
    roofs: number,
    stepHours: number,
    importLimitKw: number,
    exportLimitKw: number,
    gridCharging: number,
    chargeEfficiency: number,
    dischargeEfficiency: number,
    minLevel: number,
    initialLevel: number,
  ): void
  holdBattery(kwh: number, kw: number): void
  phasesBegin(count: number, counted: number): void
  phaseSharePointer(): number
  yearReady(arePricesKept: number): void
  numberYear(number: number): void
  demandBegin(sets: number, periods: number, blocks: number): void
  periodPointer(): number
  ratePointer(): number
  floorPointer(): number
  blockPointer(): number
  demandReady(): void
  loadPointer(): number
  productionPointer(roof: number): number
  limitsBySteps(imports: number, exports: number, grows: number): void
  importLimitPointer(): number
  exportLimitPointer(): number
  exportPerPanelPointer(): number
  mustRunPointer(): number
  buyPointer(): number
  sellPointer(): number
  setWearPrice(eurPerKwh: number): void
  setObjective(scale: number, importPremium: number, exportPremium: number, unserved: number): void
  dispatchYear(panels: number, capacityKwh: number, powerKw: number, cut: number): number
  writeSeries(target: number): void
  workDone(): number
  cutLength(): number
  /** The address of the last dispatch's totals (results.ts); dispatchYear() returns it as well. */
  dispatchedYear(): number
}

/** A core with its own memory. `Exports`: exports of its index.ts. */
export async function instantiateCore<Exports>(module: WebAssembly.Module): Promise<Exports> {
  const instance = await WebAssembly.instantiate(module)
  return instance.exports as unknown as Exports
}

/** A view of `count` f64 at `pointer`; invalid after the next call that may grow the memory. */
export function floatsAt(core: DispatchExports, pointer: number, count: number): Float64Array {
  return new Float64Array(core.memory.buffer, pointer, count)
}

/** Writes `values` into the arena and returns where. */
export function place(core: DispatchExports, values: ArrayLike<number>): number {
  const pointer = core.takeF64(values.length)
  floatsAt(core, pointer, values.length).set(values)
  return pointer
}

function loadDemand(core: DispatchExports, { periods, sets, eurPerKw, floorKw, blockStarts }: DemandPlan): void {
  core.demandBegin(sets, eurPerKw.length, blockStarts.length - 1)
  new Int32Array(core.memory.buffer, core.periodPointer(), periods.length).set(periods)
  new Int32Array(core.memory.buffer, core.blockPointer(), blockStarts.length).set(blockStarts)
  floatsAt(core, core.ratePointer(), eurPerKw.length).set(eurPerKw)
  floatsAt(core, core.floorPointer(), floorKw.length).set(floorKw)
  core.demandReady()
}

/** Loads limits that change by step, and limits that grow with the panels. */
function loadLimits(core: DispatchExports, year: Year): void {
  const { importLimitKw, exportLimitKw, stepHours } = year
  const grows = growsWithPanels(year)
  const [imports, exports] = [importLimitKw, exportLimitKw].map(limit => limit instanceof Float64Array)
  if (!imports && !exports && !grows) return
  core.limitsBySteps(imports ? 1 : 0, exports ? 1 : 0, grows ? 1 : 0)
  const write = (pointer: number, kw: Float64Array) =>
    floatsAt(core, pointer, kw.length).set(kw.map(limit => limit * stepHours))
  if (importLimitKw instanceof Float64Array) write(core.importLimitPointer(), importLimitKw)
  if (exportLimitKw instanceof Float64Array) write(core.exportLimitPointer(), exportLimitKw)
  write(core.exportPerPanelPointer(), exportPerPanel(year))
}

/** Loads the most panels of must-run roofs. */
function loadMustRun(core: DispatchExports, { roofs }: Year): void {
  if (roofs.every(({ mustRunPanels }) => mustRunPanels === undefined)) return
  floatsAt(core, core.mustRunPointer(), roofs.length).set(roofs.map(({ mustRunPanels = -1 }) => mustRunPanels))
}

/**
 * Loads the phases of operation in their order. If there is no netting credit, all phases count as phases with netting.
 */
function loadPhases(core: DispatchExports, { phases, nettingEurPerKwh = 0 }: Year): void {
  if (!phases) return
  const netted = phases.filter(({ isNetted }) => isNetted).length
  core.phasesBegin(phases.length, nettingEurPerKwh > 0 ? netted : phases.length)
  const shares = phases.map(({ wearShare }) => wearShare)
  floatsAt(core, core.phaseSharePointer(), shares.length).set(shares)
}

/** Arrays of the last loaded year that are still in the core's memory and that callers never change. */
type Loaded = Pick<Year, "buyEurPerKwh" | "sellEurPerKwh"> & { steps: number; productions: Float64Array[] }

const loadedLast = new WeakMap<DispatchExports, Loaded>()

/**
 * Data of a year that the core already holds: a year with as many steps and roofs reuses the buffers of the previous
 * year.
 */
function heldOf(core: DispatchExports, { loadKwh, roofs }: Year): Loaded | undefined {
  const last = loadedLast.get(core)
  return last?.steps === loadKwh.length && last.productions.length === roofs.length ? last : undefined
}

function rememberLoaded(core: DispatchExports, year: Year): void {
  const { loadKwh, roofs, buyEurPerKwh, sellEurPerKwh } = year
  const productions = roofs.map(({ productionKwhPerPanel }) => productionKwhPerPanel)
  if (isKept(year)) loadedLast.set(core, { steps: loadKwh.length, productions, buyEurPerKwh, sellEurPerKwh })
  else loadedLast.delete(core)
}

/**
 * Loads a validated year. Earlier contents of the arena become invalid, and the objective becomes plain cost. Demand
 * charges are loaded with their plan. Prices and production of a kept year that the core already has are not copied
 * again.
 */
export function loadYear(core: DispatchExports, year: Year, plan?: DemandPlan): void {
  const steps = year.loadKwh.length
  const heldYear = heldOf(core, year)
  core.yearBegin(
    steps,
    year.roofs.length,
    year.stepHours,
    evenLimit(year.importLimitKw),
    evenLimit(year.exportLimitKw),
    year.gridCharging ? 1 : 0,
    year.chargeEfficiency,
    year.dischargeEfficiency,
    year.minLevel,
    year.initialLevel ?? year.minLevel,
  )
  const { existingBattery } = year
  if (existingBattery) core.holdBattery(existingBattery.capacityKwh, existingBattery.powerKw)
  floatsAt(core, core.loadPointer(), steps).set(year.loadKwh)
  const hasBuy = heldYear?.buyEurPerKwh === year.buyEurPerKwh
  const hasSell = heldYear?.sellEurPerKwh === year.sellEurPerKwh
  if (!hasBuy) floatsAt(core, core.buyPointer(), steps).set(year.buyEurPerKwh)
  if (!hasSell) floatsAt(core, core.sellPointer(), steps).set(year.sellEurPerKwh)
  year.roofs.forEach(({ productionKwhPerPanel }, k) => {
    if (heldYear?.productions[k] !== productionKwhPerPanel)
      floatsAt(core, core.productionPointer(k), steps).set(productionKwhPerPanel)
  })
  loadLimits(core, year)
  loadMustRun(core, year)
  loadPhases(core, year)
  if (plan !== undefined && plan.eurPerKw.length > 0) loadDemand(core, plan)
  core.yearReady(hasBuy && hasSell ? 1 : 0)
  core.numberYear(numberOfYear(year))
  rememberLoaded(core, year)
}

/** Dispatches the loaded year with `plant` under the core's objective; `cut`: address for the cut, 0 for none. */
export function runDispatch(
  core: DispatchExports,
  { panels, capacityKwh, powerKw }: Plant,
  cut: number,
): DispatchResult {
  return readDispatch(core.memory, core.dispatchYear(place(core, panels), capacityKwh, powerKw, cut))
}

/** Cost of the loaded year with `plant` under the core's objective. */
export function costLoaded(core: DispatchExports, plant: Plant): OperationCost {
  const mark = core.arenaMark()
  const { costEur, unservedKwh, dischargeKwh } = runDispatch(core, plant, 0)
  core.arenaRelease(mark)
  return { costEur, unservedKwh, dischargeKwh }
}

/** The order in which the core writes a schedule. */
export const COLUMNS = ["importKwh", "exportKwh", "curtailedKwh", "chargeKwh", "dischargeKwh", "levelKwh"] as const

/** Known values of a schedule and its hours, which are created at their first read. */
export function withSchedule<Known extends object>(values: Known, make: () => Schedule): Known & Schedule {
  let schedule: Schedule | undefined
  const read = (name: keyof Schedule) => {
    schedule ??= make()
    return schedule[name]
  }
  const series = COLUMNS.map(name => [name, { get: () => read(name), enumerable: true }] as const)
  return Object.defineProperties({ ...values }, Object.fromEntries(series)) as Known & Schedule
}

/** Zero arrays by number of steps, shared by all kept years. */
const zeros = new Map<number, Float64Array>()

function zerosOf(steps: number): Float64Array {
  const zeroHours = zeros.get(steps) ?? new Float64Array(steps)
  zeros.set(steps, zeroHours)
  return zeroHours
}

/** Target arrays of a schedule, and its plant. */
interface Reading {
  into?: Schedule | undefined
  /** Without a battery, all kept years share the arrays of its flows. */
  capacityKwh?: number
}

/** The core's last year by step, for each of its phases. */
export function readYears(core: DispatchExports, year: Year, { into, capacityKwh }: Reading = {}): Dispatch["years"] {
  const mark = core.arenaMark()
  const steps = year.loadKwh.length
  const stepsOfPhase = steps / (year.phases?.length ?? 1)
  const series = core.takeF64(6 * steps)
  core.writeSeries(series)
  const column = (phase: number, n: number) =>
    floatsAt(core, series + 8 * (n * steps + phase * stepsOfPhase), stepsOfPhase)
  const none = capacityKwh === 0 && !year.existingBattery && isKept(year) ? zerosOf(stepsOfPhase) : undefined
  const scheduleOf = (phase: number): Schedule => ({
    importKwh: column(phase, 0).slice(),
    exportKwh: column(phase, 1).slice(),
    curtailedKwh: column(phase, 2).slice(),
    chargeKwh: none ?? column(phase, 3).slice(),
    dischargeKwh: none ?? column(phase, 4).slice(),
    levelKwh: none ?? column(phase, 5).slice(),
  })
  if (into) for (const [n, name] of COLUMNS.entries()) into[name].set(column(0, n))
  const years = into ? [{ ...into }] : Array.from({ length: steps / stepsOfPhase }, (_, phase) => scheduleOf(phase))
  core.arenaRelease(mark)
  return years as [Schedule, ...Schedule[]]
}

/** Imported energy of a year over all its phases. */
export function boughtKwh({ years }: Pick<Dispatch, "years">): number {
  let kwh = 0
  for (const { importKwh } of years) for (let t = 0; t < importKwh.length; t++) kwh += importKwh[t]!
  return kwh
}

/** dispatchLoaded() without the proof of its cost. */
export function operateLoaded(core: DispatchExports, plant: Plant, year: Year): Operated {
  const mark = core.arenaMark()
  const { costEur, unservedKwh } = runDispatch(core, plant, 0)
  const operated = { costEur, unservedKwh, years: readYears(core, year, plant) }
  core.arenaRelease(mark)
  return operated
}

/** Dispatches the loaded year with `plant` under the core's objective and reads the schedule back. */
export function dispatchLoaded(core: DispatchExports, plant: Plant, year: Year): Dispatch {
  const mark = core.arenaMark()
  const { costEur, lowerBoundEur, unservedKwh } = runDispatch(core, plant, core.takeF64(core.cutLength()))
  const dispatch = { costEur, lowerBoundEur, unservedKwh, years: readYears(core, year) }
  core.arenaRelease(mark)
  return dispatch
}
