import type { HeldYield, Operation, ScanCase } from "../../domain/case/case.ts"
import { underPlant } from "../../domain/case/plantTerms.ts"
import { areDemandsHeld, hasSun, variedCase, YIELD_CHANGE } from "../../domain/case/variations.ts"
import { chargedKw } from "../../domain/market/tariff/demandSets.ts"
import { operationBills } from "../../domain/report/lifeBills.ts"
import { productionOf } from "../../domain/report/traded.ts"
import { type Plant, type Sizing, SolveCancelled, type Year } from "../../wasm/index.ts"
import type { Solving } from "../model/budget.ts"
import { sizesOf, sizingOf } from "../model/sizing.ts"
import { emptySchedule, operateAsIs, operateBy } from "../operate/control.ts"
import { operatePlant } from "../operate/operate.ts"

/** Room above a peak that is kept to, against the rounding of the schedule it is from [kW]. */
const ROOM_KW = 1e-6

/**
 * The highest import that a schedule makes in the period of each hour, of all charges the least; Infinity where none is
 * charged.
 */
const peakOfHours = ({ demandCharges = [], loadKwh, stepHours }: Year, importKwh: Float64Array): Float64Array => {
  const peakKw = new Float64Array(loadKwh.length).fill(Number.POSITIVE_INFINITY)
  for (const { period, eurPerKw, floorKw = 0 } of demandCharges) {
    const kw = chargedKw(
      { period, eurPerKw, floorKw },
      importKwh.map(kwh => kwh / stepHours),
    )
    for (let hour = 0; hour < peakKw.length; hour++) {
      const number = period[hour]!
      if (number >= 0) peakKw[hour] = Math.min(peakKw[hour]!, kw[number]! + ROOM_KW)
    }
  }
  return peakKw
}

/**
 * A sizing whose year has a limit instead of demand charges: in each period the highest import of the plant in a
 * schedule of the same load. A year under limits takes one dispatch, one under charges as long as a scan.
 */
export const withHeldDemand = (sizing: Sizing, schedule: Operation): Sizing => {
  const { demandCharges, importLimitKw: limitKw = Number.POSITIVE_INFINITY, ...year } = sizing.year
  if (!demandCharges) return sizing
  const importKwh = new Float64Array(year.loadKwh.length)
  for (const [phase, operation] of schedule.years.entries())
    importKwh.set(operation.importKwh, phase * operation.importKwh.length)
  const importLimitKw = peakOfHours(sizing.year, importKwh).map((kw, hour) =>
    Math.min(kw, typeof limitKw === "number" ? limitKw : limitKw[hour]!),
  )
  return { ...sizing, year: { ...year, importLimitKw } }
}

/**
 * Bills of the plant and the baseline with less and more yield, at held demand; empty without held demand or without
 * production. Throws SolveCancelled.
 */
export const solveHeldYields = (
  scanCase: ScanCase,
  { plant, wearEurPerKwh, schedule, tolerance }: HeldPlant,
  solving: Solving,
): HeldYield[] => {
  if (!areDemandsHeld(scanCase) || !hasSun(scanCase)) return []
  const { optimiser, goOn } = solving
  const into = emptySchedule(scanCase)
  return [-YIELD_CHANGE, YIELD_CHANGE].map(change => {
    if (!goOn()) throw new SolveCancelled()
    const scan = variedCase(scanCase, { parameter: "yield", change })
    const sizing = sizingOf(scan, tolerance)
    const ideal = () => operatePlant(scan, withHeldDemand(sizing, schedule), plant, solving)
    const operated = { year: sizing.year, plant, wearEurPerKwh, ideal, into }
    const operation = operateBy(scan.control, scan, operated, optimiser)
    const sizes = sizesOf(scan, plant)
    return {
      change,
      bills: operationBills(underPlant(scan, sizes), productionOf(scan, sizes.panels), operation),
      baselineBills: operationBills(
        underPlant(scan),
        scan.existingProductionKwh,
        operateAsIs(scan, sizing.year, optimiser),
      ),
    }
  })
}

/** A plant of a scan, and the year whose peaks it keeps to. */
export interface HeldPlant {
  plant: Plant
  wearEurPerKwh: number
  schedule: Operation
  /** Tolerance of the sizing. */
  tolerance: number
}
