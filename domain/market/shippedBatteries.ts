import products from "../../fixtures/batteries/products.json" with { type: "json" }
import type { CatalogueProduct } from "./batteryCatalogue.ts"

/** Batteries of makers' datasheets, without prices (fixtures/batteries/SOURCES.md). */
export const shippedBatteries: readonly CatalogueProduct[] = products
