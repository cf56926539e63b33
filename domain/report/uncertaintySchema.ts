import { Type } from "@sinclair/typebox"
import { CONTROLLERS } from "../base/controllers.ts"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { HeldDemand } from "./heldDemandSchema.ts"
import { calendarYear, count, eur, fraction, part, presentValueEur } from "./schemaParts.ts"

const Percentiles = (figure: typeof eur, what: string) =>
  part(`${what} over the futures`)({
    percentile10: figure(`${what} that 10 % of the futures do not reach`),
    median: figure(`${what} that half of the futures do not reach`),
    percentile90: figure(`${what} that 90 % of the futures do not reach`),
  })

const figures = {
  firstYearSavings: Percentiles(eur, "First year's savings"),
  netPresentValue: Percentiles(presentValueEur, "Net present value"),
}

const Uncertainty = Strict(
  {
    ...figures,
    controllers: Type.Array(
      Strict({
        control: StringEnum(CONTROLLERS, { description: "Controller of the plant in all years" }),
        ...figures,
      }),
      {
        minItems: 1,
        maxItems: CONTROLLERS.length,
        description:
          "The same figures under each possible controller, which are equally likely in the figures above: plans and a rule if they differ, else the report's controller",
      },
    ),
    priceYears: Type.Array(calendarYear("Year of market prices"), {
      description: "Equally likely; a future uses the prices of one price year in all years",
    }),
    weatherYears: Type.Array(calendarYear("Year of measured weather"), {
      description:
        "Equally likely, drawn again for each year of a future; empty where none was measured or the weather does not vary",
    }),
    weather: StringEnum(["operated", "byYield", "none"], {
      description:
        "How weather counts: the plant was operated in each year; the yield's effect scaled by each measured year's sunshine. Without measured years, years vary (normal, 4 % at 1 σ); not at all",
    }),
    demand: HeldDemand,
    yieldDeviation: fraction(
      "Standard deviation of the modelled yield, the same error in all years of a future; 0 without panels that a model gives",
    ),
    draws: count("Futures that were drawn, each under every controller"),
    seed: count("Seed of the random numbers: every report draws the same"),
  },
  { description: "Range of the plant's value over price years, weather years, controllers and the error of the yield" },
)

/** Part `uncertainty` of the report. */
export const UncertaintyPart = Type.Optional(
  Type.Union([Uncertainty, Type.Null()], {
    description:
      "10th, 50th and 90th percentile of first year's savings and net present value; null if nothing can be added, and if the scan reached its work limit first; absent in reports before 0.2 (addition)",
  }),
)
