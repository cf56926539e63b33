import { Type } from "@sinclair/typebox"
import { Instant, StringEnum } from "../../../domain/base/validation/schema.ts"
import { numberIn } from "../../../domain/base/validation/units.ts"
import { BREAKDOWN_FIELDS } from "../../../domain/market/tariff/statistics.ts"
import { INTERVALS, Interval } from "../../../domain/site/chart/intervals.ts"
import { INSTANTS, LABELS, Stats, TIME_ZONE } from "../../../domain/site/chart/schema.ts"

const rate = (description: string) => numberIn("EUR/kWh", { description: `${description} [EUR/kWh]` })

export const Statistics = Type.Object(
  { min: rate("Lowest hour"), max: rate("Highest hour"), average: rate("Mean hour"), median: rate("Median hour") },
  {
    description: "Prices of the Netherlands in the default year, taxes included",
    examples: [{ min: -0.433, max: 0.734, average: 0.288, median: 0.292 }],
  },
)
export const Samples = Type.Object(
  {
    morning: rate("Mean from 6 to 12, standard time"),
    afternoon: rate("Mean from 12 to 18, standard time"),
    evening: rate("Mean from 18 to 24, standard time"),
    night: rate("Mean from 0 to 6, standard time"),
  },
  {
    description: "Prices of the Netherlands in the default year, taxes included",
    examples: [{ morning: 0.291, afternoon: 0.274, evening: 0.315, night: 0.273 }],
  },
)

export const BreakdownQuery = Type.Object({
  startDate: Type.Optional(Type.String({ description: "First day, ISO 8601; default: today in the Netherlands" })),
  interval: Type.Optional({ ...Interval, default: "day", enum: INTERVALS }),
  fields: Type.Optional(
    Type.String({ description: `Comma-separated subset of ${BREAKDOWN_FIELDS.join(", ")}; default: all` }),
  ),
})

export const Breakdown = Type.Partial(
  Type.Object({
    rates: Type.Array(numberIn("EUR/kWh"), { description: "Mean of each label [EUR/kWh]" }),
    rateStats: Type.Array(Stats, { description: "Range within the hours of each label [EUR/kWh]" }),
    labels: LABELS,
    instants: INSTANTS,
    timeZone: TIME_ZONE,
    intervalType: Interval,
    startDate: Instant("First instant of the first label"),
    endDate: Instant("First instant after the last label"),
    tariffType: StringEnum(["dynamic", "feed-in"], { description: "Direction of the rates: paid or received" }),
    priceYear: Type.Integer({
      description: "Year of the prices: the requested year, or the nearest year with prices on the same days",
    }),
  }),
  {
    description: "Rates from a day on",
    examples: [
      {
        rates: [0.305, 0.341],
        rateStats: [
          { min: 0.258, max: 0.39, average: 0.305 },
          { min: 0.273, max: 0.394, average: 0.341 },
        ],
        labels: ["2024-02-01", "2024-02-02"],
        instants: ["2024-01-31T23:00:00.000Z", "2024-02-01T23:00:00.000Z"],
        timeZone: "Europe/Amsterdam",
        intervalType: "month",
        startDate: "2024-01-31T23:00:00.000Z",
        endDate: "2024-02-28T23:00:00.000Z",
        tariffType: "dynamic",
        priceYear: 2024,
      },
    ],
  },
)
