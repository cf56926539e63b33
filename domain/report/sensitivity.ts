import { lifecycle } from "../finance/lifecycle.ts"
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
  const { parameter, change, scan, anew } = varied
  const baselineBill = anew ? netBill(anew.baselineBillEur) : year.baselineBill
  const bill = anew ? netBill(anew.billEur) : year.bill
  const dischargedKwh = anew?.dischargedKwh ?? year.totals.discharged
  const money = lifecycle(baselineBill, bill, plantCosts(scan, solution, dischargedKwh), horizonOf(scan))
  const isCarried = !anew || isServed(scan, anew.unservedKwh)
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

/** A bill of which only the sum is known, feed-in revenue subtracted. */
const netBill = (costEur: number) => ({ energyBillEur: costEur, feedInRevenueEur: 0, costEur })
