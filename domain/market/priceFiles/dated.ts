import { InvalidInput } from "../../base/errors.ts"
import { violation } from "../../base/validation/violation.ts"
import { clocksOf, isSkipped, utcTimes } from "../../site/meters/clock.ts"
import { csvTables } from "../../site/meters/csv.ts"
import { momentsOf } from "../../site/meters/plainColumns.ts"
import { hourNumber, type MomentColumns, momentReader, numbersBelow } from "../../site/meters/reading.ts"
import { columnTitle, type Table } from "../../site/meters/table.ts"
import { beforeBracket, INTERVAL_END, offsetOfTitle } from "../../site/meters/titles.ts"
import { type DateOrder, isStamp, isTime, isValue, orderIn } from "../../site/meters/values.ts"
import { namesSummer } from "../../site/meters/words.ts"
import { priceUnitOf } from "./units.ts"

/** Reader for price tables of unknown source: a row for each hour or quarter-hour. */

/** Prices of a year by the start of their hours or quarter-hours. */
export interface DatedPrices {
  /** Title of the column of prices, in lower case. */
  title: string
  /** Prices in their written unit, by their start [ms since 1970 UTC]. */
  byUtcMs: Map<number, number>
}

interface Columns {
  /** Index of the row of titles; −1 without titles. */
  at: number
  titles: string[]
  moments: MomentColumns
  price: number
}

const MS_PER_DAY = 86_400_000
const WITH_TAX = /incl|inkl|ttc|\bmit\b/

/**
 * Prices of a table with a date and time and one column of prices, separated by semicolons, commas, tabs or bars. Null
 * for another text. Throws InvalidInput with the row for an invalid time or price, for ambiguous days and months or
 * columns, for ends of hours, and for clocks of another zone.
 *
 * Rules of the table:
 * - Among several price columns the title that names `wanted` decides.
 * - A title with UTC or GMT+1, or a UTC offset behind a time, determines the clock; other times are clock times of
 *   `zone`.
 * - Hours of a day may be numbered.
 * @param zone IANA time zone
 */
export const datedPrices = (text: string, zone: string, wanted?: string): DatedPrices | null => {
  for (const table of csvTables(new TextEncoder().encode(text))) {
    const columns = columnsOf(table, wanted)
    if (columns) return { title: columns.titles[columns.price]!, byUtcMs: pricesOf(table, columns, zone) }
  }
  return null
}

const isData = (cells: readonly string[] = []): boolean => cells.some(isStamp) && cells.some(isValue)

const columnsOf = ({ head }: Table, wanted: string | undefined): Columns | null => {
  const firstRow = head.findIndex(isData)
  const first = head[firstRow]
  if (!first || head.slice(firstRow, firstRow + 2).some(cells => !isData(cells))) return null
  const written = head[firstRow - 1] ?? []
  const titles = first.map((_, column) => columnTitle(written[column] ?? "") || String(column + 1))
  const isUtc = titles.map((title, column) => isTime(first[column]!) && offsetOfTitle(title) !== null)
  const moments = momentsOf(
    titles,
    first.map((cell, column) => (isUtc.includes(true) && isTime(cell) && !isUtc[column] ? "" : cell)),
  )
  const areDays = moments && !moments.clock && !moments.hour && !isTime(first[titles.indexOf(moments.time)]!)
  if (!moments || areDays) return null
  const ofMoments = new Set<string | undefined>(Object.values(moments))
  const values = titles.filter((title, column) => !ofMoments.has(title) && isValue(first[column]!))
  const price = priceAmong(values, wanted)
  return price === null
    ? null
    : { at: firstRow - 1, titles, moments: withOffset(moments), price: titles.indexOf(price) }
}

