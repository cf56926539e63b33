import { and, inArray, isNull, sql } from "drizzle-orm"
import { encodeMessage, type ScanJob } from "../domain/messages.ts"
import type { ScanInput } from "../domain/scan/request.ts"
import type { Bus } from "../infra/bus/bus.ts"
import type { Database } from "../infra/database/database.ts"
import { rowsOf } from "../infra/database/rows.ts"
import { scans } from "../infra/database/schema.ts"
import type { Scan } from "./moves.ts"

/** Jobs put on the bus in one round. */
const MAX_PER_ROUND = 100
/** Jobs of one organization on the bus at once: enough to keep every solver busy, so few that others come next. */
const MAX_PER_ORGANIZATION = 16

/**
 * Puts accepted scans on the bus, round-robin over the organizations so that none waits behind another's thousands.
 * Returns how many were put there. Several dispatchers may run it at once: a scan is claimed by one.
 */
export const relayJobs = async (database: Database, bus: Bus): Promise<number> => {
  const ids = await nextInTurn(database)
  if (ids.length === 0) return 0
  const claimed = await database.queries
    .update(scans)
    .set({ queuedAt: new Date(), attempt: sql`${scans.attempt} + 1` })
    .where(and(inArray(scans.id, ids), isNull(scans.queuedAt), inArray(scans.status, ["pending", "processing"])))
    .returning()
  for (const scan of claimed) await bus.publish("jobs", `${scan.id}.${scan.attempt}`, encodeMessage(jobOf(scan)))
  return claimed.length
}

/** Ids of the scans whose turn it is: the oldest of each organization first, then the second of each, and so on. */
const nextInTurn = async (database: Database): Promise<string[]> => {
  const rows = await database.queries.execute(sql`
    with waiting as (
      select distinct organization_id from scans where queued_at is null and status in ('pending', 'processing')
    ), busy as (
      select organization_id, count(*)::int as jobs from scans
      where queued_at is not null and status in ('pending', 'processing') group by organization_id
    )
    select turn.id from waiting
    left join busy using (organization_id)
    cross join lateral (
      select id, row_number() over (order by id) as place from scans
      where organization_id = waiting.organization_id and queued_at is null and status in ('pending', 'processing')
      order by id limit greatest(0, ${MAX_PER_ORGANIZATION} - coalesce(busy.jobs, 0))
    ) turn
    order by turn.place, turn.id limit ${MAX_PER_ROUND}`)
  return rowsOf<{ id: string }>(rows).map(({ id }) => id)
}

const jobOf = (scan: Scan): ScanJob => ({
  scanId: scan.id,
  runId: scan.runId,
  attempt: scan.attempt,
  input: scan.input as ScanInput,
  ...(scan.requestId ? { requestId: scan.requestId } : {}),
})
