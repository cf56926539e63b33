import { mapped } from "../base/nonEmpty.ts"
import type { Bill, BillParts } from "../finance/bill.ts"
import type { Amounts, PhaseAmounts, PlantCosts } from "../finance/lifecycle.ts"
import type { Figures } from "./figures.ts"

/** Relative changes of prices and costs; the same hours are billed again. */
const PRICE_CHANGE = 0.3
const INVESTMENT_CHANGE = 0.2

/** Bills and costs of plant and baseline for the same hours at other prices or costs. */
export interface Rebilled {
  parameter: "feedInPrice" | "priceLevel" | "investment"
  /** Relative change: 0.3 is 30 % more. */
  change: number
  baselineBills: PhaseAmounts
  bills: PhaseAmounts
  costs: PlantCosts
}

/**
 * Computes the year's bills at a decrease and an increase of each parameter. Hours and plant stay the same, so no year
 * is operated again.
 */
export const rebilled = ({ year: { baselineBills, bills }, costs }: Figures): Rebilled[] => {
  const billed = (parameter: Rebilled["parameter"], of: (bill: Bill, factor: number) => Amounts) =>
    bothWays(PRICE_CHANGE).map(change => ({
      parameter,
      change,
      baselineBills: mapped(baselineBills, bill => of(bill, 1 + change)),
      bills: mapped(bills, bill => of(bill, 1 + change)),
      costs,
    }))
  const invested = bothWays(INVESTMENT_CHANGE).map(change => ({
    parameter: "investment" as const,
    change,
    baselineBills,
    bills,
    costs: costsTimes(costs, 1 + change),
  }))
  return [...billed("feedInPrice", withFeedIn), ...billed("priceLevel", withPriceLevel), ...invested]
}

const bothWays = (change: number): number[] => [-change, change]

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Multiplies feed-in revenue, except the netting credit, by the factor. */
const withFeedIn = ({ energyBillEur, feedInRevenueEur, nettingCreditEur, parts }: Bill, factor: number): Amounts => ({
  ...(parts ? { parts } : {}),
  energyBillEur,
  feedInRevenueEur: factor * (feedInRevenueEur - nettingCreditEur) + nettingCreditEur,
  nettingCreditEur,
})

/** Multiplies all amounts per kWh by the factor, including taxes and netting. Demand charges and fixed costs stay. */
const withPriceLevel = (bill: Bill, factor: number): Amounts => {
  const keptEur = total(bill.monthlyDemandEur) + total(bill.monthlyFixedEur)
  return {
    energyBillEur: factor * (bill.energyBillEur - keptEur) + keptEur,
    feedInRevenueEur: factor * bill.feedInRevenueEur,
    nettingCreditEur: factor * bill.nettingCreditEur,
    ...(bill.parts ? { parts: partsTimes(bill.parts, factor, keptEur) } : {}),
  }
}

const partsTimes = (parts: BillParts, factor: number, keptEur: number): BillParts => ({
  gridFeeEur: factor * (parts.gridFeeEur - keptEur) + keptEur,
  taxEur: factor * parts.taxEur,
  nettedGridFeeEur: factor * parts.nettedGridFeeEur,
  nettedTaxEur: factor * parts.nettedTaxEur,
})

/**
 * Multiplies purchases and replacements of panels, inverters and battery by the factor. Maintenance of panels per kWp
 * stays.
 */
const costsTimes = (costs: PlantCosts, factor: number): PlantCosts => ({
  ...costs,
  solarPurchaseEur: factor * costs.solarPurchaseEur,
  batteryPurchaseEur: factor * costs.batteryPurchaseEur,
  replacementEur: factor * costs.replacementEur,
  wearEurPerYear: factor * costs.wearEurPerYear,
  batteryMaintenanceEurPerYear: factor * costs.batteryMaintenanceEurPerYear,
  solarRenewals: costs.solarRenewals.map(renewal => ({ ...renewal, eur: factor * renewal.eur })),
  solarResidualEur: factor * costs.solarResidualEur,
  batteryResidualEur: factor * costs.batteryResidualEur,
})
