import { ZONES, type Zone } from "../tariff/dayAhead.ts"
import { type Layout, notATime, type PriceRow, priceOf } from "./rows.ts"

const ZONE_OF_NAME: ReadonlyMap<string, Zone> = new Map([
  ...ZONES.map(zone => [zone, zone] as const),
  ["IT-North", "IT-NORTH"],
])
/** An ISO 8601 time that says its distance to UTC. */
const TIME_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
const MS_PER_SECOND = 1000

/** Time of a stamp with its distance to UTC [ms], or undefined. */
export const timeWithOffset = (text: string): number | undefined => {
  const ms = TIME_WITH_OFFSET.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

/**
 * Energy-Charts (Fraunhofer ISE), the chart of prices: `"Date (GMT+1)","Day Ahead Auction (DE-LU)",…` or in German, a
 * line of units, then `2025-01-01T00:00+01:00,2.16`. Auctions within the day are left out.
 */
export const energyChartsCsv: Layout = header => {
  const time = header.findIndex(name => /^(Date|Datum) \(/.test(name))
  const columns = header.flatMap((name, column) => {
    const zone = ZONE_OF_NAME.get(/^Day[ -]Ahead Au[ck]tion \((.+)\)$/i.exec(name)?.[1] ?? "")
    return zone ? [{ zone, column }] : []
  })
  if (time < 0 || columns.length === 0) return undefined
  return (cells, line) => {
    if (cells[time] === "") return []
    const utcMs = timeWithOffset(cells[time]!)
    if (utcMs === undefined) throw notATime(line, cells[time]!)
    return columns.flatMap(({ zone, column }): PriceRow[] => {
      const eurPerMwh = priceOf(cells[column], line)
      return eurPerMwh === null ? [] : [{ zone, utcMs, eurPerMwh }]
    })
  }
}

/**
 * The answer of Energy-Charts' programming interface, `{ unix_seconds, price, unit: "EUR / MWh" }`, which names no
 * zone; undefined where the text is none. `price` is null where there is none.
 */
export const energyChartsJson = (text: string): PriceRow[] | undefined => {
  if (!text.trimStart().startsWith("{")) return undefined
  const { unix_seconds: seconds, price: prices } = parsed(text)
  if (!Array.isArray(seconds) || !Array.isArray(prices) || seconds.length !== prices.length) return undefined
  return seconds.flatMap((second: unknown, i): PriceRow[] => {
    if (typeof second !== "number") throw notATime(i + 1, String(second))
    const eurPerMwh = prices[i] === null ? null : priceOf(String(prices[i]), i + 1)
    return eurPerMwh === null ? [] : [{ zone: undefined, utcMs: second * MS_PER_SECOND, eurPerMwh }]
  })
}

const parsed = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
