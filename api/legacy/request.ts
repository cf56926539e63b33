import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../domain/base/validation/schema.ts"
import { ElectricBattery } from "../../domain/request/electricBattery.ts"
import { ExistingPv, Location, NewPv } from "../../domain/request/request.ts"
import { Tariff } from "../../domain/request/tariffRequest.ts"

/** Goals of the legacy interface. */
const LEGACY_GOALS = ["self-sufficiency", "payback-time"] as const

const MAX_ROOFS = 20
/** South, on both sides of the equator (document 2) [degrees]. */
export const DEFAULT_ORIENTATION_ANGLE = 180
const battery = Type.Required(ElectricBattery).properties
const roof = Type.Required(NewPv).properties

const percent = (description: string) =>
  Type.Number({ exclusiveMinimum: 0, maximum: 100, description: `${description} [percent]` })

const surface = {
  name: roof.name,
  panel_power_watts: roof.panelPowerWatts,
  tilt_angle: Type.Optional(roof.tiltAngle),
  orientation_angle: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 360,
      default: DEFAULT_ORIENTATION_ANGLE,
      description: "Orientation [degrees]: 0 north, 90 east, 180 south, 270 west",
    }),
  ),
  system_losses: Type.Optional(roof.systemLosses),
}

const LegacyNewPv = Strict(
  {
    ...surface,
    min_panel_count: Type.Optional(roof.minPanelCount),
    max_panel_count: roof.maxPanelCount,
  },
  {
    description:
      "A roof on which panels may be placed; payback-time: 1200, 1100, 1000, 900, 800 EUR/kWp for a roof of up to 2, 4, " +
      "8, 16 and more kWp, self-sufficiency: 0",
  },
)

const LegacyExistingPv = Strict(
  { ...surface, panel_count: ExistingPv.properties.panelCount },
  { description: "Panels that are there already: no cost, in no payback and no investment" },
)

const LegacyBattery = Strict(
  {
    capacity_kwh: battery.capacityKwh,
    power_rating_kw: battery.powerRatingKw,
    total_cost: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          "Installed price of capacity_kwh [EUR]; a smaller battery costs proportionally. Default: 1100, 925, 850, 600 " +
          "EUR/kWh for up to 5, 10, 20 and more kWh",
      }),
    ),
    min_capacity_kwh: Type.Optional(battery.minCapacityKwh),
    min_power_rating_kw: Type.Optional(battery.minPowerRatingKw),
    minimum_charge_level: Type.Optional(battery.minimumChargeLevel),
    roundtrip_efficiency: Type.Optional(
      percent("Default 92, unused when charge_efficiency or discharge_efficiency is given"),
    ),
    discharge_efficiency: Type.Optional(percent("Default 96 when charge_efficiency is given")),
    charge_efficiency: Type.Optional(percent("Default 96 when discharge_efficiency is given")),
  },
  { description: "Bounds of a battery that may be placed; omitted: no battery" },
)

const LegacyTariff = Strict(
  {
    type: StringEnum(["flat", "dynamic"], { description: "One price, or one an hour" }),
    flat_eur_per_kwh: { ...Tariff.properties.flatEurPerKwh, description: "Purchase price of a flat tariff [EUR/kWh]" },
  },
  { description: "Electricity tariff, default the usual contract of the country; flat needs flat_eur_per_kwh" },
)

/** Body of POST /v1/scan (document 2, "Scan creation request"). */
export const LegacyScanRequest = Strict(
  {
    goal: StringEnum(LEGACY_GOALS, { description: "self-sufficiency counts new panels as free" }),
    tariff: Type.Optional(LegacyTariff),
    location: Type.Optional({ ...Location, description: "Site coordinates; default lat 52.09, lon 5.12" }),
    electricBattery: Type.Optional(LegacyBattery),
    yearly_kwh: Type.Number({
      exclusiveMinimum: 0,
      maximum: 100_000_000,
      description: "Annual consumption, to which the load profile is scaled [kWh]",
    }),
    load_profile: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        default: "standard",
        description: "Name of a standard profile; with use_custom_load_profile the record_id of a custom one",
      }),
    ),
    use_custom_load_profile: Type.Optional(
      Type.Boolean({ default: false, description: "load_profile is the record_id of a custom load profile" }),
    ),
    new_pv: Type.Optional(Type.Array(LegacyNewPv, { maxItems: MAX_ROOFS, description: "Roofs for new panels" })),
    existing_pv: Type.Optional(
      Type.Array(LegacyExistingPv, { maxItems: MAX_ROOFS, description: "Panels that are there" }),
    ),
  },
  { description: "Request of a scan" },
)
export type LegacyScanRequest = Static<typeof LegacyScanRequest>
