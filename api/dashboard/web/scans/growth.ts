import type { FullReport } from "../report/data.ts"

/** What a growth of electricity prices other than the scan's makes of its money. */
export interface Outlook {
  /** EUR of today. */
  netPresentValueEur: number
  /** Years; null when never. */
  returnPeriodYears: number | null
}

const payback = (flows: readonly number[]): number | null => {
  let balance = flows[0]
  for (let year = 1; year < flows.length; year++) {
    const before = Math.min(0, balance)
    balance += flows[year]
    if (balance > 0) return year - 1 - before / flows[year]
  }
  return null
}

/**
 * A plant's money when prices grow otherwise. The plant's sizes are given and prices grow from year 2, so the hours of
 * the first year stay as they were solved, and each year y changes by savings · (1 − d)^(y−1) · ((1 + e')^(y−1) −
 * (1 + e)^(y−1)), as domain/finance/lifecycle.ts carries a bill through the years.
 * @param yearlyCashflowsEur nominal, year 0 first, at the report's own growth
 * @param priceGrowth e', a fraction a year
 */
export const outlookOf = (
  { overview, financial }: FullReport,
  yearlyCashflowsEur: readonly number[],
  priceGrowth: number,
): Outlook => {
  const { discountRate, pvDegradation, electricityPriceGrowth } = financial.parameters
  const flows = yearlyCashflowsEur.map((flow, year) => {
    if (year === 0) return flow
    const saved = overview.kpi.yearlySavings * (1 - pvDegradation) ** (year - 1)
    return flow + saved * ((1 + priceGrowth) ** (year - 1) - (1 + electricityPriceGrowth) ** (year - 1))
  })
  return {
    netPresentValueEur: flows.reduce((sum, flow, year) => sum + flow / (1 + discountRate) ** year, 0),
    returnPeriodYears: payback(flows),
  }
}
