import type { EnergyPrice, GridFee } from "./custom/schema.ts"
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

const isSeries = (price: EnergyPrice | GridFee | undefined): boolean => typeof price === "object" && "series" in price

/** True if a tariff has prices of a series. */
export const namesSeries = ({ buy, sell, grid }: CustomTerms): boolean =>
  [buy.energy, sell.energy, grid?.buyEurPerKwh, grid?.orElse?.buyEurPerKwh].some(isSeries)

/** True if netting of a custom tariff refunds its energy tax: no difference of two prices holds in every hour. */
export const netsTax = ({ buy, sell }: Pick<CustomTerms, "buy" | "sell">): boolean =>
  hasMarketPrices({ buy, sell }) || isSeries(buy.energy) || isSeries(sell.energy)
