import { and, eq } from "drizzle-orm"
import { type CustomerDetails, searchTextOf } from "../../domain/request/customerDetails.ts"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { offers } from "./offersTable.ts"
import { type Owner, ownedBy } from "./read.ts"

/** Columns of a scan's customer; null: no customer. */
export const customerColumns = (details: CustomerDetails | null) => ({
  customerDetails: details,
  customerText: searchTextOf(details),
})

/** Customer of a scan, null without one; undefined without such a scan. */
export const findCustomer = async (
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<{ customerDetails: CustomerDetails | null } | undefined> => {
  if (!isId(id)) return undefined
  const [scan] = await queries
    .select({ customerDetails: scans.customerDetails })
    .from(scans)
    .where(and(ownedBy(owner), eq(scans.id, id)))
    .limit(1)
  return scan
}

/**
 * Sets or removes a scan's customer. Removing also deletes the name, drawing and address of the accepting person. False
 * without such a scan.
 */
export const setCustomer = async (
  queries: Queries,
  owner: Owner,
  id: string,
  details: CustomerDetails | null,
): Promise<boolean> => {
  if (!isId(id)) return false
  return transaction(queries, async tx => {
    const [scan] = await tx
      .update(scans)
      .set({ ...customerColumns(details), ...(details === null ? { acceptedBy: null } : {}) })
      .where(and(ownedBy(owner), eq(scans.id, id)))
      .returning({ id: scans.id })
    const nobody = { acceptedBy: null, acceptedAddress: null, acceptedDrawing: null }
    if (scan && details === null) await tx.update(offers).set(nobody).where(eq(offers.scanId, scan.id))
    return scan !== undefined
  })
}
