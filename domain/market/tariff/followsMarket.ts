import type { EnergyPrice } from "./custom/schema.ts"
import type { CustomTerms, TariffTerms } from "./terms.ts"

/** True if the prices of a tariff follow the day-ahead market in any hour. */
export const followsMarket = (terms: TariffTerms): boolean => {
  return terms.type === "custom" ? hasMarketPrices(terms) : terms.type === "dynamic"
}

const hasMarketPrices = ({ buy, sell }: Pick<CustomTerms, "buy" | "sell">): boolean =>
  buy.energy === "dayAhead" || sell.energy === "dayAhead"

/** True if a tariff's prices need market prices. */
export const needsMarket = (terms: TariffTerms): boolean =>
  followsMarket(terms) || (terms.type === "custom" && terms.sell.stopsAtNegativePrices === true)

const isSeries = (energy: EnergyPrice): boolean => typeof energy === "object" && "series" in energy

/** True if a tariff has prices of a series. */
export const namesSeries = ({ buy, sell }: Pick<CustomTerms, "buy" | "sell">): boolean =>
  isSeries(buy.energy) || isSeries(sell.energy)

/** True if netting of a custom tariff refunds its energy tax: no difference of two prices holds in every hour. */
export const netsTax = (parts: Pick<CustomTerms, "buy" | "sell">): boolean =>
  hasMarketPrices(parts) || namesSeries(parts)
