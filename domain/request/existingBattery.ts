import { Type } from "@sinclair/typebox"
import { type Filled, filled } from "../base/validation/filled.ts"
import { Strict } from "../base/validation/schema.ts"

/** Values of fields that are left out. */
const DEFAULTS = { roundtripEfficiency: 92, minimumChargeLevel: 10 } as const

const MAX_AGE_YEARS = 40
/** Longest analysis period [years]. */
const LAST_YEAR = 30

export const ExistingBattery = Strict(
  {
    capacityKwh: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: "Capacity that is left today [kWh]",
    }),
    powerRatingKw: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description: "Largest power [kW]" }),
    ageYears: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_AGE_YEARS,
        description: "Age [years]; with the assumption batteryLifeYears it gives replacementYear",
      }),
    ),
    roundtripEfficiency: filled(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        default: DEFAULTS.roundtripEfficiency,
        description: "Round-trip efficiency [percent]",
      }),
    ),
    minimumChargeLevel: filled(
      Type.Number({
        minimum: 0,
        exclusiveMaximum: 100,
        default: DEFAULTS.minimumChargeLevel,
        description: "Lowest level [percent of capacity]",
      }),
    ),
    replacementYear: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LAST_YEAR,
        description:
          "Year of the analysis at whose end it is replaced, with and without the new system; default: by ageYears, else never",
      }),
    ),
    costPerKwh: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100_000,
        description: "Price of its replacement [EUR/kWh]; default: the assumption batteryPriceCurve",
      }),
    ),
  },
  {
    description:
      "Battery that is there already. It is operated in the baseline, and a new battery adds to it. The consumption includes its standby power",
  },
)

/** An existing battery with its defaults. */
export type ExistingBatteryInput = Filled<typeof ExistingBattery>
