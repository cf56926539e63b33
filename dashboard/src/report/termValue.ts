import { whole } from "../lib/format.ts"
import type { Settings } from "../lib/settings.tsx"

type Words = Pick<Settings, "text" | "format">

/** Minimum and maximum number of decimals of a contract's amounts. */
const LEAST_DECIMALS = 2
const MOST_DECIMALS = 5

const decimalsOf = (value: number, least = LEAST_DECIMALS): number => {
  const [, decimals = ""] = String(Number(value.toFixed(MOST_DECIMALS))).split(".")
  return Math.max(least, decimals.length)
}

/** An amount whose unit begins with EUR, a placeholder for the report's currency: `€0.1214/kWh`. */
export const pricedAs = (unit: string, value: number, { text, format }: Words): string => {
  const units: Readonly<Record<string, string>> = text.report.assumptions.parts.units
  return whole(`${format.eur(value, decimalsOf(value))}${units[unit] ?? unit.replace("EUR", "")}`)
}

/** A number of a contract with its unit; a calendar year has no unit. */
export const valueText = (value: number, unit: string, words: Words): string => {
  const { format } = words
  if (unit === "year") return String(value)
  if (unit === "fraction") return format.percent(value, 1)
  if (unit.startsWith("EUR")) return pricedAs(unit, value, words)
  return `${format.number(value, decimalsOf(value, 0))}${unit && `\u00a0${unit}`}`
}

/** Text of a contract term: a number with its unit, yes or no, or a name (such as a zone's). */
export const termText = (value: number | string | boolean, unit: string, words: Words): string => {
  if (typeof value === "number") return valueText(value, unit, words)
  if (typeof value === "boolean") return value ? "✓" : "–"
  return value === "dayAhead" ? words.text.report.assumptions.parts.dayAhead : value
}
