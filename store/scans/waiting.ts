import { and, count, eq, isNull, min } from "drizzle-orm"
import type { Queries } from "../database.ts"
import { isUnfinished, scans } from "../tables.ts"

/** Live scans that wait in the database. */
export interface WaitingScans {
  /** Number of scans that wait for a solver, and the acceptance time of the oldest. */
  pending: number
  oldestPending: Date | null
  /** Acceptance time of the oldest waiting scan that is not on the bus. */
  oldestUnqueued: Date | null
}

export const waitingScans = async (queries: Queries): Promise<WaitingScans> => {
  const [waiting] = await queries
    .select({ pending: count(), oldestPending: min(scans.createdAt) })
    .from(scans)
    .where(and(eq(scans.mode, "live"), isUnfinished, eq(scans.status, "pending")))
  const [unqueued] = await queries
    .select({ oldestUnqueued: min(scans.createdAt) })
    .from(scans)
    .where(and(eq(scans.mode, "live"), isNull(scans.queuedAt), isUnfinished))
  return { ...waiting!, ...unqueued! }
}
