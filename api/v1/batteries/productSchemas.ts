import { type Static, Type } from "@sinclair/typebox"
import { Instant, Strict } from "../../../domain/base/validation/schema.ts"
import { CatalogueId, CatalogueProduct, MAX_CATALOGUE_PRODUCTS } from "../../../domain/market/batteryCatalogue.ts"
import { listOf } from "../../http/lists.ts"
import { RowMode } from "../../http/ownMode.ts"

const EXAMPLE = { ...CatalogueProduct.examples[0], mode: "live", updatedAt: "2026-11-22T14:05:00.000Z" }

/** A product in answers. */
export const ProductItem = Type.Object(
  { ...CatalogueProduct.properties, mode: RowMode, updatedAt: Instant("When it was made or last replaced") },
  { description: "A battery of the organization's catalogue", examples: [EXAMPLE] },
)
export type ProductItem = Static<typeof ProductItem>

export const ProductList = listOf(ProductItem, EXAMPLE)

/** Batteries that the service ships. */
export const ShippedProducts = Type.Object(
  { items: Type.Array(CatalogueProduct, { description: "Products by their ids" }) },
  { examples: [{ items: [CatalogueProduct.examples[0]] }] },
)

/** Products to copy. */
export const ShippedIds = Strict(
  {
    ids: Type.Optional(
      Type.Array(CatalogueId, {
        ...{ minItems: 1, maxItems: MAX_CATALOGUE_PRODUCTS, uniqueItems: true },
        description: "For shipped products; default: all",
      }),
    ),
  },
  { description: "Shipped products to copy", examples: [{ ids: ["sungrow-sbr096"] }] },
)

/** Use of a CSV file. */
export const ImportQuery = Type.Object({
  replaceAll: Type.Optional(
    Type.Boolean({ default: false, description: "Delete the products that the file does not name" }),
  ),
})

/** Outcome of products sent together. */
export const ImportResult = Type.Object(
  {
    written: Type.Integer({ description: "Products that were added or replaced" }),
    total: Type.Integer({ description: "Products of the catalogue now, in the mode of the caller" }),
  },
  { examples: [{ written: 48, total: 60 }] },
)
