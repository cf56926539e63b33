import { seriesNumber } from "../base/seriesNumber.ts"
import type { Assumptions } from "../market/assumptions.ts"
import { partRates } from "../market/partGrowth.ts"
import { chargedKw, type DemandSet } from "../market/tariff/demandSets.ts"
import type { PriceParts } from "../market/tariff/priceParts.ts"
import { type BlockTax, NO_BLOCK_TAX, taxBeyondPricesEur } from "../market/tariff/taxBlocks.ts"
import { MONTH_START_HOURS } from "../site/year.ts"

/** Hourly values of a year, kWh or EUR/kWh, in single or double precision. */
export type Hours = Float32Array | Float64Array

/** Prices of the hours of a year. */
export interface HourlyPrices {
  buyEurPerKwh: Hours
  sellEurPerKwh: Hours
}

/** Charges of a bill other than the hourly energy prices. */
export interface Charges extends Pick<Assumptions, "fixedCostEurPerMonth" | "demandChargeEurPerKwMonth"> {
  /** Credit for each kWh of the smaller of the year's import and export [EUR/kWh]; 0 without netting. */
  nettingEurPerKwh: number
  /** Energy tax by blocks; absent: prices include the whole tax. */
  tax?: BlockTax
  /** Demand charges of a custom tariff, in addition to demandChargeEurPerKwMonth. */
  demand?: readonly DemandSet[]
  /** Grid fees and taxes within the prices, if the parts of bills grow separately; absent: they do not. */
  parts?: PriceParts
}

/** Charges of a scan's bills under a tariff. */
export const chargesOf = (
  { assumptions }: { assumptions: Assumptions },
  tariff: Pick<Charges, "nettingEurPerKwh" | "tax" | "demand" | "parts"> & FixedCosts,
): Charges => {
  const { nettingEurPerKwh, tax = NO_BLOCK_TAX, demand = [], parts } = tariff
  return {
    ...{ ...assumptions, nettingEurPerKwh, tax, demand },
    fixedCostEurPerMonth: fixedCostOf(assumptions, tariff),
    ...(parts && partRates(assumptions) ? { parts } : {}),
  }
}

/** Fixed costs of a tariff that has its own. */
type FixedCosts = Partial<Pick<Assumptions, "fixedCostEurPerMonth">>

/** Fixed costs of a month under a tariff [EUR]. */
export const fixedCostOf = (
  { fixedCostEurPerMonth }: Pick<Assumptions, "fixedCostEurPerMonth">,
  tariff: FixedCosts | undefined,
): number => tariff?.fixedCostEurPerMonth ?? fixedCostEurPerMonth

/** Parts of a bill without the energy itself [EUR]. */
export interface BillParts {
  /** Grid fees by the kWh, demand charges and fixed costs. */
  gridFeeEur: number
  /** Energy tax and levies. */
  taxEur: number
  /** Grid fees and taxes within the netting credit. */
  nettedGridFeeEur: number
  nettedTaxEur: number
}

/** Electricity bill of a year, at the prices of the first year. */
export interface Bill {
  /** Parts of the bill; absent: the parts do not grow separately. */
  parts?: BillParts
  /**
   * Price times import of each month, and its share of the year's tax that prices do not include [EUR], January first.
   */
  monthlyEnergyEur: number[]
  /** Demand charges of each month, and a twelfth of the yearly demand charges [EUR]. */
  monthlyDemandEur: number[]
  /** Fixed costs of each month [EUR]. */
  monthlyFixedEur: number[]
  /** Energy, demand and fixed costs of the import, feed-in revenue not subtracted [EUR]. */
  energyBillEur: number
  /** Payment for all exported energy, including nettingCreditEur [EUR]. */
  feedInRevenueEur: number
  /** Credit of netting [EUR]. */
  nettingCreditEur: number
  /** energyBillEur − feedInRevenueEur. */
  costEur: number
}

const MONTHS = 12

