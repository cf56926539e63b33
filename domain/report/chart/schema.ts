import { type Static, Type } from "@sinclair/typebox"
import { Instant, Strict, StringEnum } from "../../validation/schema.ts"
import { INTERVALS } from "./intervals.ts"

const kwhPerLabel = (description: string) =>
  Type.Array(Type.Number(), { description: `${description}, per label [kWh]` })
const perMonth = (description: string) =>
  Type.Array(Type.Number(), { minItems: 12, maxItems: 12, description: `${description}, of each month, January first` })
const perYear = (description: string) =>
  Type.Array(Type.Number(), { description: `${description}, year 0 first, analysis years + 1 amounts [EUR]` })

/** Lowest, highest and mean hour of a label. */
export const Stats = Strict({
  min: Type.Number({ description: "Lowest hour" }),
  max: Type.Number({ description: "Highest hour" }),
  average: Type.Number({ description: "Mean of the hours" }),
})
const statsPerLabel = (description: string) =>
  Type.Array(Stats, { description: `${description}, over the hours of each label` })

/**
 * chartData of document 1: energies of the first year in kWh per label, so that the labels of a year sum to the report's
 * figures.
 */
export const ChartData = Strict(
  {
    consumption: kwhPerLabel("Gross load"),
    solarUsedOnsite: kwhPerLabel("Solar that serves the load in the hour it is made"),
    solarExported: kwhPerLabel("Solar sold in the hour it is made"),
    solarStored: kwhPerLabel("Solar that charges the battery"),
    solarWasted: kwhPerLabel("Curtailed solar"),
    solarProduction: kwhPerLabel("Production of all panels before curtailment"),
    gridUsedOnsite: kwhPerLabel("Bought for the load"),
    gridStored: kwhPerLabel("Bought to charge the battery"),
    baselineGridConsumption: kwhPerLabel("Bought by the site as it is"),
    batteryUsedOnsite: kwhPerLabel("Discharged for the load"),
    batteryExported: kwhPerLabel("Discharged and sold"),
    batteryLevel: Type.Array(Type.Number(), { description: "Stored at the end of each label [kWh]" }),
    monthlyEnergyCosts: perMonth("Price times import of the first year [EUR]"),
    monthlyDemandCosts: perMonth("Charge for the highest import of the first year [EUR]"),
    monthlyFixedCosts: perMonth("Fixed costs of the first year [EUR]"),
    yearlyCashflows: perYear("Nominal cash flows"),
    cumulativeCashflows: perYear("Cumulated nominal cash flows"),
    monthlyCo2SavingsKg: perMonth("Avoided emissions of the first year [kg]"),
    consumptionStats: statsPerLabel("Gross load [kW]"),
    batteryLevelStats: statsPerLabel("Stored at the end of the hour [kWh]"),
    tariffRates: statsPerLabel("Purchase price [EUR/kWh]"),
    interconnectionLimitKw: Type.Union([Type.Number(), Type.Null()], {
      description: "Contracted power [kW]; null when the request has none",
    }),
    tariffType: StringEnum(["flat", "dynamic"], { description: "As requested" }),
    labels: Type.Array(Type.String(), { description: "HH:00 of a day's hours, YYYY-MM-DD of days, YYYY-MM of months" }),
    intervalType: StringEnum(INTERVALS, { description: "The interval asked for" }),
    startDate: Instant("First instant of the first label"),
    endDate: Instant("First instant after the last label"),
    yearlyElectricityCost: Type.Number({ description: "Year-one energy bill less feed-in revenue [EUR]" }),
  },
  { description: "Time series of a report" },
)
export type ChartData = Static<typeof ChartData>
