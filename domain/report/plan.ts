import type { ControllerName } from "../base/controllers.ts"
import { type CalendarDate, dateText, type LocalClock, timeline } from "../site/chart/intervals.ts"
import type { DayPlan } from "./planSchema.ts"
import type { HourlySeries } from "./series/hourly.ts"

/** Which day of which report. */
export interface PlanRequest {
  date: CalendarDate
  /** Of the site. */
  clock: LocalClock
  /** What operates the plant of the report. */
  control: ControllerName
}

/**
 * The day plan of a report's controller [kWh, EUR/kWh], from the hours kept with the report: those that a chart of the
 * day sums.
 */
export const dayPlan = (hours: HourlySeries, { date, clock, control }: PlanRequest): DayPlan => {
  const { slots, labels, instants, timeZone } = timeline("day", date, clock)
  return {
    date: dateText(date),
    timeZone,
    control,
    hours: slots.map(({ firstHour: hour }, index) => ({
      instant: instants[index]!,
      label: labels[index]!,
      loadKwh: hours.consumption[hour]!,
      productionKwh: hours.solarProduction[hour]!,
      chargeFromSolarKwh: hours.solarStored[hour]!,
      chargeFromGridKwh: hours.gridStored[hour]!,
      dischargeKwh: hours.batteryUsedOnsite[hour]! + hours.batteryExported[hour]!,
      levelKwh: hours.batteryLevel[hour]!,
      importKwh: hours.gridUsedOnsite[hour]! + hours.gridStored[hour]!,
      exportKwh: hours.solarExported[hour]! + hours.batteryExported[hour]!,
      curtailedKwh: hours.solarWasted[hour]!,
      buyEurPerKwh: hours.buyEurPerKwh[hour]!,
      sellEurPerKwh: hours.sellEurPerKwh[hour]!,
    })),
  }
}
