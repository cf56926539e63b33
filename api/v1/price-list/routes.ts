import { PriceList } from "../../../domain/report/offer/priceList.ts"
import { jsonBody } from "../../http/body.ts"
import { CSV, csvBody } from "../../http/csvBody.ts"
import { operationsOf } from "../../http/operation.ts"
import { PriceListAnswer } from "./schemas.ts"

const operation = operationsOf("Offers")
const by = ["key", "session"] as const

/** 60 prices with long texts, whose characters have several bytes. */
const CSV_LIMIT_BYTES = 128 * 1024

/** An organization's price list for offers. */
export const priceListOperations = {
  read: operation("GET /v1/price-list", {
    summary: "Read the price list for offers",
    description:
      "Prices without VAT, from which an offer is proposed. The sandbox reads the live list until it has its own. With `Accept: text/csv` the prices come in the form of the import.",
    by,
    answers: { 200: PriceListAnswer },
    alternatives: [CSV],
  }),
  replace: operation("PUT /v1/price-list", {
    summary: "Replace the price list for offers",
    description: "The body is the complete list of the caller's mode. Offers that are stored stay the same.",
    by,
    stores: "caller",
    body: jsonBody(PriceList),
    isConditional: "shown",
    answers: { 200: PriceListAnswer },
  }),
  importPrices: operation("POST /v1/price-list/csv", {
    summary: "Replace the prices by a CSV file",
    description:
      "Line 1 names fields of a price in any order. Terms stay. Every mistake is named by its line and field, and one is enough that nothing of the file is kept.",
    by,
    stores: "caller",
    isIdempotent: true,
    body: csvBody({
      limitBytes: CSV_LIMIT_BYTES,
      rows: "a price",
      example: "kind,description,unit,unitPrice\nlabour,Installation,kwp,180\n",
    }),
    answers: { 200: PriceListAnswer },
  }),
}
