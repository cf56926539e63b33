import { type Zone, zonesBy } from "../tariff/dayAhead.ts"
import { type Layout, type LineReader, notATime, type PriceRow, priceOf, type WallTime, wallTimes } from "./rows.ts"

/** SMARD's names of the zones, in German and English. */
const ZONES = zonesBy("smard")
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
/**
 * Date of German files, which have points between thousands and a decimal comma; English files have commas between
 * thousands and a decimal point.
 */
const GERMAN_DATE = /^\d{1,2}\.\d{1,2}\.\d{4}/

/**
 * Bundesnetzagentur | SMARD.de, wholesale prices, German or English, hours or quarter-hours, in Central European wall
 * time. Columns of other zones and of means are left out.
 * - German: `Datum von;Datum bis;Deutschland/Luxemburg [€/MWh] Originalauflösungen;…` with `01.01.2025 00:00`.
 * - English: `Start date;End date;Germany/Luxembourg [€/MWh] Original resolutions;…` with `Jan 1, 2025 12:00 AM`.
 * - Older files: the hour in a separate column (`Datum;Anfang;Ende;…`).
 */
export const smard: Layout = header => {
  const from = header.findIndex(name => /^(Datum von|Start date|Datum|Date)$/.test(name))
  const hour = header.findIndex(name => /^(Anfang|Start)$/.test(name))
  const columns = header.flatMap((name, column) => {
    const zone = ZONES.get(/^(.+?) \[€\/MWh\]/.exec(name)?.[1] ?? "")
    return zone ? [{ zone, column }] : []
  })
  if (from < 0 || columns.length === 0) return undefined
  return reader({ from, hour, columns }, wallTimes())
}

interface Columns {
  from: number
  hour: number
  columns: readonly { zone: Zone; column: number }[]
}

const reader =
  ({ from, hour, columns }: Columns, toUtc: WallTime): LineReader =>
  (cells, line) => {
    const text = hour < 0 ? cells[from]! : `${cells[from]} ${cells[hour]}`
    const wallMs = wallTime(text)
    if (wallMs === undefined) throw notATime(line, text)
    const isGerman = GERMAN_DATE.test(text)
    return columns.flatMap(({ zone, column }): PriceRow[] => {
      const eurPerMwh = priceOf(withPoint(cells[column], isGerman), line)
      const utcMs = toUtc(wallMs, zone)
      return eurPerMwh === null || utcMs === null ? [] : [{ zone, utcMs, eurPerMwh }]
    })
  }

const withPoint = (cell: string | undefined, isGerman: boolean): string | undefined =>
  isGerman ? cell?.replaceAll(".", "").replace(",", ".") : cell?.replaceAll(",", "")

/** Wall time in ms, read as if it were UTC. */
const wallTime = (text: string): number | undefined => {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4}) (\d{1,2}):(\d{2})$/.exec(text)
  if (german) {
    const [day, month, year, hour, minute] = german.slice(1).map(Number)
    return Date.UTC(year!, month! - 1, day, hour, minute)
  }
  const english = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4}) (\d{1,2}):(\d{2}) (AM|PM)$/.exec(text)
  const month = english ? MONTHS.indexOf(english[1]!) : -1
  if (!english || month < 0) return undefined
  const [day, year, hour, minute] = english.slice(2, 6).map(Number)
  return Date.UTC(year!, month, day, (hour! % 12) + (english[6] === "PM" ? 12 : 0), minute)
}
