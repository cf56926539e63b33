import { violation } from "../base/validation/violation.ts"
import { CatalogueProduct, MAX_CATALOGUE_PRODUCTS } from "./batteryCatalogue.ts"
import { slowProduct } from "./batteryProduct.ts"
import { csvOfRows, rowsOfCsv } from "./csvRows.ts"

/** Products of a CSV file. Throws InvalidInput with a violation for each invalid field, at `lines[N].field`. */
export const productsOfCsv = (bytes: Uint8Array): CatalogueProduct[] => {
  const ids = new Set<string>()
  return rowsOfCsv<CatalogueProduct>(bytes, {
    schema: CatalogueProduct,
    needed: ["id", "capacityKwh", "powerKw"],
    maxRows: MAX_CATALOGUE_PRODUCTS,
    tooMany: violation([], "csv-products", { maximum: MAX_CATALOGUE_PRODUCTS }),
    check(product) {
      const violations = slowProduct(product)
      if (violations.length === 0 && ids.has(product.id)) violations.push(violation(["id"], "unique", {}))
      ids.add(product.id)
      return violations
    },
  })
}

/** Products as a CSV text that `productsOfCsv` reads. */
export const csvOfProducts = (products: readonly CatalogueProduct[]): string => csvOfRows(products, CatalogueProduct)
