import { SANDBOX_TICK_MS } from "../../domain/report/sandbox/timeline.ts"
import type { Bus } from "../../infra/bus/bus.ts"
import type { Log } from "../../infra/log.ts"
import type { Metrics } from "../../infra/metrics.ts"
import type { Database } from "../../store/database.ts"
import { broadcastStatus } from "../results.ts"
import { moveDue, nextMoveAtMs } from "./moves.ts"

/** Pause before a due scan that another process was moving is checked again. */
const SHORTEST_REST_MS = 50

export interface SandboxClock {
  /** Resolves after the current tick. */
  stop(): Promise<void>
}

interface ClockOptions {
  database: Database
  bus: Bus
  log: Log
  metrics: Metrics
}

/**
 * Moves sandbox scans along their timeline: when the next scan is due, and at least every two seconds, so that newly
 * accepted scans are in time. Its state is only in the database, so it may be stopped at any time and run in several
 * processes.
 */
export const startSandboxClock = ({ database, bus, log, metrics }: ClockOptions): SandboxClock => {
  let timer: Timer | undefined
  let isStopped = false
  const tick = async () => {
    let dueAtMs = await nextMoveAtMs(database)
    if (dueAtMs <= Date.now()) {
      for (const { id, status } of await moveDue(database, new Date())) {
        broadcastStatus(bus, id, status)
        if (status === "completed") metrics.scansEnded.inc({ status })
      }
      dueAtMs = await nextMoveAtMs(database)
    }
    return Math.min(SANDBOX_TICK_MS, Math.max(SHORTEST_REST_MS, dueAtMs - Date.now()))
  }
  const run = async (): Promise<void> => {
    const restMs = await tick().catch(error => {
      log.error({ err: error }, "sandbox scans were not moved; trying again at the next tick")
      return SANDBOX_TICK_MS
    })
    if (!isStopped) timer = setTimeout(start, restMs)
  }
  let running = Promise.resolve()
  const start = () => {
    running = run()
  }
  start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
