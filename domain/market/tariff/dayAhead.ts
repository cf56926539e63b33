import { dayAheadLines } from "../../../fixtures/prices/index.ts"
import { type Note, note } from "../../notes/note.ts"
import { matchingDays, rearrangeDays } from "../../site/consumption/calendar.ts"
import { axisHourOf, DEFAULT_YEAR, HOURS_PER_YEAR } from "../../site/year.ts"

/** Bidding zones with shipped prices. All keep Central European Time. */
export type Zone = "NL" | "BE" | "DE-LU"

/** Day-ahead prices of one calendar year: 8760 hours of Central European standard time (UTC+1), EUR/kWh, NaN where missing. */
export interface PriceYear {
  zone: Zone
  year: number
  eurPerKwh: Float64Array
}

/** A price year without holes, and what was done to get it. */
export interface DayAheadYear {
  zone: Zone
  /** Year of the prices. */
  year: number
  /** 8760 h, EUR/kWh without tax and VAT. */
  eurPerKwh: Float64Array
  /** Hours that the source lacks, filled by `filled`. */
  filledHours: number
  /** For the report: which prices replace which. */
  notes: Note[]
}

const CET_OFFSET_HOURS = 1
const MS_PER_HOUR = 3_600_000
const SHIPPED_YEARS: Readonly<Record<Zone, readonly number[]>> = {
  NL: [2023, 2024, 2025],
  BE: [2023, 2024],
  "DE-LU": [2023, 2024],
}
const ZONE_OF_COUNTRY: Readonly<Record<string, Zone>> = { NL: "NL", BE: "BE", DE: "DE-LU", LU: "DE-LU" }

const memo = new Map<string, PriceYear>()

/** A shipped price year, decoded once. */
const shippedYear = (zone: Zone, year: number): PriceYear => {
  const name = `${zone.toLowerCase()}-${year}`
  let prices = memo.get(name)
  if (!prices) {
    const [header, ...rows] = dayAheadLines(name)
    const firstHourMs = Date.parse(header!.split(",")[1]!)
    const eurPerMwh = rows.map(row => (row === "" ? Number.NaN : Number(row)))
    prices = {
      zone,
      year,
      eurPerKwh: onAxis(
        year,
        eurPerMwh.map((price, i) => [firstHourMs + i * MS_PER_HOUR, price]),
      ),
    }
    memo.set(name, prices)
  }
  return prices
}

/**
 * Hourly prices on the axis of a year in EUR/kWh, NaN where no hour is given; 29 February and other years fall out.
 * @param hours start of each hour in UTC milliseconds, and its price in EUR/MWh
 */
export const onAxis = (year: number, hours: Iterable<readonly [number, number]>): Float64Array => {
  const eurPerKwh = new Float64Array(HOURS_PER_YEAR).fill(Number.NaN)
  for (const [utcMs, eurPerMwh] of hours) {
    const place = axisHourOf(utcMs, CET_OFFSET_HOURS)
    if (place?.year === year) eurPerKwh[place.hour] = eurPerMwh / 1000
  }
  return eurPerKwh
}

/**
 * The prices with each missing hour replaced by the mean of the same hour of the nearest known day before and after
 * (only one of them at the ends of the year), and how many were.
 */
export const filled = (eurPerKwh: Float64Array): { eurPerKwh: Float64Array; filledHours: number } => {
  const whole = eurPerKwh.slice()
  let filledHours = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    if (!Number.isNaN(eurPerKwh[hour])) continue
    const neighbours = [knownFrom(eurPerKwh, hour, -24), knownFrom(eurPerKwh, hour, 24)].filter(
      price => !Number.isNaN(price),
    )
    if (neighbours.length === 0) throw new RangeError(`no price at all for hour ${hour % 24} of any day`)
    whole[hour] = neighbours.reduce((a, b) => a + b) / neighbours.length
    filledHours++
  }
  return { eurPerKwh: whole, filledHours }
}

const knownFrom = (prices: Float64Array, hour: number, step: number): number => {
  for (let at = hour + step; at >= 0 && at < HOURS_PER_YEAR; at += step)
    if (!Number.isNaN(prices[at])) return prices[at]!
  return Number.NaN
}

/** The year of `years` nearest to `year`, the newer of two equally near. */
export const nearestYear = (years: readonly number[], year: number): number =>
  years.reduce((best, y) => {
    const closer = Math.abs(y - year) - Math.abs(best - year)
    return closer < 0 || (closer === 0 && y > best) ? y : best
  })

/** Years with prices of a zone, oldest first: the shipped ones and an operator's. */
export const priceYears = (zone: Zone, imported: readonly PriceYear[] = []): number[] =>
  [
    ...new Set([...SHIPPED_YEARS[zone], ...imported.filter(prices => prices.zone === zone).map(prices => prices.year)]),
  ].sort((a, b) => a - b)

/** Years with prices of the zone that a country's prices are of, oldest first. */
export const priceYearsOf = (country: string, imported: readonly PriceYear[] = []): number[] =>
  priceYears(ZONE_OF_COUNTRY[country] ?? "NL", imported)

/**
 * Day-ahead prices of a country (ISO 3166 alpha-2) in a year. A country without own prices gets the Dutch ones laid on by
 * the clock, a year without prices the nearest one; `notes` says so.
 * @param imported price years an operator brought; they come before shipped ones
 */
export const dayAheadYear = (
  country: string,
  year: number = DEFAULT_YEAR,
  imported: readonly PriceYear[] = [],
): DayAheadYear => {
  const notes: Note[] = []
  const zone = ZONE_OF_COUNTRY[country] ?? "NL"
  if (!(country in ZONE_OF_COUNTRY)) notes.push(note("day-ahead-of-netherlands", { country: country || null }))
  const used = nearestYear(priceYears(zone, imported), year)
  if (used !== year) notes.push(note("day-ahead-of-other-year", { zone, year, usedYear: used }))
  const source = imported.find(prices => prices.zone === zone && prices.year === used) ?? shippedYear(zone, used)
  const whole = filled(source.eurPerKwh)
  if (whole.filledHours > 0) notes.push(note("price-hours-filled", { hours: whole.filledHours, zone, year: used }))
  return { zone, year: used, ...whole, notes }
}

/**
 * Prices of one year laid on another calendar by month, weekday and hour (`matchingDays`).
 * @param eurPerKwh 8760 hours of sourceYear
 */
export const onCalendar = (eurPerKwh: Float64Array, sourceYear: number, targetYear: number): Float64Array =>
  rearrangeDays(eurPerKwh, matchingDays(sourceYear, targetYear))
