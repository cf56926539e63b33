import { and, asc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm"
import type { ScanStatus } from "../../domain/organization/events/states.ts"
import { INSTANT_DOSSIER, SANDBOX_ERRORS, SLOW_DOSSIER, SLOW_MS } from "../../domain/report/sandbox/outcomes.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"
import type { Queries } from "../database.ts"
import { isUnfinished, type Mode, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { insertEvents, MOVED, type MovedScan } from "./move.ts"

/** Literals as in the index definition, so that a statement with parameters uses the index and reads only due scans. */
const isWaiting: SQL = sql`${scans.mode} = 'sandbox' and ${isUnfinished}`

/** Value by the dossier of a scan that ends in an error; else `other`. */
const byError = (columnOf: (dossierId: string) => SQL, other: SQL): SQL => {
  const cases = Object.keys(SANDBOX_ERRORS).map(id => sql`when ${id} then ${columnOf(id)}`)
  return sql`case ${scans.dossierId} ${sql.join(cases, sql` `)} else ${other} end`
}

/** Columns of a scan at the end of its timeline. */
const ended = (now: Date) => ({
  status: byError(() => sql`'error'`, sql`'completed'`) as SQL<ScanStatus>,
  error: byError(id => sql`${JSON.stringify(SANDBOX_ERRORS[id])}::jsonb`, sql`null`),
  errorMessage: byError(id => sql`${scanErrorText(SANDBOX_ERRORS[id]!, "en")}`, sql`null`),
  endedAt: now,
})

/** A scan that is not slow, or slow for long enough. */
const isPastSlowness = (now: Date): SQL =>
  or(sql`${scans.dossierId} is distinct from ${SLOW_DOSSIER}`, lte(scans.createdAt, new Date(now.getTime() - SLOW_MS)))!

/** Completes accepted scans of the instant dossier, with the events of all states: call it inside their transaction. */
export const endInstantScans = async (
  tx: Queries,
  accepted: readonly { id: string; mode: Mode; dossierId?: string | null | undefined }[],
): Promise<void> => {
  const instant = accepted.filter(({ mode, dossierId }) => mode === "sandbox" && dossierId === INSTANT_DOSSIER)
  if (instant.length === 0) return
  const now = new Date()
  const moved = await tx
    .update(scans)
    .set({ status: "completed", processingAt: now, endedAt: now })
    .where(
      inArray(
        scans.id,
        instant.map(({ id }) => id),
      ),
    )
    .returning(MOVED)
  for (const status of ["processing", "completed"] as const)
    await insertEvents(
      tx,
      moved.map(scan => ({ ...scan, status, at: now })),
    )
}

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
    // As a subquery of the update, PostgreSQL may select again for each row, and then no limit holds.
    const due = tx.$with("due").as(
      tx
        .select({ id: scans.id })
        .from(scans)
        .where(
          and(
            isWaiting,
            eq(scans.status, from),
            lte(scans.createdAt, acceptedUntil),
            to === "completed" ? isPastSlowness(now) : undefined,
          ),
        )
        .orderBy(asc(scans.createdAt))
        .limit(limit)
        .for("update", { skipLocked: true }),
    )
    const moved = await tx
      .with(due)
      .update(scans)
      .set(to === "processing" ? { status: to, processingAt: now } : ended(now))
      .where(and(inArray(scans.id, tx.select({ id: due.id }).from(due)), eq(scans.status, from)))
      .returning(MOVED)
    await insertEvents(
      tx,
      moved.map(scan => ({ ...scan, at: now })),
    )
    return moved
  })

/** Acceptance time of the oldest unfinished sandbox scan in each of these states, without slow ones. */
export const oldestSandboxScans = async (
  queries: Queries,
  states: readonly ScanStatus[],
): Promise<{ status: ScanStatus; createdAt: Date }[]> => {
  const oldest: { status: ScanStatus; createdAt: Date }[] = []
  for (const status of states) {
    const [scan] = await queries
      .select({ status: scans.status, createdAt: scans.createdAt })
      .from(scans)
      .where(and(isWaiting, eq(scans.status, status), status === "processing" ? isPastSlowness(new Date()) : undefined))
      .orderBy(asc(scans.createdAt))
      .limit(1)
    if (scan) oldest.push(scan)
  }
  return oldest
}
