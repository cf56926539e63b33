import type { PartRates } from "../market/partGrowth.ts"
import type { Bill } from "./bill.ts"
import { phaseOfYear } from "./phases.ts"
import { annuityFactor, discountFactor } from "./presentWorth.ts"
import type { Renewal } from "./renewal.ts"

/** How amounts change over the years; rates are fractions per year. */
export interface Horizon {
  years: number
  discountRate: number
  priceGrowth: number
  /** Yearly loss of the panels, and with it of the savings. */
  degradation: number
  /** The years in which terms begin, the first 1; absent: one set of terms holds in all years. */
  phaseStarts?: readonly number[]
  /** Growth of what feed-in earns under each of them, netting aside; undefined: priceGrowth. Absent: of all. */
  feedInGrowth?: readonly (number | undefined)[]
  /** Growth of the parts of what is bought, and of feed-in pay that has none of its own; absent: priceGrowth of all. */
  partGrowth?: PartRates
}

/** What the plant costs besides electricity [EUR]. */
export interface PlantCosts {
  solarPurchaseEur: number
  batteryPurchaseEur: number
  /** Price of each battery replacement. */
  replacementEur: number
  /** Years at whose end the battery is replaced. */
  replacementYears: number[]
  /** What the use of the battery wears in a year, beyond what its replacements renew. */
  wearEurPerYear: number
  solarMaintenanceEurPerYear: number
  batteryMaintenanceEurPerYear: number
  /** Panels and inverters that are bought anew. */
  solarRenewals: readonly Renewal[]
  /** What panels and inverters, and the battery, are worth at the end of the analysis period. */
  solarResidualEur: number
  batteryResidualEur: number
}

/** The two amounts of a year-one bill that are carried through the years. */
export type YearOne = Amounts & {
  /** Of later terms; absent: the same amounts hold under all. */
  later?: readonly Amounts[]
}

type Amount = "energyBillEur" | "feedInRevenueEur"
type Amounts = Pick<Bill, Amount> & Partial<Pick<Bill, "nettingCreditEur" | "parts">>

/**
 * The bill whose terms hold in a year, at the level of prices in general: where feed-in or a part of the price grows
 * otherwise, that much of it is more or less by then. What netting gives back is of purchase prices.
 */
const billIn = (
  year: number,
  bill: YearOne,
  { phaseStarts, feedInGrowth, partGrowth, priceGrowth }: Horizon,
): Pick<Bill, Amount> => {
  const phase = phaseStarts ? phaseOfYear(phaseStarts, year) : 0
  const amounts = phase === 0 || !bill.later ? bill : bill.later[phase - 1]!
  const growth = feedInGrowth?.[phase] ?? partGrowth?.energy
  if (growth === undefined) return amounts
  const { feedInRevenueEur, nettingCreditEur = 0 } = amounts
  const level = ((1 + growth) / (1 + priceGrowth)) ** (year - 1)
  const bought = boughtIn(year, amounts, { partGrowth, priceGrowth })
  return {
    energyBillEur: bought.energyBillEur,
    feedInRevenueEur: bought.nettingCreditEur + (feedInRevenueEur - nettingCreditEur) * level,
  }
}

/**
 * What is bought in a year and what netting gives back of it, at the level of prices in general: each part by its own
 * growth.
 */
const boughtIn = (
  year: number,
  { energyBillEur, nettingCreditEur = 0, parts }: Amounts,
  { partGrowth, priceGrowth }: { partGrowth: PartRates | undefined; priceGrowth: number },
): { energyBillEur: number; nettingCreditEur: number } => {
  if (!parts || !partGrowth) return { energyBillEur, nettingCreditEur }
  const { gridFeeEur, taxEur, nettedGridFeeEur, nettedTaxEur } = parts
  const [energy, gridFee, tax] = [partGrowth.energy, partGrowth.gridFee, partGrowth.tax].map(
    growth => ((1 + growth) / (1 + priceGrowth)) ** (year - 1),
  ) as [number, number, number]
  return {
    energyBillEur: (energyBillEur - gridFeeEur - taxEur) * energy + gridFeeEur * gridFee + taxEur * tax,
    nettingCreditEur:
      (nettingCreditEur - nettedGridFeeEur - nettedTaxEur) * energy + nettedGridFeeEur * gridFee + nettedTaxEur * tax,
  }
}

