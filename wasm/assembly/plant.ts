/** The plant of the dispatch at hand, in the units of the passes: kWh and kWh per step. */
import { lowestLimit } from "./demand"
import {
  chargeEfficiency,
  dischargeEfficiency,
  exportLimit,
  initialLevel,
  minLevel,
  stepHours,
} from "./year"

/** Usable capacity, W = C·(1 − m). Levels in the passes are counted from the minimum: 0 to W. */
export let usable: f64 = 0
/** Most the battery takes or gives in one step on the AC side, P. */
export let power: f64 = 0
/** Level before the first step, from the minimum. */
export let start: f64 = 0
/** Levels closer than this to 0, W or a threshold are there. */
export let tolerance: f64 = 0
/** Net demand within [lowestPlain, highestPlain] keeps both limits out of the battery's reach in every step. */
export let lowestPlain: f64 = 0
export let highestPlain: f64 = 0
/** 1/ηc and 1/ηd. */
export let perCharge: f64 = 1
export let perDischarge: f64 = 1

/** Without capacity every power costs the same; a positive one gives duals that say what the first kWh would earn. */
const ANY_POWER: f64 = 1
const TOLERANCE: f64 = 1e-12

export function setPlant(capacityKwh: f64, powerKw: f64): void {
  usable = capacityKwh * (1 - minLevel)
  if (usable <= TOLERANCE * powerKw * stepHours) usable = 0
  power = usable > 0 ? powerKw * stepHours : ANY_POWER
  const first = capacityKwh * (initialLevel - minLevel)
  start = first < usable ? first : usable
  tolerance = TOLERANCE * (usable + power)
  lowestPlain = power - exportLimit
  highestPlain = lowestLimit - power
  perCharge = 1 / chargeEfficiency
  perDischarge = 1 / dischargeEfficiency
}
