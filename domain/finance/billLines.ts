/**
 * Lines of a first-year bill by month: feed-in, netting, energy by rate, energy tax, grid fees, demand and fixed costs.
 *
 * - The lines of all months add up to the bill's `costEur`; amounts paid to the customer are negative.
 * - Energy has one line for each rate of the contract if it has few, otherwise one line for all hours.
 * - Terms of the year (netting, monthly settlement, pay by volume) are spread over the months by their feed-in, and
 *   tax beyond the prices by their import.
 */
import { BILL_LINES } from "../base/billLineNames.ts"
import type { TariffYear } from "../market/tariff/terms.ts"
import { monthStart } from "../site/steps.ts"
import type { Bill, Hours } from "./bill.ts"

/** One line of a bill. */
export interface BillLine {
  line: (typeof BILL_LINES)[number]
  /** Rate of an energy line [EUR/kWh]; absent: several rates, and for other lines. */
  eurPerKwh?: number
  /** Amounts of the months, January first [EUR]. */
  monthlyEur: number[]
}

const MONTHS = 12
/** Largest number of rates with a line each. */
const MAX_RATES = 4
const RATE_DECIMALS = 5

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Sum of `of` over the steps of each month. */
const byMonth = (steps: Hours, of: (step: number) => number): number[] =>
  Array.from({ length: MONTHS }, (_, month) => {
    let sum = 0
    const end = monthStart(month + 1, steps)
    for (let step = monthStart(month, steps); step < end; step++) sum += of(step)
    return sum
  })

/** Amount of a year in shares of monthly weights; in equal parts without weights. */
const spread = (eur: number, weights: readonly number[]): number[] => {
  const all = sumOf(weights)
  return weights.map(weight => (all > 0 ? (eur * weight) / all : eur / MONTHS))
}

/** Charges of the grid that a bill was made with. */
const billedUnder = (tariff: TariffYear, { isOrElse }: Bill): Pick<TariffYear, "buyEurPerKwh" | "parts"> =>
  tariff.otherCharges && tariff.otherCharges.isOrElse === isOrElse ? tariff.otherCharges : tariff

/** Energy of the import in one line for each rate, or in one line with many rates. */
const energyLines = (importKwh: Hours, { buyEurPerKwh, parts }: Pick<TariffYear, "buyEurPerKwh" | "parts">) => {
  const apartEur = (step: number) => (parts ? parts.taxEurPerKwh + parts.gridFeeEurPerKwh[step]! : 0)
  const priceOf = (step: number) => buyEurPerKwh[step]! - apartEur(step)
  const byRate = new Map<number, number[]>()
  // Prices that differ by rounding have one rate. Rounding is slow, and a contract has few different prices.
  const rateOfPrice = new Map<number, number>()
  for (let month = 0; month < MONTHS; month++) {
    const end = monthStart(month + 1, importKwh)
    for (let step = monthStart(month, importKwh); step < end; step++) {
      const price = priceOf(step)
      const rate = rateOfPrice.get(price) ?? Number(price.toFixed(RATE_DECIMALS))
      rateOfPrice.set(price, rate)
      const monthlyEur = byRate.get(rate) ?? new Array<number>(MONTHS).fill(0)
      monthlyEur[month]! += importKwh[step]! * price
      byRate.set(rate, monthlyEur)
      if (byRate.size > MAX_RATES)
        return [{ line: "energy" as const, monthlyEur: byMonth(importKwh, each => importKwh[each]! * priceOf(each)) }]
    }
  }
  return [...byRate]
    .sort(([a], [b]) => b - a)
    .map(([eurPerKwh, monthlyEur]) => ({ line: "energy" as const, eurPerKwh, monthlyEur }))
}

/**
 * Lines of a bill under the first terms of its tariff.
 * @param traded import and export that the bill charges, kWh per step
 */
export const billLines = (
  { importKwh, exportKwh }: { importKwh: Hours; exportKwh: Hours },
  tariff: TariffYear,
  bill: Bill,
): BillLine[] => {
  const billed = billedUnder(tariff, bill)
  const { parts } = billed
  const boughtKwh = byMonth(importKwh, step => importKwh[step]!)
  const soldKwh = byMonth(exportKwh, step => exportKwh[step]!)
  const soldEur = byMonth(exportKwh, step => exportKwh[step]! * tariff.sellEurPerKwh[step]!)
  const energy = energyLines(importKwh, billed)
  const gridFee = byMonth(importKwh, step => (parts ? importKwh[step]! * parts.gridFeeEurPerKwh[step]! : 0))
  const pricedEur = energy.reduce((sum, { monthlyEur }) => sum + sumOf(monthlyEur), sumOf(gridFee))
  const tax = spread(sumOf(bill.monthlyEnergyEur) - pricedEur, boughtKwh)
  const beyondEur = spread(bill.feedInRevenueEur - bill.nettingCreditEur - sumOf(soldEur), soldKwh)
  return [
    { line: "feedIn", monthlyEur: soldEur.map((eur, month) => -eur - beyondEur[month]!) },
    { line: "netting", monthlyEur: spread(-bill.nettingCreditEur, soldKwh) },
    ...energy,
    { line: "tax", monthlyEur: tax },
    { line: "gridFee", monthlyEur: gridFee },
    { line: "demand", monthlyEur: bill.monthlyDemandEur },
    { line: "fixed", monthlyEur: bill.monthlyFixedEur },
  ]
}

/** Lines of two bills, line by line: 0 in months of a line that a bill lacks. */
export interface ComparedLine extends Omit<BillLine, "monthlyEur"> {
  /** Amounts of the months without and with the plant, January first [EUR]. */
  baseline: number[]
  plant: number[]
}

/** Smaller amounts are rounding. */
const SMALLEST_EUR = 1e-6
const keyOf = ({ line, eurPerKwh }: BillLine): string => `${line} ${eurPerKwh}`

/** Lines of two bills next to each other; lines without an amount in either are left out. */
export const comparedLines = (baseline: readonly BillLine[], plant: readonly BillLine[]): ComparedLine[] => {
  const all = new Map([...baseline, ...plant].map(line => [keyOf(line), line]))
  const monthsIn = (lines: readonly BillLine[], key: string) =>
    lines.find(line => keyOf(line) === key)?.monthlyEur ?? new Array<number>(MONTHS).fill(0)
  return [...all]
    .map(([key, { monthlyEur: _, ...line }]) => ({
      ...line,
      baseline: monthsIn(baseline, key),
      plant: monthsIn(plant, key),
    }))
    .filter(({ baseline, plant }) => [...baseline, ...plant].some(eur => Math.abs(eur) >= SMALLEST_EUR))
    .sort((a, b) => BILL_LINES.indexOf(a.line) - BILL_LINES.indexOf(b.line))
}

/** Amounts in whole cents that add up to the rounded total: each is the difference of two rounded running totals. */
export const toCents = (amounts: readonly number[]): number[] => {
  let [sum, rounded] = [0, 0]
  return amounts.map(amount => {
    sum += amount
    const cents = Math.round(sum * 100) - rounded
    rounded += cents
    return cents / 100
  })
}
