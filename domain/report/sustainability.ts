import { equivalents } from "../market/carbon.ts"
import type { Figures } from "./figures.ts"
import type { ReportBody } from "./schema.ts"

/** Sum of a first-year amount over the years, reduced each year by the degradation of the panels. */
const overYears = (firstYear: number, years: number, degradation: number): number => {
  let total = 0
  for (let year = 1; year <= years; year++) total += firstYear * (1 - degradation) ** (year - 1)
  return total
}

/** Group `sustainability` of the report. */
export const sustainability = (figures: Figures): ReportBody["sustainability"] => {
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
