import { ZONES, type Zone } from "../tariff/dayAhead.ts"
import { inAnotherUnit, type Layout, notATime, type PriceRow, priceOf } from "./rows.ts"

const ZONE_OF_NAME: ReadonlyMap<string, Zone> = new Map([
  ...ZONES.map(zone => [zone, zone] as const),
  ["IT-North", "IT-NORTH"],
])
/** ISO 8601 time with UTC offset. */
const TIME_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
/** EUR/MWh, alone or in brackets behind a title. */
export const EUR_PER_MWH = /^([^()]*\()?(EUR|€) ?\/ ?MWh\b/i

/** Time of a stamp with UTC offset [ms]; undefined for another text. */
export const timeWithOffset = (text: string): number | undefined => {
  const ms = TIME_WITH_OFFSET.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

/**
 * Energy-Charts (Fraunhofer ISE), the chart of prices: `"Date (GMT+1)","Day Ahead Auction (DE-LU)",…` or in German, a
 * line of units, then `2025-01-01T00:00+01:00,2.16`. Auctions within the day are left out. Throws InvalidInput for
 * prices in another unit than EUR/MWh.
 */
export const energyChartsCsv: Layout = header => {
  const time = header.findIndex(name => /^(Date|Datum) \(/.test(name))
  const columns = header.flatMap((name, column) => {
    const zone = ZONE_OF_NAME.get(/^Day[ -]Ahead Au[ck]tion \((.+)\)$/i.exec(name)?.[1] ?? "")
    return zone ? [{ zone, column }] : []
  })
  if (time < 0 || columns.length === 0) return undefined
  return (cells, line) => {
    if (cells[time] === "") return refuseOtherUnits(columns, cells, line)
    const utcMs = timeWithOffset(cells[time]!)
    if (utcMs === undefined) throw notATime(line, cells[time]!)
    return columns.flatMap(({ zone, column }): PriceRow[] => {
      const eurPerMwh = priceOf(cells[column], line)
      return eurPerMwh === null ? [] : [{ zone, utcMs, eurPerMwh }]
    })
  }
}

/** No prices from the line with the columns' units. */
const refuseOtherUnits = (columns: readonly { column: number }[], cells: readonly string[], line: number): [] => {
  for (const { column } of columns) {
    const unit = cells[column] ?? ""
    if (unit !== "" && !EUR_PER_MWH.test(unit)) throw inAnotherUnit(line, unit)
  }
  return []
}
