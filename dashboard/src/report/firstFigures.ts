import type { ShownOutlook } from "../../../domain/report/shownOutlook.ts"
import type { Settings } from "../lib/settings.tsx"
import { decimalsBeside } from "./addingUp.ts"
import type { FullReport } from "./data.ts"

type Words = Pick<Settings, "text" | "format">
type Investment = FullReport["financial"]["investment"]

/** Purchased parts with their prices; empty if nothing was bought. */
export const investmentText = (
  { solarInvestment, batteryPurchaseCost }: Investment,
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

/** First-year savings in the compared years; null if no years are compared. */
export const yearsText = ({ years }: Pick<ShownOutlook, "years">, { text, format }: Words): string | null =>
  years && years.count > 1
    ? text.report.kpi.savingsOfYears(format.number(years.count, 0), format.eur(years.lowest), format.eur(years.highest))
    : null

/** Payback and value of the plant if all prices per kWh are lower; null if not computed. */
export const paybackIfCheaper = ({ drivers }: Pick<ShownOutlook, "drivers">, { text, format }: Words) => {
  const { kpi } = text.report
  const level = drivers.find(({ name }) => name === "priceLevel")
  if (!level || level.npvLow === null) return null
  const { low, paybackLow, npvLow } = level
  const years = paybackLow === null ? kpi.never : format.years(paybackLow)
  return kpi.paybackIfCheaper(format.percent(-low), years, format.eur(npvLow))
}
