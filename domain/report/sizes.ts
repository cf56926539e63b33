import type { BatteryInput } from "../request/scanInput.ts"
import type { Figures } from "./figures.ts"

/** Freedom that the request leaves to the sizes of the plant. */
export const SIZES = ["free", "bounded", "fixed"] as const
export type Sizes = (typeof SIZES)[number]

interface Bounds {
  isFixed: boolean
  /** True if the request sets a minimum size above 0. */
  isBounded: boolean
}

const ofBattery = (
  { minCapacityKwh, capacityKwh, minPowerRatingKw, powerRatingKw }: BatteryInput,
  isOfProducts: boolean,
): Bounds => {
  const isOnePower = capacityKwh === 0 || minPowerRatingKw === powerRatingKw
  return { isFixed: !isOfProducts && minCapacityKwh === capacityKwh && isOnePower, isBounded: minCapacityKwh > 0 }
}

/**
 * Freedom of the sizes, within which a proof about the best plant holds. A choice of modules or products is never
 * fixed.
 */
export const sizesOf = ({ scan: { input, roofs }, solution }: Figures): Sizes => {
  const ofRoofs = input.newPv.map(({ minPanelCount, maxPanelCount }, roof): Bounds => {
    const isOfModules = roofs[roof]?.module !== undefined
    return { isFixed: !isOfModules && minPanelCount === maxPanelCount, isBounded: minPanelCount > 0 }
  })
  const { electricBattery } = input
  const bounds = [...ofRoofs, ...(electricBattery ? [ofBattery(electricBattery, solution.products !== null)] : [])]
  if (bounds.length > 0 && bounds.every(({ isFixed }) => isFixed)) return "fixed"
  return bounds.some(({ isBounded }) => isBounded) ? "bounded" : "free"
}
