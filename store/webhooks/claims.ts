import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import { deliveryError } from "../../domain/texts/deliveryErrors.ts"
import type { Queries } from "../database.ts"
import { isAmong } from "../isAmong.ts"
import { createStatement } from "../statement.ts"
import { scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { clearExhausted, endPending, scheduleRetries } from "./retries.ts"
import { webhookDeliveries, webhookEndpoints } from "./tables.ts"

/** Age from which a claim belongs to a dead sender; requests end within a much shorter deadline. */
const CLAIM_LIMIT_SECONDS = 60
/** Maximum wait of a delivery behind a slow receiver. */
const WAIT_LIMIT_HOURS = 24
/** Retention of logs (document 1, "Limits"). */
const LOG_DAYS = 30
/** Rows deleted per statement. */
const ROWS_PER_SWEEP = 1_000

const HOUR_MS = 60 * 60 * 1000

/** A delivery claimed by one sender, with its current endpoint. */
export interface ClaimedDelivery {
  id: string
  endpointId: string
  organizationId: string
  event: string
  /** Null in old deliveries, like the event's time. */
  eventId: string | null
  eventAt: Date | null
  /** The first delivery of the event, if this is a resend or a further attempt. */
  originalId: string | null
  kind: "event" | "retry" | "resend" | "test"
  body: string
  url: string
  headers: Record<string, string>
  secretHash: string
  standardKey: Uint8Array | null
  /** Expiry of the previous secret, which signs in addition until then. */
  previousSecretHash: string | null
  previousStandardKey: Uint8Array | null
  previousUntil: Date | null
  active: boolean
  /** True if the endpoint repeats failed deliveries. */
  retries: boolean
  /** Span in which its scan was accepted, if traced. */
  traceParent: string | null
}

/** Outcome of a delivery; `error` is null when the receiver answered 2xx. */
export interface DeliveryResult {
  id: string
  statusCode: number | null
  responseBody: string | null
  /** Null: no request was sent. */
  durationMs: number | null
  error: string | null
}

/** True if there is work: events without a place, new events for an endpoint, or waiting deliveries. */
export interface SenderWork {
  unplaced: boolean
  events: boolean
  deliveries: boolean
}

const looking = createStatement<SenderWork>(
  { unplaced: null, events: null, deliveries: null },
  () => sql`
    select exists (select from scan_events where position is null) as unplaced,
      exists (select from scan_events where relayed_at is null) as events,
      exists (select from webhook_deliveries where state = 'waiting') as deliveries`,
)

export const senderWork = async (queries: Queries): Promise<SenderWork> => (await looking(queries))[0]!

/** Limits of a sender, and its running requests. */
export interface Room {
  /** Number of additional requests. */
  inAll: number
  /** Maximum number of running requests of an organization. */
  ofOrganization: number
  /** Maximum number of running requests of an endpoint that is not among `sizes` and has no number of its own. */
  ofEndpoint: number
  sizes: Record<string, number>
  openOfEndpoint: Record<string, number>
  openOfOrganization: Record<string, number>
}

/**
 * Claims deliveries whose turn it is, for this sender only: the first of every endpoint, then the second of every
 * endpoint, and so on. An event waits until earlier events of its scan have ended at that endpoint; tests, further
 * attempts and resends go first. The claim is committed when the promise resolves, so that no request is sent twice.
 */
export const claimDeliveries = async (queries: Queries, sender: string, room: Room): Promise<ClaimedDelivery[]> => {
  if (room.inAll <= 0) return []
  const turn = await queries.execute<{ id: string }>(sql`
    with recursive endpoints as (
      (select endpoint_id from webhook_deliveries where state = 'waiting' order by endpoint_id limit 1)
      union all
      select (select endpoint_id from webhook_deliveries
              where state = 'waiting' and endpoint_id > endpoints.endpoint_id order by endpoint_id limit 1)
      from endpoints where endpoints.endpoint_id is not null
    )
    select turn.id from (
    select turn.id, turn.place, settings.organization_id,
      row_number() over (partition by settings.organization_id order by turn.place, turn.id) as place_of_organization
    from endpoints
    join webhook_endpoints settings on settings.id = endpoints.endpoint_id
    cross join lateral (
      select id, row_number() over (order by kind desc, id) as place from webhook_deliveries delivery
      where endpoint_id = endpoints.endpoint_id and state = 'waiting' and (kind <> 'event' or not exists (
        select 1 from webhook_deliveries earlier
        where earlier.endpoint_id = delivery.endpoint_id and earlier.scan_id = delivery.scan_id
          and earlier.state <> 'ended' and earlier.kind = 'event' and earlier.step < delivery.step))
      order by kind desc, id
      limit greatest(0, coalesce(settings.parallel_requests,
          (${JSON.stringify(room.sizes)}::text::jsonb ->> endpoints.endpoint_id::text)::int, ${room.ofEndpoint}::int)
        - coalesce((${JSON.stringify(room.openOfEndpoint)}::text::jsonb ->> endpoints.endpoint_id::text)::int, 0))
    ) turn) turn
    where place_of_organization <= ${room.ofOrganization}::int
      - coalesce((${JSON.stringify(room.openOfOrganization)}::text::jsonb ->> turn.organization_id::text)::int, 0)
    order by turn.place, turn.id limit ${room.inAll}`)
  const ids = turn.map(({ id }) => id)
  if (ids.length === 0) return []
  const free = queries
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(isAmong(webhookDeliveries.id, ids), eq(webhookDeliveries.state, "waiting")))
    .for("update", { skipLocked: true })
  const claimed = await queries
    .update(webhookDeliveries)
    .set({ state: "sending", sender, attemptedAt: sql`now()` })
    .from(webhookEndpoints)
    .where(and(inArray(webhookDeliveries.id, free), eq(webhookEndpoints.id, webhookDeliveries.endpointId)))
    .returning({
      id: webhookDeliveries.id,
      endpointId: webhookDeliveries.endpointId,
      organizationId: webhookEndpoints.organizationId,
      event: webhookDeliveries.event,
      eventId: webhookDeliveries.eventId,
      eventAt: webhookDeliveries.eventAt,
      originalId: webhookDeliveries.originalId,
      kind: webhookDeliveries.kind,
      body: webhookDeliveries.body,
      url: webhookEndpoints.url,
      headers: webhookEndpoints.headers,
      secretHash: webhookEndpoints.secretHash,
      standardKey: webhookEndpoints.standardKey,
      previousSecretHash: webhookEndpoints.previousSecretHash,
      previousStandardKey: webhookEndpoints.previousStandardKey,
      previousUntil: webhookEndpoints.previousUntil,
      active: webhookEndpoints.active,
      retries: webhookEndpoints.retries,
      traceParent: sql<
        string | null
      >`(select ${scans.traceParent} from ${scans} where ${scans.id} = ${webhookDeliveries.scanId})`,
    })
  return claimed.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** A delivery with its result. */
export interface EndedDelivery {
  delivery: Pick<ClaimedDelivery, "originalId" | "retries">
  result: DeliveryResult
}

/**
 * Logs results of deliveries that this sender still holds. In the same transaction, failures at endpoints with retries
 * get their next attempt, and arrived events lose their further attempts.
 */
export const logResults = async (
  queries: Queries,
  sender: string,
  ended: readonly EndedDelivery[],
  now: Date,
): Promise<void> => {
  if (ended.length === 0) return
  const results = ended.map(({ result }) => result)
  const failed = new Set(ended.flatMap(({ delivery, result }) => (delivery.retries && result.error ? result.id : [])))
  const arrived = ended.flatMap(({ delivery, result }) => (result.error ? [] : (delivery.originalId ?? [])))
  if (failed.size === 0 && arrived.length === 0) return void (await writeResults(queries, sender, results))
  await transaction(queries, async tx => {
    const written = await writeResults(tx, sender, results)
    await scheduleRetries(
      tx,
      written.flatMap(({ id }) => (failed.has(id) ? id : [])),
      now,
    )
    if (arrived.length === 0) return
    await endPending(tx, arrived)
    await clearExhausted(tx, arrived)
  })
}

const writeResults = (queries: Queries, sender: string, results: readonly DeliveryResult[]) =>
  queries.execute<{ id: string }>(sql`
    update webhook_deliveries delivery set state = 'ended', status_code = result."statusCode",
      response_body = result."responseBody", duration_ms = result."durationMs", error = result.error,
      attempted_at = case when result."durationMs" is null then null else attempted_at end
    from jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb)
      as result(id uuid, "statusCode" int, "responseBody" text, "durationMs" int, error text)
    where delivery.id = result.id and delivery.state = 'sending' and delivery.sender = ${sender}
    returning delivery.id`)

const SENDER_DIED = deliveryError("senderDied")
const WAITED_TOO_LONG = deliveryError("waitedTooLong", WAIT_LIMIT_HOURS)

/**
 * Ends, with the reason, claims of dead senders and deliveries that waited too long. On the embedded engine a start
 * proves that every earlier sender is dead, however young its claims (`all`).
 */
export const endAbandoned = async (queries: Queries, claims: "all" | "old", now: Date): Promise<void> => {
  const { state, attemptedAt, createdAt, dueAt } = webhookDeliveries
  const isOld = lt(attemptedAt, sql`now() - make_interval(secs => ${CLAIM_LIMIT_SECONDS})`)
  await endAll(queries, and(sql`${state} = 'sending'`, claims === "old" ? isOld : undefined), SENDER_DIED, now)
  const waitedSince = new Date(now.getTime() - WAIT_LIMIT_HOURS * HOUR_MS)
  const isLate = and(lt(createdAt, waitedSince), or(isNull(dueAt), lt(dueAt, waitedSince)))
  await endAll(queries, and(sql`${state} = 'waiting'`, isLate), WAITED_TOO_LONG, now)
}

const endAll = (queries: Queries, which: SQL | undefined, error: string, now: Date): Promise<void> =>
  transaction(queries, async tx => {
    const { id } = webhookDeliveries
    const ended = await tx.update(webhookDeliveries).set({ state: "ended", error }).where(which).returning({ id })
    await scheduleRetries(
      tx,
      ended.map(each => each.id),
      now,
    )
  })

/** Deletes the logs that are older than 30 days at `now`; returns how many. */
export const sweepLogs = async (queries: Queries, now: Date): Promise<number> => {
  const keptSince = new Date(now.getTime() - LOG_DAYS * 24 * HOUR_MS)
  let swept = 0
  for (;;) {
    const old = queries
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(lt(webhookDeliveries.createdAt, keptSince), eq(webhookDeliveries.state, "ended")))
      .limit(ROWS_PER_SWEEP)
    const deleted = await queries
      .delete(webhookDeliveries)
      .where(inArray(webhookDeliveries.id, old))
      .returning({ id: webhookDeliveries.id })
    swept += deleted.length
    if (deleted.length < ROWS_PER_SWEEP) return swept
  }
}
