import type { TariffTerms } from "./terms.ts"

/** Whether the prices of a tariff follow the day-ahead market in any hour. */
export const followsMarket = (terms: TariffTerms): boolean => {
  if (terms.type !== "custom") return terms.type === "dynamic"
  return terms.buy.energy === "dayAhead" || terms.sell.energy === "dayAhead"
}
