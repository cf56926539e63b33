import { batteryLifeYears, cyclesPerYear, stateOfHealth } from "../finance/battery.ts"
import { plantStandbyKw } from "../finance/standby.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import type { Figures } from "./figures.ts"
import type { ReportBody } from "./schema.ts"

/** Group `battery` of the report. */
export const battery = ({ scan, solution, year, costs }: Figures): ReportBody["battery"] => {
  const { capacityKwh, powerKw } = solution
  const { electricBattery, analysisYears } = scan.input
  const hasBattery = capacityKwh > 0
  const annualSavings = year.billWithoutBattery.costEur - year.bill.costEur
  const minChargeLevel = electricBattery?.minimumChargeLevel ?? 0
  const cycles = cyclesPerYear(year.totals.discharged, capacityKwh, minChargeLevel)
  const lifeYears = batteryLifeYears(cycles, scan.assumptions)
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
      cyclesPerYear: cycles,
      stateOfHealth: hasBattery ? stateOfHealth(analysisYears, lifeYears, scan.assumptions.batteryEndOfLifeHealth) : 0,
      gridChargingEnabled: hasBattery,
      lifeYears,
      wearCostPerYear: costs.wearEurPerYear,
      standbyKwhPerYear: HOURS_PER_YEAR * plantStandbyKw(scan, solution),
    },
    costs: {
      purchaseCost: costs.batteryPurchaseEur,
      replacementCost: costs.replacementYears.length * costs.replacementEur + analysisYears * costs.wearEurPerYear,
      systemReturnPeriod: annualSavings > 0 ? costs.batteryPurchaseEur / annualSavings : null,
    },
    isFeasible: hasBattery,
    wasRequested: electricBattery !== undefined,
  }
}
