import { AsyncLocalStorage } from "node:async_hooks"
import { sql } from "drizzle-orm"
import { createTurns, type InTurn } from "../infra/children/turns.ts"
import type { Database } from "./database.ts"
import { transaction } from "./transaction.ts"

/** Highest number of waiters for the locks of one owner in a process. */
const MAX_WAITING = 1_000
/** Connections of a process that hold locks, fewer than half of all: what runs under a lock takes another one. */
const MAX_HELD = 4
/** Highest number of waiters in a process, one for each owner. */
const MAX_OWNERS_WAITING = 1_000
/** PostgreSQL ends a holder that takes longer; the lock's own connection does nothing meanwhile. */
const MAX_HOLD_MS = 60_000

/** Name of a lock. Its owner takes one at a time, so that no owner blocks others. */
export interface LockName {
  owner: string
  name: string
}

/** Runs work that excludes other work of the same name, in all processes. Rejects with LaneFull where too many wait. */
export type NamedLock = <T>(lock: LockName, work: () => Promise<T>) => Promise<T>

/** On the embedded engine one process has the database, so that its own memory is enough. */
export const createNamedLock = ({ engine, queries }: Pick<Database, "engine" | "queries">): NamedLock => {
  const lanes = new Map<string, { inTurn: InTurn; users: number }>()
  const holding = createTurns({ maxRunning: MAX_HELD, maxWaiting: MAX_OWNERS_WAITING })
  const everywhere = <T>({ owner, name }: LockName, work: () => Promise<T>): Promise<T> => {
    if (engine === "embedded") return work()
    // The work has connections of its own: it is no part of the transaction that holds the lock.
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
