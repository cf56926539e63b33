import { assumptionSources } from "../../../domain/market/assumptionSources.ts"
import type { Organization } from "./Logo.tsx"

/** Assumptions of an organization in the fields of a form: shares in percent, price curves as pairs in one line. */

type Overrides = Organization["assumptions"]
export type AssumptionName = Exclude<keyof Overrides, "currency" | "control" | "language">

/** Fields of the form by group. */
export const GROUPS = {
  money: ["discountRate", "electricityPriceGrowth", "energyPriceGrowth", "gridFeeGrowth", "taxGrowth"],
  panels: ["panelPriceCurve", "pvMaintenanceEurPerKwYear", "pvDegradation", "pvLifeYears", "residualValueFraction"],
  inverters: [
    "dcAcRatio",
    "inverterFixedEur",
    "inverterPurchaseEurPerKw",
    "inverterEurPerKw",
    "inverterReplacementYear",
  ],
  batteryPrices: [
    "batteryPriceCurve",
    "batteryEurPerKw",
    "batteryIncludedRate",
    "selfSufficiencyBatteryEurPerKwh",
    "batteryReplacementCostFraction",
    "batteryMaintenanceFraction",
  ],
  batteries: [
    "smallestBatteryKwh",
    "batteryHighestRate",
    "batteryStandbyWatts",
    "batteryLifeYears",
    "batteryCycleLife",
    "batteryEndOfLifeHealth",
  ],
  contract: [
    "fixedCostEurPerMonth",
    "demandChargeEurPerKwMonth",
    "energyTaxBlocks",
    "importVatFraction",
    "feedInVatFraction",
    "markUpEurPerKwh",
    "feedInFeeEurPerKwh",
    "feedInShareOfBarePrice",
  ],
  climate: [
    "gridCarbonDecline",
    "panelKgCo2PerKwp",
    "batteryKgCo2PerKwh",
    "treeKgCo2PerYear",
    "carKgCo2PerKm",
    "flightKgCo2",
  ],
} as const satisfies Record<string, readonly AssumptionName[]>

export const ASSUMPTION_NAMES: readonly AssumptionName[] = Object.values(GROUPS).flat()

/** Fields of a pair, for assumptions that are lists of pairs. */
const PAIRS: Partial<Record<AssumptionName, readonly [string, string]>> = {
  panelPriceCurve: ["kwp", "eur"],
  batteryPriceCurve: ["kwh", "eur"],
  energyTaxBlocks: ["fromKwh", "eurPerKwh"],
}

const GROWTH = ["energyPriceGrowth", "gridFeeGrowth", "taxGrowth"] as const
/** Units of terms that have no default in the data file: each country has its own. */
const UNITS_OF_TERMS: Partial<Record<AssumptionName, string>> = {
  ...Object.fromEntries(GROWTH.map(name => [name, "fraction"])),
  ...{ importVatFraction: "fraction", feedInVatFraction: "fraction", feedInShareOfBarePrice: "fraction" },
  ...{ markUpEurPerKwh: "EUR/kWh", feedInFeeEurPerKwh: "EUR/kWh", energyTaxBlocks: "EUR/kWh" },
}

/** Default with its unit and source; undefined if there is no default for all countries. */
export const defaultOf = (name: AssumptionName) =>
  name in assumptionSources ? assumptionSources[name as keyof typeof assumptionSources] : undefined

export const isOfGrowth = (name: AssumptionName): boolean => GROWTH.some(growth => growth === name)

export const isPairs = (name: AssumptionName): boolean => name in PAIRS

/** Unit of the field; `%` for shares, which the service has as fractions. */
export const unitOf = (name: AssumptionName): string => {
  const unit = defaultOf(name)?.unit ?? UNITS_OF_TERMS[name] ?? ""
  return unit.startsWith("fraction") ? "%" : unit
}

const HUNDRED = 100
/** Digits without the noise of binary fractions. */
const DIGITS = 12
const tidy = (value: number): number => Number(value.toPrecision(DIGITS))

/** A value as typed in its field. @param typed writes numbers as the reader types them */
export const writeValue = (name: AssumptionName, value: unknown, typed: (value: number) => string): string => {
  const [first, second] = PAIRS[name] ?? []
  if (Array.isArray(value) && first && second)
    return value.map(pair => `${typed(pair[first])}: ${typed(pair[second])}`).join("; ")
  if (typeof value !== "number") return ""
  return typed(unitOf(name) === "%" ? tidy(value * HUNDRED) : value)
}

/** A value with the percent sign of a share. */
export const shownValue = (name: AssumptionName, value: unknown, typed: (value: number) => string): string =>
  `${writeValue(name, value, typed)}${unitOf(name) === "%" ? "\u00a0%" : ""}`

/** Value of a typed text, with texts that are no numbers for the service to refuse. @param read reads a number */
export const readValue = (name: AssumptionName, text: string, read: (text: string) => number | string): unknown => {
  const [first, second] = PAIRS[name] ?? []
  if (first && second) {
    const pairs = text.split(";").filter(pair => pair.trim() !== "")
    return pairs.map(pair => {
      const [size = "", price = ""] = pair.split(":")
      return { [first]: read(size.trim()), [second]: read(price.trim()) }
    })
  }
  const value = read(text)
  return unitOf(name) === "%" && typeof value === "number" ? tidy(value / HUNDRED) : value
}
