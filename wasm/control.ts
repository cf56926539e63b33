/** Operation of a year by a controller, on the host's side. */
import { COLUMNS, floatsAt, loadYear, place, readYears } from "./core.ts"
import { type DemandPlan, planDemand } from "./demand.ts"
import { InvalidArgument } from "./errors.ts"
import { isKept } from "./keptYears.ts"
import { type DispatchResult, readDispatch } from "./results.ts"
import type { SizingExports } from "./size.ts"
import type { Controller, Knowledge, Operated, Plant, Schedule, Year } from "./types.ts"
import { requireNumber, requireSeries } from "./validate.ts"

/** Exports of wasm/assembly/index.ts that controllers need. Pointers are byte offsets, booleans 0 or 1. */
export interface ControlExports extends SizingExports {
  controlBegin(): void
  operateByRule(panels: number, capacityKwh: number, powerKw: number): number
  operateByPlans(panels: number, capacityKwh: number, powerKw: number): number
  operateBySwitching(panels: number, capacityKwh: number, powerKw: number): number
  operateByReplay(panels: number, capacityKwh: number, powerKw: number): number
  knowledgeBegin(beyondSteps: number, clearnessSteps: number): void
  expectedBuyPointer(): number
  expectedSellPointer(): number
  pricesUntilPointer(): number
  nearUntilPointer(): number
  nearLoadPointer(): number
  farLoadPointer(): number
  highNearLoadPointer(): number
  highFarLoadPointer(): number
  clearProductionPointer(): number
  usualClearnessPointer(): number
  clearnessPointer(): number
  endValuePointer(): number
  peakTargetPointer(): number
}

export interface Operation {
  year: Year
  plant: Plant
  controller: Controller
}

/** Further knowledge under demand charges. */
const HIGH_LOADS = [
  ["highNearLoadKwh", "highNearLoadPointer", "nearLoadKwh"],
  ["highFarLoadKwh", "highFarLoadPointer", "farLoadKwh"],
] as const

const SERIES = [
  ["expectedBuyEurPerKwh", "expectedBuyPointer"],
  ["expectedSellEurPerKwh", "expectedSellPointer"],
  ["nearLoadKwh", "nearLoadPointer"],
  ["farLoadKwh", "farLoadPointer"],
  ["clearProductionKwh", "clearProductionPointer"],
  ["usualClearness", "usualClearnessPointer"],
  ["clearness", "clearnessPointer"],
  ["endValueEurPerKwh", "endValuePointer"],
] as const

function requireSteps(argument: string, values: unknown, steps: number, above: number): void {
  if (!(values instanceof Int32Array)) throw new InvalidArgument(argument, "type", { type: "Int32Array" })
  if (values.length !== steps) {
    throw new InvalidArgument(argument, "series-length", { expected: steps, found: values.length })
  }
  for (let t = 0; t < steps; t++) {
    const min = above < 0 ? 0 : t + above
    if (values[t]! < min || values[t]! > steps) requireNumber(`${argument}[${t}]`, values[t], { min, max: steps })
  }
}

/** Validated arrays of kept years, by the name of the series of knowledge. */
const validated = new Map<string, WeakSet<object>>()

/** Checks a series of the knowledge of a year; for a kept year only once. */
function checkSeries(year: Year, name: string, values: unknown, check: (argument: string) => void): void {
  const argument = `controller.knowledge.${name}`
  const checked = validated.get(name) ?? new WeakSet()
  const isRemembered = isKept(year) && (values instanceof Float64Array || values instanceof Int32Array)
  if (isRemembered && checked.has(values) && values.length === year.loadKwh.length) return
  check(argument)
  if (isRemembered) validated.set(name, checked.add(values))
}

function checkKnowledge(knowledge: Knowledge, year: Year): void {
  const steps = year.loadKwh.length
  const path = "controller.knowledge"
  requireNumber(`${path}.beyondSteps`, knowledge.beyondSteps, { min: 0, max: steps })
  requireNumber(`${path}.clearnessSteps`, knowledge.clearnessSteps, { min: 1 })
  for (const [name, above] of [["pricesUntil", 1] as const, ["nearUntil", -1] as const])
    checkSeries(year, name, knowledge[name], argument => requireSteps(argument, knowledge[name], steps, above))
  for (const [name] of SERIES) {
    const range = name.endsWith("EurPerKwh") ? {} : { min: 0 }
    checkSeries(year, name, knowledge[name], argument => requireSeries(argument, knowledge[name], steps, range))
  }
  for (const [name] of year.demandCharges ? HIGH_LOADS : []) {
    if (knowledge[name] === undefined) continue
    checkSeries(year, name, knowledge[name], argument => requireSeries(argument, knowledge[name], steps, { min: 0 }))
  }
  if (knowledge.wearEurPerKwh !== undefined) requireNumber(`${path}.wearEurPerKwh`, knowledge.wearEurPerKwh, { min: 0 })
  if (knowledge.targetImportKwh) {
    requireSeries(`${path}.targetImportKwh`, knowledge.targetImportKwh, steps, { min: 0 })
  }
}

function writeKnowledge(core: ControlExports, knowledge: Knowledge, isCharged: boolean): void {
  const { pricesUntil, nearUntil, beyondSteps, clearnessSteps } = knowledge
  core.knowledgeBegin(beyondSteps, clearnessSteps)
  new Int32Array(core.memory.buffer, core.pricesUntilPointer(), pricesUntil.length).set(pricesUntil)
  new Int32Array(core.memory.buffer, core.nearUntilPointer(), nearUntil.length).set(nearUntil)
  for (const [name, pointer] of SERIES) {
    floatsAt(core, core[pointer](), knowledge[name].length).set(knowledge[name])
  }
  for (const [name, pointer, otherwise] of isCharged ? HIGH_LOADS : []) {
    const values = knowledge[name] ?? knowledge[otherwise]
    floatsAt(core, core[pointer](), values.length).set(values)
  }
}

