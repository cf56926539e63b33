import { encodeMessage, TOPICS, type WebhookEnded } from "../../domain/report/messages.ts"
import type { Bus } from "../../infra/bus/bus.ts"
import { createRounds } from "../../infra/coalesce.ts"
import { newId } from "../../infra/ids.ts"
import type { Log } from "../../infra/log.ts"
import type { Metrics } from "../../infra/metrics.ts"
import type { Outbound } from "../../infra/outbound/client.ts"
import { NO_TRACING, type Tracing } from "../../infra/tracing/tracing.ts"
import type { Database } from "../../store/database.ts"
import { placeEvents } from "../../store/events/place.ts"
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryResult,
  logResults,
  senderWork,
} from "../../store/webhooks/claims.ts"
import { relayEvents } from "../../store/webhooks/events.ts"
import { sendDelivery } from "./send.ts"
import { createWindows } from "./windows.ts"

/** One round serves all events within this time. */
const GATHER_MS = 5
/** Time for running deliveries to end at a stop. */
const STOP_GRACE_MS = 3_000

export interface SenderOptions {
  database: Database
  bus: Bus
  outbound: Outbound
  log: Log
  metrics: Metrics
  /** Tracing; off by default. */
  tracing?: Tracing
  /** Clock for due times and for the age of logs. */
  now?: () => Date
}

export interface SenderRounds {
  /** Requests a check for new events and deliveries; may be called at any time. */
  wake(): void
  /** Stops claiming, gives running deliveries a moment to end, logs and resolves. */
  stop(): Promise<void>
}

interface Ended {
  delivery: ClaimedDelivery
  result: DeliveryResult
}

/**
 * The sender's work, one round at a time: log ended deliveries, assign places to new events and relay these events,
 * claim due deliveries, start sending. Under load one statement therefore serves many deliveries. A request counts as
 * running until its result is in the log.
 */
export const createSenderRounds = ({
  database: { queries },
  bus,
  outbound,
  log,
  metrics,
  tracing = NO_TRACING,
  now = () => new Date(),
}: SenderOptions): SenderRounds => {
  const sender = newId()
  const windows = createWindows()
  const sending = new Set<Promise<void>>()
  const stopping = new AbortController()
  let ended: Ended[] = []
  let hasNews = true
  let isStopped = false

  const logEnded = async () => {
    const batch = ended
    ended = []
    try {
      await logResults(queries, sender, batch, now())
    } catch (error) {
      ended = [...batch, ...ended]
      throw error
    }
    for (const { delivery, result } of batch) {
      windows.closed(delivery, result.durationMs ?? undefined)
      const message: WebhookEnded = { deliveryId: delivery.id }
      if (delivery.kind === "resend" || delivery.kind === "test")
        bus.broadcast(TOPICS.webhookEnded, encodeMessage(message))
    }
  }
  const place = async () => {
    const hasMore = await placeEvents(queries)
    bus.broadcast(TOPICS.events, new Uint8Array())
    return hasMore
  }
  const send = (delivery: ClaimedDelivery) => {
    windows.opened(delivery)
    const work = sendTraced(tracing, delivery, traceParent =>
      sendDelivery(outbound, { ...delivery, traceParent }, stopping.signal),
    ).then(result => {
      sending.delete(work)
      ended.push({ delivery, result })
      measure(metrics, result)
      const { statusCode, durationMs, error } = result
      log.debug({ deliveryId: delivery.id, event: delivery.event, statusCode, durationMs, error }, "webhook ended")
      loop.wake()
    })
    sending.add(work)
  }
  const round = async () => {
    await logEnded()
    if (isStopped) return false
    const isLooking = hasNews
    hasNews = false
    const work = await senderWork(queries)
    const hasMoreToPlace = isLooking && work.unplaced && (await place())
    const hasMoreToRelay = isLooking && work.events && (await relayEvents(queries))
    const hasMore = hasMoreToPlace || hasMoreToRelay
    hasNews ||= hasMore
    if (!work.events && !work.deliveries) return hasMore
    const claimed = await claimDeliveries(queries, sender, windows.room())
    for (const delivery of claimed) send(delivery)
    return hasMore
  }
  const loop = createRounds({
    round,
    onError: error => log.error({ err: error }, "a round of webhooks failed; trying again at the next sweep"),
    gatherMs: GATHER_MS,
  })

  return {
    wake() {
      hasNews = true
      loop.wake()
    },
    async stop() {
      isStopped = true
      await loop.idle()
      const grace = setTimeout(() => stopping.abort(), STOP_GRACE_MS)
      await Promise.all(sending)
      clearTimeout(grace)
      await loop.idle()
    },
  }
}

/**
 * The span contains neither address nor answer of the receiver, which belong to its owner. `send` gets its
 * `traceparent`, undefined without a span.
 */
const sendTraced = (
  tracing: Tracing,
  { id, event, kind, traceParent: parent }: ClaimedDelivery,
  send: (traceParent: string | undefined) => Promise<DeliveryResult>,
): Promise<DeliveryResult> => {
  const attributes = {
    "http.request.method": "POST",
    "webhook.event": event,
    "webhook.kind": kind,
    "webhook.delivery.id": id,
  }
  return tracing.span({ name: "send a webhook", kind: "client", parent, attributes }, async span => {
    const result = await send(span.traceParent)
    const { statusCode, error } = result
    if (statusCode !== null) span.set({ "http.response.status_code": statusCode })
    if (error !== null) span.fail(statusCode === null ? "not delivered" : String(statusCode))
    return result
  })
}

const measure = ({ webhooksEnded, webhookSeconds }: Metrics, result: DeliveryResult): void => {
  const { durationMs, statusCode, error } = result
  if (durationMs !== null) webhookSeconds.observe(durationMs / 1000)
  const failed = statusCode === null ? "failed" : "refused"
  webhooksEnded.inc({ outcome: durationMs === null ? "unsent" : error === null ? "delivered" : failed })
}
