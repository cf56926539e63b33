import { and, count, desc, eq, inArray, notExists, sql } from "drizzle-orm"
import type { ScanStatus } from "../../domain/organization/events/states.ts"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { type Page, pageByOrder, type Slice } from "../page.ts"
import { scans } from "../tables.ts"
import { scanBatches } from "./batchesTable.ts"
import type { Owner } from "./read.ts"

export type Batch = typeof scanBatches.$inferSelect
/** Lines of a batch by outcome. */
export type BatchCounts = Pick<Batch, "lines" | "accepted" | "refused">

/** Handled lines of a batch, with the number of the last line. */
export type BatchProgress = BatchCounts & Pick<Batch, "lastLine">

/** A batch with the number of its scans in each state. */
export interface CountedBatch {
  batch: Batch
  states: Record<ScanStatus, number>
}

/** Creates a batch; false if the owner has a batch with this id. */
export const insertBatch = async (queries: Queries, { organizationId, mode }: Owner, id: string): Promise<boolean> => {
  const created = await queries
    .insert(scanBatches)
    .values({ organizationId, mode, id, createdAt: new Date() })
    .onConflictDoNothing()
    .returning({ id: scanBatches.id })
  return created.length > 0
}

/** Records the progress of a batch, and its end if no more lines come; true if its owner has cancelled it. */
export const noteBatch = async (
  queries: Queries,
  owner: Owner,
  id: string,
  { lines, accepted, refused, lastLine, isClosed }: BatchProgress & { isClosed: boolean },
): Promise<boolean> => {
  const closedAt = isClosed ? sql`now()` : null
  const [noted] = await queries
    .update(scanBatches)
    .set({ lines, accepted, refused, lastLine, closedAt, notedAt: sql`now()` })
    .where(isBatch(owner, id))
    .returning({ cancelledAt: scanBatches.cancelledAt })
  return noted ? noted.cancelledAt !== null : false
}

/** Records that the owner cancelled a batch; undefined without such a batch. */
export const noteCancelled = async (queries: Queries, owner: Owner, id: string): Promise<Batch | undefined> => {
  if (!isId(id)) return undefined
  const [cancelled] = await queries
    .update(scanBatches)
    .set({ cancelledAt: sql`coalesce(cancelled_at, now())` })
    .where(isBatch(owner, id))
    .returning()
  return cancelled
}

/** A batch of the owner without its counted scans. */
export const findBatchRow = async (queries: Queries, owner: Owner, id: string): Promise<Batch | undefined> => {
  if (!isId(id)) return undefined
  const [batch] = await queries.select().from(scanBatches).where(isBatch(owner, id)).limit(1)
  return batch
}

/** Records that work on a batch continues. */
export const noteBatchAlive = async (queries: Queries, owner: Owner, id: string): Promise<void> => {
  await queries.update(scanBatches).set({ notedAt: sql`now()` }).where(isBatch(owner, id))
}

/** Deletes a batch without scans. */
export const deleteEmptyBatch = async (queries: Queries, owner: Owner, id: string): Promise<void> => {
  const ofBatch = and(eq(scans.batchId, id), eq(scans.organizationId, owner.organizationId), eq(scans.mode, owner.mode))
  const accepted = queries.select({ id: scans.id }).from(scans).where(ofBatch)
  await queries.delete(scanBatches).where(and(isBatch(owner, id), notExists(accepted)))
}

/** A batch of the owner with the number of its scans in each state. */
export const findBatch = async (queries: Queries, owner: Owner, id: string): Promise<CountedBatch | undefined> => {
  if (!isId(id)) return undefined
  const batches = await queries.select().from(scanBatches).where(isBatch(owner, id)).limit(1)
  return (await counted(queries, owner, batches))[0]
}

/** A part of the owner's batches, newest first. */
export const listBatches = async (queries: Queries, owner: Owner, slice: Slice): Promise<Page<CountedBatch>> => {
  const { organizationId, mode, createdAt, id } = scanBatches
  const where = and(eq(organizationId, owner.organizationId), eq(mode, owner.mode))
  const ordered = queries.select().from(scanBatches).where(where).orderBy(desc(createdAt), desc(id))
  const { rows, total } = await pageByOrder(queries, { table: scanBatches, where }, slice, ordered)
  return { rows: await counted(queries, owner, rows), total }
}

const counted = async (
  queries: Queries,
  { organizationId, mode }: Owner,
  batches: readonly Batch[],
): Promise<CountedBatch[]> => {
  if (batches.length === 0) return []
  const ids = batches.map(({ id }) => id)
  const counts = await queries
    .select({ batchId: scans.batchId, status: scans.status, scans: count() })
    .from(scans)
    .where(and(inArray(scans.batchId, ids), eq(scans.organizationId, organizationId), eq(scans.mode, mode)))
    .groupBy(scans.batchId, scans.status)
  return batches.map(batch => {
    const states = { pending: 0, processing: 0, completed: 0, error: 0 }
    for (const each of counts) if (each.batchId === batch.id) states[each.status] = each.scans
    return { batch, states }
  })
}

const isBatch = ({ organizationId, mode }: Owner, id: string) =>
  and(eq(scanBatches.organizationId, organizationId), eq(scanBatches.mode, mode), eq(scanBatches.id, id))
