import { and, asc, eq, inArray, lte, min } from "drizzle-orm"
import type { ScanStatus } from "../../domain/scan/states.ts"
import type { Queries } from "../database.ts"
import { isUnfinished, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { insertEvents, type Scan } from "./move.ts"

/** A move of sandbox scans. */
export interface SandboxMove {
  from: ScanStatus
  to: ScanStatus
  /** Scans that were accepted up to this moment are moved. */
  acceptedUntil: Date
  /** Time of the move. */
  now: Date
}

/**
 * Moves sandbox scans from one state to another with the event of that state, at most `limit`. Scans that another process
 * moves at this moment are left to it. Returns the moved scans.
 */
export const moveSandboxScans = (queries: Queries, move: SandboxMove, limit: number): Promise<Scan[]> =>
  transaction(queries, async tx => {
    const { from, to, acceptedUntil, now } = move
    const due = tx
      .select({ id: scans.id })
      .from(scans)
      .where(and(eq(scans.mode, "sandbox"), isUnfinished, eq(scans.status, from), lte(scans.createdAt, acceptedUntil)))
      .orderBy(asc(scans.id))
      .limit(limit)
      .for("update", { skipLocked: true })
    const moved = await tx
      .update(scans)
      .set({ status: to, ...(to === "processing" ? { processingAt: now } : { endedAt: now }) })
      .where(and(inArray(scans.id, due), eq(scans.status, from)))
      .returning()
    await insertEvents(
      tx,
      moved.map(scan => ({ ...scan, at: now })),
    )
    return moved
  })

/** When the oldest unfinished sandbox scan of each state was accepted. */
export const oldestSandboxScans = (queries: Queries): Promise<{ status: ScanStatus; createdAt: Date | null }[]> =>
  queries
    .select({ status: scans.status, createdAt: min(scans.createdAt) })
    .from(scans)
    .where(and(eq(scans.mode, "sandbox"), isUnfinished))
    .groupBy(scans.status)
