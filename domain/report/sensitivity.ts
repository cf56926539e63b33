import { lifecycle } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import type { VariedSolution } from "../scan/case.ts"
import { givenKwh } from "../scan/phases.ts"
import { isServed } from "../scan/reach.ts"
import { type Figures, plantCosts } from "./figures.ts"
import { offsetOf, type YearCost } from "./lifeBills.ts"
import type { ReportBody } from "./schema.ts"

type Row = ReportBody["sensitivity"][number]

/** Part `sensitivity` of the report. */
export const sensitivity = (figures: Figures): Row[] =>
  figures.solution.variations.map(varied => rowOf(figures, varied))

const rowOf = ({ solution, year }: Figures, varied: VariedSolution): Row => {
  const { parameter, change, scan, anew } = varied
  const later = anew?.later ?? []
  const laterBaseline = later.map(({ baselineBillEur }) => netBill(baselineBillEur))
  const laterPlant = later.map(({ billEur }) => netBill(billEur))
  const baselineBill = anew ? netBill(anew.baselineBillEur, laterBaseline) : year.baselineBill
  const bill = anew ? netBill(anew.billEur, laterPlant) : year.bill
  const ownKwh = scan.later ? givenKwh(scan, solution.optimised) : year.totals.discharged
  const dischargedKwh = anew?.dischargedKwh ?? ownKwh
  const money = lifecycle(baselineBill, bill, plantCosts(scan, solution, dischargedKwh), horizonOf(scan))
  const isCarried = !anew || isServed(scan, anew.unservedKwh)
  return {
    parameter,
    change,
    netPresentValue: isCarried ? money.netPresentValueEur : null,
    returnPeriod: isCarried ? money.returnPeriodYears : null,
    optimum: optimumOf(varied, money.baselineCostEur, baselineBill),
  }
}

const optimumOf = (
  { scan, optimum }: VariedSolution,
  baselineLifecycleEur: number,
  baseline: YearCost,
): Row["optimum"] =>
  optimum && {
    newPanelCount: optimum.panels.reduce((sum, count) => sum + count, 0),
    batteryCapacityKwh: optimum.capacityKwh,
    netPresentValue: baselineLifecycleEur - optimum.objectiveEur - offsetOf(scan, baseline),
    gap: optimum.gap,
  }

/** A bill of which only the sum is known, feed-in revenue subtracted. */
const netBill = (costEur: number, later: NetBill[] = []): NetBill & { later?: NetBill[] } => ({
  ...{ energyBillEur: costEur, feedInRevenueEur: 0, costEur },
  ...(later.length > 0 ? { later } : {}),
})

interface NetBill {
  energyBillEur: number
  feedInRevenueEur: number
  costEur: number
}
