import { and, asc, eq, gt, inArray, isNotNull, type SQL } from "drizzle-orm"
import type { Queries } from "../database.ts"
import { insertRows } from "../insertRows.ts"
import { isUnfinished, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { batchLines } from "./batchesTable.ts"
import { deleteScans } from "./change.ts"
import { LISTED, type ListedScan, type Owner, ownedBy } from "./read.ts"

type Line = typeof batchLines.$inferSelect
/** A line of a batch that has no scan. */
type LineWithoutScan = Pick<Line, "line" | "status" | "scanId" | "dossierId" | "error">
export type RefusedLine = Pick<Line, "line" | "dossierId" | "error">

/** A line of a batch: its scan, or its refusal or cancellation. */
export type BatchLine = { line: number } & ({ scan: ListedScan } | { ended: LineWithoutScan })

/** Scans cancelled per transaction, because on the embedded engine all other work waits during a statement. */
const SCANS_PER_STEP = 100

const isOf = ({ organizationId, mode }: Owner, batchId: string): SQL | undefined =>
  and(eq(batchLines.organizationId, organizationId), eq(batchLines.mode, mode), eq(batchLines.batchId, batchId))

/** Stores refused lines of a batch; a line that is stored already stays. */
export const insertRefusedLines = (
  queries: Queries,
  { organizationId, mode }: Owner,
  batchId: string,
  lines: readonly RefusedLine[],
): Promise<void> => {
  const rows = lines.map(line => ({ ...line, organizationId, mode, batchId, status: "refused" as const }))
  return insertRows(queries, batchLines, rows, { skipsExisting: true })
}

/** Lines of a batch after a line, in order, at most `limit`. */
export const batchLinesAfter = async (
  queries: Queries,
  owner: Owner,
  batchId: string,
  { after, limit }: { after: number; limit: number },
): Promise<BatchLine[]> => {
  const withScan = await queries
    .select({ ...LISTED, line: scans.batchLine })
    .from(scans)
    .where(and(eq(scans.batchId, batchId), gt(scans.batchLine, after), isNotNull(scans.batchLine), ownedBy(owner)))
    .orderBy(asc(scans.batchLine))
    .limit(limit)
  const { line, status, scanId, dossierId, error } = batchLines
  // Read after the scans: a scan that is cancelled in between is found twice, and never missed.
  const without = await queries
    .select({ line, status, scanId, dossierId, error })
    .from(batchLines)
    .where(and(isOf(owner, batchId), gt(line, after)))
    .orderBy(asc(line))
    .limit(limit)
  const lines = new Map<number, BatchLine>(withScan.map(scan => [scan.line!, { line: scan.line!, scan }]))
  for (const ended of without) lines.set(ended.line, { line: ended.line, ended })
  return [...lines.values()].sort((a, b) => a.line - b.line).slice(0, limit)
}

/** A scan that was cancelled with its batch. */
export interface CancelledScan {
  id: string
  /** True if its job may be on the bus or with a worker. */
  isQueued: boolean
}

/** Cancels some unfinished scans of a batch; each line keeps the id and dossier of its scan. Empty: none is left. */
export const cancelScansOfBatch = (queries: Queries, owner: Owner, batchId: string): Promise<CancelledScan[]> =>
  transaction(queries, async tx => {
    const ofBatch = and(ownedBy(owner), eq(scans.batchId, batchId), isUnfinished)
    const unfinished = await tx
      .select({ id: scans.id, line: scans.batchLine, dossierId: scans.dossierId, queuedAt: scans.queuedAt })
      .from(scans)
      .where(ofBatch)
      .orderBy(asc(scans.id))
      .limit(SCANS_PER_STEP)
      .for("update")
    if (unfinished.length === 0) return []
    const ids = unfinished.map(({ id }) => id)
    await deleteScans(tx, inArray(scans.id, ids))
    const { organizationId, mode } = owner
    const rows = unfinished.flatMap(({ id: scanId, line, dossierId }) =>
      line === null ? [] : { organizationId, mode, batchId, line, status: "cancelled" as const, scanId, dossierId },
    )
    await insertRows(tx, batchLines, rows)
    return unfinished.map(({ id, queuedAt }) => ({ id, isQueued: queuedAt !== null }))
  })

/** Deletes lines of a batch, at most `limit`; returns their number. */
export const deleteBatchLines = async (
  queries: Queries,
  owner: Owner,
  batchId: string,
  limit: number,
): Promise<number> => {
  const some = queries.select({ line: batchLines.line }).from(batchLines).where(isOf(owner, batchId)).limit(limit)
  const deleted = await queries
    .delete(batchLines)
    .where(and(isOf(owner, batchId), inArray(batchLines.line, some)))
    .returning({ line: batchLines.line })
  return deleted.length
}

/** Deletes lines of an organization by their dossiers. Returns their number. */
export const eraseLinesOfDossiers = async (
  queries: Queries,
  organizationId: string,
  dossierIds: readonly string[],
): Promise<number> => {
  if (dossierIds.length === 0) return 0
  const erased = await queries
    .delete(batchLines)
    .where(and(eq(batchLines.organizationId, organizationId), inArray(batchLines.dossierId, [...dossierIds])))
    .returning({ line: batchLines.line })
  return erased.length
}
