/** Checks of a sizing's input. Each check throws InvalidArgument. */
import { InvalidArgument } from "./errors.ts"
import { checkCapacityPrice, checkCurve, MAX_PRICE, SLOWEST_HOURS } from "./prices.ts"
import type { BatteryBounds, Sizing } from "./types.ts"
import { requireNumber, validateYear } from "./validate.ts"

export const MAX_DISPATCHES = 20_000
const MAX_ROOFS = 64
const MAX_PANELS = 1e7
const MAX_BATTERY = 1e7
/** Maximum rate [kW per kWh]. */
const MAX_RATE = 1e6
const MAX_CONSTANT_KW = 1e6

function checkPanels(sizing: Sizing): void {
  const { panels, year } = sizing
  if (!Array.isArray(panels) || panels.length !== year.roofs.length) {
    throw new InvalidArgument("panels", "entry-of-each-roof", { expected: year.roofs.length })
  }
  if (panels.length > MAX_ROOFS) throw new InvalidArgument("panels", "at-most-entries", { maximum: MAX_ROOFS })
  panels.forEach((roof, k) => {
    const path = `panels[${k}]`
    if (roof.step !== 0 && roof.step !== 1) throw new InvalidArgument(`${path}.step`, "step-of-panels")
    requireNumber(`${path}.min`, roof.min, { min: 0, max: MAX_PANELS })
    requireNumber(`${path}.max`, roof.max, { min: roof.min, max: MAX_PANELS })
    for (const bound of ["min", "max"] as const) {
      if (roof.step === 1 && !Number.isInteger(roof[bound])) {
        throw new InvalidArgument(`${path}.${bound}`, "whole-panels", { value: roof[bound] })
      }
    }
    requireNumber(`${path}.kwPerPanel`, roof.kwPerPanel, { min: 0, max: MAX_PRICE })
    requireNumber(`${path}.eurPerKw`, roof.eurPerKw, { min: 0, max: MAX_PRICE })
    if (roof.fixedEur !== undefined) requireNumber(`${path}.fixedEur`, roof.fixedEur, { min: 0, max: MAX_PRICE })
    if (roof.step === 0 && (roof.isPricedTogether || (roof.fixedEur ?? 0) > 0)) {
      throw new InvalidArgument(`${path}.step`, "step-of-counted-roof")
    }
    if (roof.isPricedTogether) {
      requireNumber(`${path}.kwPerPanel`, roof.kwPerPanel, { above: 0 })
      if (!sizing.panelCurve) throw new InvalidArgument("panelCurve", "curve-of-roof", { roof: k })
    }
  })
  if (sizing.panelCurve !== undefined) checkCurve("panelCurve", sizing.panelCurve)
}

/** A line for all plants holds up to the most panels of each must-run roof. */
function checkMustRun({ panels, year }: Sizing): void {
  panels.forEach(({ max }, k) => {
    const most = year.roofs[k]!.mustRunPanels
    if (most !== undefined) requireNumber(`panels[${k}].max`, max, { max: most })
  })
}

function checkLeastYear({ leastYear, panels }: Sizing): void {
  if (leastYear === undefined) return
  requireNumber("leastYear.eur", leastYear.eur)
  if (leastYear.panels.length !== panels.length) {
    throw new InvalidArgument("leastYear.panels", "entry-of-each-roof", { expected: panels.length })
  }
  panels.forEach(({ min, max, step }, k) => {
    if (step === 0 && max > min) throw new InvalidArgument(`panels[${k}].step`, "step-of-counted-roof")
  })
}

function checkBattery(battery: BatteryBounds): void {
  requireNumber("battery.minKwh", battery.minKwh, { min: 0, max: MAX_BATTERY })
  requireNumber("battery.maxKwh", battery.maxKwh, { min: battery.minKwh, max: MAX_BATTERY })
  requireNumber("battery.minKw", battery.minKw, { min: 0, max: MAX_BATTERY })
  requireNumber("battery.maxKw", battery.maxKw, { min: battery.minKw, max: MAX_BATTERY })
  requireNumber("battery.eurPerKw", battery.eurPerKw, { min: 0, max: MAX_PRICE })
  if (battery.maxKw < battery.minKwh / SLOWEST_HOURS) {
    const leastKw = battery.minKwh / SLOWEST_HOURS
    throw new InvalidArgument("battery.maxKw", "power-of-capacity", {
      slowestHours: SLOWEST_HOURS,
      leastKw,
      value: battery.maxKw,
    })
  }
  for (const rate of ["includedRate", "highestRate"] as const) {
    if (battery[rate] !== undefined) requireNumber(`battery.${rate}`, battery[rate], { min: 0, max: MAX_RATE })
  }
  if (battery.smallestKwh !== undefined)
    requireNumber("battery.smallestKwh", battery.smallestKwh, { min: 0, max: MAX_BATTERY })
  if (battery.constantKw !== undefined)
    requireNumber("battery.constantKw", battery.constantKw, { min: 0, max: MAX_CONSTANT_KW })
  for (const credit of ["creditEurPerKw", "creditEur"] as const) {
    if (battery[credit] !== undefined) requireNumber(`battery.${credit}`, battery[credit], { min: 0, max: MAX_PRICE })
  }
  if (battery.wear !== undefined) {
    requireNumber("battery.wear.eurPerKwh", battery.wear.eurPerKwh, { min: 0, max: MAX_PRICE })
    requireNumber("battery.wear.includedKwhPerKwh", battery.wear.includedKwhPerKwh, { min: 0, max: MAX_PRICE })
  }
  checkCapacityPrice(battery)
}

function checkGoal(sizing: Sizing): void {
  const goal = sizing.goal ?? { kind: "cost" }
  if (goal.kind === "minShare") requireNumber("goal.share", goal.share, { min: 0, max: 1 })
  else if (goal.kind === "maxShare") requireNumber("goal.within", goal.within, { min: 0, max: 1 })
  else if (goal.kind !== "cost" && goal.kind !== "noUnserved") {
    throw new InvalidArgument("goal.kind", "kind-of-goal")
  }
}

/** Throws InvalidArgument, naming the argument, unless the sizing can be solved. */
export function checkSizing(sizing: Sizing): void {
  validateYear(sizing.year)
  checkTerms(sizing)
}

/** Checks all fields except the year, which has been checked. */
export function checkTerms(sizing: Sizing): void {
  requireNumber("presentWorthFactor", sizing.presentWorthFactor, { above: 0, max: MAX_PRICE })
  checkPanels(sizing)
  if (sizing.battery !== undefined) checkBattery(sizing.battery)
  checkMustRun(sizing)
  checkLeastYear(sizing)
  checkGoal(sizing)
  const goal = sizing.goal?.kind
  if ((goal === "minShare" || goal === "maxShare") && (sizing.year.nettingEurPerKwh ?? 0) > 0) {
    throw new InvalidArgument("year.nettingEurPerKwh", "netting-with-share", { goal })
  }
  requireNumber("tolerance", sizing.tolerance, { min: 0, max: 1 })
  if (sizing.savings !== undefined) {
    requireNumber("savings.asIsEur", sizing.savings.asIsEur)
    requireNumber("savings.tolerance", sizing.savings.tolerance, { above: 0 })
  }
  requireNumber("maxDispatches", sizing.maxDispatches, { min: 1, max: MAX_DISPATCHES })
  if (!Number.isInteger(sizing.maxDispatches)) throw new InvalidArgument("maxDispatches", "whole-number")
}
