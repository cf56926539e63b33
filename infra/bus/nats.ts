import { EventEmitter } from "node:events"
import type { JetStreamClient, JetStreamManager } from "nats"
import { shared } from "../coalesce.ts"
import type { Log } from "../log.ts"
import type { Bus, Queue } from "./bus.ts"
import { consumeQueue } from "./nats/consume.ts"
import { BrokerRefused, type Link, openLink } from "./nats/link.ts"
import { createNames, type Names } from "./nats/names.ts"
import { createPayloads } from "./nats/payloads.ts"
import { brokerAddress, installationOf, type NatsSettings } from "./nats/settings.ts"
import { ensureStreams, isUnanswered } from "./nats/streams.ts"

export { BrokerAway, BrokerRefused } from "./nats/link.ts"
export type { NatsSettings } from "./nats/settings.ts"

const REQUEST_TIMEOUT_MS = 5_000
const HEALTH_TIMEOUT_MS = 2_000
/** Pause before the streams are ensured again: JetStream starts after its broker. */
const ENSURE_REST_MS = 1_000

/**
 * The bus of a cluster: NATS 2.9 or newer with JetStream. Resolves also if the broker is only unreachable. The
 * connection is then retried forever, publishing rejects with BrokerAway, and broadcasts are lost. Throws BrokerRefused
 * or InvalidConfig.
 */
export const openNatsBus = async (settings: NatsSettings, log: Log): Promise<Bus> => {
  const names = createNames(installationOf(settings))
  const link = await openLink(settings, log)
  const client = (): JetStreamClient => link.connection().jetstream({ timeout: REQUEST_TIMEOUT_MS })
  const manager = async (): Promise<JetStreamManager> =>
    link.connection().jetstreamManager({ checkAPI: false, timeout: REQUEST_TIMEOUT_MS })
  const payloads = createPayloads(client, names.payloads)
  const ensure = shared(async () => ensureStreams(await manager(), names))
  /** Ensures the streams of a broker that has come back, until it is gone again. */
  const tryEnsure = async () => {
    for (let isMade = false; !isMade && link.isUp(); ) {
      isMade = await ensure().then(
        () => true,
        error => {
          log.error({ err: error }, "the streams could not be made; trying on")
          return false
        },
      )
      if (!isMade) await Bun.sleep(ENSURE_REST_MS)
    }
  }

  link.onReturned(tryEnsure)
  if (link.isUp())
    await ensure().catch(async error => {
      await link.close()
      throw isUnanswered(error)
        ? new BrokerRefused(brokerAddress(settings), "the broker has no JetStream: start it with --jetstream")
        : error
    })
  else link.onConnected(tryEnsure)

  return {
    engine: "nats",
    async publish(queue, id, body) {
      const enclosed = await payloads.enclose(`${queue}.${id}`, body)
      const send = () =>
        client().publish(names.subject(queue, id), enclosed.body, {
          msgID: id,
          ...(enclosed.headers ? { headers: enclosed.headers } : {}),
        })
      await send()
        .catch(async error => {
          if (!isUnanswered(error)) throw error
          await ensure()
          await send()
        })
        .catch(sayInWords)
    },
    consume: async (queue, options, handler) =>
      consumeQueue({ link, names, queue, options, handler, payloads, ensure, log }),
    async held(queue) {
      const { state } = await (await manager()).streams.info(names.stream(queue), {
        subjects_filter: names.subject(queue),
      })
      return new Set(Object.keys(state.subjects ?? {}).map(subject => names.idOf(queue, subject)))
    },
    async state(queue: Queue) {
      const consumers = (await manager()).consumers
      const info = await consumers.info(names.stream(queue), names.consumer(queue))
      return { waiting: info.num_pending, slots: info.num_waiting + info.num_ack_pending }
    },
    broadcast(topic, body) {
      if (link.isUp()) link.connection().publish(names.topic(topic), body)
    },
    subscribe: createSubscribe(link, names),
    isHealthy: () =>
      Promise.race([
        manager()
          .then(jsm => jsm.getAccountInfo())
          .then(() => true),
        Bun.sleep(HEALTH_TIMEOUT_MS).then(() => false),
      ]).catch(() => false),
    close: link.close,
  }
}

/** Listeners of one topic share a permanent subscription, so that the broker sends each broadcast once per process. */
const createSubscribe = (link: Link, names: Names): Bus["subscribe"] => {
  const topics = new EventEmitter().setMaxListeners(0)
  const followed = new Set<string>()
  const follow = (topic: string) => {
    followed.add(topic)
    link.onConnected(connection => {
      connection.subscribe(names.topic(topic), {
        callback: (error, message) => {
          if (!error) topics.emit(topic, message.data)
        },
      })
    })
  }
  return (topic, listener) => {
    topics.on(topic, listener)
    if (!followed.has(topic)) follow(topic)
    return () => topics.off(topic, listener)
  }
}

/**
 * Throws an error with the broker's words. The message of a broker error is a number; its description, such as
 * "insufficient resources" of a full store, is a separate field.
 */
const sayInWords = (error: Error & { api_error?: { description?: string } }): never => {
  const words = error.api_error?.description
  throw words ? new Error(`the broker did not take a message: ${words}`, { cause: error }) : error
}
