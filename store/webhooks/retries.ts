import { and, eq, inArray, isNotNull, lte, sql } from "drizzle-orm"
import { newId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { insertRows } from "../insertRows.ts"
import { isAmong } from "../isAmong.ts"
import { createStatement } from "../statement.ts"
import { webhookDeliveries, webhookEndpoints } from "./tables.ts"

/** Delays before the second to the tenth attempt [s], each after the end of the previous one (Standard Webhooks). */
export const RETRY_DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** Random lengthening of a delay, so that events which failed together are not repeated together. */
const JITTER = 0.1
/** Receivers answer 410 if they want no more events. */
const GONE = 410
/** Rows per statement. */
const ROWS_AT_ONCE = 1_000

const { id, state, kind, error, dueAt } = webhookDeliveries
/** Kinds of deliveries that an endpoint with retries repeats. */
const REPEATED = ["event", "retry"] as const

/**
 * Makes the next attempt of ended deliveries that failed, at endpoints with retries, and marks events without another
 * attempt as exhausted. Call it in the transaction that ends these deliveries.
 */
export const scheduleRetries = async (tx: Queries, ids: readonly string[], now: Date): Promise<void> => {
  for (let i = 0; i < ids.length; i += ROWS_AT_ONCE) await scheduleSome(tx, ids.slice(i, i + ROWS_AT_ONCE), now)
}

const scheduleSome = async (tx: Queries, ids: readonly string[], now: Date): Promise<void> => {
  const failed = await tx
    .select({ delivery: webhookDeliveries, isActive: webhookEndpoints.active })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        isAmong(id, ids),
        eq(state, "ended"),
        isNotNull(error),
        inArray(kind, [...REPEATED]),
        eq(webhookEndpoints.retries, true),
      ),
    )
  const rows = failed.map(({ delivery, isActive }) => ({
    firstId: delivery.originalId ?? delivery.id,
    next: isActive && delivery.statusCode !== GONE ? nextAttempt(delivery, now) : undefined,
  }))
  await insertRows(
    tx,
    webhookDeliveries,
    rows.flatMap(({ next }) => next ?? []),
  )
  const exhausted = rows.flatMap(({ firstId, next }) => (next ? [] : firstId))
  if (exhausted.length > 0) await tx.update(webhookDeliveries).set({ exhaustedAt: now }).where(isAmong(id, exhausted))
}

type Row = typeof webhookDeliveries.$inferSelect

/** Next attempt of a delivery; undefined after the last one. */
const nextAttempt = (delivery: Row, now: Date): typeof webhookDeliveries.$inferInsert | undefined => {
  const { endpointId, scanId, batchId, event, eventId, eventAt, step, body, attempt } = delivery
  const delayS = RETRY_DELAYS_S[attempt - 1]
  if (delayS === undefined) return undefined
  return {
    ...{ endpointId, scanId, batchId, event, eventId, eventAt, step, body },
    id: newId(),
    originalId: delivery.originalId ?? delivery.id,
    kind: "retry",
    attempt: attempt + 1,
    state: "scheduled",
    dueAt: new Date(now.getTime() + delayS * 1000 * (1 + JITTER * Math.random())),
    createdAt: now,
  }
}

/**
 * Ends further attempts of arrived events: waiting ones are deleted, running ones are not repeated.
 * @param firstIds first deliveries of the events
 */
export const endPending = async (tx: Queries, firstIds: readonly string[]): Promise<void> => {
  const endpoints = tx.select({ id: webhookDeliveries.endpointId }).from(webhookDeliveries).where(isAmong(id, firstIds))
  const isPending = and(
    sql`${state} <> 'ended'`,
    eq(kind, "retry"),
    inArray(webhookDeliveries.endpointId, endpoints),
    isAmong(webhookDeliveries.originalId, firstIds),
  )
  // Waits for attempts that end at this moment, so that the next statements see their next attempts.
  await tx.select({ id }).from(webhookDeliveries).where(isPending).orderBy(id).for("update")
  await tx.delete(webhookDeliveries).where(and(isPending, inArray(state, ["scheduled", "waiting"])))
  // A failure of a resend is not repeated.
  await tx
    .update(webhookDeliveries)
    .set({ kind: "resend" })
    .where(and(isPending, eq(state, "sending")))
}

/** Takes events that arrived in the end from the exhausted ones. @param firstIds their first deliveries */
export const clearExhausted = async (tx: Queries, firstIds: readonly string[]): Promise<void> => {
  await tx
    .update(webhookDeliveries)
    .set({ exhaustedAt: null })
    .where(and(isAmong(id, firstIds), isNotNull(webhookDeliveries.exhaustedAt)))
}

/** Lets due attempts wait for their turn, some at once; true if there were any. */
export const releaseDue = async (queries: Queries, now: Date): Promise<boolean> => {
  let released = 0
  let ofRound: number
  do {
    ofRound = await releaseRound(queries, now)
    released += ofRound
  } while (ofRound === ROWS_AT_ONCE)
  return released > 0
}

const releasing = createStatement<{ id: string }>({ id }, queries => {
  const now = sql<Date>`${sql.placeholder("now")}::timestamptz`
  // A common table expression, because PostgreSQL may select a subquery of the update again for each row.
  const due = queries.$with("due").as(
    queries
      .select({ id })
      .from(webhookDeliveries)
      .where(and(sql`${state} = 'scheduled'`, lte(dueAt, now)))
      .orderBy(dueAt)
      .limit(ROWS_AT_ONCE)
      .for("update", { skipLocked: true }),
  )
  return queries
    .with(due)
    .update(webhookDeliveries)
    .set({ state: "waiting" })
    .where(inArray(id, queries.select({ id: due.id }).from(due)))
    .returning({ id })
})

const releaseRound = async (queries: Queries, now: Date): Promise<number> =>
  (await releasing(queries, { now: now.toISOString() })).length
