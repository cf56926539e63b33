/** The tables of a sizing, written into the core. */
import { type DispatchExports, floatsAt } from "./core.ts"
import { GOALS, goalNumbers } from "./goals.ts"
import { batteryTable, hasLeastYear, pointsTo } from "./prices.ts"
import type { Sizing } from "./types.ts"

/** Exports of wasm/assembly/index.ts that describe the sizing problem. Pointers are byte offsets. */
export interface ProblemExports extends DispatchExports {
  problemBegin(goal: number, share: number, worth: number, tolerance: number, dispatches: number): void
  problemPrices(segments: number, points: number): void
  problemRules(nettingEur: number, partsOfKwh: number): void
  problemSavings(asIsEur: number, tolerance: number): void
  problemWear(eurPerKwh: number, includedKwhPerKwh: number): void
  problemConstant(kw: number): void
  problemCredit(eurPerKw: number): void
  problemLeastYear(eur: number): void
  problemPower(leastKw: number, mostKw: number, eurPerKw: number, includedRate: number, highestRate: number): void
  panelTablePointer(): number
  segmentTablePointer(): number
  pointTablePointer(): number
}

/**
 * Parts of a kWh: capacities are multiples of 0.001 kWh. Exception: a single price with a tolerance finer than this
 * step.
 */
const PARTS_OF_KWH = 1000
const FINE_TOLERANCE = 1e-6

/** Writes the tables of a checked sizing whose year is loaded. */
export function loadProblem(core: ProblemExports, sizing: Sizing): void {
  const { code, share } = goalNumbers(sizing)
  const battery = batteryTable(sizing)
  const continuous = sizing.battery?.tiers === undefined && sizing.tolerance < FINE_TOLERANCE
  const { presentWorthFactor, tolerance, maxDispatches, panels, panelCurve, savings } = sizing
  core.problemBegin(code, share, presentWorthFactor, tolerance, maxDispatches)
  core.problemRules(sizing.year.nettingEurPerKwh ?? 0, continuous ? 0 : PARTS_OF_KWH)
  core.problemConstant(sizing.battery?.constantKw ?? 0)
  core.problemCredit(battery.creditEurPerKw)
  const { wear } = sizing.battery ?? {}
  if (wear) core.problemWear(wear.eurPerKwh, wear.includedKwhPerKwh)
  if (sizing.leastYear && hasLeastYear(sizing)) core.problemLeastYear(sizing.leastYear.eur)
  if (savings !== undefined) core.problemSavings(savings.asIsEur, savings.tolerance)
  core.problemPower(battery.leastKw, battery.mostKw, battery.eurPerKw, battery.includedRate, battery.highestRate)
  const largestKw = panels.reduce((kw, roof) => (roof.isPricedTogether ? kw + roof.kwPerPanel * roof.max : kw), 0)
  const points = panelCurve && largestKw > 0 ? pointsTo(panelCurve, largestKw) : []
  core.problemPrices(battery.segments.length, points.length)
  const panelRows = panels.flatMap(({ min, max, step, kwPerPanel, eurPerKw, fixedEur = 0, isPricedTogether }) => [
    ...[code === GOALS.maxShare ? max : min, max, step],
    ...[kwPerPanel * eurPerKw, fixedEur, isPricedTogether ? kwPerPanel : 0],
  ])
  const segmentRows = battery.segments.flatMap(each => [each.leastKwh, each.mostKwh, each.fixedEur, each.eurPerKwh])
  const pointRows = points.flatMap(({ size, eur }) => [size, eur])
  floatsAt(core, core.panelTablePointer(), panelRows.length).set(panelRows)
  floatsAt(core, core.segmentTablePointer(), segmentRows.length).set(segmentRows)
  floatsAt(core, core.pointTablePointer(), pointRows.length).set(pointRows)
}
