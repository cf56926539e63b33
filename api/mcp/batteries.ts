import type { Static } from "@sinclair/typebox"
import type { ProductItem, ProductList } from "../v1/batteries/productSchemas.ts"

const named = ({ id, brand, model, capacityKwh, powerKw, eur }: ProductItem): string => {
  const name = [brand, model].filter(Boolean).join(" ")
  const price = eur === undefined ? "without a price" : `price ${eur}`
  return `${id}:${name ? ` ${name},` : ""} ${capacityKwh} kWh, ${powerKw} kW, ${price}`
}

/** A page of the catalogue in lines. */
export const listedBatteries = ({ items, total, page, totalPages }: Static<typeof ProductList>): string =>
  items.length === 0
    ? "There are no such batteries in the catalogue."
    : [
        ...items.map(named),
        "Prices are in the organization's currency.",
        `Page ${page} of ${totalPages}; ${total} in all.`,
      ].join("\n")
