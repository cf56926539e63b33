import type { AlternativePlant, VariedSolution } from "../case/case.ts"
import { givenKwh } from "../case/phases.ts"
import { isServed } from "../case/reach.ts"
import { lifecycle, type YearOne } from "../finance/lifecycle.ts"
import { horizonOf, lifecycleOffset } from "../finance/objective.ts"
import type { ControlComparison } from "./control.ts"
import { type Figures, plantCosts } from "./figures.ts"
import { isAllowed, type ListedPlant, worthIn } from "./listedPlants.ts"
import { rebilled } from "./rebilled.ts"
import type { ReportBody } from "./schema.ts"

type Row = ReportBody["sensitivity"][number]

/**
 * Part `sensitivity` of the report. First come the operated variations, then the report's plant under other prices and
 * costs, billed again for the same hours. Rows with and without foresight follow. Empty if there are no variations.
 */
export const sensitivity = (
  figures: Figures,
  compared: ControlComparison | null,
  listed: readonly ListedPlant[],
): Row[] => {
  const { variations } = figures.solution
  if (variations.length === 0) return []
  const allowed = listed.filter(plant => isAllowed(figures, plant))
  return [
    ...variations.map(varied => rowOf(figures, varied, allowed)),
    ...rebilledRows(figures),
    ...ofForesight(compared),
  ]
}

const rowOf = ({ solution, year }: Figures, varied: VariedSolution, allowed: readonly ListedPlant[]): Row => {
  const { parameter, change, scan, anew } = varied
  const { baselineBill, bill } = anew ?? year
  const ownKwh = scan.later ? givenKwh(scan, solution.optimised) : year.totals.discharged
  const dischargedKwh = anew?.dischargedKwh ?? ownKwh
  const money = lifecycle(baselineBill, bill, plantCosts(scan, solution, dischargedKwh), horizonOf(scan))
  const isCarried = !anew || isServed(scan, anew.unservedKwh)
  return {
    parameter,
    change,
    netPresentValue: isCarried ? money.netPresentValueEur : null,
    returnPeriod: isCarried ? money.returnPeriodYears : null,
    optimum: bestOf(optimumOf(varied, money.baselineCostEur, baselineBill), [
      { plant: solution, netPresentValue: money.netPresentValueEur },
      ...(varied.optimum ? allowed : []).map(listed => ({
        plant: listed.plant,
        netPresentValue: worthIn(scan, listed, baselineBill),
      })),
    ]),
  }
}

/**
 * Best plant of a variation. The scan's plant and its alternatives are allowed too. Operated by the controller, each
 * can be worth more than the plant that is best with foresight.
 */
const bestOf = (
  optimum: Row["optimum"],
  known: readonly { plant: Pick<AlternativePlant, "panels" | "capacityKwh">; netPresentValue: number }[],
): Row["optimum"] => {
  const [best] = known.toSorted((a, b) => b.netPresentValue - a.netPresentValue)
  if (!optimum || !best || optimum.netPresentValue >= best.netPresentValue) return optimum
  const { panels, capacityKwh } = best.plant
  const newPanelCount = panels.reduce((sum, count) => sum + count, 0)
  return { ...optimum, newPanelCount, batteryCapacityKwh: capacityKwh, netPresentValue: best.netPresentValue }
}

const optimumOf = (
  { scan, optimum }: VariedSolution,
  baselineLifecycleEur: number,
  baseline: YearOne,
): Row["optimum"] =>
  optimum && {
    newPanelCount: optimum.panels.reduce((sum, count) => sum + count, 0),
    batteryCapacityKwh: optimum.capacityKwh,
    netPresentValue: baselineLifecycleEur - optimum.objectiveEur - lifecycleOffset(scan, baseline),
    gap: optimum.gap,
  }

const rebilledRows = (figures: Figures): Row[] =>
  rebilled(figures).map(({ parameter, change, baselineBill, bill, costs }) => {
    const { netPresentValueEur, returnPeriodYears } = lifecycle(baselineBill, bill, costs, horizonOf(figures.scan))
    return {
      ...{ parameter, change, optimum: null },
      ...{ netPresentValue: netPresentValueEur, returnPeriod: returnPeriodYears },
    }
  })

/**
 * Rows with foresight of the whole year and under self-consumption control. The row of the report's own controller is
 * omitted.
 */
const ofForesight = (compared: ControlComparison | null): Row[] => {
  if (!compared) return []
  const { part, returnPeriods } = compared
  const isRule = part.chosen === "selfConsumption" || part.chosen === "zeroExport"
  const row = (change: number, name: "ideal" | "selfConsumption"): Row => ({
    ...{ parameter: "foresight", change, optimum: null },
    ...{ netPresentValue: part.netPresentValue[name], returnPeriod: returnPeriods[name] },
  })
  return [...(isRule ? [] : [row(-1, "selfConsumption")]), ...(part.chosen === "ideal" ? [] : [row(1, "ideal")])]
}
