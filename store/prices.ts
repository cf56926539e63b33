import { doublesOf, pack, unpack, withRest } from "../domain/base/packing.ts"
import type { PriceYear } from "../domain/market/tariff/dayAhead.ts"
import type { Queries } from "./database.ts"
import { priceYears } from "./tables.ts"

/** Names of the packed prices. */
const HOURS = "eurPerKwh"
const QUARTERS = "quarterEurPerKwh"

/** Day-ahead prices that an operator imported. @param inQuarters zones with their known quarters */
export const importedPrices = async (
  queries: Queries,
  inQuarters: ReadonlySet<string> = new Set(),
): Promise<PriceYear[]> => {
  const rows = await queries.select().from(priceYears)
  return rows.map(({ zone, year, hours }) => {
    const { arrays } = unpack(hours)
    const hasQuarters = inQuarters.has(zone) && QUARTERS in arrays
    const quarters = hasQuarters ? { quarterEurPerKwh: doublesOf(arrays, QUARTERS) } : {}
    return { zone, year, eurPerKwh: doublesOf(arrays, HOURS), ...quarters }
  })
}

/** Stores price years, replacing existing years. */
export const keepPrices = async (queries: Queries, years: readonly PriceYear[], importedAt: Date): Promise<void> => {
  for (const { zone, year, eurPerKwh, quarterEurPerKwh } of years) {
    const quarters = quarterEurPerKwh ? withRest(QUARTERS, quarterEurPerKwh) : {}
    const hours = pack({ arrays: { ...withRest(HOURS, eurPerKwh), ...quarters }, meta: null })
    await queries
      .insert(priceYears)
      .values({ zone, year, hours, importedAt })
      .onConflictDoUpdate({ target: [priceYears.zone, priceYears.year], set: { hours, importedAt } })
  }
}
