/**
 * Present worth of yearly amounts due at the end of years 1 to n, the usual convention of engineering economics. Year 0
 * is today and is not discounted.
 */

/** Present worth of one EUR paid at the end of a year: (1 + r)^−year. */
export const discountFactor = (year: number, discountRate: number): number => (1 + discountRate) ** -year

/** Σ_{y=1..n} (1 + r)^−y: present worth of one EUR in each of n years. */
export const annuityFactor = (years: number, discountRate: number): number => {
  let sum = 0
  for (let year = 1; year <= years; year++) sum += discountFactor(year, discountRate)
  return sum
}

/**
 * Σ_{y=1..n} (1 + e)^(y−1) · (1 − d)^(y−1) / (1 + r)^y: present worth per EUR saved in year 1. Savings grow with prices
 * from year 2 and shrink with the panels. The factor multiplies the first-year bill in the optimiser's objective.
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

/** Summands of `presentWorthFactor`, first year first: present worth of each year per EUR saved in year 1. */
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
