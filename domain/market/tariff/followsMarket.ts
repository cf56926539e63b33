import type { EnergyPrice } from "./custom/schema.ts"
import type { CustomTerms, TariffTerms } from "./terms.ts"

/** Whether the prices of a tariff follow the day-ahead market in any hour. */
export const followsMarket = (terms: TariffTerms): boolean => {
  if (terms.type !== "custom") return terms.type === "dynamic"
  return terms.buy.energy === "dayAhead" || terms.sell.energy === "dayAhead"
}

const isSeries = (energy: EnergyPrice): boolean => typeof energy === "object" && "series" in energy

/** Whether a tariff has prices of a series. */
export const namesSeries = ({ buy, sell }: CustomTerms): boolean => isSeries(buy.energy) || isSeries(sell.energy)
