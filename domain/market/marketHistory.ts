/**
 * Change of market prices from one year to the next, from the history of the German market, the longest that is
 * published.
 *
 * - Level: the yearly mean price. Changes into 2021, 2022 and 2023, the gas crisis and its end, do not count: a careful
 *   range expects no such prices.
 * - Capture rate: the mean price of solar energy over the mean price of all hours. Its last five changes count, because
 *   the rate falls with the share of solar energy (L. Hirth, "The market value of variable renewables", Energy
 *   Economics 38 (2013) 218–236).
 * - A range for a year uses only years before it.
 *
 * Sources of mean prices: day-ahead auction of EPEX SPOT, in the yearly price reviews of FfE for 2019 and 2020;
 * netztransparenz.de for 2022; SMARD.de of the Bundesnetzagentur from 2023. Mean prices to 2018 and of 2021 were not
 * compared with a publication. Sources of solar prices: the transmission system operators at netztransparenz.de, § 33
 * EEG 2012, to 2022; SMARD's hourly feed-in and prices from 2023.
 */

/** Mean prices of all hours and of solar energy [EUR/MWh]. */
const GERMANY: readonly (readonly [year: number, meanPrice: number, solarPrice: number])[] = [
  [2012, 42.6, 44.95],
  [2013, 37.8, 39.36],
  [2014, 32.8, 33.33],
  [2015, 31.6, 31.71],
  [2016, 29.0, 29.52],
  [2017, 34.2, 34.74],
  [2018, 44.5, 45.15],
  [2019, 37.7, 37.76],
  [2020, 30.5, 28.79],
  [2021, 96.9, 95.62],
  [2022, 235.5, 208.06],
  [2023, 95.2, 72.29],
  [2024, 78.5, 46.47],
  [2025, 89.3, 46.07],
]
const CRISIS: ReadonlySet<number> = new Set([2021, 2022, 2023])
const COUNTED_CAPTURES = 5

/** Mean and standard deviation of a yearly change. */
export interface YearlyChange {
  mean: number
  deviation: number
}

/** Relative change of the price level; its mean is taken as 0, because the growth of prices is an assumption. */
export const levelChange = (lastYear: number): YearlyChange => ({
  mean: 0,
  deviation: statisticsOf(changesOf(lastYear, price => price).filter(({ year }) => !CRISIS.has(year))).deviation,
})

/** Change of the capture rate: −0.08 from 0.6 to 0.52. */
export const captureChange = (lastYear: number): YearlyChange => {
  const rates = changesOf(lastYear, (price, solar) => solar / price, true)
  return statisticsOf(rates.slice(-COUNTED_CAPTURES))
}

/** Capture rate of the last year of the history. */
export const captureRate = (lastYear: number): number => {
  const [, price, solar] = upTo(lastYear).at(-1)!
  return solar / price
}

const upTo = (lastYear: number) => GERMANY.filter(([year], index) => year <= lastYear || index <= COUNTED_CAPTURES)

const changesOf = (
  lastYear: number,
  figureOf: (price: number, solarPrice: number) => number,
  isAbsolute = false,
): { year: number; change: number }[] => {
  const years = upTo(lastYear).map(([year, price, solar]) => ({ year, figure: figureOf(price, solar) }))
  return years.slice(1).map(({ year, figure }, index) => {
    const before = years[index]!.figure
    return { year, change: isAbsolute ? figure - before : figure / before - 1 }
  })
}

const statisticsOf = (changes: readonly { change: number }[]): YearlyChange => {
  const mean = changes.reduce((sum, { change }) => sum + change, 0) / changes.length
  const squares = changes.reduce((sum, { change }) => sum + (change - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / (changes.length - 1)) }
}
