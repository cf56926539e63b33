import { type Static, Type } from "@sinclair/typebox"
import { Strict, TextLine } from "../base/validation/schema.ts"
import { type Violation, violation } from "../base/validation/violation.ts"

const MAX_TEXT_LENGTH = 200
/** Maximum length of a product's id. */
export const MAX_ID_LENGTH = 100
/** Maximum number of batteries of one product in a plant. */
const MAX_COUNT = 20

/** Bounds of a battery's standby power. */
export const MAX_STANDBY_WATTS = 1_000_000

const shown = () => Type.Optional(TextLine({ maxLength: MAX_TEXT_LENGTH, description: "Shown in the report" }))

/** A battery product. */
export const BatteryProduct = Strict(
  {
    id: TextLine({
      minLength: 1,
      maxLength: MAX_ID_LENGTH,
      description: "Names the product in the report; unique within the list",
    }),
    brand: shown(),
    model: shown(),
    capacityKwh: Type.Number({
      ...{ exclusiveMinimum: 0, maximum: 100_000 },
      description:
        "Capacity of one battery [kWh]: nominal, where minimumChargeLevel is kept in reserve; usable with minimumChargeLevel 0",
    }),
    powerKw: Type.Number({
      exclusiveMinimum: 0,
      maximum: 100_000,
      description: "Power of one battery, on the AC side [kW]",
    }),
    eur: Type.Optional(
      Type.Number({
        ...{ minimum: 0, maximum: 100_000_000 },
        description:
          "Installed price of one battery [EUR]; default: the price of its size by the assumption batteryPriceCurve",
      }),
    ),
    roundtripEfficiency: Type.Optional(
      Type.Number({
        ...{ exclusiveMinimum: 0, maximum: 100 },
        description: "Round-trip efficiency [percent]; default: the value of electricBattery",
      }),
    ),
    minimumChargeLevel: Type.Optional(
      Type.Number({
        ...{ minimum: 0, exclusiveMaximum: 100 },
        description:
          "Lowest level [percent of capacityKwh], 0 where capacityKwh is what can be used; default: the value of electricBattery",
      }),
    ),
    standbyWatts: Type.Optional(
      Type.Number({
        ...{ minimum: 0, maximum: MAX_STANDBY_WATTS },
        description:
          "Standby power of one battery and of its idle inverter, in every hour [W]; default: the value of electricBattery",
      }),
    ),
    cycleLife: Type.Optional(
      Type.Number({
        ...{ minimum: 1, maximum: 1_000_000 },
        description: "Full cycles until it is worn; default: the assumption batteryCycleLife",
      }),
    ),
    warrantyYears: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: "Shown in the report [years]" })),
    maxCount: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: MAX_COUNT, default: 1 },
        description: "Highest number installed together; their capacities and powers add up",
      }),
    ),
  },
  { description: "A battery product" },
)
export type BatteryProduct = Static<typeof BatteryProduct>

/** A battery with its price. */
export type PricedProduct = Omit<BatteryProduct, "eur"> & {
  eur: number
  /** True if the price comes from the curve, because the product has none. */
  isPricedByCurve?: boolean
}

/** Maximum number of products that a scan compares. */
export const MAX_PRODUCTS = 100

/** Products of a request. */
export const BatteryProducts = Type.Array(BatteryProduct, {
  ...{ minItems: 1, maxItems: MAX_PRODUCTS },
  description:
    "Batteries to choose from. The answer is the best product with its count, or none, within the bounds of electricBattery; not for the goal self-sufficiency",
})

/** Longest time from empty to full [hours]: slower batteries are not built, and make the dispatch slow. */
export const SLOWEST_BATTERY_HOURS = 24

/** Violation by a product that is slower than allowed; paths begin at the product. */
export const slowProduct = ({ capacityKwh, powerKw }: Pick<BatteryProduct, "capacityKwh" | "powerKw">): Violation[] => {
  const leastKw = capacityKwh / SLOWEST_BATTERY_HOURS
  if (powerKw >= leastKw) return []
  return [
    violation(["powerKw"], "battery-too-slow", {
      other: ["capacityKwh"],
      hours: SLOWEST_BATTERY_HOURS,
      leastKw: Number(leastKw.toPrecision(6)),
    }),
  ]
}
