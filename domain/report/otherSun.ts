import { type NoteParams, note, type StoredNote } from "../base/note.ts"
import { horizonOf } from "../finance/objective.ts"
import { phaseOfYear } from "../finance/phases.ts"
import { yearWorths } from "../finance/presentWorth.ts"
import { type DayAheadYear, dayAheadYear, onCalendar, type Zone } from "../market/tariff/dayAhead.ts"
import { componentsOf } from "../market/tariff/siteComponents.ts"
import type { TariffSite, TariffTerms } from "../market/tariff/terms.ts"
import type { Figures } from "./figures.ts"

/**
 * Share of extra market revenue with the sun of another year than the prices, measured at default roofs: docs/scans.md.
 */
const EARNS_TOO_MUCH: Partial<Record<Zone, Readonly<Record<number, number>>>> = {
  NL: { 2023: 0.078, 2024: 0.125, 2025: 0.115 },
  BE: { 2023: 0.039, 2024: 0.1 },
  "DE-LU": { 2023: 0.041, 2024: 0.076 },
}

/** Overstatement of the net present value, as parameters of the note. */
type Worth = NonNullable<NoteParams["weather-of-other-year"]["worth"]>

/** Factor on the market price of feed-in; 0 where feed-in does not follow the market. */
const marketFactor = (terms: TariffTerms, site: TariffSite): number => {
  if (terms.type === "custom") return terms.sell.energy === "dayAhead" ? (terms.sell.timesFraction ?? 1) : 0
  return terms.type === "flat" || terms.feedInEurPerKwh !== undefined ? 0 : 1 + componentsOf(site).feedInVatFraction
}

const marketOf = ({ scan }: Figures): DayAheadYear => {
  const [{ terms }] = scan.input.phases
  const place = { ...scan.tariffSite, ...(terms.type === "custom" && terms.zone ? { zone: terms.zone } : {}) }
  return dayAheadYear(place, scan.tariffs[0].priceYear, scan.tariffSite.imported)
}

/**
 * Market revenue of the new panels in the first year, without VAT and fees [EUR]. Hours of negative prices add their
 * cost, because the own weather of the price year has more such hours with sun.
 */
const soldAtMarketEur = ({ scan, year }: Figures, market: DayAheadYear): number => {
  const spotEurPerKwh = onCalendar(market.eurPerKwh, market.year, scan.calendarYear)
  const { solarExported } = year.hours
  return spotEurPerKwh.reduce((sum, eurPerKwh, hour) => {
    const produced = year.productionKwh[hour]!
    const newShare = produced > 0 ? 1 - scan.existingProductionKwh[hour]! / produced : 0
    return sum + Math.abs(eurPerKwh) * newShare * solarExported[hour]!
  }, 0)
}

/** Amounts below this count as zero [EUR]. */
const LEAST_EUR = 1

/**
 * Overstatement of the net present value, from the market revenue of the new panels; use on site hardly depends on the
 * day. Null if the panels sell nothing on the market, undefined without a measured share for the zone and year of the
 * prices.
 */
const worthOf = (figures: Figures): Worth | null | undefined => {
  const { scan } = figures
  const market = marketOf(figures)
  const soldEur = soldAtMarketEur(figures, market)
  const factors = scan.input.phases.map(({ terms }) => marketFactor(terms, scan.tariffSite))
  const { partGrowth, priceGrowth, ...horizon } = horizonOf(scan)
  const worths = yearWorths({ ...horizon, priceGrowth: partGrowth?.energy ?? priceGrowth })
  const earnedEur = worths.reduce(
    (sum, worth, index) => sum + worth * factors[phaseOfYear(horizon.phaseStarts, index + 1)]! * soldEur,
    0,
  )
  if (earnedEur < LEAST_EUR) return null
  const share = EARNS_TOO_MUCH[market.zone]?.[market.year]
  if (share === undefined) return undefined
  const { currency } = scan.input
  return { eur: earnedEur * (1 - 1 / (1 + share)), share, currency, hasBattery: figures.solution.capacityKwh > 0 }
}

/** Adds the effect of another year's sun on the net present value to its note; other notes stay unchanged. */
export const withWorth = (one: StoredNote, figures: Figures): StoredNote => {
  if (typeof one === "string" || one.code !== "weather-of-other-year") return one
  const worth = worthOf(figures)
  return worth === undefined ? one : note("weather-of-other-year", { ...one.params, worth })
}
