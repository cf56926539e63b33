/** The plants that a sizing comes to without the master: its seeds, its bounds, an earlier answer. */
import { at, put } from "./numbers"
import {
  copyPoint,
  COST,
  goal,
  largestBattery,
  multipleBelow,
  panelsLeast,
  panelsMost,
  powerLeast,
  roundBattery,
  tierLeast,
  tiers,
  unlimit,
  wholePanels,
} from "./sizingProblem"
import { roofs } from "./year"

/** A count this close to a whole number is whole. */
const WHOLE: f64 = 1e-6

/** Seeds: nothing, everything, half the panels, half the panels with a quarter of the battery. */
export function seedPlant(to: usize, seed: i32): void {
  const panels: f64 = seed == 0 ? 0 : seed == 1 ? 1 : 0.5
  const battery: f64 = seed == 1 ? 1 : seed == 3 ? 0.25 : 0
  for (let k = 0; k < roofs; k++) {
    const n = panels * panelsMost(k)
    put(to, k, wholePanels(k) ? nearest(n) : n)
  }
  largestBattery(to)
  put(to, roofs, multipleBelow(battery * at(to, roofs)))
  put(to, roofs + 1, battery * at(to, roofs + 1))
  unlimit(to)
}

/** Everything that the bounds allow. */
export function largestPlant(to: usize): void {
  for (let k = 0; k < roofs; k++) put(to, k, panelsMost(k))
  largestBattery(to)
  unlimit(to)
}

/** The least that the bounds allow. */
export function leastPlant(to: usize): void {
  for (let k = 0; k < roofs; k++) put(to, k, panelsLeast(k))
  put(to, roofs, tierLeast(0))
  put(to, roofs + 1, powerLeast)
  roundBattery(to, 0, true)
  unlimit(to)
}

/** A plant of other bounds, brought into these. */
export function nearestPlant(to: usize, from: usize): void {
  copyPoint(to, from)
  for (let k = 0; k < roofs; k++) put(to, k, min<f64>(max<f64>(at(from, k), panelsLeast(k)), panelsMost(k)))
  let tier = tiers - 1
  while (tier > 0 && tierLeast(tier) > at(to, roofs)) tier--
  roundBattery(to, tier, goal != COST)
}

/** The roof whose count is farthest from whole, −1 when all are whole. */
export function fractionalRoof(plant: usize): i32 {
  let chosen = -1
  let farthest: f64 = WHOLE
  for (let k = 0; k < roofs; k++) {
    const away = abs(at(plant, k) - nearest(at(plant, k)))
    if (wholePanels(k) && away > farthest) {
      farthest = away
      chosen = k
    }
  }
  return chosen
}
