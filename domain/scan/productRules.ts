import type { Static } from "@sinclair/typebox"
import type { Path } from "../validation/path.ts"
import { type Violation, violation } from "../validation/violation.ts"
import { countsWithin } from "./productCounts.ts"
import { DEFAULTS, type ElectricBattery, type ScanRequest } from "./request.ts"

/** A battery slower than a day from empty to full is refused: nobody builds it and it makes the dispatch slow. */
export const SLOWEST_BATTERY_HOURS = 24

const PRODUCTS: Path = ["electricBattery", "products"]

/** What is wrong with the products of a request whose single fields are sound. */
export const productViolations = ({ electricBattery, goal }: ScanRequest): Violation[] => {
  if (!electricBattery?.products) return []
  const { products } = electricBattery
  if (goal === "self-sufficiency")
    return [violation(PRODUCTS, "left-out-when", { other: ["goal"], value: "self-sufficiency" })]
  const ids = products.map(({ id }) => id)
  return [
    ...(["costPerKwh", "fixedCostEur", "brandName", "modelName"] as const)
      .filter(name => electricBattery[name] !== undefined)
      .map(name => violation(["electricBattery", name], "beside-products")),
    ...ids.flatMap((id, i) => (ids.indexOf(id) < i ? [violation([...PRODUCTS, i, "id"], "unique", {})] : [])),
    ...products.flatMap(({ capacityKwh, powerKw }, i) => tooSlow(i, capacityKwh, powerKw)),
    ...(products.some(product => countsWithin(product, limitsOf(electricBattery)))
      ? []
      : [violation(PRODUCTS, "no-product-fits")]),
  ]
}

const tooSlow = (index: number, capacityKwh: number, powerKw: number): Violation[] => {
  const leastKw = capacityKwh / SLOWEST_BATTERY_HOURS
  if (powerKw >= leastKw) return []
  return [
    violation([...PRODUCTS, index, "powerKw"], "battery-too-slow", {
      other: [...PRODUCTS, index, "capacityKwh"],
      hours: SLOWEST_BATTERY_HOURS,
      leastKw: Number(leastKw.toPrecision(6)),
    }),
  ]
}

const limitsOf = (battery: Static<typeof ElectricBattery>) => ({
  minCapacityKwh: battery.minCapacityKwh ?? DEFAULTS.minCapacityKwh,
  capacityKwh: battery.capacityKwh,
  minPowerRatingKw: battery.minPowerRatingKw ?? DEFAULTS.minPowerRatingKw,
  powerRatingKw: battery.powerRatingKw ?? battery.powerKw ?? 0,
})
