import type { Shown } from "./shown.ts"

/**
 * Units of numbers in the interface document. A schema with a unit of its own keeps it. Other numbers have the unit of
 * their description, or of the end of their field's name.
 *
 * - Every number of the document has an `x-unit`; `unit/openApiDocument` fails for a name without one.
 * - A whole number without a unit is a `count`; a calendar year or a year of the analysis is a `year`.
 */

const KEYWORD = "x-unit"

/** Ends of names with their units; the first match decides. Names with underscores are read as camel case. */
const BY_NAME: readonly [pattern: RegExp, unit: string][] = [
  [/eurPerKwMonth$/i, "EUR/kW per month"],
  [/eurPerKwYear$/i, "EUR/kW per year"],
  [/(eur|cost)PerKwh$/i, "EUR/kWh"],
  [/(eur|cost)PerKwp?$/i, "EUR/kW"],
  [/eurPerMonth$/i, "EUR per month"],
  [/eurPerYear$/i, "EUR per year"],
  [/eur$|cost$|^overage$|yearlySavings$/i, "EUR"],
  [/kwhPer100Km$/i, "kWh/100 km"],
  [/kgCo2PerKwp$/i, "kg CO2/kWp"],
  [/kgCo2PerKwh$/i, "kg CO2/kWh"],
  [/kgCo2PerKm$/i, "kg CO2/km"],
  [/kgCo2PerYear$/i, "kg CO2 per year"],
  [/kgCo2$/i, "kg CO2"],
  [/kwp$/i, "kWp"],
  [/kwh(PerSession)?$/i, "kWh"],
  [/kw$/i, "kW"],
  [/watts$/i, "W"],
  [/Km$/, "km"],
  [/M3$/, "m3"],
  [/(width|length)M$/, "m"],
  [/Ms$/, "ms"],
  [/seconds$|^(expiresIn|wait)$/i, "s"],
  [/bytes$/i, "bytes"],
  [/days$/i, "days"],
  [/^months$/, "month of the year"],
  [/months$/i, "months"],
  [/^(hours|\w+Hour)$/, "hour of the day"],
  [/^(lat|lon|tilt|azimuth)$|angle$/i, "degrees"],
  [/growth(Fraction)?$|decline$|degradation$|^discountRate$/i, "fraction per year"],
  [/fraction$|share$|shareOfBarePrice$|rate$|losses$|efficiency$|level$|health$|ratio$/i, "fraction"],
  [/^(price|weather|calendar)Years?$|year$|until$/i, "year"],
  [/years$/i, "years"],
  [/count$|cycleLife$|sessionsPerDay$|parsedValues$/i, "count"],
]

/** Unit in a description, such as "Feed-in, 8760 hours [kWh]". */
const IN_DESCRIPTION = /\[([A-Za-z][\w/ ]*)\]/

/** Units of names that do not end with one. */
const OTHERS: Readonly<Record<string, string>> = {
  batteryHighestRate: "kW/kWh",
  batteryIncludedRate: "kW/kWh",
  dcAcRatio: "kWp/kW",
  feedInShareOfKwp: "fraction",
  originalData: "kWh",
  progression: "percent",
  reading: "as described",
  replacementYears: "year",
  value: "as described",
  values: "EUR/kWh",
}

const camel = (field: string): string => field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** "degrees north" and "EUR a year" in the words of the other units. */
const usual = (unit: string | undefined): string | undefined =>
  unit?.split(/ (?:of|north|east)\b/, 1)[0]?.replace(" a year", " per year")

const unitOfName = (field: string): string | undefined =>
  OTHERS[field] ?? BY_NAME.find(([pattern]) => pattern.test(camel(field)))?.[1]

/** A shown schema of a field with a unit on every number that lacks one; the objects in it have fields of their own. */
export const withUnits = (shown: Shown, field: string, outer?: string): Shown => {
  const unit = usual(IN_DESCRIPTION.exec(shown.description ?? "")?.[1]) ?? outer
  const { anyOf, items } = shown
  const inner = {
    ...(anyOf ? { anyOf: anyOf.map(choice => withUnits(choice, field, unit)) } : {}),
    ...(items ? { items: withUnits(items, field, unit) } : {}),
  }
  const types = [shown.type].flat()
  const isNumber = types.includes("number") || types.includes("integer")
  if (!isNumber || KEYWORD in shown) return { ...shown, ...inner }
  const named = unit ?? unitOfName(field) ?? (types.includes("integer") ? "count" : undefined)
  return named ? { ...shown, [KEYWORD]: named } : shown
}
