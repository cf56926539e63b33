import { GoalOutOfReach } from "../base/errors.ts"
import { type ScanError, scanError } from "../base/scanError.ts"
import { totalOf } from "../site/profiles/hours.ts"
import { calendarHour } from "../site/year.ts"
import type { Operation, ScanCase } from "./case.ts"

/** A share may miss what was asked by this much: 0.1 point. */
export const SHARE_TOLERANCE = 1e-3
/** Unserved energy below this part of the load is rounding. */
const UNSERVED_TOLERANCE = 1e-6

/** Whether unserved energy is no more than rounding. */
export const isServed = ({ loadKwh }: Pick<ScanCase, "loadKwh">, unservedKwh: number): boolean =>
  unservedKwh <= 0 || unservedKwh <= UNSERVED_TOLERANCE * totalOf(loadKwh)

/** What the best allowed system reaches. */
export interface Reached {
  /** 1 - bought / consumption. */
  share: number
  unservedKwh: number
  peakUnservedKw: number
}

/**
 * Throws GoalOutOfReach, saying by how much, when no allowed system reaches what the goal demands. Goals that demand no
 * connection have one that carries the site as it is: what stays uncovered is then of a battery's standby, and the
 * report says how much.
 */
export const assertReached = (scanCase: ScanCase, reached: Reached, operation: Operation, panels: number[]): void => {
  const { goal, contractedPowerKw } = scanCase.input
  if (goal.kind === "renewable-minimum" && reached.share < goal.fraction - SHARE_TOLERANCE)
    throw new GoalOutOfReach(scanError("share-out-of-reach", { askedShare: goal.fraction, bestShare: reached.share }))
  const isConnectionDemanded = goal.kind === "maximize-connection" || goal.kind === "energyhub"
  if (isConnectionDemanded && !isServed(scanCase, reached.unservedKwh))
    throw new GoalOutOfReach(
      overload(scanCase, reached, unservedHours(scanCase, operation, panels), contractedPowerKw ?? 0),
    )
}

const overload = (
  { loadKwh }: ScanCase,
  { peakUnservedKw }: Reached,
  unserved: Float64Array,
  contractedPowerKw: number,
): ScanError => {
  const floorKwh = UNSERVED_TOLERANCE * Math.max(...loadKwh)
  const hours = unserved.reduce((count, kwh) => count + (kwh > floorKwh ? 1 : 0), 0)
  const { month, day, hourOfDay } = calendarHour(unserved.findIndex(kwh => kwh > floorKwh))
  const first = { month, day, hourOfDay }
  return scanError("connection-out-of-reach", { contractedPowerKw, exceededByKw: peakUnservedKw, hours, first })
}

/** What neither grid, panels nor battery serve in each hour [kWh], by the balance of the hour. */
const unservedHours = (
  { loadKwh, existingProductionKwh, roofs }: ScanCase,
  plan: Operation,
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
