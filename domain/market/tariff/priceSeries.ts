import { InvalidInput } from "../../base/errors.ts"
import { violation } from "../../base/validation/violation.ts"
import { HOURS_PER_YEAR } from "../../site/year.ts"

/** Units of the prices of a series. */
export const PRICE_UNITS = ["EUR/kWh", "EUR/MWh"] as const
export type PriceUnit = (typeof PRICE_UNITS)[number]

/** Prices of an organization's own, and the year whose calendar they have. */
export interface PriceSeries {
  year: number
  /** 8760 hours of standard time of the site, or their 35,040 quarters for a scan in quarters [EUR/kWh]. */
  eurPerKwh: Float64Array
}

/** A stored price series: the hours, and the quarters of which they are the means. */
export interface StoredPrices {
  year: number
  eurPerKwh: Float64Array
  /** Absent if hours were stored. */
  quarterEurPerKwh?: Float64Array
}

const QUARTERS_PER_HOUR = 4
const QUARTERS_PER_YEAR = QUARTERS_PER_HOUR * HOURS_PER_YEAR
const KWH_PER_MWH = 1000
/** Maximum price amount; a higher price is in another unit [EUR/kWh]. */
const HIGHEST_EUR_PER_KWH = 10
/**
 * Minimum mean price amount; a lower mean is in another unit. No known zone and year has a mean below 9 EUR/MWh. A year
 * of zeros is allowed.
 */
const LOWEST_MEAN_EUR_PER_MWH = 1

/**
 * Prices of 8760 hours or 35,040 quarters with their hourly means. Throws InvalidInput that names `values` for another
 * number of prices, for a price beyond ±10 EUR/kWh, or for a mean below 1 EUR/MWh unless all are 0.
 */
export const seriesPrices = (values: readonly number[], unit: PriceUnit): Omit<StoredPrices, "year"> => {
  if (values.length !== HOURS_PER_YEAR && values.length !== QUARTERS_PER_YEAR)
    throw new InvalidInput([violation(["values"], "hours-or-quarters", { found: values.length })])
  const perKwh = unit === "EUR/MWh" ? KWH_PER_MWH : 1
  const wrong = values.findIndex(value => !(Math.abs(value) <= HIGHEST_EUR_PER_KWH * perKwh))
  if (wrong >= 0) throw new InvalidInput([violation(["values", wrong], "price-in-unit", { unit })])
  const meanEurPerMwh = (values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length / perKwh) * KWH_PER_MWH
  if (meanEurPerMwh > 0 && meanEurPerMwh < LOWEST_MEAN_EUR_PER_MWH)
    throw new InvalidInput([violation(["values"], "price-series-low", { unit, minimum: LOWEST_MEAN_EUR_PER_MWH })])
  const steps = values.length / HOURS_PER_YEAR
  const eurPerKwh = Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => {
    let sum = 0
    for (let step = 0; step < steps; step++) sum += values[hour * steps + step]!
    return sum / steps / perKwh
  })
  return steps === 1 ? { eurPerKwh } : { eurPerKwh, quarterEurPerKwh: Float64Array.from(values, eur => eur / perKwh) }
}

const DECIMAL_COMMA = /^[+-]?\d*,\d+$/
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/**
 * Prices of a CSV text: a number a row with a decimal point, or in all rows a decimal comma, one header line at most.
 * Throws InvalidInput with the row's number, from 1, for an invalid row.
 */
export const pricesOfCsv = (text: string): number[] => {
  const rows = text.replace(/^\uFEFF/, "").split(/\r?\n/)
  while (rows.at(-1)?.trim() === "") rows.pop()
  const hasCommas = rows.some(row => DECIMAL_COMMA.test(row.trim())) && !rows.slice(1).some(row => row.includes("."))
  const written = (row: string) => (hasCommas ? row.trim().replace(",", ".") : row.trim())
  const header = NUMBER.test(written(rows[0] ?? "")) ? 0 : 1
  return rows.slice(header).map((row, index) => {
    const cell = row.trim()
    const number = written(row)
    if (NUMBER.test(number)) return Number(number)
    const place = index + 1 + header
    throw new InvalidInput([
      violation([], "csv-row-not-a-number", { row: place, text: cell.slice(0, MAX_SHOWN_CHARS) }),
    ])
  })
}

/** Violation by a row that is not a number. */
const MAX_SHOWN_CHARS = 40
