import { expect, test } from "bun:test"
import { decodeMessage, encodeMessage, type ScanResult } from "../../domain/report/messages.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { createLog } from "../../infra/log.ts"
import { createMetrics } from "../../infra/metrics.ts"
import { startWorker } from "../../worker/index.ts"
import type { ThreadPool } from "../../worker/pool.ts"

const log = createLog("test", "silent")
const LIMIT_MS = 60_000
/** More than the maximum deliveries of a job. */
const REFUSALS = 4

const poolThat = (solve: ThreadPool["solve"]): ThreadPool => ({
  solve,
  cancel() {},
  interrupt() {},
  isWhole: () => true,
  close() {},
})

/** A bus whose broker refuses the first `refusals` results of a kind. */
const busWithout = (kind: string, refusals: number) => {
  const bus = createMemoryBus()
  const { publish } = bus
  bus.publish = async (queue, id, body) => {
    if (id.endsWith(kind) && refusals-- > 0) throw new Error("no space for a message")
    return publish(queue, id, body)
  }
  return bus
}

test(
  "a scan that was solved is not in error because the broker took its result only later, and is solved once",
  async () => {
    for (const kind of ["started", "ended"]) {
      const bus = busWithout(kind, REFUSALS)
      const results: string[] = []
      const ended = Promise.withResolvers<void>()
      await bus.consume("results", { slots: 1, maxDeliveries: 1 }, async ({ body }) => {
        const result = decodeMessage<ScanResult>(body)
        results.push(result.kind)
        if (result.kind !== "started") ended.resolve()
      })
      let solved = 0
      const pool = poolThat(async () => {
        solved++
        return encodeMessage({ kind: "solved", scanId: "s", attempt: 1 })
      })
      const worker = await startWorker({ bus, pool, threads: 1, log, metrics: createMetrics(), restMs: 1 })
      await bus.publish("jobs", "s.1", encodeMessage({ scanId: "s", attempt: 1 }))
      await ended.promise
      expect([kind, solved, results]).toEqual([kind, 1, ["started", "solved"]])
      await worker.stop()
      await bus.close()
    }
  },
  LIMIT_MS,
)

test(
  "a worker whose result the broker does not take ends when it is told to",
  async () => {
    const bus = busWithout("ended", Number.POSITIVE_INFINITY)
    const solved = Promise.withResolvers<void>()
    const pool = poolThat(async () => {
      solved.resolve()
      return encodeMessage({ kind: "solved", scanId: "s", attempt: 1 })
    })
    const worker = await startWorker({ bus, pool, threads: 1, log, metrics: createMetrics(), restMs: 1 })
    await bus.publish("jobs", "s.1", encodeMessage({ scanId: "s", attempt: 1 }))
    await solved.promise
    await worker.stop()
    await bus.close()
  },
  LIMIT_MS,
)
