import { InvalidInput } from "../base/errors.ts"
import type { Path } from "../base/validation/path.ts"
import { violation } from "../base/validation/violation.ts"
import type { CatalogueProduct } from "../market/batteryCatalogue.ts"
import { type BatteryProduct, MAX_PRODUCTS } from "../market/batteryProduct.ts"
import { countsWithin } from "./productCounts.ts"
import type { FilledRequest } from "./request.ts"

const CATALOGUE: Path = ["electricBattery", "catalogue"]

/**
 * A request with the products of its catalogue: the named products, or all products within its bounds. Later changes of
 * the catalogue then do not affect the scan. Throws InvalidInput where none fits, or more than MAX_PRODUCTS.
 * @param kept named or fitting products of the catalogue; if more than MAX_PRODUCTS fit, at least one more
 */
export const withCatalogue = (request: FilledRequest, kept: readonly CatalogueProduct[]): FilledRequest => {
  if (!request.electricBattery?.catalogue) return request
  const { catalogue: _, catalogueIds, ...battery } = request.electricBattery
  const fitting = kept.filter(product => countsWithin(product, battery))
  if (fitting.length === 0) throw new InvalidInput([violation(CATALOGUE, "no-product-fits")])
  const products = catalogueIds ? named(kept, catalogueIds) : fitting
  if (products.length > MAX_PRODUCTS)
    throw new InvalidInput([violation(CATALOGUE, "too-many-products-fit", { maximum: MAX_PRODUCTS })])
  return { ...request, electricBattery: { ...battery, products: products.map(productOf) } }
}

const named = (kept: readonly CatalogueProduct[], ids: readonly string[]): CatalogueProduct[] => {
  const byId = new Map(kept.map(product => [product.id, product]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

const productOf = ({ source: _, ...product }: CatalogueProduct): BatteryProduct => product
