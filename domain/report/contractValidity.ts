import type { Static } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import type { ScanCase } from "../case/case.ts"
import { text } from "./schemaParts.ts"
import { templateOfPrices } from "./tariffTerms.ts"

/** End of the prices of a compared contract. */
export const ContractValidity = Strict(
  {
    pricesUntil: text(
      "Last day of the terms of the purchase price, YYYY-MM-DD: the last day of the template that the contract follows, or the end of buy.until",
    ),
    laterYears: StringEnum(["same-prices", "later-terms"], {
      description:
        "Prices of the years after this day: same-prices: the terms of the first year with growth, as no later terms are stated; later-terms: buy.after of the contract",
    }),
  },
  {
    description:
      "End of the contract's price terms; absent if neither the request nor a template states it, or outside the analysis",
  },
)
export type ContractValidity = Static<typeof ContractValidity>

/**
 * End of the prices of a scan's contract within the analysis; undefined if neither the request nor a template states
 * one.
 */
export const contractValidity = (scan: ScanCase): ContractValidity | undefined => {
  const { phases, purchaseUntil, analysisYears } = scan.input
  const firstYear = phases[0].calendarYear
  if (purchaseUntil !== undefined && purchaseUntil >= firstYear) {
    const hasLater = purchaseUntil < firstYear + analysisYears - 1
    return hasLater ? { pricesUntil: `${purchaseUntil}-12-31`, laterYears: "later-terms" } : undefined
  }
  const template = templateOfPrices(scan)
  const isCounted = template !== undefined && Number(template.validTo.slice(0, 4)) >= firstYear
  return isCounted ? { pricesUntil: template.validTo, laterYears: "same-prices" } : undefined
}
