import { and, eq } from "drizzle-orm"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { scans } from "../tables.ts"
import { type Owner, ownedBy } from "./read.ts"

/** Locks a scan first, as all changes and acceptances of an offer and the deletion of the scan do. */
export const lockScan = async (tx: Queries, owner: Owner, id: string): Promise<{ id: string } | undefined> => {
  if (!isId(id)) return undefined
  const [scan] = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(and(ownedBy(owner), eq(scans.id, id)))
    .for("update")
  return scan
}