/** What a year's bill comes to, feed-in revenue subtracted, at the level of prices in general. */
export const levelledEur = (year: number, bill: YearOne, horizon: Horizon): number =>
  netEur(billIn(year, bill, horizon))

/** The plant over the analysis period. Present values in EUR of today; cash flows nominal, year 0 first. */
export interface Lifecycle {
  energyBillEur: number
  feedInRevenueEur: number
  solarPurchaseEur: number
  batteryPurchaseEur: number
  /** Replacements and wear. */
  replacementEur: number
  /** Panels and inverters that are bought anew. */
  solarReplacementEur: number
  solarMaintenanceEur: number
  batteryMaintenanceEur: number
  /** What the plant is worth at the end of the analysis period. */
  residualValueEur: number
  /** The parts above together, less feedInRevenueEur and residualValueEur. */
  totalCostEur: number
  /** Life-cycle cost of the site as it is. */
  baselineCostEur: number
  /** baselineCostEur − totalCostEur. */
  netPresentValueEur: number
  /** Purchase, replacement and maintenance: all that is not on the electricity bill. */
  investmentEur: number
  /** years + 1 amounts. */
  yearlyCashflowsEur: number[]
  /** Running sums of yearlyCashflowsEur. */
  cumulativeCashflowsEur: number[]
  endBalanceEur: number
  /**
   * Years until the cumulated cash flow turns positive and stays so, interpolated; null when it does not end positive.
   */
  returnPeriodYears: number | null
  /** The year in which it does; null likewise. */
  breakEvenYear: number | null
  /** The first year in which it is positive, also when a replacement takes it below 0 again; null when it never is. */
  firstPositiveYear: number | null
  /** endBalanceEur over investmentEur, per year; 0 without investment. */
  averageAnnualReturn: number
}

/**
 * An amount in year y, nominal: (1 + e)^(y−1) · [baseline − (baseline − optimised)·(1 − d)^(y−1)]. Prices grow from
 * year 2, and what the panels change shrinks with them.
 */
const inYear = (year: number, baseline: number, optimised: number, { priceGrowth, degradation }: Horizon): number =>
  (1 + priceGrowth) ** (year - 1) * (baseline - (baseline - optimised) * (1 - degradation) ** (year - 1))

/** Σ of an amount of both bills over the years, each discounted to today. */
const presentValue = (amount: Amount, baseline: YearOne, optimised: YearOne, horizon: Horizon): number => {
  let sum = 0
  for (let year = 1; year <= horizon.years; year++) {
    const [before, after] = [billIn(year, baseline, horizon)[amount], billIn(year, optimised, horizon)[amount]]
    sum += inYear(year, before, after, horizon) * discountFactor(year, horizon.discountRate)
  }
  return sum
}

const netEur = ({ energyBillEur, feedInRevenueEur }: Pick<Bill, Amount>): number => energyBillEur - feedInRevenueEur

const yearlyCashflows = (baseline: YearOne, optimised: YearOne, costs: PlantCosts, horizon: Horizon): number[] => {
  const runningEur = costs.solarMaintenanceEurPerYear + costs.batteryMaintenanceEurPerYear + costs.wearEurPerYear
  const flows = [0 - costs.solarPurchaseEur - costs.batteryPurchaseEur]
  for (let year = 1; year <= horizon.years; year++) {
    const savedInFirstYearEur = netEur(billIn(year, baseline, horizon)) - netEur(billIn(year, optimised, horizon))
    const savedEur = inYear(year, 0, savedInFirstYearEur, horizon)
    const replacements = costs.replacementYears.filter(replacementYear => replacementYear === year).length
    const renewedEur = costs.solarRenewals.reduce((sum, each) => (each.year === year ? sum + each.eur : sum), 0)
    const residualEur = year === horizon.years ? costs.solarResidualEur + costs.batteryResidualEur : 0
    flows.push(savedEur - runningEur - replacements * costs.replacementEur - renewedEur + residualEur)
  }
  return flows
}

