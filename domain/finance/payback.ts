/**
 * Payback year (from 1) and interpolated moment from which on the cumulative cash flow stays positive; null if it does
 * not end positive. Replacements can make it negative again, so the first positive year is a separate figure.
 * @param flows nominal cash flows, year 0 first
 */
export const paybackOf = (flows: ArrayLike<number>): { breakEvenYear: number; returnPeriodYears: number } | null => {
  let [sum, breakEvenYear] = [flows[0]!, 1]
  let before = Math.min(0, sum)
  for (let year = 1; year < flows.length; year++) {
    sum += flows[year]!
    if (sum > 0) continue
    before = sum
    breakEvenYear = year + 1
  }
  if (breakEvenYear >= flows.length) return null
  return { breakEvenYear, returnPeriodYears: breakEvenYear - 1 - before / flows[breakEvenYear]! }
}
