import type { Outbound, OutboundRequest } from "../../infra/outbound/client.ts"
import { ConnectionFailed, ConnectionLost, DeadlinePassed } from "../../infra/outbound/errors.ts"
import type { Clock, Process } from "./clock.ts"
import type { Faults } from "./faults.ts"
import type { Random } from "./random.ts"

/** A request that a receiver of webhooks got. */
export interface Received {
  url: string
  deliveryId: string
  eventId: string
  event: string
  body: { event: string; data: { id: string } }
}

/**
 * The receivers of webhooks, and the network to them. @param receive called for each request that arrives, answered or
 * not
 */
export const createNetwork = (clock: Clock, random: Random, faults: Faults, receive: (request: Received) => void) => {
  /** The client of one process. */
  const clientOf =
    (process: Process): Outbound =>
    async request => {
      await clock.pass(random.between(1, 40), process)
      if (random.happens(faults.unreachable)) {
        await clock.pass(random.between(0, 200), process)
        throw new ConnectionFailed("ECONNREFUSED")
      }
      receive(readRequest(request))
      if (random.happens(faults.receiverSilent)) {
        await clock.pass(10_000, process)
        throw new DeadlinePassed(10_000)
      }
      await clock.pass(random.between(1, random.happens(0.02) ? 4_000 : 60), process)
      if (random.happens(faults.unanswered)) throw new ConnectionLost()
      const status = random.happens(faults.refused) ? 500 : 204
      return { status, headers: {}, body: new Uint8Array(), isTruncated: false, durationMs: 1 }
    }
  return { clientOf }
}

const readRequest = ({ url, headers = {}, body }: OutboundRequest): Received => ({
  url,
  deliveryId: headers["X-Service-Delivery"] ?? "",
  eventId: headers["X-Service-Event-Id"] ?? "",
  event: headers["X-Service-Event"] ?? "",
  body: JSON.parse(new TextDecoder().decode(body)),
})