function checkInto(into: Schedule, steps: number): void {
  for (const name of COLUMNS) {
    if (!(into[name] instanceof Float64Array))
      throw new InvalidArgument(`into.${name}`, "type", { type: "Float64Array" })
    if (into[name].length === steps) continue
    throw new InvalidArgument(`into.${name}`, "series-length", { expected: steps, found: into[name].length })
  }
}

/** Highest import with foresight in each charged period, kW. */
function peakTargets({ periods, eurPerKw }: DemandPlan, imports: Float64Array, stepHours: number): number[] {
  const targets = eurPerKw.map(() => 0)
  periods.forEach((period, i) => {
    if (period >= 0) targets[period] = Math.max(targets[period]!, imports[i % imports.length]! / stepHours)
  })
  return targets
}

/**
 * Premiums that a planning controller adds to a kWh less imported, and to a kWh more exported, under annual netting. A
 * site whose yearly production exceeds its use earns the credit on imports; other sites earn it on exports.
 */
function nettedPremiums({ nettingEurPerKwh = 0, roofs, loadKwh }: Year, panels: number[]) {
  let net = 0
  for (let t = 0; t < loadKwh.length; t++) net += loadKwh[t]!
  roofs.forEach(({ productionKwhPerPanel }, k) => {
    for (let t = 0; t < loadKwh.length; t++) net -= panels[k]! * productionKwhPerPanel[t]!
  })
  return net < 0 ? { imported: -nettingEurPerKwh, exported: 0 } : { imported: 0, exported: nettingEurPerKwh }
}

const isConstant = (values: Float64Array): boolean => values.every(value => value === values[0])

/** Most purchase prices of a contract with windows; market prices have thousands. */
const MOST_WINDOW_PRICES = 8

/** True if a purchase has one price or the few prices of windows. */
const hasFewPrices = (buyEurPerKwh: Float64Array): boolean => {
  const prices = new Set<number>()
  return buyEurPerKwh.every(price => prices.add(price).size <= MOST_WINDOW_PRICES)
}

/**
 * Operation of a switching controller. Under demand charges it chooses monthly between peak-cutting rules and plans;
 * at market prices plans alone earn more. Without charges it chooses weekly between the rule and plans if prices vary.
 */
const switchingOf = (core: ControlExports, { buyEurPerKwh, sellEurPerKwh, demandCharges = [] }: Year) => {
  if (demandCharges.length > 0) return hasFewPrices(buyEurPerKwh) ? core.operateByReplay : core.operateByPlans
  return isConstant(buyEurPerKwh) && isConstant(sellEurPerKwh) ? core.operateByPlans : core.operateBySwitching
}

function run(core: ControlExports, { year, plant, controller }: Operation, plan: DemandPlan): DispatchResult {
  const panels = place(core, plant.panels)
  if (!("knowledge" in controller)) {
    return readDispatch(core.memory, core.operateByRule(panels, plant.capacityKwh, plant.powerKw))
  }
  const { knowledge } = controller
  writeKnowledge(core, knowledge, plan.eurPerKw.length > 0)
  const { targetPeaksKw } = knowledge
  if (targetPeaksKw && targetPeaksKw.length !== plan.eurPerKw.length) {
    const lengths = { expected: plan.eurPerKw.length, found: targetPeaksKw.length }
    throw new InvalidArgument("controller.knowledge.targetPeaksKw", "series-length", lengths)
  }
  const targets =
    targetPeaksKw ?? (knowledge.targetImportKwh && peakTargets(plan, knowledge.targetImportKwh, year.stepHours))
  if (targets) floatsAt(core, core.peakTargetPointer(), targets.length).set(targets)
  core.setWearPrice(knowledge.wearEurPerKwh ?? 0)
  const operate = controller.kind === "switching" ? switchingOf(core, year) : core.operateByPlans
  return readDispatch(core.memory, operate(panels, plant.capacityKwh, plant.powerKw))
}

/**
 * The year of a checked plant under a controller, with its bill: energy at the year's prices, unserved energy at its
 * price, demand charges on import, annual netting.
 * @throws InvalidArgument with the path of the invalid part of the controller's knowledge
 */
export function controlYear(core: ControlExports, operation: Operation, into?: Schedule): Operated {
  const { year, plant, controller } = operation
  const steps = year.loadKwh.length
  if (year.phases) throw new InvalidArgument("year.phases", "phases-of-year", { maximum: 1 })
  if ("knowledge" in controller) checkKnowledge(controller.knowledge, year)
  if (into) checkInto(into, steps)
  const plan = planDemand(year)
  loadYear(core, year, plan)
  const { nettingEurPerKwh = 0 } = year
  const { imported, exported } =
    nettingEurPerKwh > 0 ? nettedPremiums(year, plant.panels) : { imported: 0, exported: 0 }
  if (nettingEurPerKwh > 0) core.setObjective(1, imported, exported, 0)
  core.controlBegin()
  const { costEur, unservedKwh, importKwh, exportKwh } = run(core, operation, plan)
  const credit = nettingEurPerKwh * Math.min(importKwh, exportKwh)
  return {
    costEur: costEur - imported * importKwh + exported * exportKwh - credit,
    unservedKwh,
    years: readYears(core, year, { into, capacityKwh: plant.capacityKwh }),
  }
}
