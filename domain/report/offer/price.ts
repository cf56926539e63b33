/**
 * Price and payback of a plant at the price of an offer (docs/offers.md).
 *
 * - An offer changes the payment at the beginning. Savings and later costs stay the report's.
 * - A loan changes neither.
 */
import { paybackOf } from "../../finance/payback.ts"
import type { FullReport } from "../schema.ts"
import type { OfferTotals } from "./schema.ts"

type Investment = Pick<FullReport["financial"]["investment"], "solarInvestment" | "batteryPurchaseCost">
interface Customer {
  financial: { parameters: Pick<FullReport["financial"]["parameters"], "customer"> }
}

/** Investment in new panels and battery, in the report's currency. */
export const spentOn = ({ solarInvestment, batteryPurchaseCost }: Investment): number =>
  solarInvestment + batteryPurchaseCost

/** Price that the customer of a report pays: without VAT for businesses. */
export const offeredPrice = ({ financial }: Customer, { net, gross }: Pick<OfferTotals, "net" | "gross">): number =>
  financial.parameters.customer === "business" ? net : gross

/** Cash flows of a plant that costs more or less than in its report. @param flows year 0 first */
export const flowsAtPrice = (flows: readonly number[], extraEur: number): number[] =>
  flows.map((flow, year) => (year === 0 ? flow - extraEur : flow))

/**
 * Payback at the price of an offer [years]; null: never.
 * @param flows of the report, year 0 first
 */
export const returnPeriodAt = (
  report: Customer & { financial: { investment: Investment } },
  flows: readonly number[],
  totals: Pick<OfferTotals, "net" | "gross">,
): number | null => {
  const extraEur = offeredPrice(report, totals) - spentOn(report.financial.investment)
  return paybackOf(flowsAtPrice(flows, extraEur))?.returnPeriodYears ?? null
}
