import { doublesOf, pack, unpack, withRest } from "../domain/base/packing.ts"
import type { PriceYear } from "../domain/market/tariff/dayAhead.ts"
import type { Queries } from "./database.ts"
import { priceYears } from "./tables.ts"

/** Day-ahead prices that an operator imported. */
export const importedPrices = async (queries: Queries): Promise<PriceYear[]> => {
  const rows = await queries.select().from(priceYears)
  return rows.map(({ zone, year, hours }) => ({
    zone,
    year,
    eurPerKwh: doublesOf(unpack(hours).arrays, "eurPerKwh"),
  }))
}

/** Stores price years, replacing existing years. */
export const keepPrices = async (queries: Queries, years: readonly PriceYear[], importedAt: Date): Promise<void> => {
  for (const { zone, year, eurPerKwh } of years) {
    const hours = pack({ arrays: withRest("eurPerKwh", eurPerKwh), meta: null })
    await queries
      .insert(priceYears)
      .values({ zone, year, hours, importedAt })
      .onConflictDoUpdate({ target: [priceYears.zone, priceYears.year], set: { hours, importedAt } })
  }
}
