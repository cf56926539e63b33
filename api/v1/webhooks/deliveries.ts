import { and, count, desc, eq, isNotNull, isNull, ne, type SQL } from "drizzle-orm"
import { decodeMessage, TOPICS, type WebhookEnded } from "../../../domain/scan/messages.ts"
import { webhookBody } from "../../../domain/scan/webhookEvents.ts"
import type { Bus } from "../../../infra/bus/bus.ts"
import { isId, newId } from "../../../infra/ids.ts"
import type { Database } from "../../../store/database.ts"
import { webhookDeliveries } from "../../../store/tables.ts"
import { Conflict, NotFound } from "../../http/errors.ts"
import { findEndpoint, type Manager } from "./endpoints.ts"
import type { Delivery, DeliveryList, DeliveryListQuery } from "./schemas.ts"

/** How long a test or a resend is waited for: the deadline of a request and some. Later its log row tells. */
const OUTCOME_WAIT_MS = 15_000

type DeliveryRow = typeof webhookDeliveries.$inferSelect
type NewDelivery = Pick<DeliveryRow, "endpointId" | "scanId" | "event" | "kind" | "step" | "body">

export interface DeliveryService {
  list(manager: Manager, endpointId: string, query: DeliveryListQuery): Promise<DeliveryList>
  /** Sends a test event, to an inactive endpoint too, and waits for its outcome. */
  test(manager: Manager, endpointId: string): Promise<Delivery>
  /** Sends a delivery's body once more, as a delivery of its own. Throws Conflict while the first has not ended. */
  resend(manager: Manager, endpointId: string, deliveryId: string): Promise<Delivery>
}

/** The log of deliveries, and deliveries by hand. Every method throws NotFound for an id of another organization. */
export const createDeliveryService = ({ queries }: Database, bus: Bus): DeliveryService => {
  const find = async (endpointId: string, id: string): Promise<DeliveryRow> => {
    const where = and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.id, id))
    const [row] = isId(id) ? await queries.select().from(webhookDeliveries).where(where).limit(1) : []
    if (!row) throw new NotFound("delivery")
    return row
  }
  const sendByHand = async (delivery: NewDelivery): Promise<Delivery> => {
    const id = newId()
    const ended = whenEnded(bus, id)
    await queries.insert(webhookDeliveries).values({ ...delivery, id, createdAt: new Date() })
    bus.broadcast(TOPICS.webhooks, new Uint8Array())
    await ended
    return shown(await find(delivery.endpointId, id))
  }
  return {
    async list(manager, endpointId, query) {
      await findEndpoint(queries, manager, endpointId)
      const { page = 1, limit = 20 } = query
      const where = matching(endpointId, query)
      if (where === undefined) return { items: [], total: 0, page, limit, totalPages: 0 }
      const [{ total }] = await queries.select({ total: count() }).from(webhookDeliveries).where(where)
      const rows = await queries
        .select()
        .from(webhookDeliveries)
        .where(where)
        .orderBy(desc(webhookDeliveries.id))
        .limit(limit)
        .offset((page - 1) * limit)
      return { items: rows.map(shown), total, page, limit, totalPages: Math.ceil(total / limit) }
    },
    async test(manager, endpointId) {
      await findEndpoint(queries, manager, endpointId)
      const data = { message: "This is a test of your webhook endpoint", timestamp: new Date().toISOString() }
      const body = webhookBody("test", data)
      return sendByHand({ endpointId, scanId: null, event: "test", kind: "test", step: 0, body })
    },
    async resend(manager, endpointId, deliveryId) {
      await findEndpoint(queries, manager, endpointId)
      const first = await find(endpointId, deliveryId)
      if (first.state !== "ended") throw new Conflict("the delivery has not ended yet: resend it when it has")
      const { scanId, event, step, body } = first
      return sendByHand({ endpointId, scanId, event, kind: "resend", step, body })
    },
  }
}

/** The rows a query asks for; undefined when no row can match. */
const matching = (endpointId: string, { event, scanId, outcome }: DeliveryListQuery): SQL | undefined => {
  if (scanId !== undefined && !isId(scanId)) return undefined
  const { state, error } = webhookDeliveries
  const ofOutcome = {
    succeeded: and(eq(state, "ended"), isNull(error)),
    failed: isNotNull(error),
    waiting: ne(state, "ended"),
  }
  return and(
    eq(webhookDeliveries.endpointId, endpointId),
    event === undefined ? undefined : eq(webhookDeliveries.event, event),
    scanId === undefined ? undefined : eq(webhookDeliveries.scanId, scanId),
    outcome === undefined ? undefined : ofOutcome[outcome],
  )
}

/** Resolves when a delivery is heard to end, or after the wait; what came of it is in its row. */
const whenEnded = (bus: Bus, id: string): Promise<void> =>
  new Promise(done => {
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      done()
    }
    const timer = setTimeout(finish, OUTCOME_WAIT_MS)
    const unsubscribe = bus.subscribe(TOPICS.webhookEnded, frame => {
      if (decodeMessage<WebhookEnded>(frame).deliveryId === id) finish()
    })
  })

const shown = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event: row.event,
  scanId: row.scanId,
  statusCode: row.statusCode,
  responseBody: row.responseBody,
  durationMs: row.durationMs,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  attemptedAt: row.attemptedAt?.toISOString() ?? null,
})
