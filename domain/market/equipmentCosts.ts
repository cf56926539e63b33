/**
 * Upper end of a size class, null for the last, and the installed price in it. A size on an edge has the lower class's
 * price.
 */
export interface CostTier {
  label: string
  maxKwh: number | null
  costPerKwh: number
}

/**
 * Installed price of a battery by its whole capacity [EUR/kWh] (documents 2 and 3), for the tiers' endpoint and the
 * legacy interface. Scans of document 1 are priced by the curves of the assumptions, which meet its upper edges.
 */
export const batteryCostTiers: readonly CostTier[] = [
  { label: "Up to 5 kWh", maxKwh: 5, costPerKwh: 1100 },
  { label: "5 to 10 kWh", maxKwh: 10, costPerKwh: 925 },
  { label: "10 to 20 kWh", maxKwh: 20, costPerKwh: 850 },
  { label: "20 to 40 kWh", maxKwh: 40, costPerKwh: 600 },
  { label: "Above 40 kWh", maxKwh: null, costPerKwh: 600 },
]

/** Installed price of a battery by its tier [EUR/kWh]. @param capacityKwh capacity of the whole battery */
export const defaultBatteryCostPerKwh = (capacityKwh: number): number =>
  batteryCostTiers.find(({ maxKwh }) => maxKwh === null || capacityKwh <= maxKwh)!.costPerKwh

/**
 * Size classes of a roof of panels and the installed price in them (document 2); a size on an edge has the lower
 * class's price.
 */
const PV_COST_TIERS: readonly { maxKwp: number; costPerKwp: number }[] = [
  { maxKwp: 2, costPerKwp: 1200 },
  { maxKwp: 4, costPerKwp: 1100 },
  { maxKwp: 8, costPerKwp: 1000 },
  { maxKwp: 16, costPerKwp: 900 },
  { maxKwp: Number.POSITIVE_INFINITY, costPerKwp: 800 },
]

/** Installed price of panels by their tier [EUR/kWp]. @param roofKwp largest size of the roof */
export const defaultPvCostPerKwp = (roofKwp: number): number =>
  PV_COST_TIERS.find(({ maxKwp }) => roofKwp <= maxKwp)!.costPerKwp
