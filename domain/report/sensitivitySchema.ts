import { Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { HeldDemand } from "./heldDemandSchema.ts"
import { calendarYear, count, eur, fraction, kwh, orNull, presentValueEur, returnPeriod } from "./schemaParts.ts"

/** Dependence of a result on assumptions and on the weather and prices of the year. */

export const Sensitivity = Strict(
  {
    parameter: StringEnum(
      [
        ...["electricityPriceGrowth", "batteryCost", "consumption", "yield"],
        ...["feedInPrice", "priceLevel", "investment", "foresight"],
      ] as const,
      {
        description:
          "The changed assumption: batteryCost only if the request has a battery; consumption, and yield of all modelled panels, if the plant is operated again. Not with a demand charge unless includeSavingsSpread is true, nor if the charge meets netting or the goal self-sufficiency; feedInPrice, priceLevel (all prices per kWh) and investment for the same hours, billed again; foresight if the report compares controllers. The last five are absent in reports before 0.2",
      },
    ),
    change: fraction(
      "Relative change: 0.2 is 20 % more; of foresight −1: a rule that looks at the hour alone, 1: the whole year is known",
    ),
    netPresentValue: orNull(
      presentValueEur("Value of this report's plant"),
      "when the connection would not carry the consumption",
    ),
    returnPeriod,
    optimum: Type.Union(
      [
        Strict({
          newPanelCount: count("New panels of all roofs"),
          batteryCapacityKwh: kwh("Capacity of the battery"),
          netPresentValue: presentValueEur("Value of that plant"),
          gap: fraction("Proven bound on how far its cost lies above the best possible"),
        }),
        Type.Null(),
      ],
      {
        description:
          "The best plant under the changed assumption, as this report's controller operates it, or the report's plant or an alternative where that is worth more; null if no plant was searched. A plant is searched for price growth and battery cost, unless the goal is self-sufficiency; for price growth only if all parts of the bill grow alike and no terms end",
      },
    ),
  },
  { description: "How the result depends on one assumption" },
)

export const SavingsSpread = Strict(
  {
    years: count("Pairs of a weather year and a price year, each equally likely"),
    weatherYears: Type.Array(calendarYear("Year of measured weather"), {
      description: "Empty if the weather does not vary",
    }),
    priceYears: Type.Array(calendarYear("Year of market prices"), { description: "Years of market prices" }),
    mean: eur("Mean of the yearly savings"),
    standardDeviation: eur("Yearly savings"),
    lowest: eur("Yearly savings in the worst pair"),
    percentile10: eur("Yearly savings that 10 % of the pairs do not reach"),
    median: eur("Yearly savings that half of the pairs do not reach"),
    percentile90: eur("Yearly savings that 90 % of the pairs do not reach"),
    highest: eur("Yearly savings in the best pair"),
    demand: HeldDemand,
  },
  { description: "How the first year's savings spread over other weather and prices" },
)
