/** The plant of the current dispatch, in the units of the passes: kWh and kWh per step. */
import { exportLimits, importLimits, year } from "./year"

@unmanaged
class Plant {
  /** C, kWh. */
  capacity: f64
  /** Usable capacity, W = C·(1 − m). Levels in the passes are counted from the minimum: 0 to W. */
  usable: f64
  /** Most the battery takes or gives in one step on the AC side, P. */
  power: f64
  /** Level before the first step, from the minimum. */
  start: f64
  /** Levels closer than this to 0, W or a threshold are there. */
  tolerance: f64
  /** Net demand within [lowestPlain, highestPlain] keeps both limits out of the battery's reach in every step. */
  lowestPlain: f64
  highestPlain: f64
  /** 1/ηc and 1/ηd. */
  perCharge: f64
  perDischarge: f64
}

export const plant = changetype<Plant>(memory.data(offsetof<Plant>(), 16))

/** Without capacity every power costs the same; a positive one gives duals with the value of the first kWh. */
const ANY_POWER: f64 = 1
const TOLERANCE: f64 = 1e-12

/** Sets the new battery of the next passes, `powerKw` on the AC side; with the existing one it forms one store. */
export function setPlant(newKwh: f64, newKw: f64): void {
  assert(newKwh >= 0 && newKw >= 0)
  const capacityKwh = newKwh + year.heldKwh
  const powerKw = newKw + year.heldKw
  plant.capacity = capacityKwh
  let usable = capacityKwh * (1 - year.minLevel)
  if (usable <= TOLERANCE * powerKw * year.stepHours) usable = 0
  const power = usable > 0 ? powerKw * year.stepHours : ANY_POWER
  const first = capacityKwh * (year.initialLevel - year.minLevel)
  plant.usable = usable
  plant.power = power
  plant.start = first < usable ? first : usable
  plant.tolerance = TOLERANCE * (usable + power)
  plant.lowestPlain = power - exportLimits.lowest
  plant.highestPlain = importLimits.lowest - power
  plant.perCharge = 1 / year.chargeEfficiency
  plant.perDischarge = 1 / year.dischargeEfficiency
  assert(plant.start >= 0 && plant.start <= usable)
}
