import { type Static, type TSchema, Type } from "@sinclair/typebox"
import { orNull, Strict } from "../../base/validation/schema.ts"
import { numberIn } from "../../base/validation/units.ts"

const text = (description: string) => Type.String({ description })
const row = <T extends TSchema>(item: T, length: number, description?: string) =>
  Type.Array(item, { minItems: length, maxItems: length, ...(description && { description }) })
const number = (description: string) => Type.Number({ description })
const Heatmap = (what: string) =>
  orNull(row(row(numberIn("kW"), 24), 12, `Mean ${what} by month and hour of the day [kW]`))

const SurfaceConfig = {
  panelCount: number("Panels"),
  panelPowerWatts: number("Peak power of one panel [W]"),
  tilt: number("0 flat, 90 upright [degrees]"),
  azimuth: number("0 north, 90 east, 180 south, 270 west [degrees]"),
  losses: Type.Optional(number("System losses [percent]")),
  systemCapacityKw: Type.Optional(numberIn("kWp", { description: "Computed [kWp]" })),
  annualProductionKwh: Type.Optional(numberIn("kWh", { description: "Computed [kWh]" })),
}

/** solarConfig of a solar layer (document 3): one surface flat, or several in roofSurfaces. */
export const SolarConfig = Strict({
  ...Type.Partial(Type.Object(SurfaceConfig)).properties,
  roofSurfaces: Type.Optional(
    Type.Array(Strict({ id: text("Names the surface"), ...SurfaceConfig }), {
      description: "Surfaces, with which the flat fields do not count",
    }),
  ),
})

/** evConfig of a charging layer (document 3). */
export const EvConfig = Type.Partial(
  Strict({
    count: number("Cars"),
    batteryKwh: number("Battery of one car [kWh]"),
    dailyConsumptionKwh: number("Consumption of one car [kWh]"),
    yearlyKm: number("Distance of one car [km]"),
    kwhPer100Km: number("Consumption of one car [kWh per 100 km]"),
    arrivalHour: number("Hour of the day"),
    departureHour: number("Hour of the day"),
    chargerPowerKw: number("Power of one charger [kW]"),
  }),
)

/** heatConfig of a heat pump whose hours follow the weather. */
const HeatConfig = Type.Partial(
  Strict({
    yearlyGasM3: number("Gas that it replaces [m3]"),
    yearlyHeatKwh: number("Heat of a year [kWh]"),
    boiler: text("condensing or conventional"),
    emitters: text("floor or radiators"),
    makesHotWater: Type.Boolean({ description: "It makes the hot water too" }),
    hotWaterShare: number("Part of the heat that is for hot water, 0-1"),
    maxHeatKw: number("Most heat of the heat pump [kW]"),
  }),
)

const StudioLayer = Strict({
  id: text("UUIDv7"),
  name: text("As given in the studio"),
  type: text("Kind of layer, as in the studio"),
  enabled: Type.Boolean({ description: "The layer counts" }),
  icon: orNull(text("Name of its picture")),
  color: orNull(text("Colour of its curve")),
  maxKw: orNull(number("Peak the shape is scaled to [kW]")),
  annualKwh: orNull(numberIn("kWh", { description: "Energy of the year [kWh]" })),
  peakKw: orNull(numberIn("kW", { description: "Highest hour [kW]" })),
  schedule: orNull(row(row(Type.Boolean(), 12), 7, "Active days: rows Monday to Sunday, columns January to December")),
  hourlyKw: orNull(row(Type.Number(), 24, "Shape of an active day [kW]")),
  loadHeatmap: Heatmap("load"),
  productionHeatmap: Heatmap("production"),
  solarConfig: orNull(SolarConfig, "Panels; null unless the layer is solar"),
  evConfig: orNull(EvConfig, "Cars that charge; null for any other layer"),
  heatConfig: Type.Optional(orNull(HeatConfig, "Heat by the temperatures of the place; absent for any other layer")),
})

/** studioProfile of the full report (document 1). */
export const StudioProfile = Strict(
  {
    id: text("UUIDv7"),
    name: text("As given in the studio"),
    baseProfileType: orNull(text("template or upload")),
    baseProfileName: orNull(text("Name of the template or the file")),
    totalKwh: orNull(numberIn("kWh", { description: "Energy of the year [kWh]" })),
    peakKw: orNull(numberIn("kW", { description: "Highest hour [kW]" })),
    layerCount: orNull(Type.Integer({ minimum: 0, description: "Layers, enabled or not" })),
    hasSolarLayer: Type.Boolean({ description: "One of the layers is solar panels" }),
    year: Type.Integer({ description: "Calendar year of the profile" }),
    layers: Type.Array(StudioLayer, { description: "Layers on top of the base" }),
  },
  { description: "The studio profile behind the load" },
)
export type StudioProfile = Static<typeof StudioProfile>
