import { expect, test } from "bun:test"
import type { TSchema } from "@sinclair/typebox"
import { FullReport } from "../../domain/report/schema.ts"
import { ChartData } from "../../domain/site/chart/schema.ts"

/** Fields of the full report, by the path of their object. */
const REPORT_FIELDS: Record<string, string> = {
  "": "id status createdAt latitude longitude goal tariffType hasError overview solar battery electricityGrid financial sustainability studioProfile isShared shareToken",
  "overview.kpi":
    "yearlyUsageKwh selfSufficiency selfSufficiencyBaseline selfSufficiencyImprovement yearlySavings returnPeriod",
  "overview.selfConsumption": "selfConsumption selfSufficiency yearlyGridPurchaseKwh yearlyFeedInKwh",
  "overview.energyFlow":
    "yearlyUsageKwh solarYearlyOutputKwh yearlyGridPurchaseKwh yearlyFeedInKwh directlyUsedSolarKwh batteryCapacityKwh",
  "overview.financialSummary": "firstYearElectricityCost firstYearSavings totalOwnershipCost totalProjectSavings",
  "overview.lifecycleCostBreakdown":
    "energyBill batteryInvestment replacementCost solarMaintenanceCost batteryMaintenanceCost feedInRevenue totalCost",
  solar:
    "existingSystems newSystems totalCapacityKwp totalYearlyOutputKwh peakOutputKw directConsumption toGrid hasSolarPanelsCurrently wantsNewSolarPanels",
  "solar.newSystems":
    "name type roofDirection installedCapacityKwp panelCount panelPowerRatedWatts tiltDeg azimuthDeg losses lifetimeYears yearlyOutputKwh capacityFactor specificYieldKwhPerKwp co2SavedKg",
  battery: "specs performance costs isFeasible wasRequested",
  "battery.specs": "powerKw capacityKwh roundtripEfficiency minChargeLevel brandName modelName",
  "battery.performance": "annualSavings cyclesPerYear stateOfHealth gridChargingEnabled",
  "battery.costs": "purchaseCost replacementCost systemReturnPeriod",
  electricityGrid: "annualEnergySuppliedKwh annualEnergySuppliedKwhBau peakGridDemandKw peakGridDemandKwBau",
  financial: "isPositiveOutcome netPresentValue investment yearOne lifecycle parameters costComparison cashflowSummary",
  "financial.investment":
    "batteryPurchaseCost replacementCostNetPresentValue solarMaintenanceCost batteryMaintenanceCost totalInvestment totalInvestmentAfterIncentives",
  "financial.yearOne": "energyBill feedInRevenue maintenanceCosts savingsVsBaseline",
  "financial.lifecycle": "energyBill feedInRevenue totalCost savingsVsBaseline",
  "financial.parameters": "evaluationPeriod discountRate baselineFirstYearCost baselineTotalCost",
  "financial.costComparison": "firstYearBaseline firstYearOptimized projectedBaseline projectedOptimized",
  "financial.cashflowSummary": "breakEvenYear endBalance avgAnnualReturn",
  "sustainability.energyBalance": "totalConsumptionKwh solarProductionKwh gridPurchaseKwh gridFeedInKwh",
  "sustainability.co2Emissions": "gridCarbonIntensity co2SavedTotalKg co2FromGridImportKg co2AvoidedByExportKg",
  "sustainability.selfSufficiency": "renewableShare selfConsumption directlyUsedRenewableKwh netGridDependencyKwh",
  "sustainability.equivalents": "treesEquivalent carKmAvoided flightsAvoided projectedCo2Savings",
  "sustainability.energyMix": "ownGenerationKwh gridPurchaseKwh renewableShare",
  studioProfile: "id name baseProfileType baseProfileName totalKwh peakKw layerCount hasSolarLayer year layers",
  "studioProfile.layers":
    "id name type enabled icon color maxKw annualKwh peakKw schedule hourlyKw loadHeatmap productionHeatmap solarConfig evConfig",
}

/** The object at a path, through lists and nullable parts. */
const objectAt = (schema: TSchema, path: string): TSchema =>
  path.split(".").reduce((at, step) => {
    const next: TSchema = step === "" ? at : at.properties[step]
    const [object] = [next, ...(next.anyOf ?? [])]
      .flatMap(choice => choice.items ?? choice)
      .filter(({ properties }) => properties)
    return object
  }, schema)

// @covers scans: full report: fields
test("the full report has every field of the document", () => {
  for (const [path, names] of Object.entries(REPORT_FIELDS))
    expect([path, Object.keys(objectAt(FullReport, path).properties)]).toEqual([
      path,
      expect.arrayContaining(names.split(" ")),
    ])
})

const CHART_FIELDS =
  "consumption solarUsedOnsite solarExported solarStored solarWasted solarProduction gridUsedOnsite gridStored " +
  "baselineGridConsumption batteryUsedOnsite batteryExported batteryLevel monthlyEnergyCosts monthlyDemandCosts " +
  "monthlyFixedCosts billLines monthLabels yearlyCashflows cumulativeCashflows monthlyCo2SavingsKg consumptionStats batteryLevelStats " +
  "tariffRates interconnectionLimitKw tariffType labels instants timeZone intervalType startDate endDate yearlyElectricityCost"

// @covers scans: chartData: fields
test("chartData has every series of the document", () => {
  expect(Object.keys(ChartData.properties).sort()).toEqual(CHART_FIELDS.split(" ").sort())
  for (const stats of ["consumptionStats", "batteryLevelStats", "tariffRates"] as const)
    expect(Object.keys(ChartData.properties[stats].items.properties)).toEqual(["min", "max", "average"])
})
