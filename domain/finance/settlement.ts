import type { Settlement } from "../market/tariff/terms.ts"

const MONTHS = 12
/** Equal years until the carried amounts repeat; the last one counts. */
const YEARS = 3

/**
 * Feed-in revenue of a year under a monthly settlement in money [EUR]. The pay of a month is set off against the
 * purchases of that month. The rest is carried over for some months, the oldest amount first, and a part of what then
 * is left is paid. All years are equal, so January begins with amounts of the last months of such a year.
 * @param soldEur pay for the feed-in of each month; a negative amount is paid at once
 * @param payableEur purchases of each month that pay can be set off against
 */
export const settledEur = (
  soldEur: readonly number[],
  payableEur: readonly number[],
  { carryOverMonths, refundFraction }: Pick<Settlement, "carryOverMonths" | "refundFraction">,
): number => {
  let amounts: { month: number; eur: number }[] = []
  let revenueEur = 0
  for (let month = 0; month < YEARS * MONTHS; month++) {
    if (month === (YEARS - 1) * MONTHS) revenueEur = 0
    const eur = soldEur[month % MONTHS]!
    if (eur < 0) revenueEur += eur
    amounts.push({ month, eur: Math.max(0, eur) })
    let openEur = Math.max(0, payableEur[month % MONTHS]!)
    for (const amount of amounts) {
      const setOffEur = Math.min(amount.eur, openEur)
      amount.eur -= setOffEur
      openEur -= setOffEur
      revenueEur += setOffEur
    }
    const ends = (amount: { month: number }) => month - amount.month >= carryOverMonths
    for (const amount of amounts) if (ends(amount)) revenueEur += refundFraction * amount.eur
    amounts = amounts.filter(amount => !ends(amount) && amount.eur > 0)
  }
  return revenueEur
}
