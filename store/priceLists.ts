import { sql } from "drizzle-orm"
import type { PriceList } from "../domain/report/offer/priceList.ts"
import type { Queries } from "./database.ts"
import { readableBy } from "./modes.ts"
import { priceLists } from "./priceListsTable.ts"
import type { Owner } from "./scans/read.ts"
import type { Mode } from "./tables.ts"

interface PriceListRow {
  list: PriceList
  mode: Mode
  updatedAt: Date
}

/** The price list of a caller; the sandbox reads the live list until it has its own. Undefined without one. */
export const findPriceList = async (queries: Queries, owner: Owner): Promise<PriceListRow | undefined> => {
  const { list, mode, updatedAt } = priceLists
  const [row] = await queries
    .select({ list, mode, updatedAt })
    .from(priceLists)
    .where(readableBy(priceLists, owner))
    .orderBy(sql`${mode} = 'live'`)
    .limit(1)
  return row
}

/** Stores the price list of a caller's mode, in place of its previous one. */
export const putPriceList = async (queries: Queries, owner: Owner, row: Omit<PriceListRow, "mode">): Promise<void> => {
  const { organizationId, mode } = owner
  await queries
    .insert(priceLists)
    .values({ organizationId, mode, ...row })
    .onConflictDoUpdate({ target: [priceLists.organizationId, priceLists.mode], set: row })
}
