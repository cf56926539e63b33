import { and, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm"
import { SCAN_EVENTS, type ScanStatus } from "../../domain/organization/events/states.ts"
import { MESSAGE_VERSION } from "../../domain/report/messages.ts"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { dataOf, SUBJECT } from "../events/content.ts"
import { insertRows } from "../insertRows.ts"
import { type Mode, scanEvents, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { insertEvents } from "./move.ts"
import { type Owner, ownedBy } from "./read.ts"

/** A scan to be accepted. */
export type NewScan = typeof scans.$inferInsert & { createdAt: Date }

/** Accepts scans, each with its first event: call it inside a transaction. */
export const insertScans = async (tx: Queries, accepted: readonly NewScan[]): Promise<void> => {
  await insertRows(
    tx,
    scans,
    accepted.map(scan => ({ ...scan, jobVersion: MESSAGE_VERSION })),
  )
  await insertEvents(
    tx,
    accepted.map(scan => ({ ...scan, at: scan.createdAt })),
  )
}

/** A deleted scan. */
export interface DeletedScan {
  id: string
  status: ScanStatus
  mode: Mode
}

/**
 * Deletes a scan with its report; returns its state, or undefined without such a scan. Its events stay, with stored
 * content.
 */
export const deleteScan = async (queries: Queries, owner: Owner, id: string): Promise<ScanStatus | undefined> => {
  if (!isId(id)) return undefined
  const [deleted] = await transaction(queries, tx => deleteScans(tx, and(ownedBy(owner), eq(scans.id, id))))
  return deleted?.status
}

/** Deletes scans with their reports, and stores the content of their events: call it inside a transaction. */
export const deleteScans = async (tx: Queries, where: SQL | undefined): Promise<DeletedScan[]> => {
  const deleted = await tx
    .delete(scans)
    .where(where)
    .returning({ ...SUBJECT, status: scans.status, mode: scans.mode })
  if (deleted.length === 0) return []
  const open = await tx
    .selectDistinct({ scanId: scanEvents.scanId })
    .from(scanEvents)
    .where(
      and(
        inArray(
          scanEvents.scanId,
          deleted.map(({ id }) => id),
        ),
        isNull(scanEvents.data),
      ),
    )
  const withEvents = new Set(open.map(({ scanId }) => scanId))
  for (const scan of deleted) {
    if (!withEvents.has(scan.id)) continue
    const contents = Object.fromEntries(SCAN_EVENTS.map(name => [name, dataOf(name, scan)]))
    await tx
      .update(scanEvents)
      .set({ data: sql`(${JSON.stringify(contents)}::text::json -> ${scanEvents.name})` })
      .where(and(eq(scanEvents.scanId, scan.id), isNull(scanEvents.data)))
  }
  return deleted
}

/** Records that the owner's side has read the report. */
export const markReportSeen = async (queries: Queries, id: string): Promise<void> => {
  await queries
    .update(scans)
    .set({ hasSeenReport: true })
    .where(and(eq(scans.id, id), eq(scans.hasSeenReport, false)))
}

/** Stores the progression sent to a client, unless a higher value is stored. */
export const raiseProgression = async (queries: Queries, id: string, progression: number): Promise<void> => {
  await queries
    .update(scans)
    .set({ progression })
    .where(and(eq(scans.id, id), lt(scans.progression, progression)))
}
