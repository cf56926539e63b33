import { mapped } from "../base/nonEmpty.ts"
import { plantStandbyKw } from "../finance/standby.ts"
import { stepsPerHour } from "../site/steps.ts"
import type { Operation, ScanCase, Schedule } from "./case.ts"

type Site = Pick<ScanCase, "assumptions">

/**
 * Operation with the flows at the battery's terminals: its standby use counts as charging, or is subtracted from
 * discharging. Losses are then charging minus discharging. An operation that has these flows already is returned
 * unchanged.
 * @param operation with standby use included in the load
 * @param isOverwritten true to write the flows into the arrays of the operation
 */
export const atTerminals = (
  site: Site,
  plant: { capacityKwh: number },
  operation: Operation,
  isOverwritten = false,
): Operation => {
  const kw = plantStandbyKw(site, plant)
  const kwh = kw / stepsPerHour(operation.years[0].levelKwh)
  if (kw === 0 || operation.years[0].standbyFromBatteryKwh !== undefined) return operation
  const years = mapped(operation.years, year => ({
    ...year,
    ...scheduleAtTerminals(year, kwh, isOverwritten ? year : emptyCharging(year.chargeKwh.length)),
  }))
  return { ...operation, years }
}

type Charging = Pick<Schedule, "chargeKwh" | "dischargeKwh">

const emptyCharging = (hours: number): Charging => ({
  chargeKwh: new Float64Array(hours),
  dischargeKwh: new Float64Array(hours),
})

const scheduleAtTerminals = (schedule: Schedule, standbyKwh: number, into: Charging) => {
  const { chargeKwh, dischargeKwh } = into
  const { chargeKwh: chargedKwh, dischargeKwh: dischargedKwh } = schedule
  let standbyFromBatteryKwh = 0
  for (let hour = 0; hour < chargeKwh.length; hour++) {
    const charged = chargedKwh[hour]!
    const discharged = dischargedKwh[hour]!
    const givenKwh = discharged > 0 ? discharged : 0
    const taken = (charged > 0 ? charged : 0) + standbyKwh
    const left = givenKwh > taken ? givenKwh - taken : 0
    chargeKwh[hour] = taken > givenKwh ? taken - givenKwh : 0
    dischargeKwh[hour] = left
    standbyFromBatteryKwh += givenKwh - left
  }
  return { chargeKwh, dischargeKwh, standbyFromBatteryKwh }
}
