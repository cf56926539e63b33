import { Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../validation/schema.ts"
import { calendarYear, count, eur, fraction, kwh, orNull, presentValueEur, returnPeriod } from "./schemaParts.ts"

/** How a result depends on assumptions and on the weather and prices of the year. */

export const Sensitivity = Strict(
  {
    parameter: StringEnum(["electricityPriceGrowth", "batteryCost", "consumption"], {
      description:
        "What is different; batteryCost only where the request has a battery, consumption not with a demand charge unless includeSavingsSpread is true, and not where that meets netting or the goal self-sufficiency",
    }),
    change: fraction("Relative change: 0.2 is 20 % more"),
    netPresentValue: orNull(
      presentValueEur("Of the plant of this report"),
      "when the connection would not carry the consumption",
    ),
    returnPeriod,
    optimum: Type.Union(
      [
        Strict({
          newPanelCount: count("New panels of all roofs"),
          batteryCapacityKwh: kwh("Capacity of the battery"),
          netPresentValue: presentValueEur("Of that plant"),
          gap: fraction("Proven bound on how far its cost lies above the best possible"),
        }),
        Type.Null(),
      ],
      {
        description:
          "The plant that would be the best then, with the battery life of this report, and with what the controller loses against foresight in proportion to the battery; null for consumption, which would need a scan of its own, and for the goal self-sufficiency",
      },
    ),
  },
  { description: "How the result depends on one assumption" },
)

export const SavingsSpread = Strict(
  {
    years: count("Pairs of a weather year and a price year, each equally likely"),
    weatherYears: Type.Array(calendarYear("Year of measured weather"), {
      description: "Empty where the weather does not vary",
    }),
    priceYears: Type.Array(calendarYear("Year of market prices"), { description: "Years of market prices" }),
    mean: eur("Mean of the yearly savings"),
    standardDeviation: eur("Of the yearly savings"),
    lowest: eur("Yearly savings in the worst pair"),
    percentile10: eur("Yearly savings that 10 % of the pairs do not reach"),
    median: eur("Yearly savings that half of the pairs do not reach"),
    percentile90: eur("Yearly savings that 90 % of the pairs do not reach"),
    highest: eur("Yearly savings in the best pair"),
  },
  { description: "How the first year's savings spread over other weather and prices" },
)
