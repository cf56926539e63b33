import { and, eq, lt, sql } from "drizzle-orm"
import type { ScanStatus } from "../../domain/scan/states.ts"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { insertRows } from "../insertRows.ts"
import { scans } from "../tables.ts"
import { insertEvents } from "./move.ts"
import { type Owner, ownedBy } from "./read.ts"

/** A scan that is about to be accepted. */
export type NewScan = typeof scans.$inferInsert & { createdAt: Date }

/** Accepts scans, each with its first event: call it inside a transaction. */
export const insertScans = async (tx: Queries, accepted: readonly NewScan[]): Promise<void> => {
  await insertRows(tx, scans, accepted)
  await insertEvents(
    tx,
    accepted.map(scan => ({ ...scan, at: scan.createdAt })),
  )
}

/** Deletes a scan with its report and the events that were not relayed; its state, or undefined when there is none. */
export const deleteScan = async (queries: Queries, owner: Owner, id: string): Promise<ScanStatus | undefined> => {
  if (!isId(id)) return undefined
  const [deleted] = await queries
    .delete(scans)
    .where(and(ownedBy(owner), eq(scans.id, id)))
    .returning({ status: scans.status })
  return deleted?.status
}

/** Gives a scan a share token, or keeps the one it has; null takes it away. The token, or undefined without such a scan. */
export const setShareToken = async (
  queries: Queries,
  owner: Owner,
  id: string,
  token: string | null,
): Promise<{ shareToken: string | null } | undefined> => {
  const [changed] = await queries
    .update(scans)
    .set({
      shareToken: token === null ? null : sql`coalesce(${scans.shareToken}, ${token})`,
      shareEnded: token === null,
    })
    .where(and(ownedBy(owner), eq(scans.id, id)))
    .returning({ shareToken: scans.shareToken })
  return changed
}

/** Notes that the owner's side has read the report. */
export const markReportSeen = async (queries: Queries, id: string): Promise<void> => {
  await queries
    .update(scans)
    .set({ hasSeenReport: true })
    .where(and(eq(scans.id, id), eq(scans.hasSeenReport, false)))
}

/** Stores the progression that a client is sent, unless a higher one is kept. */
export const raiseProgression = async (queries: Queries, id: string, progression: number): Promise<void> => {
  await queries
    .update(scans)
    .set({ progression })
    .where(and(eq(scans.id, id), lt(scans.progression, progression)))
}
