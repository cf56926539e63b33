import { and, asc, eq, inArray, lte, min } from "drizzle-orm"
import { scanEvent } from "../../domain/scan/events.ts"
import { SANDBOX_TIMELINE } from "../../domain/scan/sandbox/timeline.ts"
import { newId } from "../../infra/ids.ts"
import type { Database, Queries } from "../../store/database.ts"
import { isUnfinished, scanEvents, scans } from "../../store/tables.ts"
import type { Scan } from "../moves.ts"

type Step = (typeof SANDBOX_TIMELINE)[number]

/** Scans moved in one transaction: few, since on the embedded engine all else waits meanwhile. */
const MAX_PER_ROUND = 200

/**
 * Moves every sandbox scan that is due at `now` by each step of the timeline it has reached, with the event of each
 * state; one that nobody looked after for long passes through all of them. Returns the moves made, in their order.
 */
export const moveDue = async (database: Database, now: Date): Promise<Scan[]> => {
  const moved: Scan[] = []
  for (const step of SANDBOX_TIMELINE)
    for (;;) {
      const round = await moveRound(database, step, now)
      moved.push(...round)
      if (round.length < MAX_PER_ROUND) break
    }
  return moved
}

/** Scans that another process moves at this moment are left to it. */
const moveRound = (database: Database, { from, to, atMs }: Step, now: Date): Promise<Scan[]> =>
  database.queries.transaction(async transaction => {
    const tx = transaction as unknown as Queries
    const due = tx
      .select({ id: scans.id })
      .from(scans)
      .where(
        and(
          eq(scans.mode, "sandbox"),
          isUnfinished,
          eq(scans.status, from),
          lte(scans.createdAt, new Date(now.getTime() - atMs)),
        ),
      )
      .orderBy(asc(scans.id))
      .limit(MAX_PER_ROUND)
      .for("update", { skipLocked: true })
    const moved = await tx
      .update(scans)
      .set({ status: to, ...(to === "processing" ? { processingAt: now } : { endedAt: now }) })
      .where(and(inArray(scans.id, due), eq(scans.status, from)))
      .returning()
    if (moved.length > 0) await tx.insert(scanEvents).values(moved.map(scan => eventOf(scan, now)))
    return moved
  })

const eventOf = (scan: Scan, now: Date) => {
  const { organizationId, mode } = scan
  return { id: newId(), scanId: scan.id, organizationId, mode, createdAt: now, ...scanEvent(scan.status, scan) }
}

/** When the next sandbox scan is due, in milliseconds since 1970; infinite when none waits. */
export const nextMoveAtMs = async ({ queries }: Database): Promise<number> => {
  const rows = await queries
    .select({ status: scans.status, createdAt: min(scans.createdAt) })
    .from(scans)
    .where(and(eq(scans.mode, "sandbox"), isUnfinished))
    .groupBy(scans.status)
  const dueTimes = rows.flatMap(({ status, createdAt }) => {
    const step = SANDBOX_TIMELINE.find(({ from }) => from === status)
    return step && createdAt ? createdAt.getTime() + step.atMs : []
  })
  return Math.min(Number.POSITIVE_INFINITY, ...dueTimes)
}
