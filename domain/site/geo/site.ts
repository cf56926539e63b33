/** The place of a site on Earth: country, time zone and standard time of its coordinates, without any network. */

import timeZoneOf from "tz-lookup"
import { createBoundedMap } from "../../base/boundedMap.ts"
import { DEFAULT_YEAR } from "../year.ts"
import { countryOf } from "./country.ts"

const MS_PER_HOUR = 3_600_000
const DEGREES_PER_HOUR = 15

/** Country, zone and standard time of a place. */
export interface Site {
  /** IANA time zone; Etc/GMT±n at sea. */
  zone: string
  /** ISO 3166-1 alpha-2, null at sea. */
  country: string | null
  /** Standard time minus UTC, hours; fractions occur (Nepal 5.75). */
  standardOffsetHours: number
}

/** Cache of recent sites, because the search in the borders of countries takes 0.2 ms. */
const SITES_KEPT = 1024
const sites = createBoundedMap<Site>({ capacity: SITES_KEPT })

/** Maximum size: one entry per time zone of the IANA database. */
const offsets = new Map<string, number>()

/** Cache of the clocks of recent zones, which are slow to create. */
const clocks = createBoundedMap<Intl.DateTimeFormat>({ capacity: 16 })

const clockOf = (zone: string): Intl.DateTimeFormat =>
  clocks.getOrMake(
    zone,
    () =>
      new Intl.DateTimeFormat("en-US", {
        timeZone: zone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
      }),
  )

/** Offset of an IANA zone from UTC at an instant, hours; summer time included. */
export const offsetHoursAt = (zone: string, utcMs: number): number => {
  const parts = clockOf(zone).formatToParts(utcMs)
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find(p => p.type === type)?.value)
  const wallMs = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"))
  return (wallMs - utcMs) / MS_PER_HOUR
}

/** Clock time of an IANA zone at an instant, summer time included: `YYYY-MM-DD HH:MM`. */
export const localTime = (zone: string, utcMs: number): string =>
  new Date(utcMs + offsetHoursAt(zone, utcMs) * MS_PER_HOUR).toISOString().slice(0, -8).replace("T", " ")

/**
 * Standard time of an IANA zone minus UTC, hours: the smaller of its offsets in January and July of the default year.
 * @throws RangeError when the zone does not exist
 */
export const standardOffsetHours = (zone: string): number => {
  const cached = offsets.get(zone)
  if (cached !== undefined) return cached
  const january = offsetHoursAt(zone, Date.UTC(DEFAULT_YEAR, 0, 15))
  const july = offsetHoursAt(zone, Date.UTC(DEFAULT_YEAR, 6, 15))
  const hours = Math.min(january, july)
  offsets.set(zone, hours)
  return hours
}

/** Nautical time: one hour per 15° of longitude. */
const siteAtSea = (lon: number): Site => {
  const hours = Math.round(lon / DEGREES_PER_HOUR) || 0
  const sign = hours > 0 ? "-" : "+"
  return {
    zone: hours === 0 ? "Etc/GMT" : `Etc/GMT${sign}${Math.abs(hours)}`,
    country: null,
    standardOffsetHours: hours,
  }
}

/**
 * Country, zone and standard time of a place, poles and date line included.
 * @param lat degrees, −90 to 90
 * @param lon degrees, −180 to 180
 * @throws RangeError for coordinates that do not exist
 */
export const siteOf = (lat: number, lon: number): Site => sites.getOrMake(`${lat},${lon}`, () => lookedUp(lat, lon))

/** Country of a place (ISO 3166-1 alpha-2), null at sea. */
export const countryAt = ({ lat, lon }: { lat: number; lon: number }): string | null => siteOf(lat, lon).country

const lookedUp = (lat: number, lon: number): Site => {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
    throw new RangeError(`there is no place at latitude ${lat}, longitude ${lon}`)
  }
  const country = countryOf(lat, lon)
  if (country === null) return siteAtSea(lon)
  const zone = timeZoneOf(lat, lon)
  return { zone, country, standardOffsetHours: standardOffsetHours(zone) }
}
