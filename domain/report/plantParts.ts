import type { ScanCase } from "../case/case.ts"
import { internalRateOfReturn } from "../finance/internalRate.ts"
import { type Lifecycle, lifecycle, type PlantCosts } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import type { Figures } from "./figures.ts"
import type { ReportBody } from "./schema.ts"
import type { PlantYear } from "./year.ts"

type Parts = NonNullable<ReportBody["financial"]["parts"]>

const ofPanels = (costs: PlantCosts): PlantCosts => ({
  ...costs,
  batteryPurchaseEur: 0,
  replacementEur: 0,
  replacementYears: [],
  wearEurPerYear: 0,
  batteryResidualEur: 0,
  batteryMaintenanceEurPerYear: 0,
})

const ofBattery = (costs: PlantCosts): PlantCosts => ({
  ...costs,
  solarPurchaseEur: 0,
  solarRenewals: [],
  solarResidualEur: 0,
  solarMaintenanceEurPerYear: 0,
})

const partOf = (investment: number, { netPresentValueEur, returnPeriodYears, yearlyCashflowsEur }: Lifecycle) => ({
  investment,
  netPresentValue: netPresentValueEur,
  returnPeriod: returnPeriodYears,
  internalRateOfReturn: internalRateOfReturn(yearlyCashflowsEur),
})

/**
 * Value of the new panels alone, and of the battery on top of the panels. Compares the bills of the baseline, of the
 * plant without its battery, and of the plant. Both net present values sum to the plant's.
 */
export const partsOf = (
  scan: ScanCase,
  { panels, capacityKwh }: { panels: readonly number[]; capacityKwh: number },
  { baselineBill, billWithoutBattery, bill }: Pick<PlantYear, "baselineBill" | "billWithoutBattery" | "bill">,
  costs: PlantCosts,
): Parts => {
  const horizon = horizonOf(scan)
  const hasPanels = panels.some(count => count > 0)
  return {
    panels: hasPanels
      ? partOf(costs.solarPurchaseEur, lifecycle(baselineBill, billWithoutBattery, ofPanels(costs), horizon))
      : null,
    battery:
      capacityKwh > 0
        ? partOf(costs.batteryPurchaseEur, lifecycle(billWithoutBattery, bill, ofBattery(costs), horizon))
        : null,
  }
}

/** Values of the panels and the battery of the report's plant. */
export const plantParts = ({ scan, solution, year, costs }: Figures): Parts => partsOf(scan, solution, year, costs)
