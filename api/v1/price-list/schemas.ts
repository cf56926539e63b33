import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull } from "../../../domain/base/validation/schema.ts"
import { PriceList } from "../../../domain/report/offer/priceList.ts"
import { RowMode } from "../../http/ownMode.ts"

/** The price list in answers. */
export const PriceListAnswer = Type.Object(
  {
    ...PriceList.properties,
    mode: orNull(RowMode, "Mode of the list; null: none was stored"),
    updatedAt: orNull(Instant("When it was last changed; null: none was stored")),
  },
  {
    description: "Prices and terms from which offers are proposed",
    examples: [{ ...PriceList.examples[0], mode: "live", updatedAt: "2026-11-22T14:05:00.000Z" }],
  },
)
export type PriceListAnswer = Static<typeof PriceListAnswer>
