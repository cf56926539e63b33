import { ZONES, type Zone } from "../tariff/dayAhead.ts"
import { type Layout, notATime, priceOf, type WallTime, wallTimes } from "./rows.ts"

/** ENTSO-E's names of the zones, in capitals. */
const ZONE_OF_AREA: ReadonlyMap<string, Zone> = new Map(ZONES.map(zone => [`BZN|${zone}`, zone]))

const inUtc: WallTime = wallMs => wallMs

/**
 * ENTSO-E's Transparency Platform, new: `MTU (CET/CEST),Area,Sequence,Day-ahead Price (EUR/MWh),…` with
 * `01/01/2025 00:00:00 - …`; old: `MTU (CET/CEST),Day-ahead Price [EUR/MWh],Currency,BZN|NL` with `01.01.2023 00:00 -
 * …`.
 */
export const entsoe: Layout = header => {
  const time = header.findIndex(name => name.startsWith("MTU"))
  const price = header.findIndex(name => /^Day-ahead Price [[(]EUR\/MWh[\])]$/.test(name))
  const area = header.indexOf("Area")
  const areaInHeader = header.find(name => name.startsWith("BZN|"))
  if (time < 0 || price < 0 || (area < 0 && !areaInHeader)) return undefined
  const sequence = header.indexOf("Sequence")
  const toUtc = header[time]!.includes("UTC") ? inUtc : wallTimes()
  return (cells, line) => {
    const zone = ZONE_OF_AREA.get((area < 0 ? areaInHeader! : cells[area]!).toUpperCase())
    const eurPerMwh = priceOf(cells[price], line)
    const otherAuction = sequence >= 0 && /[2-9]/.test(cells[sequence]!)
    if (!zone || eurPerMwh === null || otherAuction) return []
    const match = /^(\d{2})[./](\d{2})[./](\d{4}) (\d{2}):(\d{2})(?::\d{2})?(?: \((\w+)\))?/.exec(cells[time]!)
    if (!match) throw notATime(line, cells[time]!)
    const [day, month, year, hour, minute] = match.slice(1, 6).map(Number)
    const utcMs = toUtc(Date.UTC(year!, month! - 1, day, hour, minute), zone, match[6])
    return utcMs === null ? [] : [{ zone, utcMs, eurPerMwh }]
  }
}
