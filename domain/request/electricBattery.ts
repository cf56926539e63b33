import { Type } from "@sinclair/typebox"
import { filled, unstored } from "../base/validation/filled.ts"
import { Strict } from "../base/validation/schema.ts"
import { Catalogue, CatalogueIds } from "../market/batteryCatalogue.ts"
import { BatteryProducts, MAX_STANDBY_WATTS } from "../market/batteryProduct.ts"
import { oneWayProduct } from "./oneWayProduct.ts"
import { FixedCostEur, MAX_NAME_LENGTH } from "./references.ts"

export const BATTERY_DEFAULTS = {
  minCapacityKwh: 0,
  minPowerRatingKw: 0,
  minimumChargeLevel: 10,
  roundtripEfficiency: 92,
} as const

export const ElectricBattery = Strict(
  {
    powerRatingKw: filled(
      Type.Number({ minimum: 0, maximum: 1_000_000, description: "Largest power [kW]" }),
      (power, { object }) => power ?? object.powerKw ?? 0,
    ),
    powerKw: unstored(Type.Number({ minimum: 0, maximum: 1_000_000, description: "Another name of powerRatingKw" })),
    capacityKwh: Type.Number({ minimum: 0, maximum: 1_000_000, description: "Largest capacity [kWh]" }),
    minCapacityKwh: filled(
      Type.Number({
        ...{ minimum: 0, maximum: 1_000_000, default: BATTERY_DEFAULTS.minCapacityKwh },
        description: "Smallest capacity [kWh]",
      }),
    ),
    minPowerRatingKw: filled(
      Type.Number({
        ...{ minimum: 0, maximum: 1_000_000, default: BATTERY_DEFAULTS.minPowerRatingKw },
        description: "Smallest power [kW]",
      }),
    ),
    minimumChargeLevel: filled(
      Type.Number({
        minimum: 0,
        maximum: 100,
        default: BATTERY_DEFAULTS.minimumChargeLevel,
        description: "Lowest level [percent of capacity]",
      }),
    ),
    roundtripEfficiency: filled(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        default: BATTERY_DEFAULTS.roundtripEfficiency,
        description: "Round-trip efficiency [percent]",
      }),
      (value, { object }) => oneWayProduct(object) ?? value ?? BATTERY_DEFAULTS.roundtripEfficiency,
    ),
    chargeEfficiency: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        description: "With dischargeEfficiency in place of roundtripEfficiency [percent]",
      }),
    ),
    dischargeEfficiency: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        description: "With chargeEfficiency in place of roundtripEfficiency [percent]",
      }),
    ),
    costPerKwh: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100_000,
        description: "Installed cost [EUR/kWh]; default: the assumption batteryPriceCurve",
      }),
    ),
    fixedCostEur: Type.Optional(FixedCostEur("Further cost of any battery")),
    standbyWatts: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_STANDBY_WATTS,
        description:
          "Standby power of the battery and of its idle inverter, in every hour [W]; default: the assumption batteryStandbyWatts",
      }),
    ),
    brandName: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: "Shown in the report" })),
    modelName: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: "Shown in the report" })),
    products: Type.Optional(BatteryProducts),
    catalogue: Type.Optional(Catalogue),
    catalogueIds: Type.Optional(CatalogueIds),
  },
  { description: "Bounds of a battery that may be placed" },
)
