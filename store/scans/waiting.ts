import { and, count, eq, isNull, min } from "drizzle-orm"
import type { Queries } from "../database.ts"
import { createStatement } from "../statement.ts"
import { isUnfinished, scans } from "../tables.ts"

/** Live scans that wait in the database. */
export interface WaitingScans {
  /** Number of scans that wait for a solver, and the acceptance time of the oldest. */
  pending: number
  oldestPending: Date | null
  /** Acceptance time of the oldest waiting scan that is not on the bus. */
  oldestUnqueued: Date | null
}

const counting = createStatement<Pick<WaitingScans, "pending" | "oldestPending">>(
  { pending: null, oldestPending: scans.createdAt },
  queries =>
    queries
      .select({ pending: count(), oldestPending: min(scans.createdAt) })
      .from(scans)
      .where(and(eq(scans.mode, "live"), isUnfinished, eq(scans.status, "pending"))),
)
const findingUnqueued = createStatement<Pick<WaitingScans, "oldestUnqueued">>(
  { oldestUnqueued: scans.createdAt },
  queries =>
    queries
      .select({ oldestUnqueued: min(scans.createdAt) })
      .from(scans)
      .where(and(eq(scans.mode, "live"), isNull(scans.queuedAt), isUnfinished)),
)

export const waitingScans = async (queries: Queries): Promise<WaitingScans> => {
  const [waiting] = await counting(queries)
  const [unqueued] = await findingUnqueued(queries)
  const { pending, oldestPending } = waiting!
  return { pending: Number(pending), oldestPending, ...unqueued! }
}
