import { InvalidInput } from "../../errors.ts"
import { europeanSummerTime } from "../../site/consumption/calendar.ts"
import { axisHourOf, HOURS_PER_YEAR } from "../../site/year.ts"
import { violation } from "../../validation/violation.ts"
import { begunYear, onAxis, type PriceYear, ZONES, type Zone } from "./dayAhead.ts"

/** What a price file holds. */
export interface ImportedPrices {
  years: PriceYear[]
  /** One sentence for each year that the file begins but does not hold whole. */
  skipped: string[]
}

/** A price of the file: bidding zone, start in UTC, EUR/MWh. */
interface PriceRow {
  zone: Zone
  utcMs: number
  eurPerMwh: number
}

type RowReader = (cells: string[], lineNumber: number) => PriceRow | null

const MS_PER_HOUR = 3_600_000
const CET_OFFSET_HOURS = 1
const MAX_MISSING_HOURS = 240
const MAX_SHOWN_COLUMNS = 8
/** Ember's codes and names of the countries that are one zone each. */
const ZONE_OF_EMBER: ReadonlyMap<string, Zone> = new Map([
  ["NLD", "NL"],
  ["Netherlands", "NL"],
  ["BEL", "BE"],
  ["Belgium", "BE"],
  ["DEU", "DE-LU"],
  ["Germany", "DE-LU"],
  ["AUT", "AT"],
  ["Austria", "AT"],
  ["FRA", "FR"],
  ["France", "FR"],
  ["CHE", "CH"],
  ["Switzerland", "CH"],
  ["CZE", "CZ"],
  ["Czechia", "CZ"],
  ["POL", "PL"],
  ["Poland", "PL"],
])
/** ENTSO-E's names of the zones, in capitals. */
const ZONE_OF_ENTSOE: ReadonlyMap<string, Zone> = new Map(ZONES.map(zone => [`BZN|${zone}`, zone]))

/**
 * Day-ahead price years of a CSV file of ENTSO-E (the Transparency Platform's export, old and new layout) or of Ember
 * (european_wholesale_electricity_price_data_hourly). Quarter-hours become hourly means; other zones than those of `ZONES` are
 * left out, and so are Ember's means of countries of several zones. Hours that the file lacks are the shipped ones of a year
 * whose beginning is shipped. A year counts with at most 240 hours missing.
 * Throws InvalidInput when the layout or a line is not understood, with the line's number.
 */
export const importPrices = (text: string): ImportedPrices => {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/)
  const delimiter = [",", ";", "\t"].find(mark => lines[0]!.includes(mark)) ?? ","
  const header = cellsOf(lines[0]!, delimiter)
  const read = entsoeReader(header) ?? emberReader(header)
  if (!read)
    throw new InvalidInput([violation([], "price-file-layout", { columns: header.slice(0, MAX_SHOWN_COLUMNS) })])
  const zones = new Map<Zone, Map<number, { sum: number; count: number }>>()
  for (let line = 1; line < lines.length; line++) {
    const row = lines[line]!.trim() === "" ? null : read(cellsOf(lines[line]!, delimiter), line + 1)
    if (row) collect(zones, row)
  }
  const result: ImportedPrices = { years: [], skipped: [] }
  for (const [zone, hours] of zones) addYears(result, zone, hours)
  return result
}

const cellsOf = (line: string, delimiter: string): string[] =>
  line.split(delimiter).map(cell => cell.trim().replace(/^"(.*)"$/, "$1"))

const collect = (zones: Map<Zone, Map<number, { sum: number; count: number }>>, row: PriceRow): void => {
  const hours = zones.get(row.zone) ?? new Map<number, { sum: number; count: number }>()
  zones.set(row.zone, hours)
  const hourMs = Math.floor(row.utcMs / MS_PER_HOUR) * MS_PER_HOUR
  const hour = hours.get(hourMs) ?? { sum: 0, count: 0 }
  hours.set(hourMs, { sum: hour.sum + row.eurPerMwh, count: hour.count + 1 })
}

