import { type Static, Type } from "@sinclair/typebox"
import { Strict } from "../base/validation/schema.ts"
import { roofsKwp } from "../finance/purchase.ts"
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
    lifetime: Type.Optional(
      Strict(
        {
          avoidedKg: kg("co2SavedTotalKg of all years, shrinking with the panels and with the grid's intensity"),
          manufactureKg: kg("Manufacture of new panels and battery, with their replacements"),
          netKg: kg("avoidedKg less manufactureKg"),
        },
        { description: "Over the analysis period; absent in reports of earlier versions" },
      ),
    ),
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
    projectedCo2Savings: kg(
      "netKg of co2Emissions.lifetime; in reports without it: co2SavedTotalKg of all years, shrinking with the panels",
    ),
  }),
  energyMix: part("Own and bought energy")({
    ownGenerationKwh: kwh("Production before curtailment"),
    gridPurchaseKwh: kwh("Bought"),
    renewableShare: fraction("max(0, 1 − bought / consumption)"),
  }),
})

/** Emissions over the analysis period [kg]. */
const lifetimeCarbon = ({ scan, solution, costs, co2SavedKg }: Figures) => {
  const { input, assumptions } = scan
  const { pvDegradation, pvLifeYears, gridCarbonDecline, panelKgCo2PerKwp, batteryKgCo2PerKwh } = assumptions
  const yearly = (1 - pvDegradation) * (1 - gridCarbonDecline)
  let avoidedKg = 0
  for (let year = 1; year <= input.analysisYears; year++) avoidedKg += co2SavedKg * yearly ** (year - 1)
  const kwp = roofsKwp(scan, solution.panels).reduce((sum, roof) => sum + roof, 0)
  const manufactureKg =
    panelKgCo2PerKwp * kwp * Math.ceil(input.analysisYears / pvLifeYears) +
    batteryKgCo2PerKwh * solution.capacityKwh * (1 + costs.replacementYears.length)
  return { avoidedKg, manufactureKg, netKg: avoidedKg - manufactureKg }
}

/** Group `sustainability` of the report. */
export const sustainability = (figures: Figures): Static<typeof Sustainability> => {
  const { scan, year, carbon, co2SavedKg, selfSufficiency, selfConsumption } = figures
  const { consumption, produced, bought, sold, solarUsedOnsite } = year.totals
  const lifetime = lifetimeCarbon(figures)
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
      lifetime,
    },
    selfSufficiency: {
      renewableShare: selfSufficiency,
      selfConsumption,
      directlyUsedRenewableKwh: solarUsedOnsite,
      netGridDependencyKwh: bought - sold,
    },
    equivalents: {
      ...equivalents(co2SavedKg, scan.assumptions),
      projectedCo2Savings: lifetime.netKg,
    },
    energyMix: { ownGenerationKwh: produced, gridPurchaseKwh: bought, renewableShare: selfSufficiency },
  }
}
