/**
 * Present worth of yearly amounts that fall due at the end of years 1 to n (the usual convention of engineering
 * economics; year 0 is today and is not discounted).
 */

/** What a EUR paid at the end of a year is worth today: (1 + r)^−year. */
export const discountFactor = (year: number, discountRate: number): number => (1 + discountRate) ** -year

/** Σ_{y=1..n} (1 + r)^−y: today's worth of one EUR in each of n years. */
export const annuityFactor = (years: number, discountRate: number): number => {
  let sum = 0
  for (let year = 1; year <= years; year++) sum += discountFactor(year, discountRate)
  return sum
}

/**
 * Σ_{y=1..n} (1 + e)^(y−1) · (1 − d)^(y−1) / (1 + r)^y: today's worth of a year-one saving that grows with prices from
 * year 2 and shrinks with the panels. It multiplies the year-one bill in the optimiser's objective.
 * @param priceGrowth e, a fraction per year
 * @param degradation d, a fraction per year
 * @param discountRate r, a fraction per year
 */
export const presentWorthFactor = (
  years: number,
  priceGrowth: number,
  degradation: number,
  discountRate: number,
): number => yearWorths({ years, priceGrowth, degradation, discountRate }).reduce((sum, worth) => sum + worth, 0)

/** The terms of that sum: today's worth of a EUR of first year's savings in each year, the first year first. */
export const yearWorths = ({
  years,
  priceGrowth,
  degradation,
  discountRate,
}: {
  years: number
  priceGrowth: number
  degradation: number
  discountRate: number
}): number[] =>
  Array.from(
    { length: years },
    (_, index) => ((1 + priceGrowth) * (1 - degradation)) ** index * discountFactor(index + 1, discountRate),
  )
