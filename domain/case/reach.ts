import { GoalOutOfReach } from "../base/errors.ts"
import { type ScanError, scanError } from "../base/scanError.ts"
import { totalOf } from "../site/profiles/hours.ts"
import { stepsPerHour } from "../site/steps.ts"
import { calendarHour } from "../site/year.ts"
import type { Operation, ScanCase } from "./case.ts"
import { shareWithOverlap } from "./overlap.ts"

/** Tolerance of a required share: 0.1 percentage point. */
export const SHARE_TOLERANCE = 1e-3
/** Unserved energy below this share of the load is rounding. */
const UNSERVED_TOLERANCE = 1e-6

/** True if unserved energy is no more than rounding. */
export const isServed = ({ loadKwh }: Pick<ScanCase, "loadKwh">, unservedKwh: number): boolean =>
  unservedKwh <= 0 || unservedKwh <= UNSERVED_TOLERANCE * totalOf(loadKwh)

/** Result of the best allowed system for the goal. */
export interface Reached {
  /** Share of the load that is not imported: 1 − import / load, both without overlap. */
  share: number
  unservedKwh: number
  peakUnservedKw: number
}

/**
 * Throws GoalOutOfReach with the shortfall if no allowed system reaches the goal. Other goals than maximize-connection
 * and energyhub have limits that carry the baseline. Unserved energy is then only standby use of the battery, which the
 * report states.
 */
export const assertReached = (scanCase: ScanCase, reached: Reached, operation: Operation, panels: number[]): void => {
  const { goal, contractedPowerKw } = scanCase.input
  const bestShare = shareWithOverlap(scanCase, reached.share)
  if (goal.kind === "renewable-minimum" && bestShare < goal.fraction - SHARE_TOLERANCE)
    throw new GoalOutOfReach(scanError("share-out-of-reach", { askedShare: goal.fraction, bestShare }))
  const isConnectionDemanded = goal.kind === "maximize-connection" || goal.kind === "energyhub"
  if (isConnectionDemanded && !isServed(scanCase, reached.unservedKwh))
    throw new GoalOutOfReach(
      overload(scanCase, reached, unservedSteps(scanCase, operation, panels), contractedPowerKw ?? 0),
    )
}

const overload = (
  { loadKwh }: ScanCase,
  { peakUnservedKw }: Reached,
  unserved: Float64Array,
  contractedPowerKw: number,
): ScanError => {
  const floorKwh = UNSERVED_TOLERANCE * Math.max(...loadKwh)
  const perHour = stepsPerHour(unserved)
  const hours = unserved.reduce((count, kwh) => count + (kwh > floorKwh ? 1 : 0), 0) / perHour
  const { month, day, hourOfDay } = calendarHour(Math.floor(unserved.findIndex(kwh => kwh > floorKwh) / perHour))
  const first = { month, day, hourOfDay }
  return scanError("connection-out-of-reach", { contractedPowerKw, exceededByKw: peakUnservedKw, hours, first })
}

/** Unserved energy of each step [kWh]: load that grid, panels and battery do not cover. */
const unservedSteps = (
  { loadKwh, existingProductionKwh, roofs }: ScanCase,
  { years: [plan] }: Operation,
  panels: number[],
): Float64Array =>
  loadKwh.map((load, hour) => {
    const producedKwh = roofs.reduce(
      (sum, roof, i) => sum + panels[i]! * roof.productionKwhPerPanel[hour]!,
      existingProductionKwh[hour]!,
    )
    const servedKwh =
      plan.importKwh[hour]! +
      plan.dischargeKwh[hour]! +
      producedKwh -
      plan.curtailedKwh[hour]! -
      plan.exportKwh[hour]! -
      plan.chargeKwh[hour]!
    return Math.max(0, load - servedKwh)
  })
