import type { Operation, ScanCase, Schedule } from "../scan/case.ts"

type Site = Pick<ScanCase, "assumptions">

/**
 * What a battery takes in every hour while it stands there: standby, and the idle of its inverter [kW]. Of a product
 * its own.
 */
export const standbyKw = ({ assumptions }: Site): number => assumptions.batteryStandbyWatts / 1000

/** The same of a plant; 0 without a battery. */
export const plantStandbyKw = (site: Site, { capacityKwh }: { capacityKwh: number }): number =>
  capacityKwh > 0 ? standbyKw(site) : 0

/**
 * An operation as the connection of the battery sees it: what it takes for its standby counts as charging, or is
 * missing in what it gives. So losses are what goes in less what comes out, and flows need no part of their own. Of an
 * operation that is so already: itself.
 * @param operation with the standby in the load
 * @param into where charge and discharge are written, which may be the operation itself; new arrays where it is left
 *   out
 */
export const atTerminals = (
  site: Site,
  plant: { capacityKwh: number },
  operation: Operation,
  into?: Charging,
): Operation => {
  const kw = plantStandbyKw(site, plant)
  if (kw === 0 || operation.standbyFromBatteryKwh !== undefined) return operation
  const { later } = operation
  return {
    ...operation,
    ...scheduleAtTerminals(operation, kw, into),
    ...(later ? { later: later.map(schedule => ({ ...schedule, ...scheduleAtTerminals(schedule, kw) })) } : {}),
  }
}

type Charging = Pick<Schedule, "chargeKwh" | "dischargeKwh">

const emptyCharging = (hours: number): Charging => ({
  chargeKwh: new Float64Array(hours),
  dischargeKwh: new Float64Array(hours),
})

const scheduleAtTerminals = (schedule: Schedule, kw: number, into = emptyCharging(schedule.chargeKwh.length)) => {
  const { chargeKwh, dischargeKwh } = into
  const { chargeKwh: chargedKwh, dischargeKwh: dischargedKwh } = schedule
  let standbyFromBatteryKwh = 0
  for (let hour = 0; hour < chargeKwh.length; hour++) {
    const charged = chargedKwh[hour]!
    const discharged = dischargedKwh[hour]!
    const given = discharged > 0 ? discharged : 0
    const taken = (charged > 0 ? charged : 0) + kw
    const left = given > taken ? given - taken : 0
    chargeKwh[hour] = taken > given ? taken - given : 0
    dischargeKwh[hour] = left
    standbyFromBatteryKwh += given - left
  }
  return { chargeKwh, dischargeKwh, standbyFromBatteryKwh }
}
