import type { ControllerName } from "../../domain/base/controllers.ts"
import type { NonEmpty } from "../../domain/base/nonEmpty.ts"
import type { Operation, ScanCase, YearSavings } from "../../domain/case/case.ts"
import { type OtherYear, otherYearsOf } from "../../domain/case/otherYears.ts"
import { underPlant } from "../../domain/case/plantTerms.ts"
import { possibleControllers } from "../../domain/control/controller.ts"
import type { Bill } from "../../domain/finance/bill.ts"
import type { PriceYear } from "../../domain/market/tariff/dayAhead.ts"
import { hasDemandCharges } from "../../domain/market/tariff/demandSets.ts"
import type { TariffYear } from "../../domain/market/tariff/terms.ts"
import { operationBills } from "../../domain/report/lifeBills.ts"
import { productionOf } from "../../domain/report/traded.ts"
import { type Plant, SolveCancelled } from "../../wasm/index.ts"
import type { Solving } from "../model/budget.ts"
import { billsOfPhases } from "../model/phases.ts"
import { sizesOf, sizingOf } from "../model/sizing.ts"
import { emptySchedule, operateAsIs, operateBy } from "../operate/control.ts"
import { operatePlant } from "../operate/operate.ts"
import { withHeldDemand } from "./heldDemand.ts"

type Operations = Readonly<Partial<Record<ControllerName, Operation>>>

/** The plant, and the year of the scan itself, where other years are the same as it. */
export interface OtherYearsBase {
  plant: Plant
  wearEurPerKwh: number
  imported?: readonly PriceYear[] | undefined
  /** Absent: every available pair of a weather year and a price year. */
  years?: readonly OtherYear[]
  /** The year with foresight whose peaks the plant keeps to in other years, where demand charges are held. */
  peaks?: Operation | undefined
  /** Years of the plant under controllers, including the scan's, and of the baseline. */
  scanYear?: { operations: Operations; baseline: Operation }
}

/**
 * Savings of the plant in other years. It is operated in each year except the scan's own. Energy that the connection
 * leaves unserved is bought all the same. Savings are of the first year; the bills are of all phases. Throws
 * SolveCancelled.
 */
export const solveOtherYears = (
  scanCase: ScanCase,
  { plant, wearEurPerKwh, imported, peaks, scanYear, years = otherYearsOf(scanCase, imported) }: OtherYearsBase,
  solving: Solving & { sizingTolerance: number },
): YearSavings[] => {
  const into = emptySchedule(scanCase)
  return years.map(({ scan, weatherYear, priceYear }) => {
    const { optimiser, sizingTolerance } = solving
    if (!solving.goOn()) throw new SolveCancelled()
    const reused = scanYear && isOwnYear(scan, scanCase, peaks !== undefined) ? scanYear : undefined
    const sizing = sizingOf(scan, sizingTolerance)
    const operated = { year: sizing.year, plant, wearEurPerKwh, into }
    const foresight = peaks ? withHeldDemand(sizing, peaks) : sizing
    const ideal = () => operatePlant(scan, foresight, plant, solving)
    const baseline = reused?.baseline ?? operateAsIs(scan, sizing.year, optimiser)
    const baselineBills = billsOfPhases(underPlant(scan), baseline)
    const byController = possible(scan, plant).map(control => {
      const operation = reused?.operations[control] ?? operateBy(control, scan, { ...operated, ideal }, optimiser)
      return { control, bills: billsOf(scan, plant, operation), baselineBills }
    })
    const { bills } = byController.find(({ control }) => control === scan.control)!
    return { weatherYear, priceYear, savingsEur: baselineBills[0].costEur - bills[0].costEur, byController }
  })
}

/** The bills include energy that the connection leaves unserved. */
const billsOf = (scan: ScanCase, plant: Plant, operation: Operation): NonEmpty<Bill> => {
  const sizes = sizesOf(scan, plant)
  const billed = underPlant(scan, sizes)
  return operation.unservedKwh > 0
    ? operationBills(billed, productionOf(scan, sizes.panels), operation)
    : billsOfPhases(billed, operation)
}

const possible = (scan: ScanCase, { capacityKwh }: Plant): ControllerName[] =>
  possibleControllers(scan.control, {
    hasBattery: capacityKwh > 0 || scan.input.existingBattery !== undefined,
    incentives: scan,
  })

/**
 * True if a year has the weather and prices of the scan and the same operation. With foresight, demand charges or
 * netting, the sizing operated the year, to a gap: it counts only with held peaks.
 */
const isOwnYear = (scan: ScanCase, scanCase: ScanCase, isHeld: boolean): boolean =>
  scan === scanCase ||
  ((isHeld ||
    (scanCase.control !== "ideal" && !hasDemandCharges(scanCase) && scanCase.tariffs[0].nettingEurPerKwh === 0)) &&
    scan.roofs === scanCase.roofs &&
    scan.existing === scanCase.existing &&
    scan.loadKwh === scanCase.loadKwh &&
    scan.tariffs.every((tariff, phase) => isSamePrices(tariff, scanCase.tariffs[phase]!)))

const isSamePrices = (a: TariffYear, b: TariffYear): boolean =>
  isSameHours(a.buyEurPerKwh, b.buyEurPerKwh) && isSameHours(a.sellEurPerKwh, b.sellEurPerKwh)

const isSameHours = (a: Float64Array, b: Float64Array): boolean => {
  if (a === b) return true
  for (let hour = 0; hour < a.length; hour++) if (a[hour] !== b[hour]) return false
  return true
}
