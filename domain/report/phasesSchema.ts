import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { calendarYear, count, eur, fraction, unit } from "./schemaParts.ts"

/** Terms of a tariff that can change between phases. */
const CHANGED_TERMS = ["netting", "feedIn", "gridCharges"] as const

const Phase = Strict(
  {
    fromYear: count("First year of the analysis under these terms, from 1"),
    untilYear: count("Last year of the analysis under these terms"),
    fromCalendarYear: calendarYear("The same as a calendar year"),
    untilCalendarYear: calendarYear("The same as a calendar year"),
    changes: Type.Array(StringEnum(CHANGED_TERMS), {
      description: "Changes from the previous years; empty for the first",
    }),
    nettingEurPerKwh: unit("EUR/kWh")(
      "Credit for each kWh of the smaller of a year's import and export; 0 without netting",
    ),
    meanFeedInEurPerKwh: unit("EUR/kWh")("Mean price of feed-in over all hours of the year"),
    feedInGrowth: fraction("Growth of what feed-in earns a year, counted from the first year of the analysis"),
    energyBill: eur("Energy, demand and fixed costs of a year under these terms, at the prices of the first year"),
    demandCost: Type.Optional(eur("Demand charges in energyBill; absent of reports made before there was such a part")),
    fixedCost: Type.Optional(eur("Fixed costs in energyBill; absent under the same condition")),
    feedInRevenue: eur("Payment for feed-in in such a year, including the refund by netting"),
    cost: eur("energyBill less feedInRevenue"),
    baselineCost: eur("The same for the baseline"),
    savings: eur("baselineCost less cost"),
  },
  { description: "Years in which the terms of the tariff are the same" },
)

/** Part `phases` of the report. */
export const PhasesPart = Type.Optional(
  Type.Array(Phase, {
    description:
      "Runs of years with the same terms, where terms of the tariff end within the analysis period. Each is billed as the plant is operated under its terms. Absent if one set of terms holds in all years (addition)",
  }),
)
export type PhasesPart = Exclude<Static<typeof PhasesPart>, undefined>
