/** Checks of the arguments of the optimiser's interface. Each throws InvalidArgument that names the argument. */
import { InvalidArgument } from "./errors.ts"
import { factsOf, isKept } from "./keptYears.ts"
import type { Range } from "./rules.ts"
import type { Plant, Year } from "./types.ts"

/** A leap year of five-minute steps. */
const MAX_STEPS = 105_408
const MAX_ROOFS = 1000

const MAX_DEMAND_SETS = 16
const MAX_DEMAND_PERIODS = 128
/** Maximum number of phases; terms that change more often do not justify separate years. */
const MAX_PHASES = 4
const MAX_DEMAND_PRICE = 1e6
/** Tolerance for equal prices, relative to 1 + price. */
const PRICE_ROUNDING = 1e-12

function fits(value: unknown, range: Range): value is number {
  if (typeof value !== "number" || Number.isNaN(value)) return false
  if (!Number.isFinite(value) && !(range.infinite && value > 0)) return false
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, above = Number.NEGATIVE_INFINITY } = range
  return value >= min && value <= max && (value > above || range.above === undefined)
}

/** Checks a number against a range; it must be finite unless the range allows Infinity. */
export function requireNumber(argument: string, value: unknown, range: Range = {}): number {
  if (fits(value, range)) return value
  throw new InvalidArgument(argument, "number", { ...range, value })
}

/** A Float64Array of `length` finite numbers of the range. */
export function requireSeries(argument: string, values: unknown, length: number, range: Range = {}): void {
  if (!(values instanceof Float64Array)) throw new InvalidArgument(argument, "type", { type: "Float64Array" })
  if (values.length !== length) {
    throw new InvalidArgument(argument, "series-length", { expected: length, found: values.length })
  }
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = range
  for (let t = 0; t < length; t++) {
    if (values[t]! >= min && values[t]! <= max) continue
    requireNumber(`${argument}[${t}]`, values[t], range)
  }
}

/** Validated price pairs of kept years: export prices found to be at most the import prices, by import prices. */
const sellsBelow = new WeakMap<Float64Array, WeakSet<Float64Array>>()

function validatePrices(year: Year, steps: number): void {
  checkSeries(year, "year.buyEurPerKwh", year.buyEurPerKwh)
  checkSeries(year, "year.sellEurPerKwh", year.sellEurPerKwh)
  if (isKept(year) && sellsBelow.get(year.buyEurPerKwh)?.has(year.sellEurPerKwh)) return
  for (let t = 0; t < steps; t++) {
    if (year.sellEurPerKwh[t]! <= year.buyEurPerKwh[t]!) continue
    throw new InvalidArgument(`year.sellEurPerKwh[${t}]`, "sale-above-purchase", {
      sellEurPerKwh: year.sellEurPerKwh[t]!,
      buyEurPerKwh: year.buyEurPerKwh[t]!,
    })
  }
  if (!isKept(year)) return
  const sold = sellsBelow.get(year.buyEurPerKwh) ?? new WeakSet()
  sellsBelow.set(year.buyEurPerKwh, sold.add(year.sellEurPerKwh))
}

function validatePhases({ phases }: Year, steps: number): void {
  if (phases === undefined) return
  if (!Array.isArray(phases) || phases.length < 1 || phases.length > MAX_PHASES || steps % phases.length !== 0) {
    throw new InvalidArgument("year.phases", "phases-of-year", { maximum: MAX_PHASES })
  }
  phases.forEach(({ wearShare, isNetted }, i) => {
    requireNumber(`year.phases[${i}].wearShare`, wearShare, { min: 0, max: 1 })
    if (i > 0 && isNetted && !phases[i - 1]!.isNetted) {
      throw new InvalidArgument(`year.phases[${i}].isNetted`, "netted-phases-first")
    }
  })
}

function validateDemand({ demandCharges, phases }: Year, steps: number): void {
  if (demandCharges === undefined) return
  if (!Array.isArray(demandCharges) || demandCharges.length > MAX_DEMAND_SETS) {
    throw new InvalidArgument("year.demandCharges", "at-most-sets", { maximum: MAX_DEMAND_SETS })
  }
  let charged = 0
  demandCharges.forEach(({ period, eurPerKw, floorKw }, i) => {
    const path = `year.demandCharges[${i}]`
    if (floorKw !== undefined) requireNumber(`${path}.floorKw`, floorKw, { min: 0 })
    if (!Array.isArray(eurPerKw)) throw new InvalidArgument(`${path}.eurPerKw`, "type", { type: "numbers" })
    eurPerKw.forEach((price, k) => {
      requireNumber(`${path}.eurPerKw[${k}]`, price, { min: 0, max: MAX_DEMAND_PRICE })
    })
    if (!(period instanceof Int16Array)) throw new InvalidArgument(`${path}.period`, "type", { type: "Int16Array" })
    if (period.length !== steps) {
      throw new InvalidArgument(`${path}.period`, "series-length", { expected: steps, found: period.length })
    }
    period.forEach((k, t) => {
      if (k >= -1 && k < eurPerKw.length) return
      throw new InvalidArgument(`${path}.period[${t}]`, "index-of-prices", { value: k })
    })
    charged += eurPerKw.filter(price => price > 0).length
  })
  const maximum = MAX_DEMAND_PERIODS * (phases?.length ?? 1)
  if (charged > maximum) {
    throw new InvalidArgument("year.demandCharges", "at-most-charged-periods", { maximum })
  }
}

