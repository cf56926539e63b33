import type { Static } from "@sinclair/typebox"
import { InvalidInput } from "../../../domain/base/errors.ts"
import { type Violation, violation } from "../../../domain/base/validation/violation.ts"
import { nearestName } from "../../../domain/base/validation/violations.ts"
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
import { parseDate } from "../../../domain/site/chart/intervals.ts"
import { localTime } from "../../../domain/site/geo/site.ts"
import type { Database } from "../../../store/database.ts"
import { importedPrices } from "../../../store/prices.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import { Breakdown, BreakdownQuery, Samples, Statistics } from "./schemas.ts"
import { allTemplatesIn, Templates } from "./templates.ts"

const operation = operationsOf("Tariffs")
const by = ["key", "session"] as const
const breakdown = { by, query: BreakdownQuery, answers: { 200: Breakdown } }

/** Tariff data: real day-ahead prices, including imported prices. */
export const tariffOperations = {
  purchaseStats: operation("GET /v1/tariffs/dynamic/stats", {
    summary: "Statistics of purchase rates",
    description:
      "Lowest, highest, mean and median price of a bought kWh in the default year in the Netherlands, with energy tax and VAT [EUR/kWh].",
    by,
    answers: { 200: Statistics },
  }),
  purchaseSamples: operation("GET /v1/tariffs/dynamic/samples", {
    summary: "Purchase rates by part of the day",
    description:
      "Mean prices of a bought kWh at night (0-6), in the morning (6-12), the afternoon (12-18) and the evening (18-24) [EUR/kWh].",
    by,
    answers: { 200: Samples },
  }),
  feedInStats: operation("GET /v1/tariffs/feed-in/stats", {
    summary: "Statistics of feed-in rates",
    description: "Lowest, highest, mean and median feed-in price [EUR/kWh].",
    by,
    answers: { 200: Statistics },
  }),
  purchaseBreakdown: operation("GET /v1/tariffs/dynamic/breakdown", {
    summary: "Purchase rates from a day on",
    description:
      "Prices of a bought kWh for each hour, day or month of the interval, with their range; `fields` chooses parts of the answer.",
    ...breakdown,
  }),
  templates: operation("GET /v1/tariffs/templates", {
    summary: "Contracts as data",
    description:
      "Named, dated contracts of the Netherlands, Flanders and Germany, and the usual contract of each country. Each can be the tariff of a scan, or one of its contracts. Every term names the publication it comes from; terms of a contract that the service does not bill are listed with it.",
    by,
    answers: { 200: Templates },
  }),
  feedInBreakdown: operation("GET /v1/tariffs/feed-in/breakdown", {
    summary: "Feed-in rates from a day on",
    description:
      "Feed-in prices for each hour, day or month of the interval, with their range; `fields` chooses parts of the answer.",
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
    templates: async ({ caller }) => allTemplatesIn(caller.language),
  }
}

const startOf = ({ startDate }: Static<typeof BreakdownQuery>) => {
  const date = parseDate(startDate ?? localTime(RATE_CLOCK.zone, Date.now()))
  if (!date) throw new InvalidInput([violation(["startDate"], "date", { form: "day-or-time" })])
  return date
}

/** Requested fields, each once. Throws InvalidInput that names each unknown field. */
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
