import type { Operation, ScanCase } from "../../domain/case/case.ts"
import { type BatteryBounds, type Optimiser, type Sized, type Sizing, SolveCancelled } from "../../wasm/index.ts"
import type { Solving } from "../model/budget.ts"
import { withKnownSums, workOf } from "../model/knownYears.ts"
import { keepPassing, operateBy } from "../operate/control.ts"
import { foreseenYear, isAsMetered } from "../operate/operate.ts"
import { withBound } from "./products.ts"
import { cheapestByRule, heldAt, losesByPanels, MAX_OPERATED, wholeWh } from "./ruleChoice.ts"
import { lifeOf, realEurUnder } from "./ruledPlant.ts"

/**
 * Capacities that are looked at, as shares of the best one with foresight: a battery that nobody can foresee for earns
 * less.
 */
const CAPACITY_SHARES = [0.8, 0.6, 0, 1.25]
/** And those beyond the smallest and the largest of these, in turn, as long as each is cheaper than all before it. */
const SHARES_BEYOND: Readonly<Record<number, readonly number[]>> = { 0.6: [0.4, 0.25, 0.15], 1.25: [1.6, 2] }
/** Dispatches that the panels for a capacity take at most, and how near they are looked for. */
const EFFORT = { tolerance: 1e-3, maxDispatches: 4, savings: undefined }
/** Where the controller loses less than this share of the savings, the plant that is best with foresight stays. */
const SMALL_LOSS = 5e-3

/** By so much more power than the plant's, as a part of it, rounding cannot make a battery slower than the slowest. */
const ROUNDING = 1e-12

interface Found {
  sizing: Sizing
  sized: Sized
  /** The site as it is. */
  baseline: Operation
}

/** A plant, with its year under the controller of the scan where that was worked out. */
export interface Chosen {
  sized: Sized
  underControl?: Operation | undefined
  /** What that took, counted as Optimiser.work does. */
  controlWork?: number | undefined
}

interface Costed extends Chosen {
  /** Of its life, operated by the controller [EUR]. */
  realEur: number
}

/**
 * The plant that costs least as the controller of the scan operates it: the one that is best with foresight, or that
 * with a smaller, a larger or no battery and the best panels for it; under a rule, also those near it with fewer or
 * more panels, and nothing new. A plant's cost with foresight is below its real cost, so that those that
 * cannot be cheaper are not operated. The gap of the answer is to the same lower bound. Goals that promise a share or a
 * limit keep their plant. Throws SolveCancelled where the scan has to end.
 */
export const chooseUnderControl = (scanCase: ScanCase, found: Found, solving: Solving): Chosen => {
  const { optimiser } = solving
  const { sized } = found
  const isLosing = losesByPanels(scanCase)
  if (sized.isCut || (sized.plant.capacityKwh === 0 && !isLosing)) return { sized }
  if (scanCase.control === "ideal" || scanCase.input.goal.kind !== "cost-savings") return { sized }
  const own = costed(scanCase, found, sized, optimiser)
  const { underControl, controlWork } = own
  if (own.realEur - own.idealEur <= SMALL_LOSS * (own.asIsEur - own.realEur))
    return { sized, underControl, controlWork }
  const byBattery = bestBattery(scanCase, { ...found, own }, solving)
  const isByRule = scanCase.control !== "forecast"
  const { best, dispatches } = isByRule ? bestByRule(scanCase, { ...found, ...byBattery }, solving) : byBattery
  if (best.sized === sized) return { sized: { ...sized, dispatches }, underControl, controlWork }
  const bounded = withBound(best.sized, sized.lowerBoundEur)
  return { ...best, sized: { ...bounded, cuts: sized.cuts, isCut: false, dispatches } }
}

/** A plant, and the dispatches of all that led to it. */
interface Best {
  best: Costed
  dispatches: number
}

