import { expect, test } from "bun:test"
import type { FullReport } from "../../client/index.ts"
import type { ShownOffer } from "../../dashboard/src/report/data.ts"
import { pricedOf } from "../../dashboard/src/report/priced.ts"
import { fixtureResult } from "../../domain/report/sandbox/fixtures.ts"
import { readReport } from "../../domain/texts/report.ts"
import { outlookOf } from "../support/outlook.ts"

/** Report with the parts that a price needs: 1,000 EUR spent, 100 EUR saved a year for 20 years. */
const YEARS = 20
const flows = [-1000, ...new Array<number>(YEARS).fill(100)]
const balancesOf = (spent: number, saved: number) => flows.map((_, year) => saved * year - spent)
const outlook = {
  paybackYears: { p10: 8, p50: 10, p90: 12.5 },
  cumulativeCashflows: { p10: balancesOf(1000, 80), p50: balancesOf(1000, 100), p90: balancesOf(1000, 125) },
}
const made = readReport(fixtureResult("new-pv-battery-cost-savings").report, "en")
const row = { id: "s", createdAt: "2026-01-01T00:00:00.000Z", hasError: false, isShared: false, shareToken: null }
const reportOf = (customer: "household" | "business") => {
  const { investment, parameters, cashflowSummary } = made.financial
  return {
    ...row,
    ...made,
    outlook: { ...outlookOf(made), ...outlook },
    overview: { ...made.overview, kpi: { ...made.overview.kpi, returnPeriod: 10 } },
    financial: {
      ...made.financial,
      investment: { ...investment, solarInvestment: 700, batteryPurchaseCost: 300 },
      parameters: { ...parameters, customer },
      cashflowSummary: { ...cashflowSummary, breakEvenYear: 10 },
    },
  } as FullReport
}
const TOTALS = { net: 1200, vat: [], vatTotal: 300, gross: 1500, subsidy: 0 }
const offerOf = (status: ShownOffer["status"], loan: ShownOffer["loan"] = null): ShownOffer => ({
  ...{ number: 1, version: 1, status, currency: "EUR", lines: [], totals: TOTALS, loan, photos: [] },
  ...{ validUntil: null, terms: null, payment: null, sentAt: null, wasSent: false, updatedAt: null, acceptance: null },
})
const chart = { yearlyCashflows: flows }

test("without a sent offer price, payback and range are the report's", () => {
  for (const offer of [null, offerOf("draft"), offerOf("withdrawn")]) {
    const { isOffer, price, payback, range } = pricedOf({ report: reportOf("household"), chart, offer })
    expect([isOffer, price, payback, range]).toEqual([false, 1000, 10, outlook.paybackYears])
  }
})

test("a sent offer moves the beginning of the cash flow, the payback and its range to its price", () => {
  const { price, payback, range, cash } = pricedOf({ report: reportOf("household"), chart, offer: offerOf("sent") })
  expect([price, payback]).toEqual([1500, 15])
  expect(range).toEqual({ p10: 12, p50: 15, p90: 18.75 })
  expect([cash.yearly[0], cash.balances.at(-1), cash.band?.low[0]]).toEqual([-1500, 500, -1500])
  expect(pricedOf({ report: reportOf("business"), chart, offer: offerOf("accepted") }).price).toBe(1200)
})

test("a loan changes the cash flow alone", () => {
  const offer = offerOf("sent", { amount: 1500, years: 10, ratePercent: 0, monthlyPayment: 12.5 })
  const { payback, cash } = pricedOf({ report: reportOf("household"), chart, offer })
  expect(payback).toBe(15)
  expect([cash.withLoan?.[0], cash.withLoan?.[10], cash.withLoan?.at(-1)]).toEqual([0, -500, 500])
})

test("a debt that is left at the end is repaid in the last year", () => {
  const lastWith = (loan: NonNullable<ShownOffer["loan"]>) =>
    pricedOf({ report: reportOf("household"), chart, offer: offerOf("sent", loan) }).cash.withLoan?.at(-1)
  // Without interest the balance is 500, as with a payment at once.
  expect(lastWith({ amount: 1500, years: 25, ratePercent: 0, monthlyPayment: 5 })).toBeCloseTo(500, 6)
  // 1,500 at 6 % over 25 years: 9.66 a month (9.66452), of which 5 years are left: 499.90 open by the annuity
  // table (factor 51.72556 at 0.5 % and 60 months).
  const paid = { amount: 1500, years: 25, ratePercent: 6, monthlyPayment: 9.66452 }
  expect(lastWith(paid)).toBeCloseTo(500 + 1500 - 240 * 9.66452 - 499.9, 1)
})
