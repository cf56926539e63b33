import type { Operation, ScanCase } from "../../domain/case/case.ts"
import type { BatteryBounds, Sized, Sizing } from "../../wasm/index.ts"
import { SolveCancelled } from "../../wasm/index.ts"
import type { Solving } from "../model/budget.ts"
import { withKnownSums } from "../model/knownYears.ts"
import { searchCapacity } from "./capacity.ts"
import { foresightOf, lifeEurIn, lifeOf, type Pool } from "./pool.ts"
import { withBound } from "./products.ts"
import { cheapestByRule, heldAt, losesByPanels, MAX_OPERATED, wholeWh } from "./ruleChoice.ts"

/**
 * The plant for a real controller. The sizing has foresight of the whole year; a controller earns less, most of all
 * from the last kWh of a battery. The search therefore starts at the plant that is best with foresight and operates
 * plants with another battery, each with the panels that are best for it.
 *
 * - A plant costs no less under its controller than with foresight: a plant whose cost with foresight is above the best
 *   cost is not operated.
 * - The gap of the answer is to the lower bound of the sizing, which holds for any operation.
 * - Goals that promise a share or a limit keep the plant of their sizing.
 */

/** Effort of the search for the panels of one capacity. */
const EFFORT = { tolerance: 1e-3, maxDispatches: 4, savings: undefined }
/** Effort of the search for the panels of the chosen capacity, which is judged again with those panels. */
const LAST_EFFORT = { tolerance: 1e-4, maxDispatches: 12, savings: undefined }
/** If the controller loses less than this share of the savings, the plant with foresight stays. */
const SMALL_LOSS = 5e-3
/** Relative margin on power so that rounding never breaks the smallest power of a battery. */
const ROUNDING = 1e-12

/** A sized plant and the year of its baseline. */
interface SizedSite {
  sizing: Sizing
  sized: Sized
  baseline: Operation
}

interface Near {
  sizing: Sizing
  sized: Sized
  pool: Pool
}

/** A plant, with its year under the controller of the scan if it was operated. */
export interface Chosen {
  sized: Sized
  underControl?: Operation | undefined
}

/**
 * The plant that costs least as the controller of the scan operates it; all operated plants are in the pool. Throws
 * SolveCancelled if the scan has to end.
 */
export const chooseUnderControl = (scanCase: ScanCase, site: SizedSite, pool: Pool, solving: Solving): Chosen => {
  const { sizing, sized, baseline } = site
  const isLosing = losesByPanels(scanCase)
  const isOperatedAlike = sized.plant.capacityKwh === 0 && !scanCase.input.existingBattery && !isLosing
  if (sized.isCut || isOperatedAlike) return { sized }
  if (scanCase.control === "ideal" || scanCase.input.goal.kind !== "cost-savings") return { sized }
  const foreseen = foresightOf(scanCase, sized, site, solving.optimiser)
  const ideal = lifeOf(scanCase, sized.plant, foreseen, baseline).money
  const first = pool.judge({ ...sized, ideal: () => foreseen, keepsYear: true })
  const asIsEur = ideal.totalCostEur + ideal.netPresentValueEur
  if (first.lifeEur - ideal.totalCostEur <= SMALL_LOSS * (asIsEur - first.lifeEur))
    return { sized, underControl: first.year }
  const resized = [sized, ...sizedByCapacity(scanCase, { ...site, firstEur: first.lifeEur, pool }, solving)]
  if (scanCase.control !== "forecast") judgeNear(scanCase, { sizing, sized, pool }, solving)
  const dispatches = resized.reduce((sum, each) => sum + each.dispatches, 0)
  const best = pool.best() ?? first
  if (best.lifeEur >= first.lifeEur) return { sized: { ...sized, dispatches }, underControl: first.year }
  const earlier = resized.find(({ plant }) => plant === best.plant)
  const chosen =
    earlier ?? solving.optimiser.resize({ ...heldAt(sizing, best.plant), ...EFFORT }, sized.cuts, solving.goOn)
  const all = earlier ? dispatches : dispatches + chosen.dispatches
  const bounded = withBound(chosen, sized.lowerBoundEur)
  return { sized: { ...bounded, cuts: sized.cuts, isCut: false, dispatches: all }, underControl: best.year }
}

/** Plants with other capacities and no battery, each with its best panels, judged unless foresight costs too much. */
const sizedByCapacity = (
  scanCase: ScanCase,
  { firstEur, pool, ...site }: SizedSite & { firstEur: number; pool: Pool },
  solving: Solving,
): Sized[] => {
  const { sizing, sized, baseline } = site
  const { battery } = sizing
  if (!battery || sized.plant.capacityKwh === 0) return []
  const resized: Sized[] = []
  const costWith = (bounds: BatteryBounds | undefined, effort: Partial<Sizing> = EFFORT): number => {
    const { optimiser, goOn } = solving
    if (!goOn()) throw new SolveCancelled()
    const other = optimiser.resize({ ...sizing, battery: bounds, ...effort }, sized.cuts, goOn)
    withKnownSums(optimiser, other.dispatch)
    resized.push(other)
    const foreseen = foresightOf(scanCase, other, site, optimiser)
    const leastEur = lifeOf(scanCase, other.plant, foreseen, baseline).money.totalCostEur
    if (leastEur >= (pool.best()?.lifeEur ?? firstEur)) return leastEur
    return pool.judge({ ...other, ideal: () => foreseen }).lifeEur
  }
  searchCapacity({ kwh: sized.plant.capacityKwh, eur: firstEur }, kwh => {
    const bounds = batteryOf(battery, sized, kwh)
    return bounds ? costWith(bounds) : Number.POSITIVE_INFINITY
  })
  if (battery.minKwh === 0) costWith(undefined)
  const best = pool.best()?.plant
  if (best && best.capacityKwh > 0 && best !== sized.plant) costWith(heldAt(sizing, best).battery, LAST_EFFORT)
  return resized
}

/** Judges the plants near the best one of the pool, with fewer and more panels, for a rule. */
const judgeNear = (scanCase: ScanCase, { sizing, sized, pool }: Near, solving: Solving): void => {
  const first = pool.best()?.plant ?? sized.plant
  cheapestByRule(
    sizing,
    first,
    lifeEurIn(scanCase, { pool, sizing, wearEurPerKwh: sized.wearEurPerKwh }, solving),
    MAX_OPERATED,
  )
}

/** Bounds of a battery of one capacity, at the power per kWh of the sized plant; undefined if it is not allowed. */
const batteryOf = (battery: BatteryBounds, { plant }: Sized, kwh: number): BatteryBounds | undefined => {
  const capacityKwh = wholeWh(kwh)
  const least = Math.max(battery.minKwh, Math.min(battery.smallestKwh ?? 0, battery.maxKwh))
  if (capacityKwh < least || capacityKwh > battery.maxKwh) return undefined
  const share = kwh / plant.capacityKwh
  // A battery that is held to the least power would be faster than its price allows.
  const powerKw = Math.min(plant.powerKw * share * (1 + ROUNDING), battery.maxKw)
  if (powerKw < battery.minKw) return undefined
  const fixed = { minKwh: capacityKwh, maxKwh: capacityKwh, minKw: powerKw, maxKw: powerKw }
  return { ...battery, ...fixed, highestRate: undefined }
}
