import { createBoundedMap } from "../../../domain/base/boundedMap.ts"
import { isEnded } from "../../../domain/organization/events/states.ts"
import { decodeBroadcast, type ScanProgress, TOPICS } from "../../../domain/report/messages.ts"
import { SANDBOX_TIMELINE } from "../../../domain/report/sandbox/timeline.ts"
import type { Bus } from "../../../infra/bus/bus.ts"
import type { Queries } from "../../../store/database.ts"
import { raiseProgression } from "../../../store/scans/change.ts"
import type { ScanState } from "../../../store/scans/read.ts"

/** Maximum number of running scans in the memory of a process. */
const MAX_REMEMBERED = 10_000
/** Bounds of the progression during the solve, excluding start and end. */
const STARTED = 1
const NEARLY_DONE = 99
const SANDBOX_MS = SANDBOX_TIMELINE[SANDBOX_TIMELINE.length - 1]!.atMs

/**
 * Progression of scans, 0–100. An answered progression is stored with the scan, so that no process ever answers a lower
 * value, even after a restart or a retry.
 */
export interface Progressions {
  /** Progression of a scan just read from the database. */
  current(scan: ScanState): Promise<number>
  /** Stores that `progression` of a running scan is being answered to a client. */
  keep(scanId: string, progression: number): Promise<void>
  close(): void
}

export const createProgressions = (bus: Bus, queries: Queries): Progressions => {
  const reported = createBoundedMap<number>({ capacity: MAX_REMEMBERED })
  const unsubscribe = bus.subscribe(TOPICS.progress, frame => {
    const progress = decodeBroadcast<ScanProgress>(frame)
    if (!progress) return
    const { scanId } = progress
    if (isEnded(progress.status)) reported.delete(scanId)
    else reported.set(scanId, Math.max(reported.get(scanId) ?? 0, progressionOf(progress)))
  })
  const keep: Progressions["keep"] = (scanId, progression) => raiseProgression(queries, scanId, progression)
  return {
    keep,
    async current(scan) {
      if (scan.status === "completed") return 100
      if (scan.status === "error") return scan.progression
      const reached = scan.fixture === null ? (reported.get(scan.id) ?? 0) : sandboxProgression(scan.createdAt)
      const started = scan.status === "processing" ? STARTED : 0
      const progression = Math.max(scan.progression, reached, started)
      if (progression > scan.progression) await keep(scan.id, progression)
      return progression
    },
    close: unsubscribe,
  }
}

/** The progression of a message from the bus; 0 while the scan waits. */
export const progressionOf = ({ status, progression }: ScanProgress): number => {
  if (status === "pending") return 0
  return status === "completed" ? 100 : Math.min(NEARLY_DONE, Math.max(STARTED, progression))
}

/** The progression of a sandbox scan depends only on the clock. */
const sandboxProgression = (createdAt: Date): number =>
  Math.max(0, Math.min(NEARLY_DONE, Math.floor((100 * (Date.now() - createdAt.getTime())) / SANDBOX_MS)))
