import { type Static, Type } from "@sinclair/typebox"
import { firstCharacters } from "../../base/validation/characters.ts"
import { Strict } from "../../base/validation/schema.ts"
import { HOURS_PER_YEAR } from "../year.ts"

/** Fields that studio, energyhub and laadplein profiles share, with the bounds of document 3 ("Limits"). */

/** Largest energy of one hour [kWh] and largest power [kW] of a profile. */
export const MAX_HOUR_KWH = 1_000_000
const MAX_NAME_LENGTH = 200
const MAX_SURFACES = 20

export const ProfileName = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: "Its name" })
export const ProfileYear = Type.Integer({ minimum: 2020, maximum: 2050, description: "Calendar year of the profile" })

/** Composes a name, shortened before its ending to the maximum length of names. */
export const fittingName = (name: string, ending = ""): string => {
  const most = MAX_NAME_LENGTH - ending.length
  return (firstCharacters(name, most) === name ? name : `${firstCharacters(name, most - 1)}…`) + ending
}

/** 8760 hours of a year. */
export const YearHours = (description: string) =>
  Type.Array(Type.Number({ minimum: 0, maximum: MAX_HOUR_KWH }), {
    minItems: HOURS_PER_YEAR,
    maxItems: HOURS_PER_YEAR,
    description: `${description}, ${HOURS_PER_YEAR} hours [kWh]`,
  })

/** Active days: rows Monday to Sunday, columns January to December. */
export const Schedule = Type.Array(Type.Array(Type.Boolean(), { minItems: 12, maxItems: 12 }), {
  minItems: 7,
  maxItems: 7,
  description: "Active days: rows Monday to Sunday, columns January to December; omitted: every day of every month",
})
export type Schedule = Static<typeof Schedule>

/** Shape of an active day. */
export const HourlyKw = Type.Array(Type.Number({ minimum: 0, maximum: MAX_HOUR_KWH }), {
  minItems: 24,
  maxItems: 24,
  description: "Shape of an active day, index 0 = midnight: its peak becomes maxKw [kW]",
})

export const MaxKw = Type.Number({ exclusiveMinimum: 0, maximum: MAX_HOUR_KWH, description: "Peak [kW]" })

/** Use of a source or asset that is scaled to it. */
export const AnnualKwh = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100_000_000,
  description: "Energy of a year [kWh]",
})

const surface = {
  panelCount: Type.Integer({ minimum: 1, maximum: 200, description: "Panels" }),
  panelPowerWatts: Type.Number({ minimum: 50, maximum: 1000, description: "Peak power of one panel [W]" }),
  tilt: Type.Number({ minimum: 0, maximum: 90, description: "0 flat, 90 upright [degrees]" }),
  azimuth: Type.Number({ minimum: 0, maximum: 360, description: "0 north, 90 east, 180 south, 270 west [degrees]" }),
  losses: Type.Optional(Type.Number({ minimum: 0, maximum: 100, default: 14, description: "System losses [percent]" })),
}
const computed = {
  systemCapacityKw: Type.Optional(Type.Number({ description: "Computed [kWp]: a given value counts for nothing" })),
  annualProductionKwh: Type.Optional(Type.Number({ description: "Computed [kWh]: a given value counts for nothing" })),
}

/** One of several roof surfaces of a solar layer. */
export const RoofSurface = Strict({
  id: Type.String({ minLength: 1, maxLength: 64, description: "Unique within the layer" }),
  ...surface,
  ...computed,
})

/** solarConfig of document 3: one surface flat, or several in roofSurfaces, with which the flat fields are ignored. */
export const SolarConfigInput = Strict(
  {
    panelCount: Type.Optional(surface.panelCount),
    panelPowerWatts: Type.Optional(surface.panelPowerWatts),
    tilt: Type.Optional({ ...surface.tilt, default: 35 }),
    azimuth: Type.Optional({
      ...surface.azimuth,
      description: `${surface.azimuth.description}; default: towards the equator, 180 in the northern hemisphere and 0 in the southern`,
    }),
    losses: surface.losses,
    ...computed,
    roofSurfaces: Type.Optional(
      Type.Array(RoofSurface, {
        minItems: 1,
        maxItems: MAX_SURFACES,
        description: "Surfaces, with which the flat fields do not count",
      }),
    ),
  },
  { description: "Panels of a solar layer: panelCount and panelPowerWatts, or roofSurfaces" },
)
export type SolarConfigInput = Static<typeof SolarConfigInput>

const HourOfDay = (description: string) => Type.Number({ minimum: 0, maximum: 24, description })

/** evConfig of document 3; absent fields follow the distributions of measured charging. */
export const EvConfigInput = Type.Partial(
  Strict({
    count: Type.Integer({ minimum: 1, maximum: 100, description: "Cars" }),
    batteryKwh: Type.Number({ minimum: 1, maximum: 1000, description: "Battery of one car [kWh]" }),
    dailyConsumptionKwh: Type.Number({ minimum: 0, maximum: 1000, description: "Consumption of one car a day [kWh]" }),
    yearlyKm: Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description:
        "Distance of one car a year [km], in place of dailyConsumptionKwh; spread over the days on which it drives",
    }),
    kwhPer100Km: Type.Number({
      exclusiveMinimum: 0,
      maximum: 500,
      description: "Consumption of one car [kWh per 100 km], default 19; refused without yearlyKm",
    }),
    arrivalHour: HourOfDay("Hour of the day a car comes home"),
    departureHour: HourOfDay("Hour of the day a car leaves"),
    chargerPowerKw: Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: "Power of one charge point [kW]" }),
  }),
  { additionalProperties: false, description: "Cars that are simulated" },
)
export type EvConfigInput = Static<typeof EvConfigInput>
