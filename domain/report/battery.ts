import { givenKwh, hasTerms } from "../case/phases.ts"
import { batteryLifeYears, cyclesPerYear, stateOfHealth } from "../finance/battery.ts"
import { plantStandbyKw } from "../finance/standby.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import type { Figures } from "./figures.ts"
import { plantParts } from "./plantParts.ts"
import type { ReportBody } from "./schema.ts"

/** Group `battery` of the report. */
export const battery = (figures: Figures): ReportBody["battery"] => {
  const { scan, solution, year, costs } = figures
  const { capacityKwh, powerKw } = solution
  const { electricBattery, analysisYears } = scan.input
  const hasBattery = capacityKwh > 0
  const annualSavings = year.billWithoutBattery.costEur - year.bill.costEur
  const minChargeLevel = electricBattery?.minimumChargeLevel ?? 0
  const cycles = cyclesPerYear(year.totals.discharged, capacityKwh, minChargeLevel)
  const meanKwh = scan.later ? givenKwh(scan, solution.optimised) : year.totals.discharged
  const lifeYears = batteryLifeYears(cyclesPerYear(meanKwh, capacityKwh, minChargeLevel), scan.assumptions)
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
      systemReturnPeriod: returnYears(figures, annualSavings),
    },
    isFeasible: hasBattery,
    wasRequested: electricBattery !== undefined,
  }
}

/**
 * Payback of the battery [years]; null if it never pays back. The first year's savings suffice if the terms of the
 * tariff hold in all years and no part of the bill grows at its own rate. Otherwise the battery's own cash flow
 * decides.
 */
const returnYears = (figures: Figures, annualSavings: number): number | null => {
  if (hasTerms(figures.scan)) return plantParts(figures).battery?.returnPeriod ?? null
  return annualSavings > 0 ? figures.costs.batteryPurchaseEur / annualSavings : null
}
