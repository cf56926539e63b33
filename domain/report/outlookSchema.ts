import { type Static, type TSchema, Type } from "@sinclair/typebox"
import { CONTROLLERS } from "../base/controllers.ts"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import {
  calendarYear,
  count,
  eur,
  eurPerKwh,
  fraction,
  kwh,
  orNull,
  part,
  presentValueEur,
  years,
} from "./schemaParts.ts"

const percentiles = <T extends TSchema>(what: string, of: (description: string) => T) =>
  part(`Percentiles of ${what} over the futures`)({
    p10: of("10 % of the futures have less"),
    p50: of("Half of the futures have less"),
    p90: of("90 % of the futures have less"),
  })

/** Percentiles of the net present value. */
export const valuePercentiles = percentiles("the net present value", presentValueEur)

const figures = {
  npv: valuePercentiles,
  firstYearSavings: percentiles("the first year's savings", eur),
}

const DRIVERS = [
  ...["electricityPriceGrowth", "batteryCost", "consumption", "yield"],
  ...["feedInPrice", "priceLevel", "investment", "foresight"],
] as const

/** Name of an assumption that the outlook changes. */
export const driverName = (description: string) => StringEnum(DRIVERS, { description })
/** Net present value and payback under a changed assumption. */
const npvAt = orNull(
  presentValueEur("Net present value of the report's plant"),
  "when the connection would not carry the consumption",
)
const paybackAt = orNull(years("Payback of the report's plant"), "when it never pays back")
const optimumAt = orNull(
  part("Best plant under the changed assumption and the report's controller")({
    newPanelCount: count("New panels of all roofs"),
    batteryCapacityKwh: kwh("Capacity of the battery"),
    npv: presentValueEur("Net present value of this plant"),
    gap: fraction("Proven bound on how far its cost lies above the best possible"),
  }),
  "if none was searched",
)

const Driver = Strict(
  {
    name: driverName(
      "Assumption that changes alone. foresight is the controller: −1 is selfConsumption, 1 knows the whole year",
    ),
    low: fraction("Relative change downwards: −0.2 is 20 % less"),
    high: fraction("Relative change upwards"),
    npvLow: npvAt,
    npvHigh: npvAt,
    paybackLow: paybackAt,
    paybackHigh: paybackAt,
    optimumLow: optimumAt,
    optimumHigh: optimumAt,
  },
  { description: "Result at less and more of one assumption" },
)

/** Origin of the futures. */
export const DRAWN = {
  priceYears: Type.Array(calendarYear("Year of market prices"), {
    description: "Equally likely; a future uses the prices of one price year in all years",
  }),
  weatherYears: Type.Array(calendarYear("Year of measured weather"), {
    description: "Equally likely, drawn again for each year of a future; empty if none was measured or used",
  }),
  weather: StringEnum(["operated", "byYield", "none"], {
    description:
      "operated: the plant ran in each weather year. byYield: savings follow each year's sunshine, without measurements 4 % at 1 σ. none: the weather has no effect",
  }),
  // Glossary: held demand.
  demand: Type.Optional(
    StringEnum(["held"], {
      description:
        "Under demand charges the plant keeps the highest imports of the scan's year, which saves somewhat less than a plan for each year. Absent if each year was operated under the charges, and without them",
    }),
  ),
  yieldDeviation: fraction(
    "Standard deviation of the modelled yield, the same error in all years of a future; 0 without modelled panels",
  ),
  draws: count("Drawn futures, each under every controller"),
  seed: count("Seed of the random numbers: every report draws the same"),
}

/** Means and standard deviations of the figures that each future draws. */
const Uncertain = part("Means and standard deviations of drawn figures; docs/scans-report.md has the sources")({
  priceLevelDeviation: fraction("Price level of the market after the newest price year, relative"),
  captureRateMean: fraction("Change of the capture rate, the price of solar energy over the mean price"),
  captureRateDeviation: fraction("Standard deviation of this change"),
  supplierFeeDeviation: eurPerKwh("Fee of the supplier, on purchases and on feed-in"),
  priceGrowthDeviation: fraction("Growth of prices, per year"),
  yieldInUseMean: fraction("Yield of panels in use relative to the model; 0 without modelled panels"),
  inverterShiftYears: years("Replacement of inverters, up to so many years earlier or later; 0 if none are replaced"),
  batteryFadeMean: fraction("Loss of the battery's capacity per year; 0 without a battery"),
})

const Outlook = Strict(
  {
    ...figures,
    paybackYears: percentiles("the payback", share => orNull(years(share), "when fewer pay back")),
    // Absent in development versions before 1.0.0.
    cumulativeCashflows: Type.Optional(
      percentiles("the cumulated nominal cash flow of each year, year 0 first", share =>
        Type.Array(eur(share), { description: `${share} [EUR]` }),
      ),
    ),
    controllers: Type.Array(
      Strict({ control: StringEnum(CONTROLLERS, { description: "Controller in all years" }), ...figures }),
      {
        minItems: 1,
        maxItems: CONTROLLERS.length,
        description: "The same figures under each possible controller; the figures above count them equally",
      },
    ),
    years: part("First year's savings in the compared years, under the report's controller")({
      count: count("Compared years: price years, or pairs of a weather year and a price year"),
      lowest: eur("Savings in the worst year"),
      highest: eur("Savings in the best year"),
    }),
    drivers: Type.Array(Driver, { description: "Results at less and more of each assumption" }),
    breakEven: Type.Array(
      Strict({
        driver: driverName("Assumption that changes alone"),
        value: fraction("Relative change at which the net present value is zero, interpolated between low, 0 and high"),
      }),
      { description: "Assumptions at which the plant just breaks even; empty if none is between low and high" },
    ),
    ...DRAWN,
    // Absent in reports of the first versions of 0.2.
    uncertain: Type.Optional(Uncertain),
  },
  { description: "Certainty of the result: its range over futures, and its dependence on each assumption" },
)
export type Outlook = Static<typeof Outlook>

/** Part `outlook` of the report. */
export const OutlookPart = Type.Optional(
  Type.Union([Outlook, Type.Null()], {
    description:
      "Certainty of the result; null if nothing can be added, and if the scan reached its work limit first; absent in reports before 1.0",
  }),
)
