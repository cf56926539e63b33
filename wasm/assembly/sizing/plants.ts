/** Plants of a sizing that need no master: its seeds, its bounds, a previous answer. */
import { year } from "../dispatch/year"
import { Series } from "../memory/series"
import {
  capacityIndex,
  capacityOf,
  copyPoint,
  largestBattery,
  multipleBelow,
  powerIndex,
  powerOf,
  roundBattery,
  takeConstant,
  unlimit,
} from "./point"
import { Goal, panelsLeast, panelsMost, problem, segmentLeast, wholePanels } from "./problem"

/** A count this close to a whole number is whole. */
const WHOLE: f64 = 1e-6

/** The plants that are dispatched first. */
export const enum Seed {
  NOTHING = 0,
  EVERYTHING = 1,
  HALF_PANELS = 2,
  HALF_PANELS_QUARTER_BATTERY = 3,
  NONE = 4,
}

export function firstSeed(): Seed {
  return problem.operation ? Seed.EVERYTHING : Seed.NOTHING
}

export function seedAfter(seed: Seed): Seed {
  if (problem.operation) return Seed.NONE
  if (seed == Seed.HALF_PANELS_QUARTER_BATTERY || (seed == Seed.HALF_PANELS && problem.powerMost == 0)) return Seed.NONE
  return seed + 1
}

export function seedPlant(to: Series, seed: Seed): void {
  const panels: f64 = seed == Seed.NOTHING ? 0 : seed == Seed.EVERYTHING ? 1 : 0.5
  const battery: f64 = seed == Seed.EVERYTHING ? 1 : seed == Seed.HALF_PANELS_QUARTER_BATTERY ? 0.25 : 0
  for (let k = 0; k < year.roofs; k++) {
    const n = panels * panelsMost(k)
    to[k] = wholePanels(k) ? nearest(n) : n
  }
  largestBattery(to)
  to[capacityIndex()] = multipleBelow(battery * capacityOf(to))
  to[powerIndex()] = battery * powerOf(to)
  takeConstant(to)
  unlimit(to)
}

/** Everything that the bounds allow. */
export function largestPlant(to: Series): void {
  for (let k = 0; k < year.roofs; k++) to[k] = panelsMost(k)
  largestBattery(to)
  unlimit(to)
}

/** The same without its battery. */
export function removeBattery(from: Series): void {
  from[capacityIndex()] = 0
  from[powerIndex()] = 0
  takeConstant(from)
}

/** The least that the bounds allow. */
export function leastPlant(to: Series): void {
  for (let k = 0; k < year.roofs; k++) to[k] = panelsLeast(k)
  to[capacityIndex()] = segmentLeast(0)
  to[powerIndex()] = 0
  roundBattery(to, 0, true)
  unlimit(to)
}

/** A plant of other bounds, brought into these. */
export function nearestPlant(to: Series, from: Series): void {
  copyPoint(to, from)
  for (let k = 0; k < year.roofs; k++) to[k] = min<f64>(max<f64>(from[k], panelsLeast(k)), panelsMost(k))
  let segment = problem.segments - 1
  while (segment > 0 && segmentLeast(segment) > capacityOf(to)) segment--
  roundBattery(to, segment, problem.goal != Goal.COST)
}

/** The roof whose count is farthest from whole, −1 when all are whole. */
export function fractionalRoof(plant: Series): i32 {
  let chosen = -1
  let farthest: f64 = WHOLE
  for (let k = 0; k < year.roofs; k++) {
    const away = abs(plant[k] - nearest(plant[k]))
    if (wholePanels(k) && away > farthest) {
      farthest = away
      chosen = k
    }
  }
  return chosen
}
