import type { ControllerName } from "../base/controllers.ts"
import { type CalendarDate, dateText, type LocalClock, timeline } from "../site/chart/intervals.ts"
import type { DayPlan } from "./planSchema.ts"
import type { HourlySeries } from "./series/hourly.ts"

/** Day and site of a day plan. */
export interface PlanRequest {
  date: CalendarDate
  /** Local clock of the site. */
  clock: LocalClock
  /** Controller of the report's plant. */
  control: ControllerName
}

/**
 * Day plan of a report's controller [kWh, EUR/kWh]. It uses the stored hours of the report, the same hours as a chart
 * of the day.
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
