import { dayAheadLines, quarterLines } from "../../../fixtures/prices/index.ts"
import zones from "../../../fixtures/prices/zones.json" with { type: "json" }
import { createMemo } from "../../base/memo.ts"
import { type Note, note } from "../../base/note.ts"
import { matchingDays, rearrangeDays } from "../../site/consumption/calendar.ts"
import { heldOver, hourlyMeans, QUARTERS_PER_HOUR, stepsPerHour } from "../../site/steps.ts"
import { axisHourOf, HOURS_PER_YEAR } from "../../site/year.ts"

/** Bidding zones with shipped prices. All keep Central European Time. */
export type Zone = keyof typeof zones
export const ZONES = Object.keys(zones) as Zone[]

type Names = Record<"countries" | "entsoe" | "smard" | "ember", readonly string[]>
const NAMES: Readonly<Record<Zone, Names>> = zones

/** Zones by their countries, or by their names in files of a publisher. */
export const zonesBy = (kind: keyof Names): ReadonlyMap<string, Zone> =>
  new Map(ZONES.flatMap(zone => NAMES[zone][kind].map(name => [name, zone] as const)))

/** Fields of a place that determine its bidding zone. */
export interface PricePlace {
  /** ISO 3166 alpha-2; empty at sea. */
  country: string
  /** Degrees east; decides the zone of Denmark. */
  lon?: number
  /** Bidding zone that replaces the place's own zone. */
  zone?: Zone
  /** Newest price year to use: back-tests hold back later years. Absent: all years. */
  lastPriceYear?: number | undefined
}

/**
 * Day-ahead prices of one calendar year: 8760 hours of Central European standard time (UTC+1), EUR/kWh, NaN where
 * missing.
 */
export interface PriceYear {
  zone: Zone
  year: number
  eurPerKwh: Float64Array
  /** 35,040 quarters of the hours, EUR/kWh, NaN if unknown; null: none; absent: none, but for shipped prices theirs. */
  quarterEurPerKwh?: Float64Array | null
  /** True for shipped prices. */
  isShipped?: true
}

/** A price year without holes, and the repairs to get it. */
export interface DayAheadYear {
  zone: Zone
  /** Year of the prices. */
  year: number
  /** 8760 h, EUR/kWh without tax and VAT. */
  eurPerKwh: Float64Array
  /** Hours that the source lacks, filled by `filled`. */
  filledHours: number
  /** Prices of the source. */
  published: PriceYear
  /** Notes for the report on replaced prices. */
  notes: Note[]
}

const CET_OFFSET_HOURS = 1
const MS_PER_HOUR = 3_600_000
const MS_PER_QUARTER = MS_PER_HOUR / QUARTERS_PER_HOUR
/** Complete shipped years of every zone. */
const SHIPPED_YEARS: readonly number[] = [2023, 2024, 2025]
/** Shipped year of which each zone has only the beginning, to 1 March. */
const BEGUN_YEAR = 2026

/** Zones of countries with a single zone, or with a single shipped zone. */
const ZONE_OF_COUNTRY = zonesBy("countries")
/** Countries with several zones and a single shipped zone. */
const DIVIDED_COUNTRIES: ReadonlySet<string> = new Set(["IT", "NO", "SE"])
/** The Great Belt, the border of the Danish zones [degrees east]. */
const GREAT_BELT_LON = 10.97

/** The bidding zone of a place; undefined without shipped prices. */
export const zoneOf = ({ country, lon = 0, zone }: PricePlace): Zone | undefined => {
  if (zone) return zone
  if (country === "DK") return lon < GREAT_BELT_LON ? "DK1" : "DK2"
  return ZONE_OF_COUNTRY.get(country)
}

const memo = new Map<string, PriceYear>()

/** Number of memoised calendars per year of prices. */
const CALENDARS_KEPT = 2
const laidOn = createMemo<Float64Array>(CALENDARS_KEPT)
const filledYears = createMemo<{ eurPerKwh: Float64Array; filledHours: number }>(1)

/**
 * Shipped prices of the beginning of a year [EUR/kWh], NaN after it; undefined if the year is shipped whole or not at
 * all.
 */
export const begunYear = (zone: Zone, year: number): Float64Array | undefined =>
  year === BEGUN_YEAR ? shippedYear(zone, year).eurPerKwh : undefined

