import { Type } from "@sinclair/typebox"
import { type Body, jsonBody, readBytes } from "../../http/body.ts"
import { UnsupportedMediaType } from "../../http/errors.ts"
import { PageQuery } from "../../http/lists.ts"
import { operationsOf } from "../../http/operation.ts"
import {
  PriceSeriesChanges,
  PriceSeriesDetail,
  PriceSeriesInput,
  PriceSeriesList,
  PriceSeriesQuery,
  PriceSeriesSummary,
} from "./schemas.ts"

/** 35,040 numbers of up to 25 characters each. */
const LIMIT_BYTES = 1024 * 1024
/** Quarter-hours of a year with their times and other columns, 100 characters a row. */
const CSV_LIMIT_BYTES = 4 * 1024 * 1024
const CSV = "text/csv"

/** A text of one number a row, or of moments and prices. Reading throws UnsupportedMediaType, BodyTooLarge. */
const csvBody = {
  mediaType: CSV,
  schema: Type.String({
    description:
      "A number a row with a decimal point, or with a decimal comma in all rows, a header line at most. Or a table with a date " +
      "and time and a price in each row, in hours or quarter-hours. The title of the prices may name their unit (EUR/MWh, " +
      "EUR/kWh, ct/kWh), the title of the times their offset (UTC, UTC+1)",
  }),
  isOptional: false,
  refusals: [400, 413, 415],
  limitBytes: CSV_LIMIT_BYTES,
  read: async (request: Request): Promise<string> => {
    const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase()
    if (type !== CSV) throw new UnsupportedMediaType("body-of-another-type", { mediaType: CSV })
    return new TextDecoder().decode(await readBytes(request, CSV_LIMIT_BYTES))
  },
  contentOf: (text: string) => text,
} as const satisfies Body<string>

const operation = operationsOf("Price series")
const by = ["key", "session"] as const

/** Prices of an organization's own, for custom tariffs. */
export const priceSeriesOperations = {
  list: operation("GET /v1/price-series", {
    summary: "List the price series, newest first, without hours",
    description:
      "Summaries of the organization's price series. The sandbox also lists live ones, and cannot change them.",
    by,
    query: PageQuery,
    answers: { 200: PriceSeriesList },
  }),
  create: operation("POST /v1/price-series", {
    summary: "Keep a year of prices",
    description:
      '8760 hours or 35,040 quarters, of which scans in hours take the hourly means. A custom tariff names the series in place of a price: `{"series": id}`.',
    by,
    stores: "caller",
    isIdempotent: true,
    body: jsonBody(PriceSeriesInput, { limitBytes: LIMIT_BYTES }),
    answers: { 201: PriceSeriesSummary },
    location: "/v1/price-series/{id}",
  }),
  createFromCsv: operation("POST /v1/price-series/csv", {
    summary: "Keep a year of prices from a CSV text",
    description:
      "The body is the text, a number a row; name, year and unit are parameters. A table with a date and time in each row gives the hours of the year. " +
      "Clock times without an offset are read in `timeZone`.",
    by,
    stores: "caller",
    isIdempotent: true,
    query: PriceSeriesQuery,
    body: csvBody,
    answers: { 201: PriceSeriesSummary },
    location: "/v1/price-series/{id}",
  }),
  read: operation("GET /v1/price-series/{id}", {
    summary: "Read a price series with its hours",
    description: "Quarters are shown as hourly means. Scans in quarter-hours take the quarters.",
    by,
    answers: { 200: PriceSeriesDetail },
  }),
  rename: operation("PATCH /v1/price-series/{id}", {
    summary: "Rename a price series",
    description: "Changes only the name: scans that named the series stay the same.",
    by,
    body: jsonBody(PriceSeriesChanges),
    isConditional: true,
    answers: { 200: PriceSeriesSummary },
  }),
  remove: operation("DELETE /v1/price-series/{id}", {
    summary: "Delete a price series; reports made from it stay",
    description: "Scans that took the series keep their reports; new ones cannot take it.",
    by,
    isConditional: true,
    answers: { 204: "The price series is gone" },
  }),
}
