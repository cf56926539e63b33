import { SANDBOX_TIMELINE } from "../../domain/report/sandbox/timeline.ts"
import type { Database } from "../../store/database.ts"
import type { MovedScan } from "../../store/scans/move.ts"
import { moveSandboxScans, oldestSandboxScans } from "../../store/scans/sandbox.ts"

/** Maximum number of scans per transaction; small, because on the embedded engine all other work waits. */
const MAX_PER_ROUND = 50

/**
 * Moves every sandbox scan that is due at `now` by each step of the timeline it has reached, with the event of each
 * state; a long overdue scan passes through all states. Returns the moves made, in their order.
 */
export const moveDue = async ({ queries }: Database, now: Date): Promise<MovedScan[]> => {
  const moved: MovedScan[] = []
  for (let isMoreDue = true; isMoreDue; ) {
    isMoreDue = false
    // A round of each step after the other: scans end although thousands of later ones have not begun.
    for (const { from, to, atMs } of SANDBOX_TIMELINE) {
      const acceptedUntil = new Date(now.getTime() - atMs)
      const round = await moveSandboxScans(queries, { from, to, acceptedUntil, now }, MAX_PER_ROUND)
      moved.push(...round)
      isMoreDue ||= round.length === MAX_PER_ROUND
      // On the embedded engine nothing else would run between the rounds.
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  return moved
}

/** Time at which the next sandbox scan is due, milliseconds since 1970; infinite without a waiting scan. */
export const nextMoveAtMs = async ({ queries }: Database): Promise<number> => {
  const oldest = await oldestSandboxScans(
    queries,
    SANDBOX_TIMELINE.map(({ from }) => from),
  )
  const dueTimes = oldest.flatMap(({ status, createdAt }) => {
    const step = SANDBOX_TIMELINE.find(({ from }) => from === status)
    return step ? createdAt.getTime() + step.atMs : []
  })
  return Math.min(Number.POSITIVE_INFINITY, ...dueTimes)
}
