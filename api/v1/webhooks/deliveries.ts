import { InvalidInput } from "../../../domain/base/errors.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import { exampleData } from "../../../domain/organization/events/exampleEvents.ts"
import { type WebhookEventName, webhookBody } from "../../../domain/organization/events/webhookEvents.ts"
import { decodeBroadcast, TOPICS, type WebhookEnded } from "../../../domain/report/messages.ts"
import { deliveryErrorText } from "../../../domain/texts/deliveryErrors.ts"
import type { Language } from "../../../domain/texts/render.ts"
import type { Bus } from "../../../infra/bus/bus.ts"
import { newId } from "../../../infra/ids.ts"
import type { Database } from "../../../store/database.ts"
import { transaction } from "../../../store/transaction.ts"
import {
  findDelivery,
  insertDelivery,
  insertResend,
  listDeliveries,
  type Delivery as Row,
  replayDeliveries,
} from "../../../store/webhooks/deliveries.ts"
import { Conflict, orNotFound } from "../../http/errors.ts"
import { pageOf, sliceOf } from "../../http/lists.ts"
import { readMoment } from "../../http/moment.ts"
import type { KeepAnswer } from "../../http/operation.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import { findEndpoint, type Manager } from "./endpoints.ts"
import type { Delivery, DeliveryList, DeliveryListQuery, ReplayAnswer, ReplayRequest } from "./schemas.ts"

/**
 * How long a test or a resend is waited for: the deadline of a request and a margin. A later outcome is in its log row.
 */
const OUTCOME_WAIT_MS = 15_000

/** The manager, and the language for reasons of failed deliveries. */
export type Reader = Manager & { language: Language }

export interface DeliveryService {
  list(manager: Reader, endpointId: string, query: DeliveryListQuery): Promise<DeliveryList>
  /** Sends an event with example data, to an inactive endpoint too, and waits for its outcome. */
  test(manager: Reader, endpointId: string, event?: WebhookEventName): Promise<Delivery>
  /** Sends a delivery's body once more, as a delivery of its own. Throws Conflict while the first has not ended. */
  resend(manager: Reader, endpointId: string, deliveryId: string): Promise<Delivery>
  /**
   * Makes deliveries of events of a range of time once more. Throws InvalidInput, and Conflict while an earlier replay
   * is waiting.
   */
  replay(
    manager: Manager,
    endpointId: string,
    request: ReplayRequest,
    keepAnswer?: KeepAnswer<ReplayAnswer> | undefined,
  ): Promise<ReplayAnswer>
}

/** The log of deliveries, and deliveries by hand. Every method throws NotFound for an id of another organization. */
export const createDeliveryService = ({ queries }: Database, bus: Bus): DeliveryService => {
  const sendByHand = async (
    { language }: Reader,
    endpointId: string,
    insert: (id: string) => Promise<unknown>,
  ): Promise<Delivery> => {
    const id = newId()
    const ended = whenEnded(bus, id)
    await insert(id)
    bus.broadcast(TOPICS.webhooks, new Uint8Array())
    await ended
    return shown(orNotFound(await findDelivery(queries, endpointId, id), "delivery"), language)
  }
  return {
    async list(manager, endpointId, query) {
      await findEndpoint(queries, manager, endpointId)
      const { rows, total } = await listDeliveries(queries, endpointId, query, sliceOf(query))
      const log = rows.map(row => shown(row, manager.language))
      return pageOf(query, log, total)
    },
    async test(manager, endpointId, event = "test") {
      await findEndpoint(queries, manager, endpointId)
      const eventAt = new Date()
      const data = exampleData(event, { id: newId(), runUuid: newId(), at: eventAt.toISOString() })
      const testEvent = { event, eventId: newId(), eventAt, body: webhookBody(event, data) }
      const about = { endpointId, scanId: null, batchId: null, originalId: null }
      const delivery = { ...testEvent, ...about, kind: "test", step: 0 } as const
      return sendByHand(manager, endpointId, id => insertDelivery(queries, id, delivery))
    },
    async resend(manager, endpointId, deliveryId) {
      await findEndpoint(queries, manager, endpointId)
      const first = orNotFound(await findDelivery(queries, endpointId, deliveryId), "delivery")
      if (first.state !== "ended") throw new Conflict("delivery-not-ended")
      return sendByHand(manager, endpointId, async id =>
        orNotFound((await insertResend(queries, id, first)) || undefined, "delivery"),
      )
    },
    async replay(manager, endpointId, { from, to, outcome = "failed" }, keepAnswer) {
      await findEndpoint(queries, manager, endpointId)
      const range = {
        from: readMoment("from", from),
        to: to === undefined ? new Date() : readMoment("to", to),
        outcome,
      }
      if (to !== undefined && range.from > range.to)
        throw new InvalidInput([violation(["from"], "not-after-other", { other: ["to"] })])
      const answer = await transaction(queries, tx =>
        writeOnce(tx, keepAnswer, async () => {
          const replayed = await replayDeliveries(tx, endpointId, range)
          if (!replayed) throw new Conflict("deliveries-waiting")
          return { replayed: replayed.count, nextFrom: replayed.nextFrom?.toISOString() ?? null }
        }),
      )
      bus.broadcast(TOPICS.webhooks, new Uint8Array())
      return answer
    },
  }
}

/** Resolves when a message says that the delivery has ended, or after the wait; the outcome is in its row. */
const whenEnded = (bus: Bus, id: string): Promise<void> =>
  new Promise(done => {
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      done()
    }
    const timer = setTimeout(finish, OUTCOME_WAIT_MS)
    const unsubscribe = bus.subscribe(TOPICS.webhookEnded, frame => {
      if (decodeBroadcast<WebhookEnded>(frame)?.deliveryId === id) finish()
    })
  })

const shown = (row: Row, language: Language): Delivery => ({
  id: row.id,
  event: row.event,
  eventId: row.eventId,
  eventAt: row.eventAt?.toISOString() ?? null,
  originalId: row.originalId,
  scanId: row.scanId,
  batchId: row.batchId,
  attempt: row.attempt,
  dueAt: row.dueAt?.toISOString() ?? null,
  exhaustedAt: row.exhaustedAt?.toISOString() ?? null,
  statusCode: row.statusCode,
  responseBody: row.responseBody,
  durationMs: row.durationMs,
  error: row.error && deliveryErrorText(row.error, language),
  createdAt: row.createdAt.toISOString(),
  attemptedAt: row.attemptedAt?.toISOString() ?? null,
})
