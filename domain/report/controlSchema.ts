import { type Static, Type } from "@sinclair/typebox"
import { CONTROL_ORIGINS, CONTROLLERS } from "../base/controllers.ts"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { numberIn } from "../base/validation/units.ts"
import { fraction, orNull, part } from "./schemaParts.ts"

const eur = (description: string) => numberIn("EUR", { description: `${description} [EUR]` })

const byController = (what: string) =>
  part(`${what}, by what operates the plant`)({
    ideal: eur(`${what} with foresight of the whole year: the proven ceiling`),
    forecast: Type.Union([eur(`${what} by plans`), Type.Null()], {
      description: `${what} by plans from published prices and forecasts; without a demand charge by the rule of self-consumption in each week after four in which that cost less. Null where plans have nothing to follow (flat tariff without a demand charge), unless the request asks for them`,
    }),
    selfConsumption: eur(`${what} by the rule of self-consumption`),
  })

const ControlComparison = Strict(
  {
    chosen: StringEnum(CONTROLLERS, { description: "Controller of the plant in every other figure of the report" }),
    origin: Type.Optional(
      StringEnum(CONTROL_ORIGINS, {
        description:
          "Origin of the choice: the default (goal and tariff), the organization, or the request; absent in reports before 0.2 (addition)",
      }),
    ),
    firstYearSavings: byController("First year's savings"),
    netPresentValue: byController("Net present value"),
    batteryAnnualSavings: byController("First year's savings of the battery"),
    provenWithin: orNull(
      fraction(
        "(totalCost − lowerBoundTotalCost) / totalCost, the plant as chosen operates it: proven that no allowed plant, however operated, is cheaper by more than this share",
      ),
      "when totalCost is not above 0",
    ),
  },
  { description: "The same plant under several controllers" },
)

/** Stored comparison, without provenWithin, which follows from the rest of the report. */
export type StoredControl = Omit<Static<typeof ControlComparison>, "provenWithin">

/** Part `control` of the report. */
export const ControlPart = Type.Union([ControlComparison, Type.Null()], {
  description:
    "Value of perfect foresight; null if no controller has a choice (no battery, flat tariff), and in old reports, which are operated as ideal (addition)",
})
