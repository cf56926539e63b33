import { CatalogueProduct, CatalogueProductBody } from "../../../domain/market/batteryCatalogue.ts"
import { jsonBody } from "../../http/body.ts"
import { CSV, csvBody } from "../../http/csvBody.ts"
import { PageQuery } from "../../http/lists.ts"
import { operationsOf } from "../../http/operation.ts"
import { ImportQuery, ImportResult, ProductItem, ProductList, ShippedIds, ShippedProducts } from "./productSchemas.ts"

/** 10,000 products of 400 bytes each. */
const CSV_LIMIT_BYTES = 4 * 1024 * 1024

const operation = operationsOf("Batteries")
const by = ["key", "session"] as const
const params = {
  id: {
    description: "Names the product within the catalogue",
    schema: { type: "string", minLength: 1, maxLength: 100 },
    example: "volta-v10",
  },
}

/** An organization's catalogue of batteries. */
export const productOperations = {
  listProducts: operation("GET /v1/batteries/products", {
    summary: "List the products of the catalogue by their ids",
    description:
      "The batteries that the organization sells. The sandbox also lists live products, except those whose id a sandbox product has. With `Accept: text/csv` all products come at once, in the form of the import.",
    by,
    costs: "list",
    query: PageQuery,
    answers: { 200: ProductList },
    alternatives: [CSV],
  }),
  createProduct: operation("POST /v1/batteries/products", {
    summary: "Add a product to the catalogue",
    description: 'A scan takes the products of the catalogue by `electricBattery.catalogue: "organization"`.',
    by,
    stores: "caller",
    isIdempotent: true,
    body: jsonBody(CatalogueProduct),
    answers: { 201: ProductItem },
    location: "/v1/batteries/products/{id}",
  }),
  importProducts: operation("POST /v1/batteries/products/csv", {
    summary: "Add and replace products by a CSV file",
    description:
      "Line 1 names fields of a product in any order. A product of the same id and mode is replaced. Every mistake is named by its line and field, and one is enough that nothing of the file is kept.",
    by,
    stores: "caller",
    isIdempotent: true,
    query: ImportQuery,
    body: csvBody({
      limitBytes: CSV_LIMIT_BYTES,
      rows: "a product",
      example: "id,brand,model,capacityKwh,powerKw,eur\nvolta-v10,Volta,V10,10,5,6500\n",
    }),
    answers: { 200: ImportResult },
  }),
  copyShipped: operation("POST /v1/batteries/products/shipped", {
    summary: "Copy shipped products into the catalogue",
    description: "Products that the mode already has stay unchanged.",
    by,
    stores: "caller",
    isIdempotent: true,
    body: jsonBody(ShippedIds, { isOptional: true }),
    answers: { 200: ImportResult },
    errors: [404],
  }),
  listShipped: operation("GET /v1/batteries/shipped-products", {
    summary: "List batteries that can be bought, without prices",
    description:
      "Sizes, powers and warranties by their makers' datasheets, each with its address. They have no prices: a scan takes the price curve for them until the organization fills in its own.",
    by,
    answers: { 200: ShippedProducts },
  }),
  readProduct: operation("GET /v1/batteries/products/{id}", {
    summary: "Read a product of the catalogue",
    description: "Product by the id that the organization gave it.",
    by,
    params,
    answers: { 200: ProductItem },
  }),
  replaceProduct: operation("PUT /v1/batteries/products/{id}", {
    summary: "Replace a product of the catalogue",
    description:
      "The body is the whole product without its id. Scans that used the product stay the same. 403 for a live product in the sandbox: add a sandbox product of the same id.",
    by,
    params,
    body: jsonBody(CatalogueProductBody),
    isConditional: "shown",
    answers: { 200: ProductItem },
  }),
  removeProduct: operation("DELETE /v1/batteries/products/{id}", {
    summary: "Delete a product of the catalogue; scans that took it stay",
    description: "Scans keep the products that they were accepted with.",
    by,
    params,
    isConditional: true,
    answers: { 204: "The product is gone" },
  }),
}
