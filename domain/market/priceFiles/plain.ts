import { timeWithOffset } from "./energyCharts.ts"
import { type Layout, notATime, priceOf } from "./rows.ts"

const KWH_PER_MWH = 1000

/**
 * A plain file: a column `utc_start` with times of ISO 8601 that end with Z or their offset, and a column `eur_per_mwh`
 * or `eur_per_kwh` with decimal points. It names no zone.
 */
export const plain: Layout = header => {
  const time = header.indexOf("utc_start")
  const inMwh = header.indexOf("eur_per_mwh")
  const price = inMwh < 0 ? header.indexOf("eur_per_kwh") : inMwh
  if (time < 0 || price < 0) return undefined
  const factor = inMwh < 0 ? KWH_PER_MWH : 1
  return (cells, line) => {
    const read = priceOf(cells[price], line)
    if (read === null) return []
    const utcMs = timeWithOffset(cells[time]!)
    if (utcMs === undefined) throw notATime(line, cells[time]!)
    return [{ zone: undefined, utcMs, eurPerMwh: read * factor }]
  }
}
