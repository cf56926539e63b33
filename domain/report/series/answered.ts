import { HOURLY_SERIES, type HourlySeries, type HourlySeriesName, isPrice } from "./hourly.ts"

/** Series as answered, in hours or quarters: energies to 1 Wh, prices to 0.00001 EUR. */
export const answeredHours = (hours: HourlySeries): Record<HourlySeriesName, number[]> =>
  Object.fromEntries(HOURLY_SERIES.map(name => [name, rounded(hours[name], decimalsOf(name))])) as Record<
    HourlySeriesName,
    number[]
  >

/** Decimals of the values of a series. */
export const decimalsOf = (name: HourlySeriesName): number => (isPrice(name) ? 5 : 3)

const rounded = (values: Float32Array, decimals: number): number[] => {
  const scale = 10 ** decimals
  return Array.from(values, value => Math.round(value * scale) / scale)
}
