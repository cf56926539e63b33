import { and, eq, getTableColumns, inArray, isNull, or, sql } from "drizzle-orm"
import type { ServiceEventName } from "../../domain/organization/events/serviceEvents.ts"
import { eventStep, webhookBody } from "../../domain/organization/events/webhookEvents.ts"
import { newId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { contentOf, SUBJECT } from "../events/content.ts"
import { insertRows } from "../insertRows.ts"
import { isAmong } from "../isAmong.ts"
import { type Mode, scanEvents, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { webhookDeliveries, webhookEndpoints } from "./tables.ts"

/**
 * Number of events that choose the scans and batches of one round. It is small, because on the embedded engine all
 * other work waits.
 */
const EVENTS_PER_ROUND = 50
/** Rows per INSERT. */
const ROWS_PER_INSERT = 1_000
/** Lock number, arbitrary but equal in all dispatchers. */
const RELAY_LOCK = 7_401_227

/**
 * Turns each new event into one waiting delivery for each active endpoint of its organization and mode that subscribed
 * to it, in one transaction. Returns true if more events may remain. One dispatcher at a time, because two could
 * reorder events of one scan. A simultaneous second call does nothing, and may miss the newest events.
 */
export const relayEvents = (queries: Queries): Promise<boolean> =>
  transaction(queries, async tx => {
    const { mine } = (
      await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${RELAY_LOCK}) as mine`)
    )[0]!
    if (!mine) return true
    const events = await takeEvents(tx)
    if (events.length === 0) return false
    const rows = await deliveriesOf(tx, events)
    for (let i = 0; i < rows.length; i += ROWS_PER_INSERT)
      await insertRows(tx, webhookDeliveries, rows.slice(i, i + ROWS_PER_INSERT), { skipsExisting: true })
    const ids = events.map(({ id }) => id)
    await tx.update(scanEvents).set({ relayedAt: new Date() }).where(isAmong(scanEvents.id, ids))
    return events.length >= EVENTS_PER_ROUND
  })

/** An event with its content. */
interface ServiceEvent {
  id: string
  scanId: string | null
  batchId: string | null
  organizationId: string
  mode: Mode
  name: ServiceEventName
  data: object
  createdAt: Date
}

/**
 * All waiting events of the scans and batches that wait longest, in the order of each scan's states. They are locked:
 * an erasure waits for their deliveries and deletes them too.
 */
const takeEvents = async (tx: Queries): Promise<ServiceEvent[]> => {
  const waiting = await tx
    .select({ scanId: scanEvents.scanId, id: scanEvents.id })
    .from(scanEvents)
    .where(isNull(scanEvents.relayedAt))
    .orderBy(scanEvents.id)
    .limit(EVENTS_PER_ROUND)
  const scanIds = waiting.flatMap(({ scanId }) => scanId ?? [])
  const ofBatches = waiting.flatMap(({ scanId, id }) => (scanId === null ? id : []))
  const rows = await tx
    .select({ event: getTableColumns(scanEvents), scan: SUBJECT })
    .from(scanEvents)
    .leftJoin(scans, eq(scans.id, scanEvents.scanId))
    .where(
      and(isNull(scanEvents.relayedAt), or(isAmong(scanEvents.scanId, scanIds), isAmong(scanEvents.id, ofBatches))),
    )
    .orderBy(scanEvents.id)
    .for("key share", { of: scanEvents })
  const events = rows.map(({ event, scan }) => ({ ...event, data: contentOf(event, scan) }))
  return events.sort((a, b) => stepOf(a) - stepOf(b))
}

const stepOf = ({ name }: ServiceEvent) => eventStep(name)

const deliveriesOf = async (tx: Queries, events: ServiceEvent[]) => {
  const organizationIds = [...new Set(events.map(({ organizationId }) => organizationId))]
  const endpoints = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(inArray(webhookEndpoints.organizationId, organizationIds), eq(webhookEndpoints.active, true)))
  const createdAt = new Date()
  return events.flatMap(event => {
    const body = webhookBody(event.name, event.data)
    return endpoints
      .filter(({ organizationId, mode, events: subscribed }) => {
        return organizationId === event.organizationId && mode === event.mode && subscribed.includes(event.name)
      })
      .map(({ id: endpointId }) => ({
        id: newId(),
        endpointId,
        scanId: event.scanId,
        batchId: event.batchId,
        event: event.name,
        eventId: event.id,
        eventAt: event.createdAt,
        kind: "event" as const,
        step: stepOf(event),
        body,
        createdAt,
      }))
  })
}
