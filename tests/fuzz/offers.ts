import { randomNumbers } from "../support/solvedCase.ts"
import { type Draw, drawing, tariffOf } from "./requests.ts"

/** Parts of a drawn request that offers depend on. */
interface Request {
  goal?: string
  newPv?: { maxPanelCount: number; costPerKwp?: number }[]
  electricBattery?: { capacityKwh: number; powerRatingKw: number }
}

/**
 * The request of a number, for half of the numbers with offers of an installer or a supplier. Offers are battery
 * products, panel modules, contracts, and growth of the parts of a price. They have their own random numbers, so that
 * the rest of a request does not change.
 */
export const withOffers = (seed: number, request: object): object => {
  const draw = drawing(randomNumbers(Math.imul(seed + 1, 0xc2b2ae35)))
  if (draw.chance(0.5)) return request
  const { goal = "cost-savings", newPv, electricBattery } = request as Request
  const isForCost = goal === "cost-savings"
  const roofs = newPv && isForCost && draw.chance(0.5) ? newPv.map(roof => moduleRoofOf(draw, roof)) : newPv
  const takesProducts = electricBattery && goal !== "self-sufficiency" && draw.chance(0.7)
  const offered = {
    ...request,
    newPv: roofs,
    electricBattery: takesProducts ? productsBatteryOf(draw, electricBattery) : electricBattery,
    contracts: isForCost && draw.chance(0.4) ? [tariffOf(draw), ...draw.list(2, () => tariffOf(draw))] : undefined,
    energyPriceGrowth: draw.seldom(() => growthOf(draw)),
    gridFeeGrowth: draw.seldom(() => growthOf(draw)),
    taxGrowth: draw.seldom(() => growthOf(draw)),
  }
  return JSON.parse(JSON.stringify(offered))
}

const growthOf = (draw: Draw): number => draw.number([-0.5, -0.1, 0, 0.03, 0.3, 1])

/** Bounds of a product, and of its hours from empty to full. */
const LEAST_KWH = 0.001
const MOST = 100_000
const SLOWEST_HOURS = 24

/** At most three products: many counts of many products take too long. */
const productsBatteryOf = (draw: Draw, battery: { capacityKwh: number; powerRatingKw: number }): object => {
  const capacityKwh = Math.min(MOST, Math.max(LEAST_KWH, battery.capacityKwh))
  const powerRatingKw = Math.min(MOST, Math.max((1.01 * capacityKwh) / SLOWEST_HOURS, battery.powerRatingKw))
  const products = Array.from({ length: draw.one([1, 2, 3]) }, (_, i) => {
    const share = draw.one([1 / 7, 0.3, 0.5, 1])
    return {
      ...{ id: `p${i}`, capacityKwh: capacityKwh * share, powerKw: powerRatingKw * share },
      eur: draw.maybe(() => draw.number([0, 0.01, 900, 3000, 1_000_000])),
      roundtripEfficiency: draw.seldom(() => draw.number([0.001, 50, 92, 100])),
      minimumChargeLevel: draw.seldom(() => draw.number([0, 10, 99])),
      standbyWatts: draw.seldom(() => draw.number([0, 5, 1_000])),
      cycleLife: draw.seldom(() => draw.number([1, 6_000, 1_000_000])),
      maxCount: draw.maybe(() => draw.one([1, 2, 5, 20])),
    }
  })
  return { ...battery, capacityKwh, powerRatingKw, costPerKwh: undefined, fixedCostEur: undefined, products }
}

const moduleRoofOf = (draw: Draw, roof: { maxPanelCount: number }): object => ({
  ...roof,
  costPerKwp: undefined,
  minPanelCount: undefined,
  modules: Array.from({ length: draw.one([1, 2]) }, (_, i) => ({
    ...{ id: `m${i}`, watts: draw.number([0.001, 100, 430, 2000]), eur: draw.number([0, 0.01, 150, 100_000]) },
    maxPanelCount: draw.seldom(() => draw.one([1, Math.ceil(roof.maxPanelCount / 2), 1_000_000])),
  })),
})
