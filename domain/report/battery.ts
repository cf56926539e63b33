import { cyclesPerYear, stateOfHealth } from "../finance/battery.ts"
import type { Figures } from "./figures.ts"
import type { ReportBody } from "./schema.ts"

/** Group `battery` of the report. */
export const battery = ({ scan, solution, year, costs }: Figures): ReportBody["battery"] => {
  const { capacityKwh, powerKw, batteryLifeYears } = solution
  const { electricBattery, analysisYears } = scan.input
  const hasBattery = capacityKwh > 0
  const annualSavings = year.billWithoutBattery.costEur - year.bill.costEur
  const minChargeLevel = electricBattery?.minimumChargeLevel ?? 0
  return {
    specs: {
      powerKw: hasBattery ? powerKw : 0,
      capacityKwh,
      roundtripEfficiency: electricBattery?.roundtripEfficiency ?? 0,
      minChargeLevel,
      brandName: electricBattery?.brandName ?? null,
      modelName: electricBattery?.modelName ?? null,
    },
    performance: {
      annualSavings,
      cyclesPerYear: cyclesPerYear(year.totals.discharged, capacityKwh, minChargeLevel),
      stateOfHealth: hasBattery
        ? stateOfHealth(analysisYears, batteryLifeYears, scan.assumptions.batteryEndOfLifeHealth)
        : 0,
      gridChargingEnabled: hasBattery,
      lifeYears: batteryLifeYears,
    },
    costs: {
      purchaseCost: costs.batteryPurchaseEur,
      replacementCost: costs.replacementYears.length * costs.replacementEur,
      systemReturnPeriod: annualSavings > 0 ? costs.batteryPurchaseEur / annualSavings : null,
    },
    isFeasible: hasBattery,
    wasRequested: electricBattery !== undefined,
  }
}
