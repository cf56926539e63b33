import { createMemo } from "../../domain/base/memo.ts"
import type { ScanCase } from "../../domain/case/case.ts"
import { rewardsPlans } from "../../domain/control/controller.ts"
import type { Plant, Sizing } from "../../wasm/index.ts"

/** Plants that are operated at most for the plant of a report, … */
export const MAX_OPERATED = 120
/** … for one that is compared with it; each costs a fraction of a dispatch, … */
export const MAX_OPERATED_COMPARED = 24
/** … and for a product of a ranking. */
const MAX_OPERATED_RANKED = 10
/** Products whose cost is within this part of the best one's are searched as the first one is. */
const NEAR_BEST = 0.01
/** Shares of the panels that the search looks at first. */
const PANEL_SHARES = [0.8, 0.6, 0.4, 0.2, 0]
/** Factor by which a battery shrinks or grows in one step. */
const CAPACITY_STEP = 1.25

/** The plants that a search may choose. */
type PlantBounds = Pick<Sizing, "panels" | "battery">

/** True if panels may cost a controller money that foresight saves: the rule stops no panel at prices below 0. */
export const losesByPanels = (scanCase: ScanCase): boolean => {
  if (scanCase.control !== "selfConsumption") return false
  return scanCase.tariffs.some(({ buyEurPerKwh, sellEurPerKwh }) => hasBelow0(sellEurPerKwh) || hasBelow0(buyEurPerKwh))
}

/**
 * True if the plant of the report is chosen for a rule (realChoice.ts), because panels may lose money or plans would
 * earn more. Compared plants are then chosen in the same way.
 */
export const choosesByRule = (scanCase: ScanCase): boolean => {
  if (scanCase.input.goal.kind !== "cost-savings") return false
  return losesByPanels(scanCase) || (scanCase.control === "selfConsumption" && rewardsPlans(scanCase))
}

const answers = createMemo<boolean>(1)

/** True if a price is below 0 in any hour. */
const hasBelow0 = (eurPerKwh: Float64Array): boolean =>
  answers([eurPerKwh], "", () => {
    for (let hour = 0; hour < eurPerKwh.length; hour++) if (eurPerKwh[hour]! < 0) return true
    return false
  })

/**
 * The cheapest of a plant and its neighbours under a rule. First with shares of its panels, with and without its
 * battery; then step by step with fewer or more panels or a smaller or larger battery, until no step is cheaper or
 * `most` plants were operated.
 * @param lifeEurOf cost of a plant's life under the rule [EUR]
 */
export const cheapestByRule = (
  bounds: PlantBounds,
  first: Plant,
  lifeEurOf: (plant: Plant) => number,
  most: number,
): Plant => {
  let best = { plant: first, lifeEur: lifeEurOf(first) }
  const seen = new Set([nameOf(first)])
  const tryPlant = (plant: Plant): void => {
    if (seen.size >= most || seen.has(nameOf(plant)) || !isAllowed(bounds, plant)) return
    seen.add(nameOf(plant))
    const lifeEur = lifeEurOf(plant)
    if (lifeEur < best.lifeEur) best = { plant, lifeEur }
  }
  for (const share of PANEL_SHARES) tryPlant(withShare(bounds, first, share))
  tryPlant(withoutBattery(best.plant))
  let step = Math.max(1, ...first.panels.map(count => Math.ceil(count / 10)))
  while (step >= 1 && seen.size < most) {
    const before = best
    for (const plant of stepsFrom(bounds, before.plant, step)) tryPlant(plant)
    if (best === before) step = step === 1 ? 0 : Math.floor(step / 2)
  }
  return best.plant
}

const nameOf = ({ panels, capacityKwh, powerKw }: Plant): string => [...panels, capacityKwh, powerKw].join()

const withoutBattery = (plant: Plant): Plant => ({ ...plant, capacityKwh: 0, powerKw: 0 })

const withShare = ({ panels }: PlantBounds, plant: Plant, share: number): Plant => ({
  ...plant,
  panels: plant.panels.map((count, roof) => Math.max(panels[roof]!.min, Math.round(share * count))),
})

/** Rounding of a capacity [Wh]. */
const ROUNDING = 1e-6

/**
 * A capacity rounded down to whole Wh, as reports show it: the price per kWh is of the shown capacity. Rounding down
 * never makes the battery slower than allowed.
 */
export const wholeWh = (capacityKwh: number): number => Math.floor(1000 * capacityKwh + ROUNDING) / 1000

/** The plants a step away: each roof with fewer, more or its fewest panels, and the battery smaller, larger or none. */
const stepsFrom = ({ panels: bounds }: PlantBounds, plant: Plant, step: number): Plant[] => {
  const withCount = (roof: number, count: number) => ({ ...plant, panels: plant.panels.with(roof, count) })
  const ofRoofs = plant.panels.flatMap((count, roof) => {
    const { min, max } = bounds[roof]!
    return [Math.max(min, count - step), Math.min(max, count + step), min].map(next => withCount(roof, next))
  })
  if (plant.capacityKwh === 0) return ofRoofs
  const ofBattery = [1 / CAPACITY_STEP, CAPACITY_STEP, 0].map(factor => ({
    ...plant,
    capacityKwh: wholeWh(factor * plant.capacityKwh),
    powerKw: factor * plant.powerKw,
  }))
  return [...ofRoofs, ...ofBattery]
}

const isAllowed = ({ battery }: PlantBounds, { capacityKwh, powerKw }: Plant): boolean => {
  if (capacityKwh === 0) return (battery?.minKwh ?? 0) === 0
  if (!battery) return false
  const { minKwh, maxKwh, minKw, maxKw, smallestKwh = 0 } = battery
  const leastKwh = Math.max(minKwh, Math.min(smallestKwh, maxKwh))
  return capacityKwh >= leastKwh && capacityKwh <= maxKwh && powerKw >= minKw && powerKw <= maxKw
}

/** A sizing that leaves a plant no choice but how it is operated. */
export const heldAt = (sizing: Sizing, { panels, capacityKwh, powerKw }: Plant): Sizing => {
  const fixed = { minKwh: capacityKwh, maxKwh: capacityKwh, minKw: powerKw, maxKw: powerKw, highestRate: undefined }
  return {
    ...sizing,
    panels: sizing.panels.map((roof, k) => ({ ...roof, min: panels[k]!, max: panels[k]! })),
    battery: sizing.battery && capacityKwh > 0 ? { ...sizing.battery, ...fixed } : undefined,
  }
}

/**
 * A plant of a product ranking with panels for the rule: its best panels with foresight or the panels of the ranking's
 * best plant, whichever cost less. The first plant of a ranking also tries neighbours
 * of these panels, and so does a plant whose cost is near the best one's.
 * @param lifeEurOf cost of a plant's life under the rule [EUR]
 */
export const panelsByRule = (
  sizing: Sizing,
  { plant, best }: { plant: Plant; best: { eur: number; plant: Plant } | undefined },
  lifeEurOf: (plant: Plant) => number,
): Plant => {
  const { battery } = heldAt(sizing, plant)
  const near = (from: Plant) => cheapestByRule({ panels: sizing.panels, battery }, from, lifeEurOf, MAX_OPERATED_RANKED)
  if (!best) return near(plant)
  const withBest = { ...plant, panels: best.plant.panels }
  const [better, eur] = [plant, withBest]
    .map(each => [each, lifeEurOf(each)] as const)
    .reduce((least, each) => (each[1] < least[1] ? each : least))
  return eur - best.eur <= NEAR_BEST * Math.abs(best.eur) ? near(better) : better
}
