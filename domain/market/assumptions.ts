import { type Static, type TNumber, Type } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import data from "../../fixtures/assumptions/assumptions.json" with { type: "json" }
import { CONTROLLERS } from "../base/controllers.ts"
import { InvalidInput } from "../base/errors.ts"
import { LANGUAGES } from "../base/languages.ts"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { type Violation, violation } from "../base/validation/violation.ts"
import { violations } from "../base/validation/violations.ts"
import { type AssumptionSource, assumptionSources } from "./assumptionSources.ts"
import { currencySchema } from "./currency.ts"
import { PART_GROWTH_NAMES, PART_GROWTH_SOURCE, PartGrowth } from "./partGrowth.ts"
import { brokenPoint, type PriceCurve } from "./priceCurve.ts"
import { OwnTerms } from "./tariff/ownTerms.ts"

/** Maximum number of points of a price curve. */
const MAX_POINTS = 20
const MAX_SIZE = 1_000_000
const MAX_EUR = 1_000_000_000

type CurveName = "batteryPriceCurve" | "panelPriceCurve"
type NumberName = Exclude<keyof typeof data, CurveName>

const described = (name: NumberName) => ({
  default: data[name].value,
  description: `${data[name].unit}. ${data[name].note}`,
})
const bounded = (name: NumberName, minimum: number, maximum: number) =>
  Type.Number({ minimum, maximum, ...described(name) })
/** Positive number, because other values are divided by it. */
const positive = (name: NumberName, maximum: number) =>
  Type.Number({ exclusiveMinimum: 0, maximum, ...described(name) })

const curve = <Size extends "kwh" | "kwp">(name: CurveName, size: Size) =>
  Type.Array(
    Strict({
      [size]: Type.Number({ minimum: 0, maximum: MAX_SIZE, description: "Size; 0: the fixed part" }),
      eur: Type.Number({ minimum: 0, maximum: MAX_EUR, description: "Total cost of the investment [EUR]" }),
    } as Record<Size | "eur", TNumber>),
    {
      ...{ minItems: 1, maxItems: MAX_POINTS, default: data[name].value },
      description: `${data[name].unit}, points of rising size and price. ${data[name].note}`,
    },
  )

/** Assumptions of a scan with their bounds. */
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
    fixedCostEurPerMonth: bounded("fixedCostEurPerMonth", -1_000_000, 1_000_000),
    demandChargeEurPerKwMonth: bounded("demandChargeEurPerKwMonth", 0, 10_000),
    batteryPriceCurve: curve("batteryPriceCurve", "kwh"),
    panelPriceCurve: curve("panelPriceCurve", "kwp"),
    selfSufficiencyBatteryEurPerKwh: bounded("selfSufficiencyBatteryEurPerKwh", 0, 100_000),
    batteryEurPerKw: bounded("batteryEurPerKw", 0, 100_000),
    batteryIncludedRate: bounded("batteryIncludedRate", 0, 100),
    batteryHighestRate: positive("batteryHighestRate", 100),
    smallestBatteryKwh: bounded("smallestBatteryKwh", 0, 1_000_000),
    batteryStandbyWatts: bounded("batteryStandbyWatts", 0, 1_000_000),
    inverterFixedEur: bounded("inverterFixedEur", 0, 1_000_000),
    inverterPurchaseEurPerKw: bounded("inverterPurchaseEurPerKw", 0, 10_000),
    inverterEurPerKw: bounded("inverterEurPerKw", 0, 10_000),
    inverterReplacementYear: Type.Integer({ minimum: 0, maximum: 100, ...described("inverterReplacementYear") }),
    residualValueFraction: bounded("residualValueFraction", 0, 1),
    gridCarbonDecline: bounded("gridCarbonDecline", -0.5, 1),
    panelKgCo2PerKwp: bounded("panelKgCo2PerKwp", 0, 100_000),
    batteryKgCo2PerKwh: bounded("batteryKgCo2PerKwh", 0, 100_000),
    treeKgCo2PerYear: positive("treeKgCo2PerYear", 10_000),
    carKgCo2PerKm: positive("carKgCo2PerKm", 100),
    flightKgCo2: positive("flightKgCo2", 1_000_000),
  },
  { description: "Assumptions of a scan" },
)
/** Assumptions with the growth of the parts of a price, if named. */
export type Assumptions = Static<typeof Assumptions> & PartGrowth