/** The year's cost is convex only if the netting credit is at most the difference of purchase and feed-in price. */
function validateNetting({ nettingEurPerKwh, buyEurPerKwh, sellEurPerKwh, phases }: Year, steps: number): void {
  if (nettingEurPerKwh === undefined) return
  requireNumber("year.nettingEurPerKwh", nettingEurPerKwh, { min: 0 })
  const netted = phases ? (steps / phases.length) * phases.filter(({ isNetted }) => isNetted).length : steps
  for (let t = 0; t < netted && nettingEurPerKwh > 0; t++) {
    const difference = buyEurPerKwh[t]! - sellEurPerKwh[t]!
    if (nettingEurPerKwh <= difference + PRICE_ROUNDING * (1 + Math.abs(buyEurPerKwh[t]!))) continue
    throw new InvalidArgument("year.nettingEurPerKwh", "netting-above-difference", {
      step: t,
      differenceEurPerKwh: difference,
      value: nettingEurPerKwh,
    })
  }
}

function validateBattery(year: Year): void {
  requireNumber("year.chargeEfficiency", year.chargeEfficiency, { above: 0, max: 1 })
  requireNumber("year.dischargeEfficiency", year.dischargeEfficiency, { above: 0, max: 1 })
  requireNumber("year.minLevel", year.minLevel, { min: 0, max: 1 })
  if (year.existingBattery !== undefined) {
    requireNumber("year.existingBattery.capacityKwh", year.existingBattery.capacityKwh, { min: 0 })
    requireNumber("year.existingBattery.powerKw", year.existingBattery.powerKw, { min: 0 })
  }
  if (year.initialLevel !== undefined) {
    requireNumber("year.initialLevel", year.initialLevel, { min: year.minLevel, max: 1 })
  }
}

/** Validated series of kept years: finite, and energies at least 0. */
const [rightPrices, rightEnergies] = [new WeakSet<Float64Array>(), new WeakSet<Float64Array>()]

/** Applies requireSeries() to a series of a year; for a kept year only once. */
function checkSeries(year: Year, argument: string, values: Float64Array, range: Range = {}): void {
  const right = range.min === undefined ? rightPrices : rightEnergies
  const steps = year.loadKwh.length
  if (isKept(year) && right.has(values) && values.length === steps) return
  requireSeries(argument, values, steps, range)
  if (isKept(year)) right.add(values)
}

/** Throws InvalidArgument unless the optimiser can solve `year`. */
export function validateYear(year: Year): void {
  // A year whose fields are no arrays is refused below.
  const facts = Array.isArray(year.roofs) ? factsOf(year) : {}
  if (facts.isValid) return
  checkYear(year)
  facts.isValid = true
}

function checkYear(year: Year): void {
  requireNumber("year.stepHours", year.stepHours, { above: 0 })
  if (!(year.loadKwh instanceof Float64Array))
    throw new InvalidArgument("year.loadKwh", "type", { type: "Float64Array" })
  const steps = year.loadKwh.length
  if (steps < 1 || steps > MAX_STEPS) {
    throw new InvalidArgument("year.loadKwh", "steps-of-year", { maximum: MAX_STEPS, found: steps })
  }
  checkSeries(year, "year.loadKwh", year.loadKwh, { min: 0 })
  if (!Array.isArray(year.roofs) || year.roofs.length > MAX_ROOFS) {
    throw new InvalidArgument("year.roofs", "at-most-roofs", { maximum: MAX_ROOFS })
  }
  year.roofs.forEach((roof, k) => {
    checkSeries(year, `year.roofs[${k}].productionKwhPerPanel`, roof.productionKwhPerPanel, { min: 0 })
    if (roof.exportKwPerPanel !== undefined)
      requireNumber(`year.roofs[${k}].exportKwPerPanel`, roof.exportKwPerPanel, { min: 0 })
    if (roof.mustRunPanels !== undefined)
      requireNumber(`year.roofs[${k}].mustRunPanels`, roof.mustRunPanels, { min: 0 })
  })
  validatePrices(year, steps)
  for (const limit of ["importLimitKw", "exportLimitKw"] as const) {
    const kw = year[limit]
    const range = { min: 0, max: Number.POSITIVE_INFINITY, infinite: true }
    if (kw instanceof Float64Array) requireSeries(`year.${limit}`, kw, steps, range)
    else if (kw !== undefined) requireNumber(`year.${limit}`, kw, { min: 0, infinite: true })
  }
  if (typeof year.gridCharging !== "boolean")
    throw new InvalidArgument("year.gridCharging", "type", { type: "boolean" })
  validateBattery(year)
  validatePhases(year, steps)
  validateDemand(year, steps)
  validateNetting(year, steps)
}

/** Throws InvalidArgument unless `plant` fits the roofs of `year`. */
export function validatePlant(plant: Plant, year: Year): void {
  if (!Array.isArray(plant.panels) || plant.panels.length !== year.roofs.length) {
    throw new InvalidArgument("plant.panels", "value-of-each-roof", { expected: year.roofs.length })
  }
  plant.panels.forEach((panels, k) => {
    requireNumber(`plant.panels[${k}]`, panels, { min: 0 })
  })
  requireNumber("plant.capacityKwh", plant.capacityKwh, { min: 0 })
  requireNumber("plant.powerKw", plant.powerKw, { min: 0 })
}

/** Throws InvalidArgument unless the line of a dispatch holds for `plant`: within the most panels of must-run roofs. */
export function validateProof({ panels }: Plant, { roofs }: Year): void {
  roofs.forEach(({ mustRunPanels }, k) => {
    if (mustRunPanels !== undefined) requireNumber(`plant.panels[${k}]`, panels[k], { max: mustRunPanels })
  })
}
