import { and, eq, type SQL } from "drizzle-orm"
import { isId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { scans } from "../../../store/tables.ts"
import type { Caller } from "../../credentials/authenticate.ts"
import { NotFound } from "../../http/errors.ts"

export type Scan = typeof scans.$inferSelect

/** Whose scans a call may see. */
export type Owner = Pick<Caller, "organizationId" | "mode">

/** The scans of a caller's organization and mode: there are no others for it. */
export const ownedBy = ({ organizationId, mode }: Owner): SQL | undefined =>
  and(eq(scans.organizationId, organizationId), eq(scans.mode, mode))

/** A scan of the caller. Throws NotFound, which names it `what`. */
export const findScan = async (queries: Queries, owner: Owner, id: string, what = "scan"): Promise<Scan> =>
  findWhere(queries, ownedBy(owner), id, what)

/** Any scan by its id, for the one path that needs no credential. Throws NotFound. */
export const findAnyScan = (queries: Queries, id: string): Promise<Scan> => findWhere(queries, undefined, id, "scan")

const findWhere = async (queries: Queries, where: SQL | undefined, id: string, what: string): Promise<Scan> => {
  const [scan] = isId(id)
    ? await queries
        .select()
        .from(scans)
        .where(and(where, eq(scans.id, id)))
        .limit(1)
    : []
  if (!scan) throw new NotFound(what)
  return scan
}
