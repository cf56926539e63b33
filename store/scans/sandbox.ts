import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm"
import type { ScanStatus } from "../../domain/organization/events/states.ts"
import type { Queries } from "../database.ts"
import { isUnfinished, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { insertEvents, MOVED, type MovedScan } from "./move.ts"

/** Literals as in the index definition, so that a statement with parameters uses the index and reads only due scans. */
const isWaiting: SQL = sql`${scans.mode} = 'sandbox' and ${isUnfinished}`

/** A move of sandbox scans. */
export interface SandboxMove {
  from: ScanStatus
  to: ScanStatus
  /** Latest acceptance time of moved scans. */
  acceptedUntil: Date
  /** Time of the move. */
  now: Date
}

/**
 * Moves sandbox scans from one state to another with the event of that state, at most `limit`. Scans that another
 * process moves at this moment are left to it. Returns the moved scans.
 */
export const moveSandboxScans = (queries: Queries, move: SandboxMove, limit: number): Promise<MovedScan[]> =>
  transaction(queries, async tx => {
    const { from, to, acceptedUntil, now } = move
    const due = tx
      .select({ id: scans.id })
      .from(scans)
      .where(and(isWaiting, eq(scans.status, from), lte(scans.createdAt, acceptedUntil)))
      .orderBy(asc(scans.createdAt))
      .limit(limit)
      .for("update", { skipLocked: true })
    const moved = await tx
      .update(scans)
      .set({ status: to, ...(to === "processing" ? { processingAt: now } : { endedAt: now }) })
      .where(and(inArray(scans.id, due), eq(scans.status, from)))
      .returning(MOVED)
    await insertEvents(
      tx,
      moved.map(scan => ({ ...scan, at: now })),
    )
    return moved
  })

/** Acceptance time of the oldest unfinished sandbox scan in each of these states. */
export const oldestSandboxScans = async (
  queries: Queries,
  states: readonly ScanStatus[],
): Promise<{ status: ScanStatus; createdAt: Date }[]> => {
  const oldest: { status: ScanStatus; createdAt: Date }[] = []
  for (const status of states) {
    const [scan] = await queries
      .select({ status: scans.status, createdAt: scans.createdAt })
      .from(scans)
      .where(and(isWaiting, eq(scans.status, status)))
      .orderBy(asc(scans.createdAt))
      .limit(1)
    if (scan) oldest.push(scan)
  }
  return oldest
}
