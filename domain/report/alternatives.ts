import { ALTERNATIVE_KINDS } from "../case/alternatives.ts"
import type { AlternativePlant } from "../case/case.ts"
import { givenKwh } from "../case/phases.ts"
import { lifecycle } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { type Figures, plantCosts } from "./figures.ts"
import { operationBill } from "./lifeBills.ts"
import type { ListedPlant } from "./listedPlants.ts"
import { partsOf, plantParts } from "./plantParts.ts"
import type { ReportBody } from "./schema.ts"
import { productionOf } from "./traded.ts"

type Row = NonNullable<ReportBody["alternatives"]>[number]

/** Part `alternatives` of the report: its own plant first, then by kind and size. */
export const alternatives = (figures: Figures, listed: readonly ListedPlant[]): Row[] => {
  const rows = listed.map(plant => rowOf(figures, plant))
  const order = ({ kind }: Row) => ALTERNATIVE_KINDS.indexOf(kind)
  return [ownRow(figures), ...rows.sort((a, b) => order(a) - order(b) || a.batteryCapacityKwh - b.batteryCapacityKwh)]
}

/** Row of the report's own plant, with the same figures as in the other parts of the report. */
const ownRow = (figures: Figures): Row => {
  const { solution, costs, year, money, selfSufficiency } = figures
  const parts = plantParts(figures)
  return {
    kind: "optimum",
    ...sizesOf(solution),
    investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
    firstYearSavings: year.baselineBill.costEur - year.bill.costEur,
    netPresentValue: money.netPresentValueEur,
    panelsNetPresentValue: parts.panels?.netPresentValue ?? null,
    batteryNetPresentValue: parts.battery?.netPresentValue ?? null,
    returnPeriod: money.returnPeriodYears,
    selfSufficiency,
    gap: solution.optimisation.gap,
    meetsGoal: true,
  }
}

const sizesOf = ({ panels, capacityKwh, powerKw }: Pick<AlternativePlant, "panels" | "capacityKwh" | "powerKw">) => ({
  panels,
  newPanelCount: panels.reduce((count, each) => count + each, 0),
  batteryCapacityKwh: capacityKwh,
  batteryPowerKw: capacityKwh > 0 ? powerKw : 0,
})

const rowOf = ({ scan, year: { baselineBill } }: Figures, listed: ListedPlant): Row => {
  const { plant, bill, selfSufficiency, meetsGoal } = listed
  const billWithoutBattery =
    plant.capacityKwh > 0 ? operationBill(scan, productionOf(scan, plant.panels), plant.withoutBattery) : bill
  const costs = plantCosts(scan, plant, givenKwh(scan, plant.withBattery))
  const money = lifecycle(baselineBill, bill, costs, horizonOf(scan))
  const parts = partsOf(scan, plant, { baselineBill, billWithoutBattery, bill }, costs)
  return {
    kind: plant.kind,
    ...sizesOf(plant),
    investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
    firstYearSavings: baselineBill.costEur - bill.costEur,
    netPresentValue: money.netPresentValueEur,
    panelsNetPresentValue: parts.panels?.netPresentValue ?? null,
    batteryNetPresentValue: parts.battery?.netPresentValue ?? null,
    returnPeriod: money.returnPeriodYears,
    selfSufficiency,
    gap: plant.gap,
    meetsGoal,
  }
}
