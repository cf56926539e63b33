import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  ErrorCode,
  type JetStreamManager,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "nats"
import { ACK_WAIT_MS, QUEUES, type Queue } from "../bus.ts"
import type { Names } from "./names.ts"

/** The relay stays far below it, so reaching it is an error. */
const MAX_MESSAGES = 1_000_000
const DEDUPLICATION_MS = 120_000
/**
 * Maximum number of unacknowledged messages of the whole pool. It must exceed the messages being handled by all
 * consumers, or the pool stalls silently.
 */
const MAX_IN_HAND = 20_000
/** Maximum number of requests waiting at the broker: one per free slot of the whole pool. */
const MAX_WAITING_PULLS = 20_000

/** True if an error of the JetStream interface means a missing object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof NatsError && (error.code === "404" || error.api_error?.code === 404)

/** True if no server answers for a stream: it is missing, or JetStream does not run (yet). */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NatsError && error.code === ErrorCode.NoResponders

/**
 * Creates the streams and their consumers, or updates streams of a previous version. An operator's settings at the
 * broker (replicas, placement, byte limits) stay unchanged.
 */
export const ensureStreams = async (jsm: JetStreamManager, names: Names): Promise<void> => {
  for (const queue of QUEUES) {
    await ensureStream(jsm, names, queue)
    await dropConsumerAhead(jsm, names, queue)
    await ensureConsumer(jsm, names, queue)
  }
}

const ensureStream = async (jsm: JetStreamManager, names: Names, queue: Queue): Promise<void> => {
  const wanted = {
    subjects: [names.subject(queue)],
    max_msgs: MAX_MESSAGES,
    discard: DiscardPolicy.New,
    duplicate_window: nanos(DEDUPLICATION_MS),
  } satisfies Partial<StreamConfig>
  const name = names.stream(queue)
  const stream = await unlessMissing(jsm.streams.info(name))
  if (!stream)
    await jsm.streams.add({ name, retention: RetentionPolicy.Workqueue, storage: StorageType.File, ...wanted })
  else if (differs(stream.config, wanted)) await jsm.streams.update(name, { ...stream.config, ...wanted })
}

/**
 * Deletes a consumer that is ahead of its stream. A broker that is killed can lose the last messages of a stream and
 * keep the consumer's position. It would deliver no message up to that position. Acknowledged messages leave the
 * stream, so a message below the last acknowledged one is such a message.
 *
 * The consumer is read first, since the stream only grows between both reads.
 */
const dropConsumerAhead = async (jsm: JetStreamManager, names: Names, queue: Queue): Promise<void> => {
  const [stream, durable] = [names.stream(queue), names.consumer(queue)]
  const consumer = await unlessMissing(jsm.consumers.info(stream, durable))
  if (!consumer) return
  const { messages, first_seq, last_seq } = (await jsm.streams.info(stream)).state
  const isBelow = messages > 0 && first_seq <= consumer.ack_floor.stream_seq
  if (isBelow || consumer.delivered.stream_seq > last_seq) await jsm.consumers.delete(stream, durable)
}

const ensureConsumer = async (jsm: JetStreamManager, names: Names, queue: Queue): Promise<void> => {
  const wanted = {
    ack_wait: nanos(ACK_WAIT_MS),
    // Deliveries are counted by the consumer (consume.ts). The broker would leave the message in the stream forever.
    max_deliver: -1,
    max_ack_pending: MAX_IN_HAND,
  } satisfies Partial<ConsumerConfig>
  const [stream, durable] = [names.stream(queue), names.consumer(queue)]
  const info = await unlessMissing(jsm.consumers.info(stream, durable))
  if (!info)
    await jsm.consumers.add(stream, {
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      max_waiting: MAX_WAITING_PULLS,
      ...wanted,
    })
  else if (differs(info.config, wanted)) await jsm.consumers.update(stream, durable, { ...info.config, ...wanted })
}

const unlessMissing = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const differs = <T extends object>(current: T, wanted: Partial<T>): boolean =>
  Object.entries(wanted).some(([key, value]) => JSON.stringify(current[key as keyof T]) !== JSON.stringify(value))
