import { type Static, Type } from "@sinclair/typebox"
import { CONTROLLERS } from "../base/controllers.ts"
import { Instant, Strict, StringEnum } from "../base/validation/schema.ts"
import { numberIn } from "../base/validation/units.ts"
import { kwh, text } from "./schemaParts.ts"

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
