import { isEnded, type ScanStatus } from "../../../domain/organization/events/states.ts"
import { decodeBroadcast, type ScanProgress, TOPICS } from "../../../domain/report/messages.ts"
import type { Bus } from "../../../infra/bus/bus.ts"
import { repeat } from "../../../infra/coalesce.ts"
import type { Log } from "../../../infra/log.ts"

/** Maximum number of listeners of one process; further callers are answered as if their wait had passed. */
const MAX_LISTENERS = 10_000

/** Interval of database queries for the states of all watched scans, because messages from the bus may be lost. */
const LOOK_EVERY_MS = 2_000
/** Maximum number of scans per statement. */
const IDS_PER_LOOK = 1_000

/** Reads the states of scans, without deleted scans. */
export type AskStatuses = (ids: string[]) => Promise<{ id: string; status: ScanStatus }[]>

/** Receives each progress of a scan; undefined at the end: the scan is deleted, or the service stops. */
export type ProgressListener = (progress: ScanProgress | undefined) => void

export interface Wait {
  /**
   * Resolves when a message reports the scan's end or deletion, or when the time has passed. The state is in the
   * database.
   */
  over: Promise<void>
  /** Ends the wait at once. */
  end(): void
}

export interface ProgressFeed {
  /** Calls the listener with each progress of a scan; returns the function that ends it. */
  watch(scanId: string, listener: ProgressListener): () => void
  /** Waits for a scan's end, `waitMs` at most. */
  wait(scanId: string, waitMs: number): Wait
  /** Ends: calls every listener with undefined. */
  close(): void
}

/**
 * One subscription to the bus and one follower of the database, shared by all watchers of scans in this process. The
 * database is queried once every two seconds for each thousand scans.
 */
export const createProgressFeed = (bus: Bus, ask: AskStatuses, log: Log): ProgressFeed => {
  const listeners = new Map<string, Set<ProgressListener>>()
  const looks = repeat(
    () => lookAtAll([...listeners.keys()], ask, notify),
    LOOK_EVERY_MS,
    error => log.warn({ err: error }, "the scans that are watched were not looked at; trying again"),
  )
  let count = 0
  const notify = (scanId: string, progress: ScanProgress | undefined) => {
    for (const listener of [...(listeners.get(scanId) ?? [])]) listener(progress)
  }
  const subscriptions = [
    bus.subscribe(TOPICS.progress, frame => {
      const progress = decodeBroadcast<ScanProgress>(frame)
      if (progress) notify(progress.scanId, progress)
    }),
    bus.subscribe(TOPICS.cancel, body => notify(new TextDecoder().decode(body), undefined)),
  ]

  const watch: ProgressFeed["watch"] = (scanId, listener) => {
    if (count >= MAX_LISTENERS) {
      listener(undefined)
      return () => {}
    }
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
    wait(scanId, waitMs) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, waitMs)
      const unwatch = watch(scanId, progress => {
        if (!progress || isEnded(progress.status)) resolve()
      })
      const over = promise.finally(() => {
        clearTimeout(timer)
        unwatch()
      })
      return { over, end: resolve }
    },
    close() {
      looks.stop()
      for (const unsubscribe of subscriptions) unsubscribe()
      for (const scanId of [...listeners.keys()]) notify(scanId, undefined)
    },
  }
}

/** Sends the database's state of each scan; listeners ignore repeated messages. */
const lookAtAll = async (
  ids: string[],
  ask: AskStatuses,
  notify: (scanId: string, progress: ScanProgress | undefined) => void,
): Promise<void> => {
  for (let i = 0; i < ids.length; i += IDS_PER_LOOK) {
    const idsOfLook = ids.slice(i, i + IDS_PER_LOOK)
    const statuses = new Map((await ask(idsOfLook)).map(({ id, status }) => [id, status]))
    for (const id of idsOfLook) {
      const status = statuses.get(id)
      notify(id, status && { scanId: id, status, progression: status === "completed" ? 100 : 0 })
    }
  }
}
