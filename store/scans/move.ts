import { and, eq, inArray, sql } from "drizzle-orm"
import { scanEvent } from "../../domain/scan/events.ts"
import type { StoredScanError } from "../../domain/scan/scanError.ts"
import { ENTERED_FROM, type ScanStatus } from "../../domain/scan/states.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"
import { newId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { scanEvents, scans } from "../tables.ts"

export type Scan = typeof scans.$inferSelect

/** What is told of a scan that was moved. */
export const MOVED = {
  id: scans.id,
  organizationId: scans.organizationId,
  mode: scans.mode,
  status: scans.status,
  runId: scans.runId,
  error: scans.error,
  requestId: scans.requestId,
  createdAt: scans.createdAt,
  processingAt: scans.processingAt,
}
export type MovedScan = Pick<Scan, keyof typeof MOVED>

/** What a move writes beside the state. */
export type MoveChanges = Partial<Pick<Scan, "error" | "selfSufficiency" | "returnPeriod" | "co2SavedKg">>

/**
 * Moves a scan into a state and writes the event of that state, both or neither: call it inside a transaction.
 * Undefined when the scan is gone, is not in a state that leads there, or is at another attempt.
 */
export const moveScan = async (
  tx: Queries,
  scanId: string,
  attempt: number,
  to: ScanStatus,
  changes: MoveChanges = {},
): Promise<MovedScan | undefined> => {
  const now = new Date()
  const [scan] = await tx
    .update(scans)
    .set({ ...changes, status: to, ...(to === "processing" ? { processingAt: sql`now()` } : { endedAt: now }) })
    .where(and(eq(scans.id, scanId), eq(scans.attempt, attempt), inArray(scans.status, [...ENTERED_FROM[to]])))
    .returning(MOVED)
  if (!scan) return undefined
  await tx.insert(scanEvents).values(eventOf(scan, now))
  return scan
}

/** What an event is made of. */
type EventScan = Pick<Scan, "id" | "organizationId" | "mode" | "status" | "runId" | "createdAt"> & {
  error?: StoredScanError | null
}

/** The event of the state that a scan has entered; its sentences are English, as webhooks send them. */
export const eventOf = (scan: EventScan, createdAt: Date): typeof scanEvents.$inferInsert => {
  const { id: scanId, organizationId, mode, error } = scan
  const subject = { ...scan, errorMessage: error ? scanErrorText(error, "en") : null }
  return { id: newId(), scanId, organizationId, mode, createdAt, ...scanEvent(scan.status, subject) }
}
