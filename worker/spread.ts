import { chargesOf, yearBill } from "../domain/finance/bill.ts"
import type { Operation, ScanCase, YearSavings } from "../domain/scan/case.ts"
import { otherYearsOf } from "../domain/scan/otherYears.ts"
import type { PriceYear } from "../domain/tariff/dayAhead.ts"
import { type Optimiser, type Plant, SolveCancelled } from "../wasm/index.ts"
import { operateAsIs, operatePlant } from "./operate.ts"
import { sizingOf } from "./sizing.ts"

/** What the plant saves in every pair of a weather year and a price year at hand, operated anew in each. Throws SolveCancelled. */
export const solveOtherYears = (
  scanCase: ScanCase,
  { plant, lifeYears, imported }: { plant: Plant; lifeYears: number; imported?: readonly PriceYear[] },
  { optimiser, sizingTolerance }: { optimiser: Optimiser; sizingTolerance: number },
  onProgress: (share: number) => boolean,
): YearSavings[] =>
  otherYearsOf(scanCase, imported).map(({ scan, weatherYear, priceYear }) => {
    if (!onProgress(1)) throw new SolveCancelled()
    const sizing = sizingOf(scan, lifeYears, sizingTolerance)
    const asIsEur = costOf(scan, operateAsIs(scan, sizing.year, optimiser))
    const plantEur = costOf(scan, operatePlant(scan, sizing, plant, optimiser))
    return { weatherYear, priceYear, savingsEur: asIsEur - plantEur }
  })

const costOf = (scan: ScanCase, { importKwh, exportKwh }: Operation): number =>
  yearBill(importKwh, exportKwh, scan.tariff, chargesOf(scan)).costEur
