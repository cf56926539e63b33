import { type Static, Type } from "@sinclair/typebox"
import { Instant, Strict, StringEnum } from "../../domain/base/validation/schema.ts"
import { numberIn } from "../../domain/base/validation/units.ts"
import type { ScanSeries } from "../../domain/report/series/hourly.ts"
import { type Hours, means } from "../../domain/site/chart/aggregate.ts"
import {
  type CalendarDate,
  INTERVALS,
  type Interval,
  type LocalClock,
  timeline,
} from "../../domain/site/chart/intervals.ts"
import { INSTANTS, TIME_ZONE } from "../../domain/site/chart/schema.ts"
import { HOURS_PER_YEAR } from "../../domain/site/year.ts"

const meanKw = (description: string) =>
  Type.Array(numberIn("kW"), { description: `${description}, mean per label [kW]` })

/** Answer of GET /v1/scan/chart (document 2, "Chart data response"). */
export const LegacyChart = Strict(
  {
    interval: StringEnum(INTERVALS, { description: "The interval asked for" }),
    start_date: Instant("First instant of the first label"),
    end_date: Instant("First instant after the last label"),
    labels: Type.Array(Type.String(), {
      description: "Local time of `time_zone`: HH:MM of a day's hours, YYYY-MM-DD of days, YYYY-MM of months",
    }),
    instants: INSTANTS,
    time_zone: TIME_ZONE,
    site_consumption: meanKw("All that is used"),
    solar_total_generation: meanKw("Production of all panels"),
    solar_direct_usage: meanKw("Solar used in the hour it is made"),
    solar_exported_to_grid: meanKw("Solar sold in the hour it is made"),
    solar_stored_in_battery: meanKw("Solar that charges the battery"),
    solar_curtailment: meanKw("Solar that is wasted"),
    grid_purchase: meanKw("Bought, for the load and for the battery"),
    grid_purchase_baseline: meanKw("Bought without the recommended system"),
    full_soc_series: Type.Optional(
      Type.Array(numberIn("fraction", { minimum: 0, maximum: 1 }), {
        minItems: HOURS_PER_YEAR,
        maxItems: HOURS_PER_YEAR,
        description: "State of charge at the end of every hour of the year, a fraction; 0 without a battery",
      }),
    ),
  },
  { description: "Time series of a report" },
)
export type LegacyChart = Static<typeof LegacyChart>

export interface LegacyChartRequest {
  interval: Interval
  startDate: CalendarDate
  /** Time zone of the site. */
  clock: LocalClock
  /** Capacity of the battery, for the state of charge of every hour [kWh]; absent if not requested. */
  socOfKwh?: number | undefined
}

/** Builds the chart of document 2 from the series stored with a report. */
export const legacyChart = ({ hours }: ScanSeries, request: LegacyChartRequest): LegacyChart => {
  const axis = timeline(request.interval, request.startDate, request.clock)
  const { interval, labels, instants, timeZone, slots, startDate, endDate } = axis
  const boughtForLoad = means(hours.gridUsedOnsite, slots)
  const boughtForBattery = means(hours.gridStored, slots)
  return {
    interval,
    start_date: startDate,
    end_date: endDate,
    labels,
    instants,
    time_zone: timeZone,
    site_consumption: means(hours.consumption, slots),
    solar_total_generation: means(hours.solarProduction, slots),
    solar_direct_usage: means(hours.solarUsedOnsite, slots),
    solar_exported_to_grid: means(hours.solarExported, slots),
    solar_stored_in_battery: means(hours.solarStored, slots),
    solar_curtailment: means(hours.solarWasted, slots),
    grid_purchase: boughtForLoad.map((kw, label) => kw + boughtForBattery[label]!),
    grid_purchase_baseline: means(hours.baselineImport, slots),
    ...(request.socOfKwh === undefined
      ? {}
      : { full_soc_series: chargeFractions(hours.batteryLevel, request.socOfKwh) }),
  }
}

/** Levels over the capacity; float32 levels may exceed the capacity by rounding. */
const chargeFractions = (levelKwh: Hours, capacityKwh: number): number[] =>
  Array.from(levelKwh, kwh => (capacityKwh > 0 ? Math.min(1, Math.max(0, kwh / capacityKwh)) : 0))