/** Title of the price column among the number columns; null without one. Throws InvalidInput if there are several. */
const priceAmong = (titles: readonly string[], wanted: string | undefined): string | null => {
  const withUnit = titles.filter(title => priceUnitOf(title) !== null && !WITH_TAX.test(title))
  const priced = withUnit.length > 0 ? withUnit : titles
  const named = wanted === undefined ? [] : priced.filter(title => title.split(/[^a-z0-9-]+/).includes(wanted))
  const matching = named.length > 0 ? named : priced
  if (matching.length > 1) throw new InvalidInput([violation([], "price-file-columns", { columns: matching })])
  return matching[0] ?? null
}

const withOffset = ({ time, clock, hour, end }: NonNullable<ReturnType<typeof momentsOf>>): MomentColumns => {
  const offsetMin = [time, clock].flatMap(title => offsetOfTitle(title ?? "") ?? [])[0]
  return {
    time,
    ...(clock === undefined ? {} : { clock }),
    ...(hour === undefined ? {} : { hour }),
    ...(end === undefined ? {} : { end }),
    ...(offsetMin === undefined ? {} : { offsetMin }),
  }
}

/** Common properties of all times: the order of day and month, the first hour of a day, and names of clocks. */
const scanned = (table: Table, { at, titles, moments }: Columns) => {
  const [time, hour] = [titles.indexOf(moments.time), titles.indexOf(moments.hour ?? "-")]
  let order: DateOrder | undefined
  let firstHour = 1
  let namesClocks = false
  table.forEachRow((cells, row) => {
    if (row <= at + 1) return
    order = orderIn(cells[time] ?? "") ?? order
    if (hourNumber(cells[hour] ?? "") === 0) firstHour = 0
    namesClocks ||= namesSummer(cells[time] ?? "")
  })
  if (order === undefined) throw new InvalidInput([violation([], "file-date-order")])
  return { order, firstHour, namesClocks }
}

const pricesOf = (table: Table, columns: Columns, zone: string): Map<number, number> => {
  const { at, titles, moments, price } = columns
  const momentAt = momentReader({ ...moments, ...scanned(table, columns) }, titles, zone)!
  const numberAt = numbersBelow(titles)
  const prices: { times: number[]; isUtc: boolean[]; values: number[] } = { times: [], isUtc: [], values: [] }
  const clocks = clocksOf(zone)
  let areEnds = moments.end === undefined && INTERVAL_END.test(beforeBracket(moments.clock ?? moments.time))
  table.forEachRow((cells, row) => {
    if (row <= at + 1 || cells.every(cell => cell === "")) return
    const moment = momentAt(cells, row)
    const value = moment ? numberAt(cells, price, row) : Number.NaN
    if (!moment || Number.isNaN(value)) return
    const { ms, isUtc, isDayEnd = false } = moment.start
    areEnds ||= isDayEnd
    if (!isUtc && isSkipped(clocks, ms, false))
      throw new InvalidInput([
        violation([], "price-file-clock", { row, zone, text: cells[titles.indexOf(moments.time)]! }),
      ])
    prices.times.push(ms)
    prices.isUtc.push(isUtc)
    prices.values.push(value)
  })
  if (areEnds || goToMidnight(prices)) throw new InvalidInput([violation([], "price-file-ends")])
  const { times, isUtc, values: valuesKwh } = prices
  const series = { direction: "import" as const, times, isUtc, valuesKwh, lengthsMin: [], isEstimated: [] }
  const utc = utcTimes(series, clocks, 0)
  return new Map(prices.values.map((value, index) => [utc[index]!, value]))
}

/** True if wall-clock times begin a step after midnight and end at midnight: then they are ends. */
const goToMidnight = ({ times, isUtc }: { times: number[]; isUtc: boolean[] }): boolean => {
  const sorted = Float64Array.from(times).sort()
  const [first = 0, second = 0, last = 0] = [sorted[0], sorted[1], sorted.at(-1)]
  return !isUtc.includes(true) && second > first && first % MS_PER_DAY === second - first && last % MS_PER_DAY === 0
}
