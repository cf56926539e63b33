import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm"
import { BATCH_COMPLETED, batchEventData } from "../../domain/organization/events/serviceEvents.ts"
import { newId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { createStatement } from "../statement.ts"
import { isUnfinished, scanEvents, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { type Batch, findBatch } from "./batches.ts"
import { scanBatches } from "./batchesTable.ts"
import { deleteBatchLines } from "./batchLines.ts"
import { insertEventRows } from "./move.ts"

/** Silence of a request after which the process of its batch counts as lost. */
const SILENT_MINUTES = 10
/** Maximum number of batches ended per call. */
const MAX_ENDED = 100
/** Retention of a batch after its end, as of its event. */
const BATCH_DAYS = 30
/** Rows deleted per statement, because on the embedded engine all other work waits during a statement. */
const ROWS_PER_STEP = 500
/** Steps that delete lines in one sweep; the next sweep continues. */
const MAX_LINE_STEPS = 1_000

const DAY_MS = 86_400_000

/**
 * Closes batches whose request lost its process, so that they end with their scans. These are batches that were silent
 * for long; on an engine of one process all, because a start proves that every earlier request has ended. Scans without
 * a record by their request count too.
 */
export const closeAbandonedBatches = async (queries: Queries, which: "all" | "silent"): Promise<void> => {
  await (which === "silent" ? closingSilent : closingAll)(queries)
}

const isSilent = lt(scanBatches.notedAt, sql`now() - make_interval(mins => ${SILENT_MINUTES})`)
const closingAll = createStatement({}, queries => closing(queries))
const closingSilent = createStatement({}, queries => closing(queries, isSilent))

const closing = (queries: Queries, condition?: SQL) => {
  // The request may have recorded fewer scans than it created.
  const created = sql`(select count(*)::int from ${scans} where ${ofBatch})`
  const accepted = sql`greatest(${scanBatches.accepted}, ${created})`
  const lines = sql`greatest(${scanBatches.lines}, ${created} + ${scanBatches.refused})`
  return queries
    .update(scanBatches)
    .set({ closedAt: sql`now()`, accepted, lines })
    .where(and(isUnended, isNull(scanBatches.closedAt), condition))
}

/**
 * Ends closed batches without an unfinished scan, each with its single event; returns their number. Events of its scans
 * have their places by then, so the batch's event follows. Any number of processes may call it: the process that locks
 * a batch's row ends it.
 */
export const completeBatches = async (queries: Queries): Promise<number> => {
  const ready = await findingReady(queries)
  let completed = 0
  for (const batch of ready) if (await completeBatch(queries, batch)) completed++
  return completed
}

const findingReady = createStatement<Batch>(getTableColumns(scanBatches), queries =>
  queries.select().from(scanBatches).where(isReady(queries)).limit(MAX_ENDED),
)

const completeBatch = (queries: Queries, { organizationId, mode, id }: Batch): Promise<boolean> =>
  transaction(queries, async tx => {
    const owner = { organizationId, mode }
    const ended = await tx
      .update(scanBatches)
      .set({ completedAt: sql`now()` })
      .where(
        and(
          eq(scanBatches.organizationId, organizationId),
          eq(scanBatches.mode, mode),
          eq(scanBatches.id, id),
          isReady(tx),
        ),
      )
      .returning({ id: scanBatches.id })
    const record = ended.length > 0 ? await findBatch(tx, owner, id) : undefined
    if (!record) return false
    const { lines, accepted, refused, createdAt } = record.batch
    const { completed, error } = record.states
    const data = batchEventData({ id, lines, accepted, refused, scans: { completed, error }, createdAt })
    const event = { id: newId(), batchId: id, name: BATCH_COMPLETED, data, createdAt: new Date() } as const
    await insertEventRows(tx, [{ ...event, ...owner }])
    return true
  })

/** Literals as in the index definition, so that a statement with parameters uses the index. */
const isUnended = sql`${scanBatches.completedAt} is null`

const ofBatch = and(
  eq(scans.batchId, scanBatches.id),
  eq(scans.organizationId, scanBatches.organizationId),
  eq(scans.mode, scanBatches.mode),
)

/**
 * Queries each batch separately, and one row: as `not exists` the database may join all waiting scans with the batches,
 * which takes longer with more scans. The order follows the index, without which reading the whole table would seem
 * cheaper; it has the unfinished first. Events are read only for batches whose scans have ended, from the last line on,
 * because its events get their places last; scans without a line, of earlier versions, are not waited for. `coalesce`
 * hides the index of all events without a place from the planner: each scan would search it, 4 s for 1,000 scans.
 */
const isReady = (queries: Queries): SQL | undefined => {
  const unfinished = queries
    .select({ id: scans.id })
    .from(scans)
    .where(and(ofBatch, isUnfinished))
    .orderBy(desc(scans.status))
    .limit(1)
  const unplacedEvent = queries
    .select({ id: scanEvents.id })
    .from(scanEvents)
    .where(and(eq(scanEvents.scanId, scans.id), sql`coalesce(${scanEvents.position}, -1) < 0`))
    .limit(1)
  const unplaced = queries
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.batchId, scanBatches.id), isNotNull(scans.batchLine), sql`(${unplacedEvent}) is not null`))
    .orderBy(desc(scans.batchLine))
    .limit(1)
  const isOver = sql`case when (${unfinished}) is null then (${unplaced}) is null else false end`
  return and(isUnended, sql`${scanBatches.closedAt} is not null`, isOver)
}

/** Deletes some of the batches that ended more than 30 days before `now`, the lines of each before the batch. */
export const sweepBatches = async (queries: Queries, now: Date): Promise<void> => {
  const { organizationId, mode, id, completedAt } = scanBatches
  const old = await queries
    .select({ organizationId, mode, id })
    .from(scanBatches)
    .where(lt(completedAt, new Date(now.getTime() - BATCH_DAYS * DAY_MS)))
    .limit(ROWS_PER_STEP)
  let left = MAX_LINE_STEPS
  for (const batch of old) {
    while (left-- > 0) if ((await deleteBatchLines(queries, batch, batch.id, ROWS_PER_STEP)) < ROWS_PER_STEP) break
    if (left < 0) return
    await queries
      .delete(scanBatches)
      .where(and(eq(organizationId, batch.organizationId), eq(mode, batch.mode), eq(id, batch.id)))
  }
}