/** The best of the plant with foresight and those with another share of its battery. */
const bestBattery = (
  scanCase: ScanCase,
  { own, ...found }: Found & { own: Costed },
  { optimiser, goOn }: Solving,
): Best => {
  const { sizing, sized } = found
  const { battery } = sizing
  let best = own
  let { dispatches } = sized
  const isCheaper = (share: number): boolean => {
    const bounds = battery && batteryAt(battery, sized, share)
    if (bounds === undefined) return false
    if (!goOn()) throw new SolveCancelled()
    const held = { ...sizing, battery: bounds ?? undefined, ...EFFORT }
    const resized = optimiser.resize(held, sized.cuts, goOn)
    withKnownSums(optimiser, resized.dispatch)
    dispatches += resized.dispatches
    const other = costed(scanCase, { ...found, most: best.realEur }, resized, optimiser)
    if (other.realEur >= best.realEur) return false
    best = other
    keepPassing()
    return true
  }
  for (const share of battery && sized.plant.capacityKwh > 0 ? CAPACITY_SHARES : [])
    if (isCheaper(share)) SHARES_BEYOND[share]?.every(isCheaper)
  return { best, dispatches }
}

/** The best of a plant and those near it under the rule of the scan. */
const bestByRule = (scanCase: ScanCase, { best, dispatches, ...found }: Found & Best, solving: Solving): Best => {
  const { sizing, sized, baseline } = found
  const ruled = { sizing, baseline, wearEurPerKwh: best.sized.wearEurPerKwh }
  const realEurOf = realEurUnder(scanCase, ruled, solving)
  const { plant, realEur } = cheapestByRule(
    sizing,
    { plant: best.sized.plant, realEur: best.realEur },
    realEurOf,
    MAX_OPERATED,
  )
  if (plant === best.sized.plant) return { best, dispatches }
  const resized = solving.optimiser.resize({ ...heldAt(sizing, plant), ...EFFORT }, sized.cuts, solving.goOn)
  return { best: { sized: resized, realEur }, dispatches: dispatches + resized.dispatches }
}

/** A battery of a share of the best capacity; null: none; undefined: the request does not allow it. */
const batteryAt = (battery: BatteryBounds, { plant }: Sized, share: number): BatteryBounds | null | undefined => {
  if (share === 0) return battery.minKwh === 0 ? null : undefined
  const capacityKwh = wholeWh(plant.capacityKwh * share)
  const least = Math.max(battery.minKwh, Math.min(battery.smallestKwh ?? 0, battery.maxKwh))
  if (capacityKwh < least || capacityKwh > battery.maxKwh) return undefined
  // A battery that is held to the least power would be faster than its price allows.
  const powerKw = Math.min(plant.powerKw * share * (1 + ROUNDING), battery.maxKw)
  if (powerKw < battery.minKw) return undefined
  const held = { minKwh: capacityKwh, maxKwh: capacityKwh, minKw: powerKw, maxKw: powerKw }
  return { ...battery, ...held, highestRate: undefined }
}

/**
 * What a plant costs over its life, with foresight and under the controller; not operated where it costs `most` even
 * with foresight. With `most` its year is passing.
 */
const costed = (
  scanCase: ScanCase,
  { sizing, baseline, most }: Found & { most?: number },
  sized: Sized,
  optimiser: Optimiser,
): Costed & { idealEur: number; asIsEur: number } => {
  const { plant, wearEurPerKwh } = sized
  // Panels of today alone feed in at any price, as the report counts them: the dispatch would stop them.
  const foreseen = isAsMetered(scanCase, plant) ? baseline : foreseenYear(scanCase, sized, optimiser)
  const ideal = lifeOf(scanCase, plant, foreseen, baseline)
  const asIsEur = ideal.totalCostEur + ideal.netPresentValueEur
  const idealEur = ideal.totalCostEur
  if (most !== undefined && idealEur >= most) return { sized, idealEur, realEur: idealEur, asIsEur }
  const isPassing = most !== undefined
  const operated = { year: sizing.year, plant, wearEurPerKwh, ideal: () => foreseen, isPassing }
  const before = workOf(optimiser)
  const real = operateBy(scanCase.control, scanCase, operated, optimiser)
  const controlWork = workOf(optimiser) - before
  const realEur = lifeOf(scanCase, plant, real, baseline).totalCostEur
  return { sized, underControl: real, controlWork, idealEur, realEur, asIsEur }
}
