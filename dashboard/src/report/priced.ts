/**
 * Price, payback and cash flow of a report, at the price of a sent offer if there is one (docs/offers.md).
 *
 * - The range of the payback at the price of an offer follows from the range of the cumulative cash flow.
 * - A loan changes the cash flow alone.
 */
import { paybackOf } from "../../../domain/finance/payback.ts"
import { flowsAtPrice, offeredPrice, spentOn } from "../../../domain/report/offer/price.ts"
import { type ShownOutlook, shownOutlook } from "../../../domain/report/shownOutlook.ts"
import type { ChartData, FullReport, ShownOffer } from "./data.ts"

type Years = number | null
type Balances = readonly number[]

/** Cumulative cash flow, year 0 first [EUR]. */
export interface Cash {
  /** Cash flow of each year. */
  yearly: Balances
  balances: Balances
  /** Year from which on the balance stays positive; null: none. */
  breakEvenYear: number | null
  /** Balances that 10 % and 90 % of the futures stay below; absent in older reports and without futures. */
  band?: { low: Balances; high: Balances }
  /** Balances with the loan of the offer. */
  withLoan?: Balances
}

export interface Priced {
  /** True if the price is an offer's. */
  isOffer: boolean
  /** With VAT for households, without VAT for businesses. */
  price: number
  /** Price above the price of the report [EUR]; 0 without an offer. */
  extraEur: number
  payback: Years
  /** The payback in 8 of 10 futures; absent without futures. */
  range?: { p10: Years; p50: Years; p90: Years }
  cash: Cash
}

/** True unless every future never pays back. */
export const isSpread = ({ p10, p50, p90 }: NonNullable<Priced["range"]>): boolean =>
  p10 !== null || p50 !== null || p90 !== null

const MONTHS = 12

const cumulated = (flows: Balances): number[] => {
  let sum = 0
  return flows.map(flow => {
    sum += flow
    return sum
  })
}

type Loan = NonNullable<ShownOffer["loan"]>

/** Amount that repays a loan after `year`: the payments that are left, less their interest. */
const openPrincipal = ({ years, ratePercent, monthlyPayment }: Loan, year: number): number => {
  const months = MONTHS * Math.max(0, years - year)
  const rate = ratePercent / 100 / MONTHS
  return monthlyPayment * (rate === 0 ? months : -Math.expm1(-months * Math.log1p(rate)) / rate)
}

/**
 * Cash flows of the customer with a loan: its amount at the beginning and its payments in the years of its term. The
 * last year repays the debt that is left.
 */
const withLoan = (flows: Balances, loan: Loan): number[] =>
  flows.map((flow, year) => {
    if (year === 0) return flow + loan.amount
    const debt = year === flows.length - 1 ? openPrincipal(loan, year) : 0
    return (year <= loan.years ? flow - MONTHS * loan.monthlyPayment : flow) - debt
  })

/** Payback of cumulative cash flows. */
const paybackIn = (balances: Balances): Years =>
  paybackOf(balances.map((balance, year) => balance - (balances[year - 1] ?? 0)))?.returnPeriodYears ?? null

/** True for an offer that its customer can read. */
const isSent = (offer: ShownOffer | null | undefined): offer is ShownOffer =>
  offer?.status === "sent" || offer?.status === "accepted" || offer?.status === "expired"

const rangeOf = (outlook: ShownOutlook, extraEur: number, isOffer: boolean): Pick<Priced, "range"> => {
  if (!isOffer) return outlook.paybackYears ? { range: outlook.paybackYears } : {}
  const balances = outlook.ranges?.cumulativeCashflows
  if (!balances) return {}
  // The futures with the highest balances pay back first.
  const years = (each: Balances) => paybackIn(each.map(balance => balance - extraEur))
  return { range: { p10: years(balances.p90), p50: years(balances.p50), p90: years(balances.p10) } }
}

interface PricedOf {
  report: FullReport
  chart: Pick<ChartData, "yearlyCashflows">
  offer?: ShownOffer | null | undefined
  /** True while the outlook is another plant's. */
  isPartial?: boolean
}

/** Price, payback and cash flow of a report, at the price of its sent offer. */
export const pricedOf = ({ report, chart, offer, isPartial = false }: PricedOf): Priced => {
  const sent = isSent(offer) ? offer : undefined
  const spent = spentOn(report.financial.investment)
  const price = sent ? offeredPrice(report, sent.totals) : spent
  const extraEur = price - spent
  const yearly = flowsAtPrice(chart.yearlyCashflows, extraEur)
  const outlook = isPartial ? null : shownOutlook(report)
  const balances = outlook?.ranges?.cumulativeCashflows
  const shifted = (each: Balances) => each.map(balance => balance - extraEur)
  const returned = paybackOf(yearly)
  const { returnPeriod } = report.overview.kpi
  const { breakEvenYear } = report.financial.cashflowSummary
  return {
    isOffer: sent !== undefined,
    price,
    extraEur,
    payback: sent ? (returned?.returnPeriodYears ?? null) : returnPeriod,
    ...(outlook ? rangeOf(outlook, extraEur, sent !== undefined) : {}),
    cash: {
      yearly,
      balances: cumulated(yearly),
      breakEvenYear: sent ? (returned?.breakEvenYear ?? null) : breakEvenYear,
      ...(balances ? { band: { low: shifted(balances.p10), high: shifted(balances.p90) } } : {}),
      ...(sent?.loan ? { withLoan: cumulated(withLoan(yearly, sent.loan)) } : {}),
    },
  }
}
