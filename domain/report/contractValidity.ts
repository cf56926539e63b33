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
  { description: "End of the contract's price terms; absent if neither the request nor a template states it" },
)
export type ContractValidity = Static<typeof ContractValidity>

/** End of the prices of a scan's contract; undefined if neither the request nor a template states it. */
export const contractValidity = (scan: ScanCase): ContractValidity | undefined => {
  const { phases, endings } = scan.input
  const until = endings?.buy?.until
  if (until !== undefined && until >= phases[0].calendarYear)
    return { pricesUntil: `${until}-12-31`, laterYears: "later-terms" }
  const template = templateOfPrices(scan)
  return template && { pricesUntil: template.validTo, laterYears: "same-prices" }
}
