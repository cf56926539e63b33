import { zonesBy } from "../tariff/dayAhead.ts"
import { type Layout, notATime, priceOf } from "./rows.ts"

/** Ember's codes and names of countries with a single bidding zone. */
const ZONES = zonesBy("ember")

/**
 * Ember, european_wholesale_electricity_price_data_hourly: `Country,ISO3 Code,Datetime (UTC),Datetime (Local),Price
 * (EUR/MWhe)`; files of one country lack the code. Means of countries of several zones are left out.
 */
export const ember: Layout = header => {
  const [code, country, time, price] = ["ISO3 Code", "Country", "Datetime (UTC)", "Price (EUR/MWhe)"].map(name =>
    header.indexOf(name),
  )
  if (time! < 0 || price! < 0 || (code! < 0 && country! < 0)) return undefined
  return (cells, line) => {
    const zone = ZONES.get(cells[code! < 0 ? country! : code!]!)
    const eurPerMwh = priceOf(cells[price!], line)
    if (!zone || eurPerMwh === null) return []
    const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})/.exec(cells[time!]!)
    if (!match) throw notATime(line, cells[time!]!)
    const [year, month, day, hour, minute] = match.slice(1).map(Number)
    return [{ zone, utcMs: Date.UTC(year!, month! - 1, day, hour, minute), eurPerMwh }]
  }
}
