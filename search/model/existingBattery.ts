/**
 * An existing battery in the optimiser's year: one store with the new battery.
 *
 * With different efficiencies the sizing uses the better one for the whole store. No operation of two separate
 * batteries is cheaper, so its bound holds. The year of a given plant uses the mean of both, weighted by usable
 * capacity. Goals that promise a share or a limit use the lower one in both cases, so that the promise holds.
 */
import type { ScanCase } from "../../domain/case/case.ts"
import { heldCapacityKwh, newShare } from "../../domain/finance/existingBattery.ts"
import type { Plant, Year } from "../../wasm/index.ts"

type Store = Pick<Year, "chargeEfficiency" | "dischargeEfficiency" | "minLevel" | "existingBattery">

interface OneWay {
  charge: number
  discharge: number
}

const oneWayOf = ({ input: { existingBattery } }: ScanCase): OneWay => {
  const oneWay = Math.sqrt((existingBattery?.roundtripEfficiency ?? 100) / 100)
  return { charge: oneWay, discharge: oneWay }
}

/** The store of the site for a sizing. */
export const storeOf = (scanCase: ScanCase): Store => {
  const { input } = scanCase
  const { electricBattery: battery, existingBattery } = input
  const added = battery?.oneWayEfficiency
  const minLevel = (battery?.minimumChargeLevel ?? existingBattery?.minimumChargeLevel ?? 0) / 100
  if (!existingBattery)
    return { chargeEfficiency: added?.charge ?? 1, dischargeEfficiency: added?.discharge ?? 1, minLevel }
  const existing = oneWayOf(scanCase)
  const chosen = input.goal.kind === "cost-savings" ? Math.max : Math.min
  return {
    chargeEfficiency: added ? chosen(added.charge, existing.charge) : existing.charge,
    dischargeEfficiency: added ? chosen(added.discharge, existing.discharge) : existing.discharge,
    minLevel,
    existingBattery: { capacityKwh: heldCapacityKwh(input), powerKw: existingBattery.powerRatingKw },
  }
}

/** True if the efficiency of the store depends on the size of the new battery. */
export const hasMixedLosses = (scanCase: ScanCase): boolean => {
  const { electricBattery: battery, existingBattery, goal } = scanCase.input
  if (!battery || !existingBattery || goal.kind !== "cost-savings") return false
  const { charge, discharge } = oneWayOf(scanCase)
  return charge !== battery.oneWayEfficiency.charge || discharge !== battery.oneWayEfficiency.discharge
}

/** The year of a plant with the efficiency of its store. */
export const withOwnLosses = (scanCase: ScanCase, year: Year, { capacityKwh }: Pick<Plant, "capacityKwh">): Year => {
  if (!hasMixedLosses(scanCase)) return year
  const existing = oneWayOf(scanCase)
  const added = scanCase.input.electricBattery!.oneWayEfficiency
  const share = newShare(scanCase.input, capacityKwh)
  return {
    ...year,
    chargeEfficiency: share * added.charge + (1 - share) * existing.charge,
    dischargeEfficiency: share * added.discharge + (1 - share) * existing.discharge,
  }
}
