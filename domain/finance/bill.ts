import { seriesNumber } from "../base/memo.ts"
import type { Assumptions } from "../market/assumptions.ts"
import { partRates } from "../market/partGrowth.ts"
import { chargedKw, type DemandSet } from "../market/tariff/demandSets.ts"
import type { PriceParts } from "../market/tariff/priceParts.ts"
import { type BlockTax, NO_BLOCK_TAX, taxBeyondPricesEur } from "../market/tariff/taxBlocks.ts"
import type { OtherCharges, Settlement } from "../market/tariff/terms.ts"
import { monthStart, stepsPerHour } from "../site/steps.ts"
import { settledEur } from "./settlement.ts"

/** Values of the hours or quarters of a year, kWh or EUR/kWh, in single or double precision. */
export type Hours = Float32Array | Float64Array

/** Prices of the steps of a year. */
export interface HourlyPrices {
  buyEurPerKwh: Hours
  sellEurPerKwh: Hours
}

/** Charges of a bill other than the energy prices of its steps. */
export interface Charges extends Pick<Assumptions, "fixedCostEurPerMonth" | "demandChargeEurPerKwMonth"> {
  /** Credit for each kWh of the smaller of the year's import and export [EUR/kWh]; 0 without netting. */
  nettingEurPerKwh: number
  /** Energy tax by blocks; absent: prices include the whole tax. */
  tax?: BlockTax
  /** Demand charges of a custom tariff, in addition to demandChargeEurPerKwMonth. */
  demand?: readonly DemandSet[]
  /** Monthly settlement of feed-in in money; absent: every kWh is paid. */
  settlement?: Settlement
  /** Feed-in pay by the volume of the year; absent: prices include the whole pay. */
  volumePay?: BlockTax
  /** Other charges of the grid, of which a year has the lower. */
  otherCharges?: OtherCharges
  /** Overlap: purchase and feed-in of the same steps, in addition to import and export [kWh]; absent: none. */
  overlapKwh?: Hours | undefined
  /** Grid fees and taxes within the prices, if the parts of bills grow separately; absent: they do not. */
  parts?: PriceParts
}

interface BilledCase {
  assumptions: Assumptions
  /** Terms of all phases. */
  tariffs: readonly { buyGrowth?: number }[]
  overlapKwh?: Hours | undefined
}

type ChargesOfTariff = Omit<Charges, "demandChargeEurPerKwMonth" | "overlapKwh">

