import { ZONES, type Zone, zonesBy } from "../tariff/dayAhead.ts"
import { inEuros, type Layout, notATime, priceOf, type WallTime, wallTimes } from "./rows.ts"

/** ENTSO-E's names of the zones, in capitals. */
const ZONE_OF_AREA: ReadonlyMap<string, Zone> = new Map(ZONES.map(zone => [`BZN|${zone}`, zone]))

const inUtc: WallTime = wallMs => wallMs

/**
 * ENTSO-E's Transparency Platform, new: `MTU (CET/CEST),Area,Sequence,Day-ahead Price (EUR/MWh),…` with
 * `01/01/2025 00:00:00 - …`; old: `MTU (CET/CEST),Day-ahead Price [EUR/MWh],Currency,BZN|NL` with `01.01.2023 00:00 -
 * …`. Throws InvalidInput for a price in another currency than euros.
 */
export const entsoe: Layout = header => {
  const time = header.findIndex(name => name.startsWith("MTU"))
  const price = header.findIndex(name => /^Day-ahead Price [[(]EUR\/MWh[\])]$/.test(name))
  const area = header.indexOf("Area")
  const areaInHeader = header.find(name => name.startsWith("BZN|"))
  if (time < 0 || price < 0 || (area < 0 && !areaInHeader)) return undefined
  const [sequence, currency] = [header.indexOf("Sequence"), header.indexOf("Currency")]
  const toUtc = header[time]!.includes("UTC") ? inUtc : wallTimes()
  return (cells, line) => {
    const zone = ZONE_OF_AREA.get((area < 0 ? areaInHeader! : cells[area]!).toUpperCase())
    const eurPerMwh = priceOf(cells[price], line)
    const otherAuction = sequence >= 0 && /[2-9]/.test(cells[sequence]!)
    if (!zone || eurPerMwh === null || otherAuction) return []
    inEuros(cells[currency], line)
    const match = /^(\d{2})[./](\d{2})[./](\d{4}) (\d{2}):(\d{2})(?::\d{2})?(?: \((\w+)\))?/.exec(cells[time]!)
    if (!match) throw notATime(line, cells[time]!)
    const [day, month, year, hour, minute] = match.slice(1, 6).map(Number)
    const utcMs = toUtc(Date.UTC(year!, month! - 1, day, hour, minute), zone, match[6])
    return utcMs === null ? [] : [{ zone, utcMs, eurPerMwh }]
  }
}

/** Energy identification codes of the zones: ENTSO-E, list of area codes (Y). */
const ZONE_OF_CODE = zonesBy("entsoe")
/** Auctions whose prices are read: the first of numbered auctions, and none within the day. */
const FIRST_AUCTION = /^[^2-9]*$/
const DAY_AHEAD = /^(day.?ahead)?$/i

/**
 * ENTSO-E's file library, a month of all zones, in UTC: `DateTime(UTC)`, `AreaCode`, `ContractType`, `Sequence`,
 * `Price[Currency/MWh]`, `Currency`. Before 2024: `DateTime`, `Price`; of those files only hours are read, since no
 * column identifies other auctions. Throws InvalidInput for a price in another currency than euros.
 */
export const entsoeLibrary: Layout = header => {
  const [area, currency] = [header.indexOf("AreaCode"), header.indexOf("Currency")]
  const time = header.findIndex(name => /^DateTime ?(\(UTC\))?$/.test(name))
  const price = header.findIndex(name => /^Price ?(\[Currency\/MWh\])?$/.test(name))
  if (Math.min(area, currency, time, price) < 0) return undefined
  const [sequence, contract] = [header.indexOf("Sequence"), header.indexOf("ContractType")]
  const resolution = sequence < 0 ? header.indexOf("ResolutionCode") : -1
  return (cells, line) => {
    const zone = ZONE_OF_CODE.get(cells[area]!)
    const isOther = !FIRST_AUCTION.test(cells[sequence] ?? "") || !DAY_AHEAD.test(cells[contract] ?? "")
    if (!zone || isOther || (cells[resolution] ?? "PT60M") !== "PT60M") return []
    const eurPerMwh = priceOf(cells[price], line)
    if (eurPerMwh === null) return []
    inEuros(cells[currency], line)
    const [, day, clock] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z?$/.exec(cells[time]!) ?? []
    const utcMs = Date.parse(`${day}T${clock}Z`)
    if (Number.isNaN(utcMs)) throw notATime(line, cells[time]!)
    return [{ zone, utcMs, eurPerMwh }]
  }
}
