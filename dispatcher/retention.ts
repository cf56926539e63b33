import type { Log } from "../infra/log.ts"
import type { Metrics } from "../infra/metrics.ts"
import type { Database } from "../store/database.ts"
import { deleteExpired } from "../store/scans/retention.ts"
import { deleteExpiredSites } from "../store/sites.ts"

/** Steps of one run; other work of the database runs between them. */
const MAX_STEPS = 10

/** Deletes scans and sites whose retention is over. */
export const sweepScans = async (
  { queries }: Database,
  { metrics, log }: { metrics: Metrics; log: Log },
): Promise<void> => {
  for (let step = 0; step < MAX_STEPS; step++) {
    const deleted = await deleteExpired(queries, new Date())
    const sites = await deleteExpiredSites(queries, new Date())
    if (deleted.length + sites === 0) return
    for (const { mode } of deleted) metrics.scansExpired.inc({ mode })
    log.info({ scans: deleted.length, sites }, "scans and sites were deleted at the end of their retention")
  }
}