const runningSums = (flows: readonly number[]): number[] => {
  let sum = 0
  return flows.map(flow => {
    sum += flow
    return sum
  })
}

/**
 * The year (from 1) from which on the cumulated cash flow is positive, and the interpolated moment; nulls when it does
 * not end so. Replacements can take it below 0 again: the first positive year is a figure of its own.
 */
const payback = (flows: readonly number[], cumulative: readonly number[]) => {
  const first = cumulative.findIndex((balance, index) => index > 0 && balance > 0)
  const firstPositiveYear = first < 0 ? null : first
  const year = Math.max(1, cumulative.findLastIndex((balance, index) => index > 0 && !(balance > 0)) + 1)
  if (year >= cumulative.length) return { returnPeriodYears: null, breakEvenYear: null, firstPositiveYear }
  const before = Math.min(0, cumulative[year - 1]!)
  return { returnPeriodYears: year - 1 - before / flows[year]!, breakEvenYear: year, firstPositiveYear }
}

/**
 * The plant over its years: present values, nominal cash flows and what follows from them. The present values and the
 * discounted cash flows are the same sums: netPresentValueEur = Σ yearlyCashflowsEur[y] / (1 + r)^y.
 * @param baseline year-one bill of the site as it is
 * @param optimised year-one bill with the plant
 */
export const lifecycle = (baseline: YearOne, optimised: YearOne, costs: PlantCosts, horizon: Horizon): Lifecycle => {
  const { years, discountRate } = horizon
  const energyBillEur = presentValue("energyBillEur", baseline, optimised, horizon)
  const feedInRevenueEur = presentValue("feedInRevenueEur", baseline, optimised, horizon)
  const baselineCostEur =
    presentValue("energyBillEur", baseline, baseline, horizon) -
    presentValue("feedInRevenueEur", baseline, baseline, horizon)
  const annuity = annuityFactor(years, discountRate)
  const parts = {
    solarPurchaseEur: costs.solarPurchaseEur,
    batteryPurchaseEur: costs.batteryPurchaseEur,
    replacementEur:
      costs.replacementEur * costs.replacementYears.reduce((sum, year) => sum + discountFactor(year, discountRate), 0) +
      costs.wearEurPerYear * annuity,
    solarReplacementEur: costs.solarRenewals.reduce(
      (sum, { year, eur }) => sum + eur * discountFactor(year, discountRate),
      0,
    ),
    solarMaintenanceEur: costs.solarMaintenanceEurPerYear * annuity,
    batteryMaintenanceEur: costs.batteryMaintenanceEurPerYear * annuity,
  }
  const investmentEur = Object.values(parts).reduce((sum, part) => sum + part, 0)
  const residualValueEur = (costs.solarResidualEur + costs.batteryResidualEur) * discountFactor(years, discountRate)
  const totalCostEur = investmentEur + energyBillEur - feedInRevenueEur - residualValueEur
  const yearlyCashflowsEur = yearlyCashflows(baseline, optimised, costs, horizon)
  const cumulativeCashflowsEur = runningSums(yearlyCashflowsEur)
  const endBalanceEur = cumulativeCashflowsEur[years]!
  return {
    energyBillEur,
    feedInRevenueEur,
    ...parts,
    residualValueEur,
    totalCostEur,
    baselineCostEur,
    netPresentValueEur: baselineCostEur - totalCostEur,
    investmentEur,
    yearlyCashflowsEur,
    cumulativeCashflowsEur,
    endBalanceEur,
    ...payback(yearlyCashflowsEur, cumulativeCashflowsEur),
    averageAnnualReturn: investmentEur > 0 ? endBalanceEur / investmentEur / years : 0,
  }
}
