import { type Bus, QUEUES } from "../infra/bus/bus.ts"
import type { Metrics } from "../infra/metrics.ts"
import type { Database } from "../store/database.ts"
import { waitingScans } from "../store/scans/waiting.ts"
import { readAllStored } from "../store/storedBytes.ts"

/** Measures waiting scans in the database; the age of the oldest scan reveals a stalled service. */
export const measureScans = async ({ queries }: Database, metrics: Metrics): Promise<void> => {
  const { pending, oldestPending, oldestUnqueued } = await waitingScans(queries)
  metrics.pendingScans.set(pending)
  metrics.oldestPendingSeconds.set(ageSeconds(oldestPending))
  metrics.outboxSeconds.set(ageSeconds(oldestUnqueued))
}

/** Measures the counted bytes of all organizations. */
export const measureStorage = async ({ queries }: Database, metrics: Metrics): Promise<void> => {
  for (const { mode, bytes } of await readAllStored(queries)) metrics.storedBytes.set({ mode }, bytes)
}

/** Clocks of machines differ, so a computed age can be negative. */
const ageSeconds = (time: Date | null): number => (time ? Math.max(0, (Date.now() - time.getTime()) / 1000) : 0)

/** Measures the contents of the bus; returns the number of scans that all workers together solve at the same time. */
export const measureBus = async (bus: Bus, metrics: Metrics): Promise<number> => {
  let jobSlots = 0
  for (const queue of QUEUES) {
    const { waiting, slots } = await bus.state(queue)
    metrics.queueMessages.set({ queue }, waiting)
    metrics.queueSlots.set({ queue }, slots)
    if (queue === "jobs") jobSlots = slots
  }
  return jobSlots
}