/** Demand charges of each month [EUR]: a monthly set by its months, a yearly set by twelfths. */
const setsEur = (sets: readonly DemandSet[], importKwh: Hours): number[] => {
  const monthlyEur = new Array<number>(MONTHS).fill(0)
  for (const set of sets) {
    chargedKw(set, importKwh).forEach((kw, number) => {
      const eur = kw * set.eurPerKw[number]!
      if (set.eurPerKw.length === MONTHS) monthlyEur[number]! += eur
      else for (let month = 0; month < MONTHS; month++) monthlyEur[month]! += eur / MONTHS
    })
  }
  return monthlyEur
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/**
 * Grid fees and taxes of a bill [EUR].
 * @param counted charges that do not depend on kWh, and tax that prices do not include
 */
const billParts = (
  importKwh: Hours,
  { gridFeeEurPerKwh, taxEurPerKwh, nettedGridFeeEurPerKwh, nettedTaxEurPerKwh }: PriceParts,
  counted: { chargedEur: number; beyondEur: number; boughtKwh: number; nettedKwh: number },
): BillParts => {
  let gridFeeEur = counted.chargedEur
  for (let hour = 0; hour < importKwh.length; hour++) gridFeeEur += importKwh[hour]! * gridFeeEurPerKwh[hour]!
  return {
    gridFeeEur,
    taxEur: taxEurPerKwh * counted.boughtKwh + counted.beyondEur,
    nettedGridFeeEur: nettedGridFeeEurPerKwh * counted.nettedKwh,
    nettedTaxEur: nettedTaxEurPerKwh * counted.nettedKwh,
  }
}

/** Cache key of a bill of given hours: all inputs of the bill except the hours. */
export const billName = ({ buyEurPerKwh, sellEurPerKwh }: HourlyPrices, charges: Charges): string => {
  const { fixedCostEurPerMonth, demandChargeEurPerKwMonth, nettingEurPerKwh, tax, demand = [], parts } = charges
  const amounts = JSON.stringify([fixedCostEurPerMonth, demandChargeEurPerKwMonth, nettingEurPerKwh, tax])
  const numbers = [buyEurPerKwh, sellEurPerKwh, ...demand, ...(parts ? [parts] : [])].map(seriesNumber)
  return `bill ${numbers.join()} of ${demand.length} ${amounts}`
}

/**
 * First-year bill of hourly imports and exports. Energy tax by blocks is charged exactly, without netted energy, and
 * spread over the months by their import.
 * @param importKwh 8760 h, kWh purchased
 * @param exportKwh 8760 h, kWh sold
 */
export const yearBill = (
  importKwh: Hours,
  exportKwh: Hours,
  { buyEurPerKwh, sellEurPerKwh }: HourlyPrices,
  charges: Charges,
): Bill => {
  const { fixedCostEurPerMonth, demandChargeEurPerKwMonth, nettingEurPerKwh, tax = NO_BLOCK_TAX, demand = [] } = charges
  const pricedEur: number[] = []
  const boughtInMonthKwh: number[] = []
  const monthlyDemandEur = setsEur(demand, importKwh)
  let soldEur = 0
  let boughtKwh = 0
  let soldKwh = 0
  for (let month = 0; month < 12; month++) {
    let energyEur = 0
    let peakKw = 0
    const boughtBeforeKwh = boughtKwh
    for (let hour = MONTH_START_HOURS[month]!; hour < MONTH_START_HOURS[month + 1]!; hour++) {
      energyEur += importKwh[hour]! * buyEurPerKwh[hour]!
      soldEur += exportKwh[hour]! * sellEurPerKwh[hour]!
      boughtKwh += importKwh[hour]!
      soldKwh += exportKwh[hour]!
      if (importKwh[hour]! > peakKw) peakKw = importKwh[hour]!
    }
    pricedEur.push(energyEur)
    boughtInMonthKwh.push(boughtKwh - boughtBeforeKwh)
    monthlyDemandEur[month]! += peakKw * demandChargeEurPerKwMonth
  }
  const monthlyFixedEur = new Array<number>(12).fill(fixedCostEurPerMonth)
  const nettedKwh = nettingEurPerKwh > 0 ? Math.min(boughtKwh, soldKwh) : 0
  const beyondEur = taxBeyondPricesEur(tax, boughtKwh - nettedKwh)
  const monthlyEnergyEur = pricedEur.map((eur, month) =>
    boughtKwh > 0 ? eur + (beyondEur * boughtInMonthKwh[month]!) / boughtKwh : eur,
  )
  const energyBillEur = total(monthlyEnergyEur) + total(monthlyDemandEur) + total(monthlyFixedEur)
  const nettingCreditEur = nettingEurPerKwh * Math.min(boughtKwh, soldKwh)
  const feedInRevenueEur = soldEur + nettingCreditEur
  const counted = { chargedEur: total(monthlyDemandEur) + total(monthlyFixedEur), beyondEur, boughtKwh, nettedKwh }
  return {
    ...(charges.parts ? { parts: billParts(importKwh, charges.parts, counted) } : {}),
    monthlyEnergyEur,
    monthlyDemandEur,
    monthlyFixedEur,
    energyBillEur,
    feedInRevenueEur,
    nettingCreditEur,
    costEur: energyBillEur - feedInRevenueEur,
  }
}
