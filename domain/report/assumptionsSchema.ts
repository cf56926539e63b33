import { Type } from "@sinclair/typebox"
import { Assumptions } from "../market/assumptions.ts"

/** Assumptions that reports before 0.2 do not have. */
const ASSUMPTIONS_SINCE_0_2 = [
  "dcAcRatio",
  "batteryPriceCurve",
  "panelPriceCurve",
  "selfSufficiencyBatteryEurPerKwh",
  "batteryEurPerKw",
  "batteryIncludedRate",
  "batteryHighestRate",
  "smallestBatteryKwh",
] as const

/** The assumptions as a report shows them. */
export const shownAssumptions = {
  ...Assumptions.properties,
  ...Type.Partial(Type.Pick(Assumptions, ASSUMPTIONS_SINCE_0_2)).properties,
}
