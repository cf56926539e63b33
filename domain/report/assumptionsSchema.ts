import { Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { ASSUMPTION_ORIGINS, Assumptions } from "../market/assumptions.ts"
import { PartGrowth } from "../market/partGrowth.ts"
import { text } from "./schemaParts.ts"

/** Assumptions that reports before 1.0 do not have. */
const ASSUMPTIONS_SINCE_0_2 = [
  "dcAcRatio",
  "batteryPriceCurve",
  "panelPriceCurve",
  "selfSufficiencyBatteryEurPerKwh",
  "batteryEurPerKw",
  "batteryIncludedRate",
  "batteryHighestRate",
  "smallestBatteryKwh",
  "batteryStandbyWatts",
  "inverterFixedEur",
  "inverterPurchaseEurPerKw",
  "inverterEurPerKw",
  "inverterReplacementYear",
  "residualValueFraction",
  "gridCarbonDecline",
  "panelKgCo2PerKwp",
  "batteryKgCo2PerKwh",
] as const

/** Schema of the assumptions in a report. The growth of a part of the bill is absent unless it was set. */
export const shownAssumptions = {
  ...Assumptions.properties,
  ...PartGrowth.properties,
  ...Type.Partial(Type.Pick(Assumptions, ASSUMPTIONS_SINCE_0_2)).properties,
}

/** Assumptions of a report, each with its origin. */
export const AssumptionOriginsPart = Type.Array(
  Strict({
    name: text("Name in parameters"),
    origin: StringEnum(ASSUMPTION_ORIGINS, {
      description: "Origin of the value: the default, the organization, or the request",
    }),
    unit: text("Unit, in the language of the reader"),
    source: text("Source of the shipped value, in the language of the reader"),
  }),
  { description: "Every assumption with its origin; absent in reports before 1.0" },
)