const addYears = (result: ImportedPrices, zone: Zone, hours: Map<number, { sum: number; count: number }>): void => {
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
    if (missing <= MAX_MISSING_HOURS) result.years.push({ zone, year, eurPerKwh })
    else result.skipped.push(`${zone} ${year}: only ${HOURS_PER_YEAR - missing} of ${HOURS_PER_YEAR} hours`)
  }
}

/** Ember: `Country,ISO3 Code,Datetime (UTC),Datetime (Local),Price (EUR/MWhe)`; files of one country lack the code. */
const emberReader = (header: string[]): RowReader | null => {
  const [code, country, time, price] = ["ISO3 Code", "Country", "Datetime (UTC)", "Price (EUR/MWhe)"].map(name =>
    header.indexOf(name),
  )
  if (time! < 0 || price! < 0 || (code! < 0 && country! < 0)) return null
  return (cells, lineNumber) => {
    const zone = ZONE_OF_EMBER.get(cells[code! < 0 ? country! : code!]!)
    const eurPerMwh = priceOf(cells[price!], lineNumber)
    if (!zone || eurPerMwh === null) return null
    const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})/.exec(cells[time!]!)
    if (!match) throw notATime(lineNumber, cells[time!]!)
    const [year, month, day, hour, minute] = match.slice(1).map(Number)
    return { zone, utcMs: Date.UTC(year!, month! - 1, day, hour, minute), eurPerMwh }
  }
}

/**
 * ENTSO-E, new: `MTU (CET/CEST),Area,Sequence,Day-ahead Price (EUR/MWh),…` with `01/01/2025 00:00:00 - …`; old:
 * `MTU (CET/CEST),Day-ahead Price [EUR/MWh],Currency,BZN|NL` with `01.01.2023 00:00 - …`.
 */
const entsoeReader = (header: string[]): RowReader | null => {
  const time = header.findIndex(name => name.startsWith("MTU"))
  const price = header.findIndex(name => /^Day-ahead Price [[(]EUR\/MWh[\])]$/.test(name))
  const area = header.indexOf("Area")
  const areaInHeader = header.find(name => name.startsWith("BZN|"))
  if (time < 0 || price < 0 || (area < 0 && !areaInHeader)) return null
  const sequence = header.indexOf("Sequence")
  const toUtc = header[time]!.includes("UTC") ? utcTime : wallTimes()
  return (cells, lineNumber) => {
    const zone = ZONE_OF_ENTSOE.get((area < 0 ? areaInHeader! : cells[area]!).toUpperCase())
    const eurPerMwh = priceOf(cells[price], lineNumber)
    const otherAuction = sequence >= 0 && /[2-9]/.test(cells[sequence]!)
    if (!zone || eurPerMwh === null || otherAuction) return null
    const match = /^(\d{2})[./](\d{2})[./](\d{4}) (\d{2}):(\d{2})(?::\d{2})?(?: \((\w+)\))?/.exec(cells[time]!)
    if (!match) throw notATime(lineNumber, cells[time]!)
    const [day, month, year, hour, minute] = match.slice(1, 6).map(Number)
    const utcMs = toUtc(Date.UTC(year!, month! - 1, day, hour, minute), match[6], zone)
    return utcMs === null ? null : { zone, utcMs, eurPerMwh }
  }
}

type ToUtc = (wallMs: number, suffix: string | undefined, zone: Zone) => number | null

const utcTime: ToUtc = wallMs => wallMs

/**
 * Central European wall time to UTC. Autumn's doubled hour: by its suffix, else the first time a stamp of a zone comes it is
 * summer time. Spring's skipped hour does not exist: null.
 */
const wallTimes = (): ToUtc => {
  const seen = new Set<string>()
  return (wallMs, suffix, zone) => {
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

/** A price, or null where the file says that there is none. */
const priceOf = (cell: string | undefined, lineNumber: number): number | null => {
  if (cell === undefined || ["", "-", "n/e", "N/A"].includes(cell)) return null
  const price = Number(cell)
  if (!Number.isFinite(price))
    throw new InvalidInput([violation([], "price-file-price", { line: lineNumber, text: cell })])
  return price
}

const notATime = (line: number, text: string): InvalidInput =>
  new InvalidInput([violation([], "price-file-time", { line, text })])