/** Charges of a scan's bills under a tariff. */
export const chargesOf = (
  { assumptions, tariffs, overlapKwh }: BilledCase,
  tariff: Omit<ChargesOfTariff, "fixedCostEurPerMonth"> & FixedCosts,
): Charges => {
  const { nettingEurPerKwh, tax = NO_BLOCK_TAX, demand = [], parts, otherCharges, settlement, volumePay } = tariff
  return {
    ...{ ...assumptions, nettingEurPerKwh, tax, demand },
    fixedCostEurPerMonth: fixedCostOf(assumptions, tariff),
    ...(overlapKwh ? { overlapKwh } : {}),
    ...(parts && partRates({ assumptions, tariffs }) ? { parts } : {}),
    ...(otherCharges ? { otherCharges } : {}),
    ...(settlement ? { settlement } : {}),
    ...(volumePay ? { volumePay } : {}),
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
  /** True if `grid.orElse` of the tariff costs less and is billed; absent: the tariff has no other charges. */
  isOrElse?: boolean
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
  if (sets.length === 0) return monthlyEur
  const steps = stepsPerHour(importKwh)
  const importKw = steps === 1 ? importKwh : importKwh.map(kwh => kwh * steps)
  for (const set of sets) {
    chargedKw(set, importKw).forEach((kw, number) => {
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
  const { overlapKwh, otherCharges, settlement, volumePay } = charges
  const amounts = JSON.stringify([fixedCostEurPerMonth, demandChargeEurPerKwMonth, nettingEurPerKwh, tax, volumePay])
  const numbers = [buyEurPerKwh, sellEurPerKwh, ...demand, ...(parts ? [parts] : [])].map(seriesNumber)
  const apart = overlapKwh ? ` and ${seriesNumber(overlapKwh)}` : ""
  const other = otherCharges ? ` or ${otherName(otherCharges)}` : ""
  const settled = settlement ? ` settled ${settlement.carryOverMonths} ${settlement.refundFraction}` : ""
  return `bill ${numbers.join()} of ${demand.length}${apart} ${amounts}${other}${settled}`
}

const otherName = ({ buyEurPerKwh, demand, parts, fixedCostEurPerMonth, isOrElse }: OtherCharges): string =>
  [
    ...[buyEurPerKwh, ...demand, ...(parts ? [parts] : [])].map(seriesNumber),
    ...[fixedCostEurPerMonth, isOrElse],
  ].join()

/**
 * First-year bill of imports and exports in steps, and of the overlap in the charges. Energy tax by blocks is charged
 * exactly, without netted energy, and spread over the months by their import.
 * @param importKwh kWh purchased without overlap in each step
 * @param exportKwh kWh sold without overlap in each step
 */
export const yearBill = (importKwh: Hours, exportKwh: Hours, prices: HourlyPrices, charges: Charges): Bill => {
  const { overlapKwh, ...rest } = charges
  return overlapKwh
    ? lowerBill(plus(importKwh, overlapKwh), plus(exportKwh, overlapKwh), prices, rest)
    : lowerBill(importKwh, exportKwh, prices, charges)
}

/** Bill under the charges of the grid that cost less. */
const lowerBill = (importKwh: Hours, exportKwh: Hours, prices: HourlyPrices, charges: Charges): Bill => {
  const { otherCharges, ...used } = charges
  const bill = meteredBill(importKwh, exportKwh, prices, used)
  if (!otherCharges) return bill
  const { buyEurPerKwh, demand, fixedCostEurPerMonth = 0, parts, isOrElse } = otherCharges
  const ofParts = used.parts && parts ? { parts } : {}
  const orElseCharges = { ...used, demand, fixedCostEurPerMonth, ...ofParts }
  const other = meteredBill(importKwh, exportKwh, { ...prices, buyEurPerKwh }, orElseCharges)
  return other.costEur < bill.costEur ? { ...other, isOrElse } : { ...bill, isOrElse: !isOrElse }
}

const plus = (hours: Hours, added: Hours): Float64Array => Float64Array.from(hours, (kwh, hour) => kwh + added[hour]!)

/** Purchases of each month without their grid fees [EUR]. */
const lessGridFees = (pricedEur: readonly number[], importKwh: Hours, { gridFeeEurPerKwh }: Settlement): number[] =>
  pricedEur.map((eur, month) => {
    let feesEur = 0
    for (let step = monthStart(month, importKwh); step < monthStart(month + 1, importKwh); step++)
      feesEur += importKwh[step]! * gridFeeEurPerKwh[step]!
    return eur - feesEur
  })

/** Bill of the import and export that the meter counts. */
const meteredBill = (
  importKwh: Hours,
  exportKwh: Hours,
  { buyEurPerKwh, sellEurPerKwh }: HourlyPrices,
  charges: Charges,
): Bill => {
  const { fixedCostEurPerMonth, demandChargeEurPerKwMonth, nettingEurPerKwh, tax = NO_BLOCK_TAX, demand = [] } = charges
  const pricedEur: number[] = []
  const boughtInMonthKwh: number[] = []
  const monthlyDemandEur = setsEur(demand, importKwh)
  const soldInMonthEur: number[] = []
  let soldEur = 0
  let boughtKwh = 0
  let soldKwh = 0
  for (let month = 0; month < 12; month++) {
    let energyEur = 0
    let peakKwh = 0
    const boughtBeforeKwh = boughtKwh
    const soldBeforeEur = soldEur
    const end = monthStart(month + 1, importKwh)
    for (let step = monthStart(month, importKwh); step < end; step++) {
      energyEur += importKwh[step]! * buyEurPerKwh[step]!
      soldEur += exportKwh[step]! * sellEurPerKwh[step]!
      boughtKwh += importKwh[step]!
      soldKwh += exportKwh[step]!
      if (importKwh[step]! > peakKwh) peakKwh = importKwh[step]!
    }
    pricedEur.push(energyEur)
    soldInMonthEur.push(soldEur - soldBeforeEur)
    boughtInMonthKwh.push(boughtKwh - boughtBeforeKwh)
    monthlyDemandEur[month]! += peakKwh * stepsPerHour(importKwh) * demandChargeEurPerKwMonth
  }
  const monthlyFixedEur = new Array<number>(12).fill(fixedCostEurPerMonth)
  const nettedKwh = nettingEurPerKwh > 0 ? Math.min(boughtKwh, soldKwh) : 0
  const beyondEur = taxBeyondPricesEur(tax, boughtKwh - nettedKwh)
  const monthlyEnergyEur = pricedEur.map((eur, month) =>
    boughtKwh > 0 ? eur + (beyondEur * boughtInMonthKwh[month]!) / boughtKwh : eur,
  )
  const energyBillEur = total(monthlyEnergyEur) + total(monthlyDemandEur) + total(monthlyFixedEur)
  const nettingCreditEur = nettingEurPerKwh * Math.min(boughtKwh, soldKwh)
  const { settlement, volumePay = NO_BLOCK_TAX } = charges
  const paidEur = settlement
    ? settledEur(soldInMonthEur, lessGridFees(pricedEur, importKwh, settlement), settlement)
    : soldEur
  const feedInRevenueEur = paidEur + taxBeyondPricesEur(volumePay, soldKwh) + nettingCreditEur
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