/** Defaults of an organization for its scans. */
const OwnChoices = {
  currency: Type.Optional(
    currencySchema("Currency of new scans without a currency, and of these amounts; absent: EUR"),
  ),
  language: Type.Optional(
    StringEnum(LANGUAGES, { description: "Language of proposed offers and e-mails; absent: by the call" }),
  ),
  control: Type.Optional(
    StringEnum(CONTROLLERS, {
      description: "Controller of plants for cost-savings without a control in the request; absent: by the tariff",
    }),
  ),
}

/** Overrides of an organization: any assumptions within their bounds, terms of its tariffs, and its choices. */
export const AssumptionOverrides = Strict({
  ...Type.Partial(Assumptions).properties,
  ...PartGrowth.properties,
  ...OwnTerms.properties,
  ...OwnChoices,
})
export type AssumptionOverrides = Static<typeof AssumptionOverrides>

/** Unit and source of any assumption of a report. */
export const assumptionSource = (name: keyof Assumptions): Pick<AssumptionSource, "unit" | "source"> =>
  name in assumptionSources ? assumptionSources[name as keyof typeof assumptionSources] : PART_GROWTH_SOURCE

/** Origin of a scan's assumption: the default, the organization, or the request. */
export const ASSUMPTION_ORIGINS = ["shipped", "organization", "request"] as const
export type AssumptionOrigins = Partial<
  Record<keyof Assumptions, Exclude<(typeof ASSUMPTION_ORIGINS)[number], "shipped">>
>

const ASSUMPTION_NAMES = [...Object.keys(Assumptions.properties), ...PART_GROWTH_NAMES] as (keyof Assumptions)[]

/** Origins of the assumptions that the organization or the request set; absent values have the shipped default. */
export const originsOf = (organization: AssumptionOverrides, request: AssumptionOverrides): AssumptionOrigins => {
  const origins: AssumptionOrigins = {}
  for (const name of ASSUMPTION_NAMES) {
    if (organization[name] !== undefined) origins[name] = "organization"
    if (request[name] !== undefined) origins[name] = "request"
  }
  return origins
}

/** Shipped assumptions. */
export const defaultAssumptions: Readonly<Assumptions> = Value.Create(Assumptions)

/** Violations of an organization's values: unknown fields, values out of bounds, curves that do not rise. */
export const assumptionViolations = (overrides: unknown): Violation[] => {
  const broken = violations(AssumptionOverrides, overrides)
  if (broken.length > 0) return broken
  const { batteryPriceCurve, panelPriceCurve } = overrides as AssumptionOverrides
  return [
    ...notRising("batteryPriceCurve", batteryPriceCurve && batteryCurve(batteryPriceCurve)),
    ...notRising("panelPriceCurve", panelPriceCurve && panelCurve(panelPriceCurve)),
  ]
}

const notRising = (name: CurveName, points: PriceCurve | undefined): Violation[] => {
  const index = points ? brokenPoint(points) : -1
  return index < 0 ? [] : [violation([name, index], "point-rises")]
}

/** Price of a battery by its capacity. */
export const batteryCurve = (points: Assumptions["batteryPriceCurve"]): PriceCurve =>
  points.map(({ kwh, eur }) => ({ size: kwh, eur }))

/** Price of all new panels by their power. */
export const panelCurve = (points: Assumptions["panelPriceCurve"]): PriceCurve =>
  points.map(({ kwp, eur }) => ({ size: kwp, eur }))

/**
 * Shipped assumptions, with an organization's values in place of defaults. Throws InvalidInput that names each unknown
 * field and each value out of bounds.
 */
export const withOverrides = (overrides: unknown): Assumptions => {
  const broken = assumptionViolations(overrides)
  if (broken.length > 0) throw new InvalidInput(broken)
  const entries = Object.entries(overrides as AssumptionOverrides).filter(
    ([name, value]) => value !== undefined && (ASSUMPTION_NAMES as string[]).includes(name),
  )
  return { ...defaultAssumptions, ...Object.fromEntries(entries) }
}
