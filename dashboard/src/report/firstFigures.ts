import type { Settings } from "../lib/settings.tsx"
import { decimalsBeside } from "./addingUp.ts"
import type { FullReport } from "./data.ts"

type Words = Pick<Settings, "text" | "format">
type Investment = FullReport["financial"]["investment"]

/** Minimum number of year pairs for deciles; with fewer only the lowest and highest are shown. */
export const LEAST_YEARS_OF_DECILES = 10

/** Investment in new panels and battery, in the report's currency. */
export const spentOn = ({
  solarInvestment,
  batteryPurchaseCost,
}: Pick<Investment, "solarInvestment" | "batteryPurchaseCost">): number => solarInvestment + batteryPurchaseCost

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

/** Yearly savings in other weather and at other prices. */
export const spreadText = (
  { years, lowest, highest, median, percentile10, percentile90 }: NonNullable<FullReport["savingsSpread"]>,
  { text, format }: Words,
): string => {
  const { savingsOfFew, savingsSpread } = text.report.kpi
  return years < LEAST_YEARS_OF_DECILES
    ? savingsOfFew(format.number(years, 0), format.eur(lowest), format.eur(highest))
    : savingsSpread(format.eur(median), format.eur(percentile10), format.eur(percentile90))
}

/** Payback and value of the plant if all prices per kWh are lower; null if not computed. */
export const paybackIfCheaper = ({ sensitivity }: Pick<FullReport, "sensitivity">, { text, format }: Words) => {
  const { kpi } = text.report
  const cheaper = sensitivity.find(({ parameter, change }) => parameter === "priceLevel" && change < 0)
  if (!cheaper || cheaper.netPresentValue === null) return null
  const { change, returnPeriod, netPresentValue } = cheaper
  const years = returnPeriod === null ? kpi.never : format.years(returnPeriod)
  return kpi.paybackIfCheaper(format.percent(-change), years, format.eur(netPresentValue))
}
