import type { Static } from "@sinclair/typebox"
import type { Path } from "../base/validation/path.ts"
import { type Violation, violation, withPaths } from "../base/validation/violation.ts"
import { type BatteryProduct, slowProduct } from "../market/batteryProduct.ts"
import type { ElectricBattery } from "./electricBattery.ts"
import { countsWithin } from "./productCounts.ts"
import { DEFAULTS, type ScanRequest } from "./request.ts"

const PRODUCTS: Path = ["electricBattery", "products"]
const CATALOGUE: Path = ["electricBattery", "catalogue"]

/** Violations of the products of a request whose single fields are valid. */
export const productViolations = ({ electricBattery, goal }: ScanRequest): Violation[] => {
  const { products, catalogue, catalogueIds } = electricBattery ?? {}
  if (catalogueIds && !catalogue)
    return [violation(CATALOGUE, "given-together", { other: ["electricBattery", "catalogueIds"] })]
  if (!electricBattery || !(products ?? catalogue)) return []
  const place = products ? PRODUCTS : CATALOGUE
  if (products && catalogue) return [violation(CATALOGUE, "either-or", { other: PRODUCTS })]
  if (goal === "self-sufficiency")
    return [violation(place, "left-out-when", { other: ["goal"], value: "self-sufficiency" })]
  return [
    ...(["costPerKwh", "fixedCostEur", "brandName", "modelName"] as const)
      .filter(name => electricBattery[name] !== undefined)
      .map(name => violation(["electricBattery", name], "beside-products")),
    ...(products ? listViolations(products, electricBattery) : []),
  ]
}

const listViolations = (products: readonly BatteryProduct[], battery: Static<typeof ElectricBattery>): Violation[] => {
  const ids = products.map(({ id }) => id)
  return [
    ...ids.flatMap((id, i) => (ids.indexOf(id) < i ? [violation([...PRODUCTS, i, "id"], "unique", {})] : [])),
    ...products.flatMap((product, i) =>
      slowProduct(product).map(each => withPaths(each, path => [...PRODUCTS, i, ...path])),
    ),
    ...(products.some(product => countsWithin(product, limitsOf(battery)))
      ? []
      : [violation(PRODUCTS, "no-product-fits")]),
  ]
}

const limitsOf = (battery: Static<typeof ElectricBattery>) => ({
  minCapacityKwh: battery.minCapacityKwh ?? DEFAULTS.minCapacityKwh,
  capacityKwh: battery.capacityKwh,
  minPowerRatingKw: battery.minPowerRatingKw ?? DEFAULTS.minPowerRatingKw,
  powerRatingKw: battery.powerRatingKw ?? battery.powerKw ?? 0,
})
