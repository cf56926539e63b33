import { means, type Stats, stats } from "../../site/chart/aggregate.ts"
import { type CalendarDate, type Interval, type LocalClock, type Slot, timeline } from "../../site/chart/intervals.ts"
import { nearestYear, type PriceYear, priceYears } from "./dayAhead.ts"
import { tariffYear } from "./tariffYear.ts"

/** Price of a kWh under the dynamic tariff, for purchase or feed-in. */
export type RateKind = "dynamic" | "feed-in"

/** Fields of a breakdown (document 3; `instants` and `timeZone` are additions). */
export const BREAKDOWN_FIELDS = [
  "rates",
  "rateStats",
  "labels",
  "instants",
  "timeZone",
  "intervalType",
  "startDate",
  "endDate",
  "tariffType",
] as const
export type BreakdownField = (typeof BREAKDOWN_FIELDS)[number]

/** Rates over a day, week, month or year; EUR/kWh, one entry per label. */
export interface Breakdown {
  /** Mean of each label. */
  rates: number[]
  rateStats: Stats[]
  /** Dutch time. */
  labels: string[]
  /** First instant of each label, ISO 8601 in UTC. An addition to document 3. */
  instants: string[]
  /** IANA time zone of the labels. An addition to document 3. */
  timeZone: string
  intervalType: Interval
  /** First instant, ISO 8601 in UTC; of the dates that are asked for, whichever year the prices are of. */
  startDate: string
  /** First instant after the last label, ISO 8601 in UTC. */
  endDate: string
  tariffType: RateKind
  /** Year of the prices: the year asked, or the nearest with prices. An addition to document 3. */
  priceYear: number
}

const ZONE = "NL"
/** Time of the zone. */
export const RATE_CLOCK: LocalClock = { zone: "Europe/Amsterdam", standardOffsetHours: 1 }

/** Sources of the rates: an operator's prices, and the default year. */
export interface RateSource {
  imported?: readonly PriceYear[]
  priceYear?: number | undefined
}

/** Hourly rates of a year for a Dutch home, with taxes of the requested year, else the current taxes. */
const rates = (kind: RateKind, { imported = [], priceYear }: RateSource, year?: number): Float64Array => {
  const home = { country: ZONE, pack: ZONE, yearlyImportKwh: 0, imported }
  const today = priceYear === undefined ? home : { ...home, priceYear }
  const site = year === undefined ? today : { ...home, priceYear: year, componentsYear: year }
  const { buyEurPerKwh, sellEurPerKwh } = tariffYear({ type: "dynamic", taxesIncluded: true }, site)
  return kind === "dynamic" ? buyEurPerKwh : sellEurPerKwh
}

/**
 * Lowest, highest, mean and median hour [EUR/kWh] of the default price year in the Netherlands, with taxes (document 3,
 * Statistics).
 */
export const rateStatistics = (
  kind: RateKind,
  source: RateSource = {},
): { min: number; max: number; average: number; median: number } => {
  const sorted = rates(kind, source).slice().sort()
  const middle = sorted.length / 2
  return {
    min: sorted[0]!,
    max: sorted[sorted.length - 1]!,
    average: sorted.reduce((sum, rate) => sum + rate, 0) / sorted.length,
    median: (sorted[middle - 1]! + sorted[middle]!) / 2,
  }
}

/**
 * Mean purchase rate by part of the day [EUR/kWh], default price year, with taxes: night 0–6, morning 6–12, afternoon
 * 12–18, evening 18–24.
 */
export const rateSamples = (
  source: RateSource = {},
): { morning: number; afternoon: number; evening: number; night: number } => {
  const hourly = rates("dynamic", source)
  const sums = [0, 0, 0, 0]
  hourly.forEach((rate, hour) => {
    sums[Math.floor((hour % 24) / 6)]! += rate
  })
  const [night, morning, afternoon, evening] = sums.map(sum => sum / (hourly.length / 4))
  return { morning: morning!, afternoon: afternoon!, evening: evening!, night: night! }
}

/**
 * Rates from a start date on (document 3, Breakdown). Days of a year without prices have the prices of the same days in
 * the nearest year with prices, which `priceYear` names; days that continue into a year without prices use priceYear.
 */
export const rateBreakdown = (
  kind: RateKind,
  interval: Interval,
  startDate: CalendarDate,
  imported: readonly PriceYear[] = [],
): Breakdown => {
  const years = priceYears(ZONE, imported)
  const priceYear = nearestYear(years, startDate.year)
  const axis = timeline(interval, startDate, RATE_CLOCK)
  const thisYear = rates(kind, { imported }, priceYear)
  const nextYear = years.includes(priceYear + 1) ? rates(kind, { imported }, priceYear + 1) : thisYear
  const perSlot = axis.slots.map(slot => {
    const hourly = isNextYear(slot, axis.slots) ? nextYear : thisYear
    return { mean: means(hourly, [slot])[0]!, stats: stats(hourly, [slot])[0]! }
  })
  return {
    rates: perSlot.map(slot => slot.mean),
    rateStats: perSlot.map(slot => slot.stats),
    labels: axis.labels,
    instants: axis.instants,
    timeZone: axis.timeZone,
    intervalType: interval,
    startDate: axis.startDate,
    endDate: axis.endDate,
    tariffType: kind,
    priceYear,
  }
}

const isNextYear = (slot: Slot, slots: readonly Slot[]): boolean => slot.firstHour < slots[0]!.firstHour

/** Requested fields of a breakdown; all fields by default. */
export const withFields = (breakdown: Breakdown, fields: readonly BreakdownField[]): Partial<Breakdown> =>
  fields.length === 0 ? breakdown : Object.fromEntries(fields.map(field => [field, breakdown[field]]))
