import { type Static, Type } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import { Strict, StringEnum, TextLine } from "../base/validation/schema.ts"
import { BatteryProduct, MAX_ID_LENGTH, MAX_PRODUCTS } from "./batteryProduct.ts"

/** Maximum number of products in an organization's catalogue. */
export const MAX_CATALOGUE_PRODUCTS = 10_000
const MAX_SOURCE_LENGTH = 500

/** Names a product within its catalogue, in paths too: so not `.` or `..`. */
export const CatalogueId = Type.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  maxLength: MAX_ID_LENGTH,
  textForm: "product-id",
  description:
    "Names the product within the catalogue and in reports: 1 to 100 letters, digits, . - or _, a letter or digit first",
})

/** True if a text may name a product; any other names none. */
export const isCatalogueId = (text: string): boolean => Value.Check(CatalogueId, text)

const { id: _, ...rest } = BatteryProduct.properties

/** Product of a catalogue without its id, as a replacement of a product. */
export const CatalogueProductBody = Strict(
  {
    ...rest,
    source: Type.Optional(
      TextLine({ maxLength: MAX_SOURCE_LENGTH, description: "Source of the figures, such as a datasheet" }),
    ),
  },
  {
    description: "A battery of the organization's catalogue",
    examples: [{ brand: "Volta", model: "V10", capacityKwh: 10, powerKw: 5, eur: 6500, warrantyYears: 10 }],
  },
)
export type CatalogueProductBody = Static<typeof CatalogueProductBody>

/** A product of a catalogue. */
export const CatalogueProduct = Strict(
  { id: CatalogueId, ...CatalogueProductBody.properties },
  {
    description: "A battery of the organization's catalogue",
    examples: [{ id: "volta-v10", ...CatalogueProductBody.examples[0] }],
  },
)
export type CatalogueProduct = Static<typeof CatalogueProduct>

/** Source of a scan's products. */
export const Catalogue = StringEnum(["organization"], {
  description:
    "In place of products: the products of the organization's catalogue within the bounds of electricBattery, as stored when the scan is accepted; GET /v1/scans/{id}/request then has them as products",
})

/** Selection of catalogue products for a scan. */
export const CatalogueIds = Type.Array(CatalogueId, {
  ...{ minItems: 1, maxItems: MAX_PRODUCTS, uniqueItems: true },
  description: "With catalogue: only these of its products; needed where more than 100 fit",
})
