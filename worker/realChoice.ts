import { atTerminals } from "../domain/finance/standby.ts"
import { contractMoney } from "../domain/report/contractMoney.ts"
import type { Operation, ScanCase } from "../domain/scan/case.ts"
import { type BatteryBounds, type Optimiser, type Sized, type Sizing, SolveCancelled } from "../wasm/index.ts"
import { operateBy } from "./control.ts"
import { isAsMetered } from "./operate.ts"
import { withBound } from "./products.ts"
import { newPanels } from "./sizing.ts"

/** Capacities that are looked at, as shares of the best one with foresight: a battery that nobody can foresee for earns less. */
const CAPACITY_SHARES = [0.8, 0.6, 0, 1.25]
/** Dispatches that the panels for a capacity take at most. */
const MAX_DISPATCHES = 4
const TOLERANCE = 1e-3
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

interface Costed {
  sized: Sized
  /** Of its life, operated by the controller [EUR]. */
  realEur: number
}

/**
 * The plant that costs least as the controller of the scan operates it: the one that is best with foresight, or that with a
 * smaller, a larger or no battery and the best panels for it. A plant's cost with foresight is below its real cost, so that
 * those that cannot be cheaper are not operated. The gap of the answer is to the same lower bound. Goals that promise a share
 * or a limit keep their plant. Throws SolveCancelled when `goOn` answers false.
 */
export const chooseUnderControl = (
  scanCase: ScanCase,
  found: Found,
  optimiser: Optimiser,
  goOn: () => boolean,
): Sized => {
  const { sizing, sized } = found
  const { battery } = sizing
  if (!battery || sized.plant.capacityKwh === 0 || sized.isCut) return sized
  if (scanCase.control === "ideal" || scanCase.input.goal.kind !== "cost-savings") return sized
  const own = costed(scanCase, found, sized, optimiser)
  if (own.realEur - own.idealEur <= SMALL_LOSS * (own.asIsEur - own.realEur)) return sized
  let best: Costed = own
  let dispatches = sized.dispatches
  for (const share of CAPACITY_SHARES) {
    const bounds = batteryAt(battery, sized, share)
    if (bounds === undefined) continue
    if (!goOn()) throw new SolveCancelled()
    const effort = { tolerance: TOLERANCE, maxDispatches: MAX_DISPATCHES, savings: undefined }
    const held = { ...sizing, battery: bounds ?? undefined, ...effort }
    const resized = optimiser.resize(held, sized.cuts, goOn)
    dispatches += resized.dispatches
    const other = costed(scanCase, found, resized, optimiser, best.realEur)
    if (other.realEur < best.realEur) best = { sized: resized, realEur: other.realEur }
  }
  if (best.sized === sized) return { ...sized, dispatches }
  return { ...withBound(best.sized, sized.lowerBoundEur), cuts: sized.cuts, isCut: false, dispatches }
}

/** A battery of a share of the best capacity; null: none; undefined: the request does not allow it. */
const batteryAt = (battery: BatteryBounds, { plant }: Sized, share: number): BatteryBounds | null | undefined => {
  if (share === 0) return battery.minKwh === 0 ? null : undefined
  const capacityKwh = plant.capacityKwh * share
  const least = Math.max(battery.minKwh, Math.min(battery.smallestKwh ?? 0, battery.maxKwh))
  if (capacityKwh < least || capacityKwh > battery.maxKwh) return undefined
  // Bounds on the power would make it a battery of another kind: slower, or faster than its price allows.
  const powerKw = plant.powerKw * share * (1 + ROUNDING)
  if (powerKw < battery.minKw || powerKw > battery.maxKw) return undefined
  const held = { minKwh: capacityKwh, maxKwh: capacityKwh, minKw: powerKw, maxKw: powerKw }
  return { ...battery, ...held, highestRate: undefined }
}

/** What a plant costs over its life, with foresight and under the controller; not operated where it costs `most` even with foresight. */
const costed = (
  scanCase: ScanCase,
  { sizing, baseline }: Found,
  sized: Sized,
  optimiser: Optimiser,
  most = Number.POSITIVE_INFINITY,
): Costed & { idealEur: number; asIsEur: number } => {
  const { plant, wearEurPerKwh } = sized
  // Panels of today alone feed in at any price, as the report counts them: the dispatch would stop them.
  const foreseen = isAsMetered(scanCase, plant) ? baseline : atTerminals(scanCase, plant, sized.dispatch)
  const lifeOf = (operated: Operation) => {
    const { capacityKwh, powerKw } = plant
    const panels = newPanels(scanCase, plant.panels)
    return contractMoney({ scan: scanCase, panels, capacityKwh, powerKw, operated, baseline }).money
  }
  const ideal = lifeOf(foreseen)
  const asIsEur = ideal.totalCostEur + ideal.netPresentValueEur
  const idealEur = ideal.totalCostEur
  if (idealEur >= most) return { sized, idealEur, realEur: idealEur, asIsEur }
  const operated = { year: sizing.year, plant, wearEurPerKwh, ideal: () => foreseen }
  const realEur = lifeOf(operateBy(scanCase.control, scanCase, operated, optimiser)).totalCostEur
  return { sized, idealEur, realEur, asIsEur }
}
