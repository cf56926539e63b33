import { chargesOf, yearBill } from "../finance/bill.ts"
import { lifecycle } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { ALTERNATIVE_KINDS } from "../scan/alternatives.ts"
import type { AlternativePlant, Operation } from "../scan/case.ts"
import { givenKwh } from "../scan/phases.ts"
import { isServed, SHARE_TOLERANCE } from "../scan/reach.ts"
import { type Figures, plantCosts, shareNotBought } from "./figures.ts"
import { withLaterBills } from "./lifeBills.ts"
import { partsOf, plantParts } from "./plantParts.ts"
import type { ReportBody } from "./schema.ts"
import { boughtInFull, productionOf } from "./traded.ts"
import { sum } from "./year.ts"

type Row = NonNullable<ReportBody["alternatives"]>[number]

/** Part `alternatives` of the report: its own plant first, then by kind and size. */
export const alternatives = (figures: Figures): Row[] => {
  const rows = figures.solution.alternatives.map(plant => rowOf(figures, plant))
  const order = ({ kind }: Row) => ALTERNATIVE_KINDS.indexOf(kind)
  return [ownRow(figures), ...rows.sort((a, b) => order(a) - order(b) || a.batteryCapacityKwh - b.batteryCapacityKwh)]
}

/** The plant of the report: its figures as they stand elsewhere. */
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

const rowOf = ({ scan, year: { baselineBill } }: Figures, plant: AlternativePlant): Row => {
  const production = productionOf(scan, plant.panels)
  const billOf = (operation: Operation) => {
    const { importKwh, exportKwh } = boughtInFull(scan, production, operation)
    const bill = yearBill(importKwh, exportKwh, scan.tariff, chargesOf(scan))
    return { importKwh, bill: withLaterBills(scan, production, operation, bill) }
  }
  const { importKwh, bill } = billOf(plant.withBattery)
  const billWithoutBattery = plant.capacityKwh > 0 ? billOf(plant.withoutBattery).bill : bill
  const costs = plantCosts(scan, plant, givenKwh(scan, plant.withBattery))
  const money = lifecycle(baselineBill, bill, costs, horizonOf(scan))
  const parts = partsOf(scan, plant, { baselineBill, billWithoutBattery, bill }, costs)
  const selfSufficiency = shareNotBought(sum(importKwh), sum(scan.loadKwh))
  const { goal } = scan.input
  const isEnough = goal.kind !== "renewable-minimum" || selfSufficiency >= goal.fraction - SHARE_TOLERANCE
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
    meetsGoal: isEnough && isServed(scan, plant.withBattery.unservedKwh),
  }
}
