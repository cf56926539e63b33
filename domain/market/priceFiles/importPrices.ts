import Papa from "papaparse"
import { InvalidInput } from "../../base/errors.ts"
import { violation } from "../../base/validation/violation.ts"
import { QUARTERS_PER_HOUR } from "../../site/steps.ts"
import { axisHourOf, HOURS_PER_YEAR } from "../../site/year.ts"
import { begunYear, onAxis, type PriceYear, type Zone } from "../tariff/dayAhead.ts"
import { datedPrices } from "./dated.ts"
import { ember } from "./ember.ts"
import { energyChartsCsv } from "./energyCharts.ts"
import { entsoe, entsoeLibrary } from "./entsoe.ts"
import { jsonPrices } from "./json.ts"
import { plain } from "./plain.ts"
import { inAnotherUnit, type LineReader, type PriceRow } from "./rows.ts"
import { smard } from "./smard.ts"
import { isInEuros, priceUnitOf } from "./units.ts"

/** Contents of price files. */
export interface ImportedPrices {
  years: PriceYear[]
  /** Sentences on years that the files contain only in part. */
  skipped: string[]
}

/** Prices of an hour [EUR/MWh]. */
interface HourPrices {
  sum: number
  count: number
  /** Price at the full hour. */
  first: number
  /** Prices of the other quarters, at their places; absent: none. */
  later?: number[]
}

/** Prices of each hour, by its start in UTC. */
type Hours = Map<number, HourPrices>

const MS_PER_HOUR = 3_600_000
const CET_OFFSET_HOURS = 1
/** Rounding of a mean [EUR/MWh]; a larger difference is of steps that are no quarters. */
const MEAN_TOLERANCE = 1e-6
/** Time zone of all bidding zones. */
const CLOCKS = "Europe/Berlin"
const KWH_PER_MWH = 1000
const MAX_MISSING_HOURS = 240
const MAX_SHOWN_COLUMNS = 8
/**
 * Maximum price that counts as EUR/MWh. Auctions allow at most 5,000 EUR/MWh: a price above twice that limit is in
 * another unit.
 */
const MAX_EUR_PER_MWH = 10_000
/**
 * Minimum mean price amount that counts as EUR/MWh: a lower mean is in EUR/kWh. No known zone and year has a mean below
 * 9 EUR/MWh.
 */
const MIN_MEAN_EUR_PER_MWH = 1
const LAYOUTS = [entsoe, entsoeLibrary, ember, smard, energyChartsCsv, plain]
/** The first separator in a header: commas occur in dates and names too. */
const DELIMITERS = [";", "\t", ","]

/**
 * Day-ahead price years of files of ENTSO-E, Ember, SMARD, Energy-Charts or aWATTar, or of tables of times and prices.
 * Throws InvalidInput with the line's number if a layout or a line is not understood, and if no zone is known.
 *
 * Rules of the import:
 * - Several files may form a year together.
 * - Quarter-hours stay, with their hourly means. An hour without four, or with a
 *   mean other than theirs, has none.
 * - Zones outside `ZONES` are left out.
 * - In a year whose beginning is shipped, shipped hours fill hours that the files lack.
 * - A year counts with at most 240 missing hours.
 * @param zone of files without a zone; from other files only this zone is read
 */
export const importPrices = (texts: readonly string[], zone?: Zone): ImportedPrices => {
  const zones = new Map<Zone, Hours>()
  for (const text of texts) readFile(text, zone, row => collect(zones, row, zone))
  const result: ImportedPrices = { years: [], skipped: [] }
  for (const [name, hours] of zones) addYears(result, name, hours)
  return result
}

type OnRow = (row: PriceRow) => void

const readFile = (text: string, only: Zone | undefined, onRow: OnRow): void => {
  const rows = jsonPrices(text)
  if (rows) for (const [index, row] of rows.entries()) onRow(checked(row, index + 1))
  else readCsv(text.replace(/^\uFEFF/, ""), only, onRow)
}

const readCsv = (text: string, only: Zone | undefined, onRow: OnRow): void => {
  const firstLine = text.slice(0, text.search(/\r|\n|$/))
  const delimiter = DELIMITERS.find(mark => firstLine.includes(mark)) ?? ","
  const header = trimmed(Papa.parse<string[]>(firstLine, { delimiter }).data[0] ?? [])
  const read = LAYOUTS.map(layout => layout(header)).find(reader => reader !== undefined)
  if (read) readLines(text, delimiter, read, onRow)
  else readDated(text, header, only, onRow)
}

/** Reads line by line, because a file of all countries and years has millions of lines. */
const readLines = (text: string, delimiter: string, read: LineReader, onRow: OnRow): void => {
  let line = 0
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data }) => {
      line += 1
      const cells = trimmed(data)
      if (line > 1 && (cells.length > 1 || cells[0] !== "")) {
        for (const row of read(cells, line)) onRow(checked(row, line))
      }
    },
  })
}

