import type { Settings } from "../lib/settings.tsx"
import { decimalsBeside } from "./addingUp.ts"
import type { FullReport } from "./data.ts"

type Words = Pick<Settings, "text" | "format">
type Investment = FullReport["financial"]["investment"]

/** With fewer pairs of years, a tenth of them is less than one: their lowest and highest are shown alone. */
export const LEAST_YEARS_OF_DECILES = 10

/** What the new panels and battery cost at the start, in the report's currency. */
export const spentOn = ({
  solarInvestment,
  batteryPurchaseCost,
}: Pick<Investment, "solarInvestment" | "batteryPurchaseCost">): number => solarInvestment + batteryPurchaseCost

/** What was bought, each part with its price; empty where nothing was. */
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

/**
 * When the plant has paid for itself, and what it is worth, if all prices by the kWh are lower; null where that was not
 * worked out.
 */
export const paybackIfCheaper = ({ sensitivity }: Pick<FullReport, "sensitivity">, { text, format }: Words) => {
  const { kpi } = text.report
  const cheaper = sensitivity.find(({ parameter, change }) => parameter === "priceLevel" && change < 0)
  if (!cheaper || cheaper.netPresentValue === null) return null
  const { change, returnPeriod, netPresentValue } = cheaper
  const years = returnPeriod === null ? kpi.never : format.years(returnPeriod)
  return kpi.paybackIfCheaper(format.percent(-change), years, format.eur(netPresentValue))
}
