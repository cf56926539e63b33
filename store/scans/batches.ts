import { and, count, eq, sql } from "drizzle-orm"
import type { ScanStatus } from "../../domain/scan/states.ts"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { scans } from "../tables.ts"
import { scanBatches } from "./batchesTable.ts"
import type { Owner } from "./read.ts"

export type Batch = typeof scanBatches.$inferSelect
/** Lines of a batch, and what became of them. */
export type BatchCounts = Pick<Batch, "lines" | "accepted" | "refused">

/** Makes a batch; false when the owner has one of this id. */
export const insertBatch = async (queries: Queries, { organizationId, mode }: Owner, id: string): Promise<boolean> => {
  const made = await queries
    .insert(scanBatches)
    .values({ organizationId, mode, id, createdAt: new Date() })
    .onConflictDoNothing()
    .returning({ id: scanBatches.id })
  return made.length > 0
}

/** Notes how far a batch is. */
export const noteBatch = async (
  queries: Queries,
  owner: Owner,
  id: string,
  { lines, accepted, refused }: BatchCounts,
  isClosed: boolean,
): Promise<void> => {
  const closedAt = isClosed ? sql`now()` : null
  const notedAt = sql`now()`
  await queries.update(scanBatches).set({ lines, accepted, refused, closedAt, notedAt }).where(isBatch(owner, id))
}

/** Notes that a batch is still worked on. */
export const noteBatchAlive = async (queries: Queries, owner: Owner, id: string): Promise<void> => {
  await queries.update(scanBatches).set({ notedAt: sql`now()` }).where(isBatch(owner, id))
}

/** A batch of the owner with how many of its scans are in each state. */
export const findBatch = async (
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<{ batch: Batch; states: Record<ScanStatus, number> } | undefined> => {
  if (!isId(id)) return undefined
  const [batch] = await queries.select().from(scanBatches).where(isBatch(owner, id)).limit(1)
  if (!batch) return undefined
  const { organizationId, mode } = owner
  const counted = await queries
    .select({ status: scans.status, scans: count() })
    .from(scans)
    .where(and(eq(scans.batchId, id), eq(scans.organizationId, organizationId), eq(scans.mode, mode)))
    .groupBy(scans.status)
  const states = { pending: 0, processing: 0, completed: 0, error: 0 }
  for (const each of counted) states[each.status] = each.scans
  return { batch, states }
}

const isBatch = ({ organizationId, mode }: Owner, id: string) =>
  and(eq(scanBatches.organizationId, organizationId), eq(scanBatches.mode, mode), eq(scanBatches.id, id))
