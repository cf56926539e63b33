import type { Static } from "@sinclair/typebox"
import { equivalents } from "../market/carbon.ts"
import type { Figures } from "./figures.ts"
import { fraction, kg, kwh, part, SELF_CONSUMPTION, unit } from "./schemaParts.ts"

export const Sustainability = part("Energy and carbon dioxide of the first year")({
  energyBalance: part("Energy of the first year")({
    totalConsumptionKwh: kwh("Gross load"),
    solarProductionKwh: kwh("Production before curtailment"),
    gridPurchaseKwh: kwh("Bought"),
    gridFeedInKwh: kwh("Sold"),
  }),
  co2Emissions: part("Carbon dioxide of the grid's electricity, saved and emitted")({
    gridCarbonIntensity: unit("kg CO2/kWh")(
      "Carbon intensity of the grid's electricity; basis and year in financial.parameters",
    ),
    co2SavedTotalKg: kg("First year: (baseline import − import + export − baseline export) · intensity"),
    co2FromGridImportKg: kg("Bought · intensity"),
    co2AvoidedByExportKg: kg("Sold · intensity"),
  }),
  selfSufficiency: part("Shares of own energy")({
    renewableShare: fraction("max(0, 1 − bought / consumption)"),
    selfConsumption: fraction(SELF_CONSUMPTION),
    directlyUsedRenewableKwh: kwh("Solar that serves the load in the hour it is made"),
    netGridDependencyKwh: kwh("Bought − sold"),
  }),
  equivalents: part("Comparisons for the saved carbon dioxide")({
    treesEquivalent: unit("trees")("Trees that absorb co2SavedTotalKg in a year"),
    carKmAvoided: unit("km")("Distance of a petrol car that emits co2SavedTotalKg"),
    flightsAvoided: unit("flights")("Amsterdam to Rome, that emit co2SavedTotalKg"),
    projectedCo2Savings: kg("co2SavedTotalKg over the analysis period, shrinking with the panels"),
  }),
  energyMix: part("Own and bought energy")({
    ownGenerationKwh: kwh("Production before curtailment"),
    gridPurchaseKwh: kwh("Bought"),
    renewableShare: fraction("max(0, 1 − bought / consumption)"),
  }),
})

/** Sum of a first-year amount over the years, reduced each year by the degradation of the panels. */
const overYears = (firstYear: number, years: number, degradation: number): number => {
  let total = 0
  for (let year = 1; year <= years; year++) total += firstYear * (1 - degradation) ** (year - 1)
  return total
}

/** Group `sustainability` of the report. */
export const sustainability = (figures: Figures): Static<typeof Sustainability> => {
  const { scan, year, carbon, co2SavedKg, selfSufficiency, selfConsumption } = figures
  const { consumption, produced, bought, sold, solarUsedOnsite } = year.totals
  return {
    energyBalance: {
      totalConsumptionKwh: consumption,
      solarProductionKwh: produced,
      gridPurchaseKwh: bought,
      gridFeedInKwh: sold,
    },
    co2Emissions: {
      gridCarbonIntensity: carbon.kgPerKwh,
      co2SavedTotalKg: co2SavedKg,
      co2FromGridImportKg: bought * carbon.kgPerKwh,
      co2AvoidedByExportKg: sold * carbon.kgPerKwh,
    },
    selfSufficiency: {
      renewableShare: selfSufficiency,
      selfConsumption,
      directlyUsedRenewableKwh: solarUsedOnsite,
      netGridDependencyKwh: bought - sold,
    },
    equivalents: {
      ...equivalents(co2SavedKg, scan.assumptions),
      projectedCo2Savings: overYears(co2SavedKg, scan.input.analysisYears, scan.assumptions.pvDegradation),
    },
    energyMix: { ownGenerationKwh: produced, gridPurchaseKwh: bought, renewableShare: selfSufficiency },
  }
}
