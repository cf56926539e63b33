import type { Static } from "@sinclair/typebox"
import { orNull, Strict } from "../base/validation/schema.ts"
import type { ScanCase } from "../case/case.ts"
import { internalRateOfReturn } from "../finance/internalRate.ts"
import { type Lifecycle, lifecycle, type PlantCosts } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import type { Figures } from "./figures.ts"
import { eur, presentValueEur, returnPeriod, unit } from "./schemaParts.ts"
import type { PlantYear } from "./year.ts"

/** Internal rate of return. */
export const InternalRate = orNull(
  unit("fraction per year")(
    "Discount rate at which the nominal cash flows of the analysis period are worth nothing; absent in reports before 1.0",
  ),
  "without investment, and where none between −0.9 and 10 does",
)

const PlantPart = (name: string) =>
  orNull(
    Strict(
      {
        investment: eur("Installed price"),
        netPresentValue: presentValueEur("Present value of its savings less its costs"),
        returnPeriod,
        internalRateOfReturn: InternalRate,
      },
      { description: `The new ${name}` },
    ),
    "when there is none",
  )

export const PlantParts = Strict(
  { panels: PlantPart("panels"), battery: PlantPart("battery") },
  {
    description:
      "Value of the new panels alone, and of the battery on top of the panels; their net present values sum to the plant's; absent in reports before 1.0",
  },
)
type Parts = Static<typeof PlantParts>

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
  { baselineBills, billsWithoutBattery, bills }: Pick<PlantYear, "baselineBills" | "billsWithoutBattery" | "bills">,
  costs: PlantCosts,
): Parts => {
  const horizon = horizonOf(scan)
  const hasPanels = panels.some(count => count > 0)
  return {
    panels: hasPanels
      ? partOf(costs.solarPurchaseEur, lifecycle(baselineBills, billsWithoutBattery, ofPanels(costs), horizon))
      : null,
    battery:
      capacityKwh > 0
        ? partOf(costs.batteryPurchaseEur, lifecycle(billsWithoutBattery, bills, ofBattery(costs), horizon))
        : null,
  }
}

/** Values of the panels and the battery of the report's plant. */
export const plantParts = ({ scan, solution, year, costs }: Figures): Parts => partsOf(scan, solution, year, costs)
