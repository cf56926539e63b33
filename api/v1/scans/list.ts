import { and, count, desc, eq, inArray } from "drizzle-orm"
import type { ScanStatus } from "../../../domain/scan/states.ts"
import type { Queries } from "../../../store/database.ts"
import { scans } from "../../../store/tables.ts"
import type { ScanList, ScanListItem, ScanListQuery } from "./schemas.ts"
import { findScan, type Owner, ownedBy, type Scan } from "./scope.ts"
import { listItem } from "./views.ts"

/** Adjustments that are listed of one scan, the newest. */
const MAX_ADJUSTMENTS_LISTED = 1_000

const RUNNING: ScanStatus[] = ["pending", "processing"]

/** A page of the caller's scans, newest first, of every status unless one is asked for. */
export const listScans = async (
  queries: Queries,
  owner: Owner,
  { page = 1, limit = 20, dossierId, status }: ScanListQuery,
): Promise<ScanList> => {
  const statuses = status === "running" ? RUNNING : status && [status]
  const where = and(
    ownedBy(owner),
    dossierId === undefined ? undefined : eq(scans.dossierId, dossierId),
    statuses && inArray(scans.status, statuses),
  )
  const [{ total }] = await queries.select({ total: count() }).from(scans).where(where)
  const rows = await queries
    .select()
    .from(scans)
    .where(where)
    .orderBy(desc(scans.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const adjustments = await countAdjustments(queries, rows)
  const items = rows.map(scan => listItem(scan, adjustments.get(scan.id) ?? 0))
  return { items, total, page, limit, totalPages: Math.ceil(total / limit) }
}

/** The adjustments of a scan, newest first. Throws NotFound. */
export const listAdjustments = async (queries: Queries, owner: Owner, id: string): Promise<ScanListItem[]> => {
  const root = await findScan(queries, owner, id)
  const rows = await queries
    .select()
    .from(scans)
    .where(and(ownedBy(owner), eq(scans.rootId, root.id)))
    .orderBy(desc(scans.id))
    .limit(MAX_ADJUSTMENTS_LISTED)
  return rows.map(scan => listItem(scan, 0))
}

const countAdjustments = async (queries: Queries, rows: Scan[]): Promise<Map<string | null, number>> => {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const counts = await queries
    .select({ rootId: scans.rootId, adjustments: count() })
    .from(scans)
    .where(inArray(scans.rootId, ids))
    .groupBy(scans.rootId)
  return new Map(counts.map(({ rootId, adjustments }) => [rootId, adjustments]))
}
