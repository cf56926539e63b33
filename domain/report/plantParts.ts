import { internalRateOfReturn } from "../finance/internalRate.ts"
import { type Lifecycle, lifecycle, type PlantCosts } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import type { Figures } from "./figures.ts"
import type { ReportBody } from "./schema.ts"

type Parts = NonNullable<ReportBody["financial"]["parts"]>

const ofPanels = (costs: PlantCosts): PlantCosts => ({
  ...costs,
  batteryPurchaseEur: 0,
  replacementEur: 0,
  replacementYears: [],
  batteryMaintenanceEurPerYear: 0,
})

const ofBattery = (costs: PlantCosts): PlantCosts => ({
  ...costs,
  solarPurchaseEur: 0,
  solarMaintenanceEurPerYear: 0,
})

const partOf = (investment: number, { netPresentValueEur, returnPeriodYears, yearlyCashflowsEur }: Lifecycle) => ({
  investment,
  netPresentValue: netPresentValueEur,
  returnPeriod: returnPeriodYears,
  internalRateOfReturn: internalRateOfReturn(yearlyCashflowsEur),
})

/**
 * What the new panels bring by themselves, and what the battery brings beyond them: the site as it is, the same plant without its
 * battery, and the plant. The net present values of both sum to the plant's.
 */
export const plantParts = ({ scan, solution, year, costs }: Figures): Parts => {
  const horizon = horizonOf(scan)
  const hasPanels = solution.panels.some(count => count > 0)
  const panels = lifecycle(year.baselineBill, year.billWithoutBattery, ofPanels(costs), horizon)
  const battery = lifecycle(year.billWithoutBattery, year.bill, ofBattery(costs), horizon)
  return {
    panels: hasPanels ? partOf(costs.solarPurchaseEur, panels) : null,
    battery: solution.capacityKwh > 0 ? partOf(costs.batteryPurchaseEur, battery) : null,
  }
}
