import { InvalidInput } from "../../base/errors.ts"
import { violation } from "../../base/validation/violation.ts"
import { europeanSummerTime } from "../../site/consumption/calendar.ts"
import type { Zone } from "../tariff/dayAhead.ts"

/** A price of a file. */
export interface PriceRow {
  /** Bidding zone; undefined if the file names none. */
  zone: Zone | undefined
  /** Start of the hour or quarter-hour, ms since 1970 UTC. */
  utcMs: number
  eurPerMwh: number
}

/** Reads the prices of a line. Throws InvalidInput with the number of the line. */
export type LineReader = (cells: readonly string[], line: number) => PriceRow[]

/** Returns the reader for the lines below a header; undefined for another layout. */
export type Layout = (header: readonly string[]) => LineReader | undefined

/** Converts Central European wall time to UTC, ms; null for an hour that spring skips. */
export type WallTime = (wallMs: number, zone: string, suffix?: string) => number | null

const MS_PER_HOUR = 3_600_000
const NO_PRICE: ReadonlySet<string> = new Set(["", "-", "n/e", "N/A"])

/**
 * Creates the wall time converter of one file. It remembers times: without a suffix, the first of autumn's doubled
 * hours in a zone is summer time.
 */
export const wallTimes = (): WallTime => {
  const seen = new Set<string>()
  return (wallMs, zone, suffix) => {
    const { startUtcMs, endUtcMs } = europeanSummerTime(new Date(wallMs).getUTCFullYear())
    const summerMs = wallMs - 2 * MS_PER_HOUR
    const winterMs = wallMs - MS_PER_HOUR
    const couldBeSummer = summerMs >= startUtcMs && summerMs < endUtcMs
    const couldBeWinter = winterMs < startUtcMs || winterMs >= endUtcMs
    if (!couldBeSummer || !couldBeWinter) return couldBeSummer ? summerMs : couldBeWinter ? winterMs : null
    const stamp = `${zone} ${wallMs}`
    const isSummer = suffix ? suffix === "CEST" : !seen.has(stamp)
    seen.add(stamp)
    return isSummer ? summerMs : winterMs
  }
}

/** A price with a decimal point, or null for a missing price in the file. */
export const priceOf = (cell: string | undefined, line: number): number | null => {
  if (cell === undefined || NO_PRICE.has(cell)) return null
  const price = Number(cell)
  if (!Number.isFinite(price)) throw new InvalidInput([violation([], "price-file-price", { line, text: cell })])
  return price
}

/** Refusal of a line with an unreadable time. */
export const notATime = (line: number, text: string): InvalidInput =>
  new InvalidInput([violation([], "price-file-time", { line, text })])

/** Throws InvalidInput for another currency than the euro; a missing currency counts as the euro. */
export const inEuros = (currency: string | undefined, line: number): void => {
  if (currency && !/^(eur|€)$/i.test(currency)) throw inAnotherUnit(line, `${currency}/MWh`)
}

/** Refusal of prices in another unit than EUR/MWh. */
export const inAnotherUnit = (line: number, unit: string): InvalidInput =>
  new InvalidInput([violation([], "price-file-unit", { line, unit, expected: "EUR/MWh" })])