/** A shipped price year, decoded once. */
const shippedYear = (zone: Zone, year: number): PriceYear => {
  const name = `${zone.toLowerCase()}-${year}`
  let prices = memo.get(name)
  if (!prices) {
    const [header, ...rows] = dayAheadLines(name)
    const firstHourMs = Date.parse(header!.split(",")[1]!)
    const eurPerMwh = rows.map(row => (row === "" ? Number.NaN : Number(row)))
    prices = {
      zone,
      year,
      isShipped: true,
      eurPerKwh: onAxis(
        year,
        eurPerMwh.map((price, i) => [firstHourMs + i * MS_PER_HOUR, price]),
      ),
    }
    memo.set(name, prices)
  }
  return prices
}

/**
 * Hourly prices on the axis of a year in EUR/kWh, NaN for a missing hour; 29 February and other years fall out.
 * @param hours start of each hour in UTC milliseconds, and its price in EUR/MWh
 */
export const onAxis = (year: number, hours: Iterable<readonly [number, number]>): Float64Array => {
  const eurPerKwh = new Float64Array(HOURS_PER_YEAR).fill(Number.NaN)
  for (const [utcMs, eurPerMwh] of hours) {
    const place = axisHourOf(utcMs, CET_OFFSET_HOURS)
    if (place?.year === year) eurPerKwh[place.hour] = eurPerMwh / 1000
  }
  return eurPerKwh
}

/**
 * Fills missing hours, and counts them as `filledHours`. Each becomes the mean of the same hour on the nearest known
 * days before and after, or one day's at the ends of the year. Throws RangeError if an hour of the day is missing on
 * all days.
 */
export const filled = (eurPerKwh: Float64Array): { eurPerKwh: Float64Array; filledHours: number } => {
  const whole = eurPerKwh.slice()
  let filledHours = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    if (!Number.isNaN(eurPerKwh[hour])) continue
    const neighbours = [knownFrom(eurPerKwh, hour, -24), knownFrom(eurPerKwh, hour, 24)].filter(
      price => !Number.isNaN(price),
    )
    if (neighbours.length === 0) throw new RangeError(`no price at all for hour ${hour % 24} of any day`)
    whole[hour] = neighbours.reduce((a, b) => a + b) / neighbours.length
    filledHours++
  }
  return { eurPerKwh: whole, filledHours }
}

const knownFrom = (prices: Float64Array, hour: number, step: number): number => {
  for (let at = hour + step; at >= 0 && at < HOURS_PER_YEAR; at += step)
    if (!Number.isNaN(prices[at])) return prices[at]!
  return Number.NaN
}

const quartersKept = createMemo<Float64Array | undefined>(1)

/** Known quarters of a price year, EUR/kWh, NaN for unknown quarters; undefined if no quarter is known. */
export const knownQuarters = (prices: PriceYear): Float64Array | undefined => {
  const { quarterEurPerKwh, eurPerKwh, isShipped } = prices
  if (quarterEurPerKwh !== undefined || !isShipped) return quarterEurPerKwh ?? undefined
  return quartersKept([eurPerKwh], "known", () => shippedQuarters(prices))
}

const shippedQuarters = ({ zone, year }: PriceYear): Float64Array | undefined => {
  const lines = quarterLines(`${zone.toLowerCase()}-${year}`)
  if (!lines) return undefined
  const [header, ...rows] = lines
  const firstMs = Date.parse(header!.split(",")[1]!)
  const quarters = new Float64Array(HOURS_PER_YEAR * QUARTERS_PER_HOUR).fill(Number.NaN)
  rows.forEach((eurPerMwh, row) => {
    const utcMs = firstMs + row * MS_PER_QUARTER
    const place = axisHourOf(utcMs, CET_OFFSET_HOURS)
    const quarter = Math.floor((utcMs % MS_PER_HOUR) / MS_PER_QUARTER)
    if (place?.year === year && eurPerMwh !== "")
      quarters[place.hour * QUARTERS_PER_HOUR + quarter] = Number(eurPerMwh) / 1000
  })
  return quarters
}

/** Nearest of `years` to `year`; of two equally near years the newer. */
export const nearestYear = (years: readonly number[], year: number): number =>
  years.reduce((best, y) => {
    const closer = Math.abs(y - year) - Math.abs(best - year)
    return closer < 0 || (closer === 0 && y > best) ? y : best
  })

/** Years with prices of a zone, oldest first: the shipped ones and an operator's. */
export const priceYears = (zone: Zone, imported: readonly PriceYear[] = []): number[] =>
  [...new Set([...SHIPPED_YEARS, ...imported.filter(prices => prices.zone === zone).map(prices => prices.year)])].sort(
    (a, b) => a - b,
  )

/** Missing hours that a default year may have: 1 %. */
const MAX_LACKING_HOURS = HOURS_PER_YEAR / 100