const trimmed = (cells: readonly string[]): string[] => cells.map(cell => cell.trim())

/** Reads a table of times and prices of unknown source, whose title names the unit. */
const readDated = (text: string, header: readonly string[], only: Zone | undefined, onRow: OnRow): void => {
  const dated = datedPrices(text, CLOCKS, only?.toLowerCase())
  const unit = dated && priceUnitOf(dated.title)
  if (!dated || !unit)
    throw new InvalidInput([violation([], "price-file-layout", { columns: header.slice(0, MAX_SHOWN_COLUMNS) })])
  if (!isInEuros(unit)) throw inAnotherUnit(1, unit.text)
  for (const [utcMs, price] of dated.byUtcMs) {
    onRow(checked({ zone: undefined, utcMs, eurPerMwh: price * unit.perKwh * KWH_PER_MWH }, 1))
  }
}

const checked = (row: PriceRow, line: number): PriceRow => {
  const { eurPerMwh } = row
  if (Math.abs(eurPerMwh) <= MAX_EUR_PER_MWH) return row
  throw new InvalidInput([violation([], "price-file-high", { line, eurPerMwh, maximum: MAX_EUR_PER_MWH })])
}

const collect = (zones: Map<Zone, Hours>, row: PriceRow, only: Zone | undefined): void => {
  const zone = row.zone ?? only
  if (!zone) throw new InvalidInput([violation([], "price-file-zone")])
  if (only && zone !== only) return
  const hours: Hours = zones.get(zone) ?? new Map()
  zones.set(zone, hours)
  const hourMs = Math.floor(row.utcMs / MS_PER_HOUR) * MS_PER_HOUR
  const hour = hours.get(hourMs) ?? { sum: 0, count: 0, first: Number.NaN }
  hours.set(hourMs, hour)
  hour.sum += row.eurPerMwh
  hour.count += 1
  const quarter = ((row.utcMs - hourMs) / MS_PER_HOUR) * QUARTERS_PER_HOUR
  if (quarter === 0) hour.first = row.eurPerMwh
  else {
    hour.later ??= []
    hour.later[quarter] = row.eurPerMwh
  }
}

/** Quarters of a year [EUR/kWh], NaN if unknown; undefined without any. */
const quartersOf = (year: number, hours: Hours): Float64Array | undefined => {
  let quarters: Float64Array | undefined
  for (const [utcMs, { sum, count, first, later = [] }] of hours) {
    const place = axisHourOf(utcMs, CET_OFFSET_HOURS)
    const four = [first, later[1], later[2], later[3]].map(price => price ?? Number.NaN)
    const difference = four.reduce((all, price) => all + price, 0) / QUARTERS_PER_HOUR - sum / count
    if (place?.year !== year || !(Math.abs(difference) < MEAN_TOLERANCE)) continue
    quarters ??= new Float64Array(HOURS_PER_YEAR * QUARTERS_PER_HOUR).fill(Number.NaN)
    quarters.set(
      four.map(price => price / KWH_PER_MWH),
      place.hour * QUARTERS_PER_HOUR,
    )
  }
  return quarters
}

const addYears = (result: ImportedPrices, zone: Zone, hours: Hours): void => {
  const means = [...hours].map(([utcMs, { sum, count }]) => [utcMs, sum / count] as const)
  const years = new Set(
    means.map(([utcMs]) => axisHourOf(utcMs, CET_OFFSET_HOURS)?.year).filter(year => year !== undefined),
  )
  for (const year of [...years].sort()) {
    const shipped = begunYear(zone, year)
    const eurPerKwh = onAxis(year, means).map((price, hour) =>
      Number.isNaN(price) ? (shipped?.[hour] ?? price) : price,
    )
    const missing = eurPerKwh.reduce((count, price) => count + (Number.isNaN(price) ? 1 : 0), 0)
    const meanEurPerMwh = (amountOf(eurPerKwh) * KWH_PER_MWH) / (HOURS_PER_YEAR - missing)
    if (missing <= MAX_MISSING_HOURS && meanEurPerMwh < MIN_MEAN_EUR_PER_MWH) {
      throw new InvalidInput([violation([], "price-file-low", { zone, year, minimum: MIN_MEAN_EUR_PER_MWH })])
    }
    const quarterEurPerKwh = quartersOf(year, hours)
    if (missing <= MAX_MISSING_HOURS)
      result.years.push({ zone, year, eurPerKwh, ...(quarterEurPerKwh ? { quarterEurPerKwh } : {}) })
    else result.skipped.push(`${zone} ${year}: only ${HOURS_PER_YEAR - missing} of ${HOURS_PER_YEAR} hours`)
  }
}

/** Sum of the amounts of prices, whatever their sign. */
const amountOf = (prices: Float64Array): number =>
  prices.reduce((sum, price) => sum + (Number.isNaN(price) ? 0 : Math.abs(price)), 0)
