import { type Violation, violation } from "../base/validation/violation.ts"
import { type Currency, SHIPPED_CURRENCY } from "../market/currencyNames.ts"
import type { ScanRequest } from "./request.ts"

/**
 * Prices of a tariff under another currency that would be shipped prices in EUR: market prices, taxes, and the default
 * feed-in price from both.
 */
export const currencyViolations = ({ tariff, currency = SHIPPED_CURRENCY }: ScanRequest): Violation[] => {
  if (currency === SHIPPED_CURRENCY) return []
  const inEuro = (...path: string[]) => violation(["tariff", ...path], "only-in-euro", { currency })
  if (!tariff || tariff.type === "dynamic") return [inEuro("type")]
  const { type, taxesIncluded, flatEurPerKwh, feedInEurPerKwh, buy, sell } = tariff
  if (type === "flat")
    return [
      ...(taxesIncluded === false ? [inEuro("taxesIncluded")] : []),
      ...(flatEurPerKwh === undefined ? [inEuro("flatEurPerKwh")] : []),
      ...(feedInEurPerKwh === undefined ? [feedInMissing(currency)] : []),
    ]
  return [
    ...(buy?.energy === "dayAhead" ? [inEuro("buy", "energy")] : []),
    ...(buy?.after?.energy === "dayAhead" ? [inEuro("buy", "after", "energy")] : []),
    ...(buy?.taxed ? [inEuro("buy", "taxed")] : []),
    ...(sell?.energy === "dayAhead" ? [inEuro("sell", "energy")] : []),
    ...(sell?.after?.energy === "dayAhead" ? [inEuro("sell", "after", "energy")] : []),
  ]
}

const feedInMissing = (currency: Currency): Violation =>
  violation(["tariff", "feedInEurPerKwh"], "required-when", { other: ["currency"], value: currency })
