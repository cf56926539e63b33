import { type Static, Type } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import data from "../../fixtures/assumptions/assumptions.json" with { type: "json" }
import { InvalidInput } from "../errors.ts"
import { Strict } from "../validation/schema.ts"
import { violations } from "../validation/violations.ts"
import { OwnTerms } from "./tariff/ownTerms.ts"

const described = (name: keyof typeof data) => ({
  default: data[name].value,
  description: `${data[name].unit}. ${data[name].note}`,
})
const bounded = (name: keyof typeof data, minimum: number, maximum: number) =>
  Type.Number({ minimum, maximum, ...described(name) })
/** A number that others are divided by. */
const positive = (name: keyof typeof data, maximum: number) =>
  Type.Number({ exclusiveMinimum: 0, maximum, ...described(name) })

/** Every assumption of a scan, with its bounds. Values, units and sources: `fixtures/assumptions/assumptions.json`. */
export const Assumptions = Strict(
  {
    discountRate: bounded("discountRate", -0.5, 1),
    electricityPriceGrowth: bounded("electricityPriceGrowth", -0.5, 1),
    pvDegradation: bounded("pvDegradation", 0, 0.5),
    pvLifeYears: bounded("pvLifeYears", 1, 100),
    dcAcRatio: bounded("dcAcRatio", 0.1, 10),
    pvMaintenanceEurPerKwYear: bounded("pvMaintenanceEurPerKwYear", 0, 10_000),
    batteryMaintenanceFraction: bounded("batteryMaintenanceFraction", 0, 1),
    batteryLifeYears: bounded("batteryLifeYears", 1, 100),
    batteryCycleLife: bounded("batteryCycleLife", 1, 1_000_000),
    batteryReplacementCostFraction: bounded("batteryReplacementCostFraction", 0, 10),
    batteryEndOfLifeHealth: bounded("batteryEndOfLifeHealth", 0, 1),
    fixedCostEurPerMonth: bounded("fixedCostEurPerMonth", 0, 1_000_000),
    demandChargeEurPerKwMonth: bounded("demandChargeEurPerKwMonth", 0, 10_000),
    treeKgCo2PerYear: positive("treeKgCo2PerYear", 10_000),
    carKgCo2PerKm: positive("carKgCo2PerKm", 100),
    flightKgCo2: positive("flightKgCo2", 1_000_000),
  },
  { description: "Assumptions of a scan" },
)
export type Assumptions = Static<typeof Assumptions>

/** The overrides an organization may keep: any subset of the assumptions, within their bounds, and terms of its tariffs. */
export const AssumptionOverrides = Strict({ ...Type.Partial(Assumptions).properties, ...OwnTerms.properties })
export type AssumptionOverrides = Static<typeof AssumptionOverrides>

/** The source and unit of a value of `defaultAssumptions`. */
export interface AssumptionSource {
  value: number
  unit: string
  source: string
  note: string
}

/** Each assumption with unit, source and note, as the data file gives it. */
export const assumptionSources: Readonly<Record<keyof Assumptions, AssumptionSource>> = data

/** The assumptions as shipped. */
export const defaultAssumptions: Readonly<Assumptions> = Value.Create(Assumptions)

/**
 * The shipped assumptions with an organization's own values in their place.
 * Throws InvalidInput that names each unknown field and each value out of bounds.
 */
export const withOverrides = (overrides: unknown): Assumptions => {
  const broken = violations(AssumptionOverrides, overrides)
  if (broken.length > 0) throw new InvalidInput(broken)
  const given = Object.entries(overrides as AssumptionOverrides).filter(
    ([name, value]) => value !== undefined && name in Assumptions.properties,
  )
  return { ...defaultAssumptions, ...Object.fromEntries(given) }
}
