import { and, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm"
import { isId, newId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { type Page, pageByKey, type Slice } from "../page.ts"
import type { Owner } from "../scans/read.ts"
import { transaction } from "../transaction.ts"
import { webhookDeliveries, webhookEndpoints } from "./tables.ts"

/** An attempt in the log. */
export type Delivery = typeof webhookDeliveries.$inferSelect
/** An attempt to be made. */
export type NewDelivery = Pick<
  Delivery,
  "endpointId" | "scanId" | "batchId" | "event" | "eventId" | "eventAt" | "originalId" | "kind" | "step" | "body"
>

/** Filter of a list. */
export interface DeliveryFilter {
  event?: Delivery["event"] | undefined
  scanId?: string | undefined
  outcome?: "succeeded" | "failed" | "waiting" | "exhausted" | undefined
}

const { state, error } = webhookDeliveries
const SUCCEEDED = and(eq(state, "ended"), isNull(error))
const WAITING = ne(state, "ended")

/** A part of an endpoint's log, newest first. */
export const listDeliveries = async (
  queries: Queries,
  endpointId: string,
  filter: DeliveryFilter,
  slice: Slice,
): Promise<Page<Delivery>> => {
  if (filter.scanId !== undefined && !isId(filter.scanId)) return { rows: [], total: 0 }
  const list = { table: webhookDeliveries, id: webhookDeliveries.id, where: matching(endpointId, filter) }
  return pageByKey(queries, list, slice, ({ where, order, limit }) =>
    queries.select().from(webhookDeliveries).where(where).orderBy(order).limit(limit),
  )
}

const EXHAUSTED = isNotNull(webhookDeliveries.exhaustedAt)
const OUTCOMES = { succeeded: SUCCEEDED, failed: isNotNull(error), waiting: WAITING, exhausted: EXHAUSTED }

const matching = (endpointId: string, { event, scanId, outcome }: DeliveryFilter): SQL | undefined =>
  and(
    eq(webhookDeliveries.endpointId, endpointId),
    event === undefined ? undefined : eq(webhookDeliveries.event, event),
    scanId === undefined ? undefined : eq(webhookDeliveries.scanId, scanId),
    outcome === undefined ? undefined : OUTCOMES[outcome],
  )

export const findDelivery = async (queries: Queries, endpointId: string, id: string): Promise<Delivery | undefined> => {
  if (!isId(id)) return undefined
  const where = and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.id, id))
  const [row] = await queries.select().from(webhookDeliveries).where(where).limit(1)
  return row
}

/** Creates a waiting delivery with the given id. */
export const insertDelivery = async (queries: Queries, id: string, delivery: NewDelivery): Promise<void> => {
  await queries.insert(webhookDeliveries).values({ ...delivery, id, createdAt: new Date() })
}

/**
 * Creates a waiting delivery with the given id that sends an ended one again; false if that one has been deleted. It is
 * locked, so that an erasure waits for the new delivery and deletes it too.
 */
export const insertResend = (queries: Queries, id: string, ended: Delivery): Promise<boolean> =>
  transaction(queries, async tx => {
    const where = eq(webhookDeliveries.id, ended.id)
    const locked = await tx.select({ id: webhookDeliveries.id }).from(webhookDeliveries).where(where).for("key share")
    if (locked.length > 0) await insertDelivery(tx, id, resendOf(ended))
    return locked.length > 0
  })

const resendOf = (ended: Delivery): NewDelivery => {
  const { endpointId, scanId, batchId, event, eventId, eventAt, step, body } = ended
  const originalId = ended.originalId ?? ended.id
  return { endpointId, scanId, batchId, event, eventId, eventAt, originalId, kind: "resend", step, body }
}

/** Number of the owner's deliveries since a moment, by outcome. */
export const countDeliveries = async (
  queries: Queries,
  { organizationId, mode }: Owner,
  since: Date,
): Promise<{ delivered: number; failed: number; waiting: number }> => {
  const counted = (where: SQL | undefined) => sql<number>`count(*) filter (where ${where})`.mapWith(Number)
  const [counts] = await queries
    .select({
      delivered: counted(SUCCEEDED),
      failed: counted(and(eq(state, "ended"), isNotNull(error))),
      waiting: counted(WAITING),
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookEndpoints.organizationId, organizationId),
        eq(webhookEndpoints.mode, mode),
        gte(webhookDeliveries.createdAt, since),
      ),
    )
  return counts!
}

/** Deliveries of one replay. */
const MAX_REPLAYED = 1_000

/** Endpoint and time range of a replay. */
export interface ReplayRange {
  from: Date
  to: Date
  outcome: "failed" | "exhausted" | "all"
}

/**
 * Creates a new delivery of each ended event that was first sent to an endpoint within a time range, the oldest first.
 * Call it in a transaction. Undefined while deliveries of an earlier replay wait; `nextFrom` if more remain.
 */
export const replayDeliveries = async (
  tx: Queries,
  endpointId: string,
  { from, to, outcome }: ReplayRange,
): Promise<{ count: number; nextFrom: Date | undefined } | undefined> => {
  // One replay at a time, because two simultaneous replays could both find no waiting delivery.
  await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId))
    .for("update")
  const ofEndpoint = eq(webhookDeliveries.endpointId, endpointId)
  const [waiting] = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(ofEndpoint, WAITING, eq(webhookDeliveries.kind, "resend")))
    .limit(1)
  if (waiting) return undefined
  const isMissed = sql`${error} is not null and not exists (select from webhook_deliveries again
    where again.endpoint_id = ${endpointId} and again.original_id = ${webhookDeliveries.id} and again.error is null)`
  const firsts = await tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        ofEndpoint,
        eq(webhookDeliveries.kind, "event"),
        eq(state, "ended"),
        gte(webhookDeliveries.createdAt, from),
        lt(webhookDeliveries.createdAt, to),
        { failed: isMissed, exhausted: EXHAUSTED, all: undefined }[outcome],
      ),
    )
    .orderBy(webhookDeliveries.createdAt, webhookDeliveries.id)
    .limit(MAX_REPLAYED + 1)
    // An erasure waits for the new deliveries and deletes them too; deliveries that it is deleting are left out.
    .for("key share", { skipLocked: true })
  const chosen = firsts.slice(0, MAX_REPLAYED)
  const createdAt = new Date()
  const again = chosen.map(first => ({ ...resendOf(first), id: newId(), createdAt }))
  if (again.length > 0) await tx.insert(webhookDeliveries).values(again)
  return { count: chosen.length, nextFrom: firsts[MAX_REPLAYED]?.createdAt }
}
