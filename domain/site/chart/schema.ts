import { type Static, Type } from "@sinclair/typebox"
import { BILL_LINES } from "../../base/billLineNames.ts"
import { Instant, Strict, StringEnum } from "../../base/validation/schema.ts"
import { numberIn, type Unit } from "../../base/validation/units.ts"
import { INTERVALS } from "./intervals.ts"

const kwhPerLabel = (description: string) =>
  Type.Array(numberIn("kWh"), { description: `${description}, per label [kWh]` })
const perMonth = (unit: Unit, description: string) =>
  Type.Array(numberIn(unit), {
    minItems: 12,
    maxItems: 12,
    description: `${description}, of each month of monthLabels`,
  })
const perYear = (description: string) =>
  Type.Array(numberIn("EUR"), { description: `${description}, year 0 first, analysis years + 1 amounts [EUR]` })

/** Lowest, highest and mean hour of a label. */
const statsIn = (unit: Unit) =>
  Strict({
    min: numberIn(unit, { description: "Lowest hour" }),
    max: numberIn(unit, { description: "Highest hour" }),
    average: numberIn(unit, { description: "Mean of the hours" }),
  })
/** Statistics of prices. */
export const Stats = statsIn("EUR/kWh")
const statsPerLabel = (unit: Unit, description: string) =>
  Type.Array(statsIn(unit), { description: `${description}, over the hours of each label` })

const BillLines = Type.Optional(
  Type.Array(
    Strict({
      line: StringEnum(BILL_LINES, {
        description:
          "feedIn and netting are paid to the customer and negative. energy is the price without tax and grid fees if these are known. tax has levies, gridFee the fees by the kWh, demand the charge for the highest import",
      }),
      eurPerKwh: Type.Optional(
        numberIn("EUR/kWh", { description: "Rate of an energy line; absent with more than four rates [EUR/kWh]" }),
      ),
      baseline: perMonth("EUR", "Amount without the plant [EUR]"),
      plant: perMonth("EUR", "Amount with the plant [EUR]"),
    }),
    {
      description:
        "Every line of the first year's bill by month, in whole cents that add up to costComparison.firstYearBaseline and firstYearOptimized; absent for scans before 1.0",
    },
  ),
)

/** Labels of a time axis. */
export const LABELS = Type.Array(Type.String(), {
  description: "Local time of `timeZone`: HH:MM of a day's hours, YYYY-MM-DD of days, YYYY-MM of months",
})
export const INSTANTS = Type.Array(Type.String({ format: "date-time" }), {
  description: "First instant of each label, in UTC",
})
export const TIME_ZONE = Type.String({ description: "IANA time zone of the labels" })

/**
 * chartData of document 1: energies of the first year in kWh per label, so that the labels of a year sum to the
 * report's figures.
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
    baselineGridConsumption: kwhPerLabel("Electricity purchases of the baseline"),
    batteryUsedOnsite: kwhPerLabel("Discharged for the load"),
    batteryExported: kwhPerLabel("Discharged and sold"),
    batteryLevel: Type.Array(numberIn("kWh"), { description: "Stored at the end of each label [kWh]" }),
    monthlyEnergyCosts: perMonth("EUR", "Price times import of the first year [EUR]"),
    monthlyDemandCosts: perMonth("EUR", "Charge for the highest import of the first year [EUR]"),
    monthlyFixedCosts: perMonth("EUR", "Fixed costs of the first year [EUR]"),
    billLines: BillLines,
    yearlyCashflows: perYear("Nominal cash flows"),
    cumulativeCashflows: perYear("Cumulated nominal cash flows"),
    monthlyCo2SavingsKg: perMonth("kg CO2", "Avoided emissions of the first year [kg]"),
    monthLabels: Type.Array(Type.String(), {
      minItems: 12,
      maxItems: 12,
      description:
        "Months of the monthly arrays, YYYY-MM: the months of labels if the interval is year, else from January",
    }),
    consumptionStats: statsPerLabel("kW", "Gross load [kW]"),
    batteryLevelStats: statsPerLabel("kWh", "Stored at the end of the hour [kWh]"),
    tariffRates: statsPerLabel("EUR/kWh", "Purchase price [EUR/kWh]"),
    interconnectionLimitKw: Type.Union([Type.Number(), Type.Null()], {
      description: "Contracted power [kW]; null when the request has none",
    }),
    tariffType: StringEnum(["flat", "dynamic", "custom"], { description: "As requested" }),
    labels: LABELS,
    instants: INSTANTS,
    timeZone: TIME_ZONE,
    intervalType: StringEnum(INTERVALS, { description: "The interval asked for" }),
    startDate: Instant("First instant of the first label"),
    endDate: Instant("First instant after the last label"),
    yearlyElectricityCost: numberIn("EUR", { description: "Year-one energy bill less feed-in revenue [EUR]" }),
  },
  { description: "Time series of a report" },
)
export type ChartData = Static<typeof ChartData>
