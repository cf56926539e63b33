import { type Static, Type } from "@sinclair/typebox"
import { CONTROLLERS, type ControllerName } from "../base/controllers.ts"
import { Instant, Strict, StringEnum } from "../base/validation/schema.ts"
import { numberIn } from "../base/validation/units.ts"
import { type CalendarDate, dateText, type LocalClock, timeline } from "../site/chart/intervals.ts"
import { kwh, text } from "./schemaParts.ts"
import type { HourlySeries } from "./series/hourly.ts"

const price = (description: string) => numberIn("EUR/kWh", { description: `${description} [EUR/kWh]` })

const PlannedHour = Strict({
  instant: Instant("When the hour begins"),
  label: text("The same by the clocks of the site, HH:MM"),
  loadKwh: kwh("Gross load"),
  productionKwh: kwh("Production of all panels before curtailment"),
  chargeFromSolarKwh: kwh("Solar that charges the battery, its standby with it"),
  chargeFromGridKwh: kwh("Bought to charge the battery, its standby with it"),
  dischargeKwh: kwh("Discharged, for the load or sold, less its standby"),
  levelKwh: kwh("Stored at the end of the hour"),
  importKwh: kwh("Bought, for the load or the battery"),
  exportKwh: kwh("Sold, from the panels or the battery"),
  curtailedKwh: kwh("Curtailed solar"),
  buyEurPerKwh: price("Purchase price"),
  sellEurPerKwh: price("Feed-in price"),
})

/** Answer of GET /v1/scans/{id}/plan. */
export const DayPlan = Strict(
  {
    date: text("The day, YYYY-MM-DD; 28 February in place of 29 February"),
    timeZone: text("IANA time zone of the labels"),
    control: StringEnum(CONTROLLERS, { description: "Controller of the plant" }),
    hours: Type.Array(PlannedHour, {
      minItems: 24,
      maxItems: 24,
      description: "From midnight of standard time on: in summer the first label is 01:00",
    }),
  },
  { description: "The plant of a report in each hour of a day of its first year" },
)
export type DayPlan = Static<typeof DayPlan>

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
