import type { Figures } from "./figures.ts"
import type { ReportBody } from "./schema.ts"

/** Group `overview` of the report. */
export const overview = (figures: Figures): ReportBody["overview"] => {
  const { year, money, solution, selfSufficiency, baselineSelfSufficiency, selfConsumption } = figures
  const { consumption, produced, bought, sold, solarUsedOnsite, solarWasted } = year.totals
  const savings = year.baselineBill.costEur - year.bill.costEur
  return {
    kpi: {
      yearlyUsageKwh: consumption,
      selfSufficiency,
      selfSufficiencyBaseline: baselineSelfSufficiency,
      selfSufficiencyImprovement: selfSufficiency - baselineSelfSufficiency,
      yearlySavings: savings,
      returnPeriod: money.returnPeriodYears,
    },
    selfConsumption: {
      selfConsumption,
      selfSufficiency,
      yearlyGridPurchaseKwh: bought,
      yearlyFeedInKwh: sold,
    },
    energyFlow: {
      yearlyUsageKwh: consumption,
      solarYearlyOutputKwh: produced,
      yearlyGridPurchaseKwh: bought,
      yearlyFeedInKwh: sold,
      directlyUsedSolarKwh: solarUsedOnsite,
      curtailedSolarKwh: solarWasted,
      batteryCapacityKwh: solution.capacityKwh,
    },
    financialSummary: {
      firstYearElectricityCost: year.bill.costEur,
      firstYearSavings: savings,
      totalOwnershipCost: money.totalCostEur,
      totalProjectSavings: money.netPresentValueEur,
    },
    lifecycleCostBreakdown: {
      energyBill: money.energyBillEur,
      solarInvestment: money.solarPurchaseEur,
      batteryInvestment: money.batteryPurchaseEur,
      replacementCost: money.replacementEur,
      solarReplacementCost: money.solarReplacementEur,
      solarMaintenanceCost: money.solarMaintenanceEur,
      batteryMaintenanceCost: money.batteryMaintenanceEur,
      feedInRevenue: money.feedInRevenueEur,
      residualValue: money.residualValueEur,
      totalCost: money.totalCostEur,
    },
  }
}
