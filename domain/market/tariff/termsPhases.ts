import { mapped, type NonEmpty } from "../../base/nonEmpty.ts"
import { NEWEST_TAX_YEAR } from "./components.ts"
import type { CustomGrid, CustomSell } from "./custom/schema.ts"
import type { CustomTerms, TariffTerms } from "./terms.ts"

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
  sell?: Pick<CustomSell, "until" | "after">
  grid?: Pick<CustomGrid, "until" | "after">
}

/** The endings of a tariff that fall within the analysis period. */
export const statedEndings = (terms: TariffTerms, { nettingUntil }: Endings): StatedEndings => {
  const { sell, grid }: Partial<CustomTerms> = terms.type === "custom" ? terms : {}
  return {
    ...(nettingUntil === undefined ? {} : { nettingUntil }),
    ...(sell?.until !== undefined && sell.after ? { sell: { until: sell.until, after: sell.after } } : {}),
    ...(grid?.until !== undefined && grid.after ? { grid: { until: grid.until, after: grid.after } } : {}),
  }
}

/** Calendar year of a year of the analysis. */
const calendarYearOf = (year: number, { firstYear = NEWEST_TAX_YEAR }: Endings): number => firstYear + year - 1

const hasNettingIn = (terms: TariffTerms, calendarYear: number, { nettingUntil = Number.POSITIVE_INFINITY }: Endings) =>
  terms.netting === true && calendarYear <= nettingUntil

/** Terms of a calendar year, without endings. */
const termsIn = (terms: TariffTerms, calendarYear: number, endings: Endings): TariffTerms => {
  const charged = terms.type === "custom" ? customIn(terms, calendarYear) : terms
  return charged.netting === true ? { ...charged, netting: hasNettingIn(charged, calendarYear, endings) } : charged
}

const customIn = (terms: CustomTerms, calendarYear: number): CustomTerms => ({
  ...terms,
  sell: sellIn(terms.sell, calendarYear),
  ...(terms.grid ? { grid: gridIn(terms.grid, calendarYear) } : {}),
})

const sellIn = ({ until, after, ...sell }: CustomSell, calendarYear: number): CustomSell =>
  until !== undefined && after !== undefined && calendarYear > until ? after : sell

/** Grid terms of a calendar year; the grid fee per kWh holds in all years. */
const gridIn = ({ until, after, ...grid }: CustomGrid, calendarYear: number): CustomGrid => {
  if (until === undefined || after === undefined || calendarYear <= until) return grid
  const { buyEurPerKwh } = grid
  return { ...(buyEurPerKwh ? { buyEurPerKwh } : {}), ...after }
}

/** Key of a calendar year's terms: years with equal keys have equal terms. */
const placeOf = (terms: TariffTerms, calendarYear: number, endings: Endings): string => {
  const ends = terms.type === "custom" ? [terms.sell.until, terms.grid?.until] : []
  const isBefore = ends.map(until => until === undefined || calendarYear <= until)
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