/** Newest year with nearly all hours, shipped or an operator's: the default price year of scans. */
export const newestPriceYear = (place: PricePlace, imported: readonly PriceYear[] = []): number => {
  const zone = zoneOf(place) ?? "NL"
  const isWhole = ({ eurPerKwh }: PriceYear) => eurPerKwh.filter(Number.isNaN).length <= MAX_LACKING_HOURS
  const brought = imported.filter(prices => prices.zone === zone && isWhole(prices)).map(({ year }) => year)
  return Math.max(...usable(place, [...SHIPPED_YEARS, ...brought]))
}

/** Years with prices in a place's zone, oldest first. */
export const priceYearsOf = (place: PricePlace, imported: readonly PriceYear[] = []): number[] =>
  usable(place, priceYears(zoneOf(place) ?? "NL", imported))

const usable = ({ lastPriceYear = Number.POSITIVE_INFINITY }: PricePlace, years: readonly number[]): number[] =>
  years.filter(year => year <= lastPriceYear)

/** Published prices of every year in a place's zone, oldest first. */
export const dayAheadYears = (place: PricePlace, imported: readonly PriceYear[] = []): PriceYear[] => {
  const zone = zoneOf(place) ?? "NL"
  return priceYears(zone, imported).map(year => publishedYear(zone, year, imported))
}

/** Published prices of a year; an operator's prices take precedence over shipped prices. */
const publishedYear = (zone: Zone, year: number, imported: readonly PriceYear[]): PriceYear =>
  imported.find(prices => prices.zone === zone && prices.year === year) ?? shippedYear(zone, year)

/**
 * Day-ahead prices of a place in a year, by default the newest whole year. A country without own prices gets the Dutch
 * prices by the clock, a year without prices the nearest year; `notes` states this.
 * @param imported price years of an operator, which take precedence over shipped prices
 */
export const dayAheadYear = (
  place: PricePlace,
  priceYear?: number,
  imported: readonly PriceYear[] = [],
): DayAheadYear => {
  const year = priceYear ?? newestPriceYear(place, imported)
  const notes: Note[] = []
  const { country } = place
  const placeZone = zoneOf(place)
  const zone = placeZone ?? "NL"
  if (!placeZone) notes.push(note("day-ahead-of-netherlands", { country: country || null }))
  if (!place.zone && DIVIDED_COUNTRIES.has(country)) notes.push(note("day-ahead-of-part", { country, zone }))
  const used = nearestYear(priceYears(zone, imported), year)
  if (used !== year) notes.push(note("day-ahead-of-other-year", { zone, year, usedYear: used }))
  const published = publishedYear(zone, used, imported)
  const whole = filledYears([published.eurPerKwh], "", () => filled(published.eurPerKwh))
  if (whole.filledHours > 0) notes.push(note("price-hours-filled", { hours: whole.filledHours, zone, year: used }))
  return { zone, year: used, ...whole, published, notes }
}

/** Calendar and steps that prices are laid on. */
interface PriceCalendar {
  year: number
  /** Steps per hour; absent: 1. */
  steps?: number | undefined
}

/**
 * Prices of one year laid on another calendar by month, weekday and hour (`matchingDays`). Hourly prices are held over
 * the steps of the hour.
 * @param eurPerKwh hours or quarters of sourceYear
 */
export const onCalendar = (
  eurPerKwh: Float64Array,
  sourceYear: number,
  { year, steps = 1 }: PriceCalendar,
): Float64Array =>
  laidOn([eurPerKwh], `${sourceYear} ${year} ${steps}`, () =>
    rearrangeDays(inSteps(eurPerKwh, steps), matchingDays(sourceYear, year)),
  )

/** Prices in steps: of hours, each held over its steps; of quarters, the means of the hours. */
const inSteps = (eurPerKwh: Float64Array, steps: number): Float64Array =>
  stepsPerHour(eurPerKwh) > steps ? hourlyMeans(eurPerKwh) : heldOver(eurPerKwh, steps / stepsPerHour(eurPerKwh))

/** Market prices on a calendar. In quarters, an hour without known quarters has its price in each. */
export const marketPrices = (market: DayAheadYear, calendar: PriceCalendar): Float64Array => {
  const quarters = calendar.steps === QUARTERS_PER_HOUR ? knownQuarters(market.published) : undefined
  if (!quarters) return onCalendar(market.eurPerKwh, market.year, calendar)
  const whole = () => {
    const hourly = heldOver(market.eurPerKwh, QUARTERS_PER_HOUR)
    return quarters.map((price, quarter) => (Number.isNaN(price) ? hourly[quarter]! : price))
  }
  return onCalendar(quartersKept([quarters], "whole", whole)!, market.year, calendar)
}
