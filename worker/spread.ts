import { chargesOf, type Hours, yearBill } from "../domain/finance/bill.ts"
import type { PriceYear } from "../domain/market/tariff/dayAhead.ts"
import { boughtInFull, productionOf } from "../domain/report/year.ts"
import type { Operation, ScanCase, YearSavings } from "../domain/scan/case.ts"
import { otherYearsOf } from "../domain/scan/otherYears.ts"
import type { Optimiser, Plant } from "../wasm/index.ts"
import { operateBy } from "./control.ts"
import { operateAsIs, operatePlant } from "./operate.ts"
import { newPanels, sizingOf } from "./sizing.ts"

/**
 * What the plant saves in every pair of a weather year and a price year at hand, operated anew in each; what the connection
 * would leave unserved in a year is bought all the same. Throws SolveCancelled.
 */
export const solveOtherYears = (
  scanCase: ScanCase,
  { plant, lifeYears, imported }: { plant: Plant; lifeYears: number; imported?: readonly PriceYear[] | undefined },
  { optimiser, sizingTolerance }: { optimiser: Optimiser; sizingTolerance: number },
  goOn: () => boolean,
): YearSavings[] =>
  otherYearsOf(scanCase, imported).map(({ scan, weatherYear, priceYear }) => {
    const sizing = sizingOf(scan, lifeYears, sizingTolerance)
    const ideal = operatePlant(scan, sizing, plant, optimiser, goOn)
    const operation = operateBy(scan.control, scan, { year: sizing.year, plant, ideal }, optimiser)
    const asIs = operateAsIs(scan, sizing.year, optimiser)
    const withPlant = operation.unservedKwh > 0 ? servedInFull(scan, plant, operation) : operation
    return { weatherYear, priceYear, savingsEur: costOf(scan, asIs) - costOf(scan, withPlant) }
  })

type Traded = Record<"importKwh" | "exportKwh", Hours>

const servedInFull = (scan: ScanCase, { panels }: Plant, operation: Operation): Traded =>
  boughtInFull(scan, productionOf(scan, newPanels(scan, panels)), operation)

const costOf = (scan: ScanCase, { importKwh, exportKwh }: Traded): number =>
  yearBill(importKwh, exportKwh, scan.tariff, chargesOf(scan)).costEur
