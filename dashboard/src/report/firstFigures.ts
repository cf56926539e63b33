import type { Settings } from "../lib/settings.tsx"
import { decimalsBeside } from "./addingUp.ts"
import type { FullReport } from "./data.ts"

type Words = Pick<Settings, "text" | "format">

/** With fewer pairs of years, a tenth of them is less than one: their lowest and highest are shown alone. */
export const LEAST_YEARS_OF_DECILES = 10

/** What was bought, each part with its price; empty where nothing was. */
export const investmentText = (
  { solarInvestment, batteryPurchaseCost }: FullReport["financial"]["investment"],
  { text, format }: Words,
): string => {
  const { panelsFor, batteryFor, installed } = text.report.kpi
  const amounts = [solarInvestment, batteryPurchaseCost]
  const decimals = decimalsBeside(solarInvestment + batteryPurchaseCost, amounts)
  const parts = [
    ...(solarInvestment > 0 ? [panelsFor(format.eur(solarInvestment, decimals))] : []),
    ...(batteryPurchaseCost > 0 ? [batteryFor(format.eur(batteryPurchaseCost, decimals))] : []),
  ]
  return parts.length === 0 ? "" : installed(parts.join(", "))
}

/** What a year saves in other weather and at other prices. */
export const spreadText = (
  { years, lowest, highest, median, percentile10, percentile90 }: NonNullable<FullReport["savingsSpread"]>,
  { text, format }: Words,
): string => {
  const { savingsOfFew, savingsSpread } = text.report.kpi
  return years < LEAST_YEARS_OF_DECILES
    ? savingsOfFew(format.number(years, 0), format.eur(lowest), format.eur(highest))
    : savingsSpread(format.eur(median), format.eur(percentile10), format.eur(percentile90))
}
