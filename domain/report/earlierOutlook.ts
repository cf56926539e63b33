import { type TSchema, Type } from "@sinclair/typebox"
import { CONTROLLERS } from "../base/controllers.ts"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { DRAWN, driverName } from "./outlookSchema.ts"
import { count, eur, fraction, kwh, orNull, part, presentValueEur, returnPeriod } from "./schemaParts.ts"

const earlier = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description: "Only in reports before 1.0, which lack outlook" }))

const deciles = { percentile10: eur("10th percentile"), median: eur("Median"), percentile90: eur("90th percentile") }
const figures = {
  firstYearSavings: part("First year's savings")(deciles),
  netPresentValue: part("Net present value")(deciles),
}

/** Sections of stored reports that `outlook` replaced. */
export const EARLIER_OUTLOOK = {
  sensitivity: earlier(
    Type.Array(
      Strict({
        parameter: driverName("Changed assumption"),
        change: fraction("Relative change"),
        netPresentValue: orNull(presentValueEur("Value of the report's plant"), "if not served"),
        returnPeriod,
        optimum: orNull(
          part("Best plant under the changed assumption")({
            newPanelCount: count("New panels"),
            batteryCapacityKwh: kwh("Capacity of the battery"),
            netPresentValue: presentValueEur("Value of this plant"),
            gap: fraction("Proven gap"),
          }),
          "if none was searched",
        ),
      }),
    ),
  ),
  savingsSpread: earlier(
    Strict({
      years: count("Pairs of a weather year and a price year"),
      ...{ weatherYears: DRAWN.weatherYears, priceYears: DRAWN.priceYears, demand: DRAWN.demand },
      ...deciles,
      mean: eur("Mean"),
      standardDeviation: eur("Standard deviation"),
      lowest: eur("Lowest"),
      highest: eur("Highest"),
    }),
  ),
  uncertainty: earlier(
    Strict({
      ...figures,
      controllers: Type.Array(
        Strict({ control: StringEnum(CONTROLLERS, { description: "Controller in all years" }), ...figures }),
        { description: "The same figures under each possible controller" },
      ),
      ...DRAWN,
    }),
  ),
}
