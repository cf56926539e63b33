import { AsyncLocalStorage } from "node:async_hooks"
import { sql } from "drizzle-orm"
import { createTurns, type InTurn } from "../infra/children/turns.ts"
import type { Database } from "./database.ts"
import { transaction } from "./transaction.ts"

/** Maximum number of waiters for the locks of one owner in a process. */
const MAX_WAITING = 1_000
/**
 * Connections of a process that hold locks. They are fewer than half of all, because work under a lock needs another
 * connection.
 */
const MAX_HELD = 4
/** Maximum number of waiting owners in a process. */
const MAX_OWNERS_WAITING = 1_000
/** Maximum time of a holder, enforced by PostgreSQL; the lock's own connection is idle during the work. */
const MAX_HOLD_MS = 60_000

/** Name of a lock. An owner takes one lock at a time, so that no owner blocks others. */
export interface LockName {
  owner: string
  name: string
}

/** Runs work that excludes other work of the same name, in all processes. Rejects with LaneFull if too many wait. */
export type NamedLock = <T>(lock: LockName, work: () => Promise<T>) => Promise<T>

/** On the embedded engine a single process uses the database, so a lock in memory suffices. */
export const createNamedLock = ({ engine, queries }: Pick<Database, "engine" | "queries">): NamedLock => {
  const lanes = new Map<string, { inTurn: InTurn; users: number }>()
  const holding = createTurns({ maxRunning: MAX_HELD, maxWaiting: MAX_OWNERS_WAITING })
  const everywhere = <T>({ owner, name }: LockName, work: () => Promise<T>): Promise<T> => {
    if (engine === "embedded") return work()
    // The work uses other connections, outside the transaction that holds the lock.
    const outside = AsyncLocalStorage.snapshot()
    return holding(() =>
      transaction(queries, async tx => {
        await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${MAX_HOLD_MS}`))
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${owner} ${name}`}, 0))`)
        return outside(work)
      }),
    )
  }
  return async (lock, work) => {
    const lane = lanes.get(lock.owner) ?? { inTurn: createTurns({ maxRunning: 1, maxWaiting: MAX_WAITING }), users: 0 }
    lanes.set(lock.owner, lane)
    lane.users++
    try {
      return await lane.inTurn(() => everywhere(lock, work))
    } finally {
      lane.users--
      if (lane.users === 0) lanes.delete(lock.owner)
    }
  }
}
