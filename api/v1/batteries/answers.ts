import { defaultAssumptions } from "../../../domain/market/assumptions.ts"
import { batteryCostTiers } from "../../../domain/market/equipmentCosts.ts"

/** Answer of GET /v1/batteries/cost-tiers (document 3). */
export const costTiersAnswer = {
  tiers: batteryCostTiers,
  selfSufficiencyCostPerKwh: defaultAssumptions.selfSufficiencyBatteryEurPerKwh,
  currency: "EUR",
} as const

/**
 * Answer of GET /v1/batteries/presets (document 3). The document gives no sizes: these are usual home and business
 * batteries, whose power in kW is half their capacity in kWh.
 */
export const presetsAnswer = {
  fixedPresets: [
    { id: "home-5", label: "Small home, 5 kWh", kwh: 5, powerKw: 2.5, recommended: false },
    { id: "home-10", label: "Home, 10 kWh", kwh: 10, powerKw: 5, recommended: true },
    { id: "home-15", label: "Large home, 15 kWh", kwh: 15, powerKw: 7.5, recommended: false },
    { id: "business-30", label: "Small business, 30 kWh", kwh: 30, powerKw: 15, recommended: false },
    { id: "business-100", label: "Business, 100 kWh", kwh: 100, powerKw: 50, recommended: false },
  ],
  rangePresets: [
    { id: "home", label: "Home", minKwh: 0, maxKwh: 20, minKw: 0, maxKw: 10 },
    { id: "small-business", label: "Small business", minKwh: 0, maxKwh: 100, minKw: 0, maxKw: 50 },
    { id: "business", label: "Business", minKwh: 0, maxKwh: 1000, minKw: 0, maxKw: 500 },
  ],
  defaults: { minimumChargeLevel: 10, roundtripEfficiency: 92 },
} as const
