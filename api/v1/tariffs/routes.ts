import { type Static, Type } from "@sinclair/typebox"
import { InvalidInput } from "../../../domain/errors.ts"
import {
  BREAKDOWN_FIELDS,
  type BreakdownField,
  RATE_CLOCK,
  type RateKind,
  rateBreakdown,
  rateSamples,
  rateStatistics,
  withFields,
} from "../../../domain/market/tariff/statistics.ts"
import { INTERVALS, Interval, parseDate } from "../../../domain/report/chart/intervals.ts"
import { INSTANTS, LABELS, Stats, TIME_ZONE } from "../../../domain/report/chart/schema.ts"
import { localTime } from "../../../domain/site/geo/site.ts"
import { Instant, StringEnum } from "../../../domain/validation/schema.ts"
import { numberIn } from "../../../domain/validation/units.ts"
import { type Violation, violation } from "../../../domain/validation/violation.ts"
import { nearestName } from "../../../domain/validation/violations.ts"
import type { Database } from "../../../store/database.ts"
import { importedPrices } from "../../../store/prices.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"

const rate = (description: string) => numberIn("EUR/kWh", { description: `${description} [EUR/kWh]` })

const Statistics = Type.Object(
  { min: rate("Lowest hour"), max: rate("Highest hour"), average: rate("Mean hour"), median: rate("Median hour") },
  {
    description: "Of the Netherlands in the default year, taxes included",
    examples: [{ min: -0.433, max: 0.734, average: 0.288, median: 0.292 }],
  },
)
const Samples = Type.Object(
  {
    morning: rate("Mean from 6 to 12, standard time"),
    afternoon: rate("Mean from 12 to 18, standard time"),
    evening: rate("Mean from 18 to 24, standard time"),
    night: rate("Mean from 0 to 6, standard time"),
  },
  {
    description: "Of the Netherlands in the default year, taxes included",
    examples: [{ morning: 0.291, afternoon: 0.274, evening: 0.315, night: 0.273 }],
  },
)

const BreakdownQuery = Type.Object({
  startDate: Type.Optional(Type.String({ description: "First day, ISO 8601; default: today in the Netherlands" })),
  interval: Type.Optional({ ...Interval, default: "day", enum: INTERVALS }),
  fields: Type.Optional(
    Type.String({ description: `Comma-separated subset of ${BREAKDOWN_FIELDS.join(", ")}; default: all of them` }),
  ),
})

const Breakdown = Type.Partial(
  Type.Object({
    rates: Type.Array(numberIn("EUR/kWh"), { description: "Mean of each label [EUR/kWh]" }),
    rateStats: Type.Array(Stats, { description: "Of the hours of each label [EUR/kWh]" }),
    labels: LABELS,
    instants: INSTANTS,
    timeZone: TIME_ZONE,
    intervalType: Interval,
    startDate: Instant("First instant of the first label"),
    endDate: Instant("First instant after the last label"),
    tariffType: StringEnum(["dynamic", "feed-in"]),
    priceYear: Type.Integer({
      description: "Year of the prices: the one asked for, or the nearest with prices, whose same days they are of",
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
        endDate: "2024-02-29T23:00:00.000Z",
        tariffType: "dynamic",
        priceYear: 2024,
      },
    ],
  },
)

const operation = operationsOf("Tariffs")
const by = ["key", "session"] as const
const breakdown = { by, query: BreakdownQuery, answers: { 200: Breakdown } }

/** Tariff data of document 3: real day-ahead prices, with those that the operator brought. */
export const tariffOperations = {
  purchaseStats: operation("GET /v1/tariffs/dynamic/stats", {
    summary: "Statistics of purchase rates",
    by,
    answers: { 200: Statistics },
  }),
  purchaseSamples: operation("GET /v1/tariffs/dynamic/samples", {
    summary: "Purchase rates by part of the day",
    by,
    answers: { 200: Samples },
  }),
  feedInStats: operation("GET /v1/tariffs/feed-in/stats", {
    summary: "Statistics of feed-in rates",
    by,
    answers: { 200: Statistics },
  }),
  purchaseBreakdown: operation("GET /v1/tariffs/dynamic/breakdown", {
    summary: "Purchase rates from a day on",
    ...breakdown,
  }),
  feedInBreakdown: operation("GET /v1/tariffs/feed-in/breakdown", {
    summary: "Feed-in rates from a day on",
    ...breakdown,
  }),
}

export const tariffHandlers = (
  { queries }: Database,
  priceYear: number | undefined,
): Handlers<typeof tariffOperations> => {
  const source = async () => ({ imported: await importedPrices(queries), priceYear })
  const stats = (kind: RateKind) => async () => rateStatistics(kind, await source())
  const breakdownOf =
    (kind: RateKind) =>
    async ({ query }: { query: Static<typeof BreakdownQuery> }) => {
      const fields = fieldsOf(query)
      const start = startOf(query)
      return withFields(rateBreakdown(kind, query.interval ?? "day", start, await importedPrices(queries)), fields)
    }
  return {
    purchaseStats: stats("dynamic"),
    purchaseSamples: async () => rateSamples(await source()),
    feedInStats: stats("feed-in"),
    purchaseBreakdown: breakdownOf("dynamic"),
    feedInBreakdown: breakdownOf("feed-in"),
  }
}

const startOf = ({ startDate }: Static<typeof BreakdownQuery>) => {
  const date = parseDate(startDate ?? localTime(RATE_CLOCK.zone, Date.now()))
  if (!date) throw new InvalidInput([violation(["startDate"], "date", { form: "day-or-time" })])
  return date
}

/** The fields asked for, each once. Throws InvalidInput that names each unknown one. */
const fieldsOf = ({ fields = "" }: Static<typeof BreakdownQuery>): BreakdownField[] => {
  const names = [...new Set(fields.split(",").map(name => name.trim()))].filter(name => name !== "")
  const isField = (name: string): name is BreakdownField => (BREAKDOWN_FIELDS as readonly string[]).includes(name)
  const unknown = names.filter(name => !isField(name))
  if (unknown.length > 0) throw new InvalidInput(unknown.map(unknownField))
  return names.filter(isField)
}

const unknownField = (name: string): Violation => {
  const nearest = nearestName(name, [...BREAKDOWN_FIELDS])
  return violation(["fields"], "unknown-name", {
    values: BREAKDOWN_FIELDS,
    name,
    ...(nearest === undefined ? {} : { nearest }),
  })
}
