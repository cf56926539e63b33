import type { NonEmpty } from "../base/nonEmpty.ts"
import type { PartRates } from "../market/partGrowth.ts"
import type { Bill } from "./bill.ts"
import { paybackOf } from "./payback.ts"
import { type Horizon, phaseOfYear } from "./phases.ts"
import { annuityFactor, discountFactor } from "./presentWorth.ts"
import type { Renewal } from "./renewal.ts"

/** Costs of the plant without electricity [EUR]. */
export interface PlantCosts {
  solarPurchaseEur: number
  batteryPurchaseEur: number
  /** Price of each battery replacement. */
  replacementEur: number
  /** Years at whose end the battery is replaced. */
  replacementYears: number[]
  /** Yearly wear of the battery, beyond the cycles that its replacements cover. */
  wearEurPerYear: number
  solarMaintenanceEurPerYear: number
  batteryMaintenanceEurPerYear: number
  /** Replacements of panels and inverters. */
  solarRenewals: readonly Renewal[]
  /** Residual values at the end of the analysis period. */
  solarResidualEur: number
  batteryResidualEur: number
}

/** Purchases and feed-in revenue of a year in each phase, at the prices of the first year. */
export type PhaseAmounts = NonEmpty<Amounts>

type Amount = "energyBillEur" | "feedInRevenueEur"
/** Amounts of a bill. */
export type Amounts = Pick<Bill, Amount> & Partial<Pick<Bill, "nettingCreditEur" | "parts">>

/**
 * Bill under the terms of a year, in amounts that `inYear` then multiplies by priceGrowth. Feed-in and parts of the
 * price with a growth of their own are scaled to correct for the difference. The netting credit grows with purchase
 * prices.
 */
const billIn = (
  year: number,
  bills: PhaseAmounts,
  { phaseStarts, feedInGrowth, buyGrowth, partGrowth, priceGrowth }: Horizon,
): Pick<Bill, Amount> => {
  const phase = phaseOfYear(phaseStarts, year)
  const amounts = bills[phase]!
  const growth = feedInGrowth?.[phase] ?? partGrowth?.energy
  if (growth === undefined) return amounts
  const { feedInRevenueEur, nettingCreditEur = 0 } = amounts
  const level = ((1 + growth) / (1 + priceGrowth)) ** (year - 1)
  const energy = buyGrowth?.[phase] ?? partGrowth?.energy
  const rates = partGrowth && energy !== undefined ? { ...partGrowth, energy } : partGrowth
  const bought = boughtIn(year, amounts, { partGrowth: rates, priceGrowth })
  return {
    energyBillEur: bought.energyBillEur,
    feedInRevenueEur: bought.nettingCreditEur + (feedInRevenueEur - nettingCreditEur) * level,
  }
}

/** Purchases and netting credit of a year in amounts before priceGrowth, each part scaled by its own growth. */
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

/** Bill of a year, feed-in revenue subtracted, in amounts before priceGrowth [EUR]. */
export const levelledEur = (year: number, bills: PhaseAmounts, horizon: Horizon): number =>
  netEur(billIn(year, bills, horizon))

/** Life-cycle result of the plant. Present values in EUR of today; cash flows nominal, year 0 first. */
export interface Lifecycle {
  energyBillEur: number
  feedInRevenueEur: number
  solarPurchaseEur: number
  batteryPurchaseEur: number
  /** Battery replacements and wear. */
  replacementEur: number
  /** Replacements of panels and inverters. */
  solarReplacementEur: number
  solarMaintenanceEur: number
  batteryMaintenanceEur: number
  /** Residual value of the plant at the end of the analysis period. */
  residualValueEur: number
  /** Sum of the parts above, less feedInRevenueEur and residualValueEur. */
  totalCostEur: number
  /** Life-cycle cost of the baseline. */
  baselineCostEur: number
  /** baselineCostEur − totalCostEur. */
  netPresentValueEur: number
  /** Purchase, replacement, wear and maintenance: all costs that are not on the electricity bill. */
  investmentEur: number
  /** years + 1 amounts. */
  yearlyCashflowsEur: number[]
  /** Cumulative sums of yearlyCashflowsEur. */
  cumulativeCashflowsEur: number[]
  endBalanceEur: number
  /** Payback: years until the cumulative cash flow stays positive, interpolated; null if it does not end positive. */
  returnPeriodYears: number | null
  /** First year from which on the cumulative cash flow stays positive; null if it does not end positive. */
  breakEvenYear: number | null
  /**
   * First year with a positive cumulative cash flow, even if a replacement makes it negative later; null if there is
   * none.
   */
  firstPositiveYear: number | null
  /** endBalanceEur over investmentEur, per year; 0 without investment. */
  averageAnnualReturn: number
}

/**
 * Nominal amount in year y: (1 + e)^(y−1) · [baseline − (baseline − optimised)·(1 − d)^(y−1)]. Prices grow from year 2,
 * and the plant's effect shrinks with the panels.
 */
const inYear = (year: number, baseline: number, optimised: number, { priceGrowth, degradation }: Horizon): number =>
  (1 + priceGrowth) ** (year - 1) * (baseline - (baseline - optimised) * (1 - degradation) ** (year - 1))

/** Present value of the plant's amount over all years, from the bills of baseline and plant. */
const presentValue = (amount: Amount, baseline: PhaseAmounts, optimised: PhaseAmounts, horizon: Horizon): number => {
  let sum = 0
  for (let year = 1; year <= horizon.years; year++) {
    const [before, after] = [billIn(year, baseline, horizon)[amount], billIn(year, optimised, horizon)[amount]]
    sum += inYear(year, before, after, horizon) * discountFactor(year, horizon.discountRate)
  }
  return sum
}

const netEur = ({ energyBillEur, feedInRevenueEur }: Pick<Bill, Amount>): number => energyBillEur - feedInRevenueEur

const yearlyCashflows = (
  baseline: PhaseAmounts,
  optimised: PhaseAmounts,
  costs: PlantCosts,
  horizon: Horizon,
): number[] => {
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

const firstPositiveYear = (cumulative: readonly number[]): number | null => {
  const first = cumulative.findIndex((balance, index) => index > 0 && balance > 0)
  return first < 0 ? null : first
}

/**
 * Life-cycle result of a plant: present values, nominal cash flows and derived figures. Invariant: netPresentValueEur =
 * Σ yearlyCashflowsEur[y] / (1 + r)^y.
 * @param baseline bills of the baseline
 * @param optimised bills with the plant
 */
export const lifecycle = (
  baseline: PhaseAmounts,
  optimised: PhaseAmounts,
  costs: PlantCosts,
  horizon: Horizon,
): Lifecycle => {
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
    ...(paybackOf(yearlyCashflowsEur) ?? { breakEvenYear: null, returnPeriodYears: null }),
    firstPositiveYear: firstPositiveYear(cumulativeCashflowsEur),
    averageAnnualReturn: investmentEur > 0 ? endBalanceEur / investmentEur / years : 0,
  }
}
