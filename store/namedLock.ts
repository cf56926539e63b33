import { sql } from "drizzle-orm"
import { createTurns, type InTurn } from "../infra/children/turns.ts"
import type { Database } from "./database.ts"
import { transaction } from "./transaction.ts"

/** Who may wait for one name in a process. */
const MAX_WAITING = 100
/** Connections of a process that hold locks: few, since what runs under a lock takes another one. */
const MAX_HELD = 2
/** Who may wait for one of these. */
const MAX_WAITING_IN_ALL = 1_000

/** Runs work that no other of the same name runs beside, in any process. Rejects with LaneFull where too many wait. */
export type NamedLock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** On the embedded engine one process has the database, so that its own memory is enough. */
export const createNamedLock = ({ engine, queries }: Pick<Database, "engine" | "queries">): NamedLock => {
  const lanes = new Map<string, { inTurn: InTurn; users: number }>()
  const holding = createTurns({ maxRunning: MAX_HELD, maxWaiting: MAX_WAITING_IN_ALL })
  const everywhere = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    engine === "embedded"
      ? work()
      : holding(() =>
          transaction(queries, async tx => {
            await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
            return work()
          }),
        )
  return async (name, work) => {
    const lane = lanes.get(name) ?? { inTurn: createTurns({ maxRunning: 1, maxWaiting: MAX_WAITING }), users: 0 }
    lanes.set(name, lane)
    lane.users++
    try {
      return await lane.inTurn(() => everywhere(name, work))
    } finally {
      lane.users--
      if (lane.users === 0) lanes.delete(name)
    }
  }
}
