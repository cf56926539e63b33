import { chargesOf, yearBill } from "../finance/bill.ts"
import { lifecycle, type YearOne } from "../finance/lifecycle.ts"
import { horizonOf, lifecycleOffset } from "../finance/objective.ts"
import type { VariedSolution } from "../scan/case.ts"
import { isServed } from "../scan/reach.ts"
import { type Figures, plantCosts } from "./figures.ts"
import type { ReportBody } from "./schema.ts"

type Row = ReportBody["sensitivity"][number]

/** Part `sensitivity` of the report. */
export const sensitivity = (figures: Figures): Row[] =>
  figures.solution.variations.map(varied => rowOf(figures, varied))

const rowOf = ({ solution, year }: Figures, varied: VariedSolution): Row => {
  const { parameter, change, scan, operations, optimum } = varied
  const baselineBill = operations ? billOf(varied, operations.baseline) : year.baselineBill
  const bill = operations ? billOf(varied, operations.optimised) : year.bill
  const money = lifecycle(baselineBill, bill, plantCosts(scan, solution), horizonOf(scan))
  const carried = !operations || isServed(scan, operations.optimised.unservedKwh)
  const optimumCostEur = optimum && optimum.objectiveEur + lifecycleOffset(scan, baselineBill.costEur)
  return {
    parameter,
    change,
    netPresentValue: carried ? money.netPresentValueEur : null,
    returnPeriod: carried ? money.returnPeriodYears : null,
    optimum:
      optimum === null || optimumCostEur === null
        ? null
        : {
            newPanelCount: optimum.panels.reduce((sum, count) => sum + count, 0),
            batteryCapacityKwh: optimum.capacityKwh,
            netPresentValue: money.baselineCostEur - optimumCostEur,
            gap: optimum.gap,
          },
  }
}

const billOf = (
  { scan }: VariedSolution,
  { importKwh, exportKwh }: NonNullable<VariedSolution["operations"]>["optimised"],
): YearOne & { costEur: number } => yearBill(importKwh, exportKwh, scan.tariff, chargesOf(scan))
