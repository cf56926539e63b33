import { type Static, Type } from "@sinclair/typebox"
import { Strict } from "../base/validation/schema.ts"
import type { ScanCase } from "../case/case.ts"
import { existingReplacement } from "../finance/existingBattery.ts"
import { eur, kw, kwh, percent, presentValueEur } from "./schemaParts.ts"

export const ExistingBatteryPart = Type.Optional(
  Strict(
    {
      capacityKwh: kwh("Capacity, as requested"),
      powerKw: kw("Power, as requested"),
      roundtripEfficiency: percent("As requested"),
      minChargeLevel: percent("As requested"),
      replacementYears: Type.Array(Type.Integer(), {
        description: "Years of the analysis at whose end it is replaced; empty if never",
      }),
      replacementCost: eur("Price of one replacement"),
      replacementCostNetPresentValue: presentValueEur(
        "All replacements; paid with and without the new system, and part of neither total",
      ),
    },
    {
      description:
        "The battery of the baseline. Flows, levels and discharging of the report are of both batteries, battery has the new one alone; absent without an existing battery",
    },
  ),
)

/** Part `existingBattery` of the report; empty without an existing battery. */
export const existingBatteryPart = (
  scan: ScanCase,
): { existingBattery?: NonNullable<Static<typeof ExistingBatteryPart>> } => {
  const { existingBattery } = scan.input
  const replacement = existingReplacement(scan)
  if (!existingBattery || !replacement) return {}
  return {
    existingBattery: {
      capacityKwh: existingBattery.capacityKwh,
      powerKw: existingBattery.powerRatingKw,
      roundtripEfficiency: existingBattery.roundtripEfficiency,
      minChargeLevel: existingBattery.minimumChargeLevel,
      replacementYears: replacement.years,
      replacementCost: replacement.eur,
      replacementCostNetPresentValue: replacement.worthEur,
    },
  }
}
