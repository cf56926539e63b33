import { mapped, type NonEmpty } from "../../base/nonEmpty.ts"
import { NEWEST_TAX_YEAR } from "./components.ts"
import type { BatteryCredit, CustomBuy, CustomGrid, CustomSell } from "./custom/schema.ts"
import type { CustomTerms, DynamicTerms, FlatTerms, TariffTerms } from "./terms.ts"

/** Terms of some years of the analysis, which begins in year 1. */
export interface TermsPhase {
  fromYear: number
  untilYear: number
  /** Calendar year of fromYear. */
  calendarYear: number
  terms: TariffTerms
}

/** Terms of a tariff that end with a calendar year. */
export interface Endings {
  /**
   * Calendar year of the first year of the analysis; absent: the year of the newest taxes, with which the first year is
   * billed.
   */
  firstYear?: number | undefined
  /** Last calendar year of netting; absent: it does not end. */
  nettingUntil?: number | undefined
}

/** Later terms of a tariff in a request. */
export interface StatedEndings {
  nettingUntil?: number
  feedInUntil?: number
  buy?: Pick<CustomBuy, "until" | "after">
  sell?: Pick<CustomSell, "until" | "after">
  grid?: Pick<CustomGrid, "until" | "after">
  batteryCredit?: Pick<BatteryCredit, "until">
}

/** The endings of a tariff that fall within the analysis period. */
export const statedEndings = (terms: TariffTerms, { nettingUntil }: Endings): StatedEndings => {
  const { buy, sell, grid }: Partial<CustomTerms> = terms.type === "custom" ? terms : {}
  const feedInUntil = feedInUntilOf(terms)
  return {
    ...(nettingUntil === undefined ? {} : { nettingUntil }),
    ...(feedInUntil === undefined ? {} : { feedInUntil }),
    ...(buy?.until !== undefined && buy.after ? { buy: { until: buy.until, after: buy.after } } : {}),
    ...(sell?.until !== undefined && sell.after ? { sell: { until: sell.until, after: sell.after } } : {}),
    ...(grid?.until !== undefined && grid.after ? { grid: { until: grid.until, after: grid.after } } : {}),
    ...(terms.batteryCredit?.until === undefined ? {} : { batteryCredit: { until: terms.batteryCredit.until } }),
  }
}

const feedInUntilOf = (terms: TariffTerms): number | undefined =>
  terms.type === "custom" ? undefined : terms.feedInUntil

/** Calendar year of a year of the analysis. */
const calendarYearOf = (year: number, { firstYear = NEWEST_TAX_YEAR }: Endings): number => firstYear + year - 1

const hasNettingIn = (terms: TariffTerms, calendarYear: number, { nettingUntil = Number.POSITIVE_INFINITY }: Endings) =>
  terms.netting === true && calendarYear <= nettingUntil

/** Terms of a calendar year, without endings. */
const termsIn = (terms: TariffTerms, calendarYear: number, endings: Endings): TariffTerms => {
  const priced = terms.type === "custom" ? customIn(terms, calendarYear) : withFeedInIn(terms, calendarYear)
  const charged = withCreditIn(priced, calendarYear)
  return charged.netting === true ? { ...charged, netting: hasNettingIn(charged, calendarYear, endings) } : charged
}

/** Terms with the credit of a calendar year, without its end. */
const withCreditIn = <Terms extends TariffTerms>(terms: Terms, calendarYear: number): Terms => {
  if (!terms.batteryCredit) return terms
  const { batteryCredit, ...uncredited } = terms
  const { until = Number.POSITIVE_INFINITY, ...credit } = batteryCredit
  return (calendarYear > until ? uncredited : { ...uncredited, batteryCredit: credit }) as Terms
}

/** Terms with the feed-in price of a calendar year, without its end; later a flat contract pays nothing. */
const withFeedInIn = (
  { feedInUntil = Number.POSITIVE_INFINITY, ...terms }: FlatTerms | DynamicTerms,
  calendarYear: number,
): FlatTerms | DynamicTerms => {
  if (calendarYear <= feedInUntil) return terms
  const { feedInEurPerKwh: _, feedInGrowth: __, ...unpaid } = terms
  return unpaid.type === "flat" ? { ...unpaid, feedInEurPerKwh: 0 } : unpaid
}

const customIn = (terms: CustomTerms, calendarYear: number): CustomTerms => ({
  ...terms,
  buy: buyIn(terms.buy, calendarYear),
  sell: sellIn(terms.sell, calendarYear),
  ...(terms.grid ? { grid: gridIn(terms.grid, calendarYear) } : {}),
})

/** Terms after the end of a part of the tariff; undefined until then. */
const laterTerms = <Terms>(
  { until = Number.POSITIVE_INFINITY, after }: { until: number | undefined; after: Terms | undefined },
  calendarYear: number,
): Terms | undefined => (calendarYear > until ? after : undefined)

/** Purchase terms of a calendar year; taxes are the same in all years. */
const buyIn = ({ until, after, ...buy }: CustomBuy, calendarYear: number): CustomBuy => ({
  ...(laterTerms({ until, after }, calendarYear) ?? buy),
  taxed: buy.taxed,
})

const sellIn = ({ until, after, ...sell }: CustomSell, calendarYear: number): CustomSell =>
  laterTerms({ until, after }, calendarYear) ?? sell

/** Grid terms of a calendar year; without a later grid fee per kWh the fee stays. */
const gridIn = ({ until, after, ...grid }: CustomGrid, calendarYear: number): CustomGrid => {
  const later = laterTerms({ until, after }, calendarYear)
  const { buyEurPerKwh } = grid
  return later ? { ...(buyEurPerKwh ? { buyEurPerKwh } : {}), ...later } : grid
}

/** Key of a calendar year's terms: years with equal keys have equal terms. */
const placeOf = (terms: TariffTerms, calendarYear: number, endings: Endings): string => {
  const ends = terms.type === "custom" ? [terms.buy.until, terms.sell.until, terms.grid?.until] : []
  const isBefore = [...ends, feedInUntilOf(terms), terms.batteryCredit?.until].map(
    until => until === undefined || calendarYear <= until,
  )
  return [hasNettingIn(terms, calendarYear, endings), ...isBefore].join(" ")
}

/**
 * Phases of the analysis with constant terms, the first from year 1. A tariff without endings within the analysis has
 * one phase with its own terms.
 */
export const termsPhases = (terms: TariffTerms, endings: Endings, analysisYears: number): NonEmpty<TermsPhase> => {
  const place = (year: number) => placeOf(terms, calendarYearOf(year, endings), endings)
  const starts: [number, ...number[]] = [1]
  for (let year = 2; year <= analysisYears; year++) if (place(year) !== place(year - 1)) starts.push(year)
  return mapped(starts, (fromYear, phase) => {
    const untilYear = (starts[phase + 1] ?? analysisYears + 1) - 1
    const calendarYear = calendarYearOf(fromYear, endings)
    return { fromYear, untilYear, calendarYear, terms: termsIn(terms, calendarYear, endings) }
  })
}
