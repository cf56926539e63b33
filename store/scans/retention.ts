import { inArray, sql } from "drizzle-orm"
import type { Queries } from "../database.ts"
import { scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { type DeletedScan, deleteScans } from "./change.ts"

/** Scans deleted per transaction, because on the embedded engine all other work waits during a statement. */
const SCANS_PER_STEP = 100

const isOlder = sql`scans.id < (lpad(to_hex((extract(epoch from limits.until) * 1000)::bigint), 12, '0')
  || '70008000000000000000')::uuid`

/**
 * Deletes some of the ended scans whose retention is over at `now`, the oldest of each organization first. Ids begin
 * with the time of acceptance, so the index of lists finds old scans. Returns the deleted scans.
 */
export const deleteExpired = async (queries: Queries, now: Date): Promise<DeletedScan[]> => {
  const rows = await queries.execute<{ id: string }>(sql`
    select expired.id from organizations
    cross join lateral (values ('live', live_scan_days), ('sandbox', sandbox_scan_days)) as kept(mode, days)
    cross join lateral (select ${now.toISOString()}::timestamptz - kept.days * interval '1 day' as until) as limits
    cross join lateral (
      select scans.id from scans
      where scans.organization_id = organizations.id and scans.mode = kept.mode
        and scans.status in ('completed', 'error') and ${isOlder}
      order by scans.id limit ${SCANS_PER_STEP}::int
    ) as expired
    where kept.days is not null and organizations.retention_since < limits.until
    limit ${SCANS_PER_STEP}::int`)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return transaction(queries, tx => deleteScans(tx, inArray(scans.id, ids)))
}
