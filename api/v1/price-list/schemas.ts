import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull } from "../../../domain/base/validation/schema.ts"
import { currencySchema } from "../../../domain/market/currency.ts"
import { PriceList } from "../../../domain/report/offer/priceList.ts"
import { RowMode } from "../../http/ownMode.ts"

/** The price list in answers. */
export const PriceListAnswer = Type.Object(
  {
    ...PriceList.properties,
    currency: currencySchema("Currency of the prices; a change of the organization's currency does not change it"),
    mode: orNull(RowMode, "Mode of the list; null: none was stored"),
    updatedAt: orNull(Instant("When it was last changed; null: none was stored")),
  },
  {
    description: "Prices and terms from which offers are proposed",
    examples: [{ ...PriceList.examples[0], currency: "EUR", mode: "live", updatedAt: "2026-11-22T14:05:00.000Z" }],
  },
)
export type PriceListAnswer = Static<typeof PriceListAnswer>
