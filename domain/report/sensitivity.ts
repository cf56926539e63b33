import { type Bill, chargesOf, yearBill } from "../finance/bill.ts"
import { lifecycle } from "../finance/lifecycle.ts"
import { horizonOf, lifecycleOffset } from "../finance/objective.ts"
import type { Operation, ScanCase, VariedSolution } from "../scan/case.ts"
import { isServed } from "../scan/reach.ts"
import { type Figures, plantCosts } from "./figures.ts"
import type { ReportBody } from "./schema.ts"

type Row = ReportBody["sensitivity"][number]

/** Part `sensitivity` of the report. */
export const sensitivity = (figures: Figures): Row[] =>
  figures.solution.variations.map(varied => rowOf(figures, varied))

const rowOf = ({ solution, year }: Figures, varied: VariedSolution): Row => {
  const { parameter, change, scan, operations } = varied
  const baselineBill = operations ? billOf(scan, operations.baseline) : year.baselineBill
  const bill = operations ? billOf(scan, operations.optimised) : year.bill
  const money = lifecycle(baselineBill, bill, plantCosts(scan, solution), horizonOf(scan))
  const isCarried = !operations || isServed(scan, operations.optimised.unservedKwh)
  return {
    parameter,
    change,
    netPresentValue: isCarried ? money.netPresentValueEur : null,
    returnPeriod: isCarried ? money.returnPeriodYears : null,
    optimum: optimumOf(varied, money.baselineCostEur, baselineBill.costEur),
  }
}

const optimumOf = (
  { scan, optimum }: VariedSolution,
  baselineLifecycleEur: number,
  baselineYearEur: number,
): Row["optimum"] =>
  optimum && {
    newPanelCount: optimum.panels.reduce((sum, count) => sum + count, 0),
    batteryCapacityKwh: optimum.capacityKwh,
    netPresentValue: baselineLifecycleEur - optimum.objectiveEur - lifecycleOffset(scan, baselineYearEur),
    gap: optimum.gap,
  }

const billOf = (scan: ScanCase, { importKwh, exportKwh }: Operation): Bill =>
  yearBill(importKwh, exportKwh, scan.tariff, chargesOf(scan))
