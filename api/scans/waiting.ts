import { decodeMessage, type ScanProgress, TOPICS } from "../../domain/messages.ts"
import { isEnded } from "../../domain/scan/states.ts"
import type { Bus } from "../../infra/bus/bus.ts"

/** Listeners of one process at once; beyond it a caller is answered as if its wait had passed. */
const MAX_LISTENERS = 10_000

export interface ProgressFeed {
  /** Calls the listener with each progress of a scan; returns the function that ends it. */
  watch(scanId: string, listener: (progress: ScanProgress) => void): () => void
  /** Resolves when the scan is heard to end, or after `waitMs`; what it came to is in the database. */
  ended(scanId: string, waitMs: number): Promise<void>
  close(): void
}

/** One subscription to the bus, shared by all that watch scans in this process. */
export const createProgressFeed = (bus: Bus): ProgressFeed => {
  const listeners = new Map<string, Set<(progress: ScanProgress) => void>>()
  let count = 0
  const unsubscribe = bus.subscribe(TOPICS.progress, frame => {
    const progress = decodeMessage<ScanProgress>(frame)
    for (const listener of listeners.get(progress.scanId) ?? []) listener(progress)
  })

  const watch: ProgressFeed["watch"] = (scanId, listener) => {
    if (count >= MAX_LISTENERS) return () => {}
    count++
    const ofScan = listeners.get(scanId) ?? new Set()
    listeners.set(scanId, ofScan.add(listener))
    return () => {
      if (!ofScan.delete(listener)) return
      count--
      if (ofScan.size === 0) listeners.delete(scanId)
    }
  }
  return {
    watch,
    ended: (scanId, waitMs) =>
      new Promise(done => {
        const finish = () => {
          clearTimeout(timer)
          unwatch()
          done()
        }
        const timer = setTimeout(finish, waitMs)
        const unwatch = watch(scanId, ({ status }) => {
          if (isEnded(status)) finish()
        })
      }),
    close: unsubscribe,
  }
}
