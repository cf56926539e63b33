import { type Static, Type } from "@sinclair/typebox"
import { Strict } from "../base/validation/schema.ts"
import type { Figures } from "./figures.ts"
import { eur, fraction, kwh, part, presentValueEur, returnPeriod, SELF_CONSUMPTION } from "./schemaParts.ts"

export const Overview = part("The report at a glance")({
  kpi: part("Key figures of the first year")({
    yearlyUsageKwh: kwh("Gross load"),
    selfSufficiency: fraction("max(0, 1 − bought / consumption)"),
    selfSufficiencyBaseline: fraction("The same without the new panels and battery"),
    selfSufficiencyImprovement: fraction("selfSufficiency − selfSufficiencyBaseline"),
    yearlySavings: eur("Year-one electricity cost of the baseline less ours"),
    returnPeriod,
  }),
  selfConsumption: part("How much of the own production is used, and of the consumption is own")({
    selfConsumption: fraction(SELF_CONSUMPTION),
    selfSufficiency: fraction("max(0, 1 − bought / consumption)"),
    yearlyGridPurchaseKwh: kwh("Bought"),
    yearlyFeedInKwh: kwh("Sold"),
  }),
  energyFlow: part("Sources and uses of the energy of the first year")({
    yearlyUsageKwh: kwh("Gross load"),
    solarYearlyOutputKwh: kwh("Production of all panels before curtailment"),
    yearlyGridPurchaseKwh: kwh("Bought"),
    yearlyFeedInKwh: kwh("Sold"),
    directlyUsedSolarKwh: kwh("Solar that serves the load in the hour it is made"),
    curtailedSolarKwh: Type.Optional(
      kwh("Production that is neither used, stored nor sold; absent in reports before 1.0"),
    ),
    batteryCapacityKwh: kwh("Capacity of the new battery; 0 without one"),
  }),
  financialSummary: part("Electricity cost with the plant")({
    firstYearElectricityCost: eur("Year-one energy bill less feed-in revenue"),
    firstYearSavings: eur("Year-one electricity cost of the baseline less ours"),
    totalOwnershipCost: presentValueEur("Life-cycle cost with the plant"),
    totalProjectSavings: presentValueEur("Life-cycle cost of the baseline less totalOwnershipCost"),
  }),
  lifecycleCostBreakdown: Strict(
    {
      energyBill: presentValueEur("Energy, demand and fixed costs of import"),
      solarInvestment: presentValueEur("Purchase of new panels"),
      batteryInvestment: presentValueEur("Purchase of the battery"),
      replacementCost: presentValueEur("Battery replacements"),
      solarReplacementCost: Type.Optional(
        presentValueEur("Replacement of panels and inverters; absent in older reports"),
      ),
      solarMaintenanceCost: presentValueEur("Maintenance of new panels; 0 unless asked for"),
      batteryMaintenanceCost: presentValueEur("Maintenance of the battery; 0 unless asked for"),
      feedInRevenue: presentValueEur("Feed-in revenue, as a positive amount"),
      residualValue: Type.Optional(
        presentValueEur(
          "Residual value of the plant at the end, as a positive amount; 0 unless the assumption residualValueFraction counts it; absent in older reports",
        ),
      ),
      totalCost: presentValueEur("Sum of the parts − feedInRevenue − residualValue"),
    },
    { description: "Parts of the life-cycle cost" },
  ),
})

/** Group `overview` of the report. */
export const overview = (figures: Figures): Static<typeof Overview> => {
  const { year, money, solution, selfSufficiency, baselineSelfSufficiency, selfConsumption } = figures
  const { consumption, produced, bought, sold, solarUsedOnsite, solarWasted } = year.totals
  const savings = year.baselineBills[0].costEur - year.bills[0].costEur
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
      firstYearElectricityCost: year.bills[0].costEur,
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
