import { defaultAssumptions } from "../../../domain/market/assumptions.ts"
import { batteryCostTiers } from "../../../domain/market/equipmentCosts.ts"
import { usualBatteries } from "../../../domain/market/usualBatteries.ts"

/** Answer of GET /v1/batteries/cost-tiers (document 3). */
export const costTiersAnswer = {
  tiers: batteryCostTiers,
  selfSufficiencyCostPerKwh: defaultAssumptions.selfSufficiencyBatteryEurPerKwh,
  currency: "EUR",
} as const

/** Answer of GET /v1/batteries/presets (document 3). */
export const presetsAnswer = {
  fixedPresets: [...usualBatteries],
  rangePresets: [
    { id: "home", label: "Home", minKwh: 0, maxKwh: 20, minKw: 0, maxKw: 10 },
    { id: "small-business", label: "Small business", minKwh: 0, maxKwh: 100, minKw: 0, maxKw: 50 },
    { id: "business", label: "Business", minKwh: 0, maxKwh: 1000, minKw: 0, maxKw: 500 },
  ],
  defaults: { minimumChargeLevel: 10, roundtripEfficiency: 92 },
} as const
