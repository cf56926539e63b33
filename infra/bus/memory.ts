import { EventEmitter } from "node:events"
import { type Bus, type ConsumeOptions, type Consumer, type Delivery, type Queue, Unprocessable } from "./bus.ts"

/** Queued messages in all queues; the relay keeps far below it, so reaching it is a fault worth an error. */
const MAX_QUEUED = 100_000
const RETRY_DELAY_MS = 100

/** Error: the in-process bus has reached its maximum number of messages. */
export class BusFull extends Error {
  readonly code = "BUS_FULL"
  constructor(queue: Queue) {
    super(`the queue ${queue} holds ${MAX_QUEUED} messages already`)
    this.name = "BusFull"
  }
}

interface Message {
  id: string
  body: Uint8Array
  attempt: number
}

interface Channel {
  waiting: Message[]
  /** Ids of waiting messages and of messages being handled. */
  ids: Set<string>
  consumers: Set<() => void>
  /** Number of messages that all consumers handle at the same time. */
  slots: number
}

/** The bus of a single process: queues in memory, empty after a start. */
export const createMemoryBus = (): Bus => {
  const channels = new Map<Queue, Channel>()
  const topics = new EventEmitter().setMaxListeners(0)
  const timers = new Set<Timer>()
  let isClosed = false

  const channelOf = (queue: Queue): Channel => {
    const channel = channels.get(queue) ?? { waiting: [], ids: new Set(), consumers: new Set(), slots: 0 }
    channels.set(queue, channel)
    return channel
  }
  const wake = (channel: Channel) => {
    for (const take of channel.consumers) take()
  }
  const retryLater = (channel: Channel, message: Message) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      channel.waiting.push(message)
      wake(channel)
    }, RETRY_DELAY_MS * message.attempt)
    timers.add(timer)
  }

  return {
    engine: "memory",
    async publish(queue, id, body) {
      const channel = channelOf(queue)
      if (isClosed || channel.ids.has(id)) return
      if (channel.ids.size >= MAX_QUEUED) throw new BusFull(queue)
      channel.ids.add(id)
      channel.waiting.push({ id, body, attempt: 0 })
      wake(channel)
    },
    async consume(queue, options, handler) {
      return consumeChannel(channelOf(queue), options, handler, retryLater)
    },
    held: async queue => new Set(channelOf(queue).ids),
    async state(queue) {
      const { waiting, slots } = channelOf(queue)
      return { waiting: waiting.length, slots }
    },
    broadcast(topic, body) {
      topics.emit(topic, body)
    },
    subscribe(topic, listener) {
      topics.on(topic, listener)
      return () => topics.off(topic, listener)
    },
    isHealthy: async () => !isClosed,
    async close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      topics.removeAllListeners()
    },
  }
}

const consumeChannel = (
  channel: Channel,
  { slots, maxDeliveries, onExhausted, drains = false }: ConsumeOptions,
  handler: (delivery: Delivery) => Promise<void>,
  retryLater: (channel: Channel, message: Message) => void,
): Consumer => {
  const inHand = new Set<Promise<void>>()
  let isStopped = false

  const handle = async (message: Message) => {
    message.attempt++
    try {
      await handler({ ...message, working: () => {} })
      channel.ids.delete(message.id)
    } catch (error) {
      if (!(error instanceof Unprocessable) && message.attempt < maxDeliveries) return retryLater(channel, message)
      channel.ids.delete(message.id)
      await onExhausted?.(message.id, message.body)
    }
  }
  const take = () => {
    while (!isStopped && inHand.size < slots && channel.waiting.length > 0) {
      const message = channel.waiting.shift()
      if (!message) return
      const work = handle(message).finally(() => {
        inHand.delete(work)
        take()
      })
      inHand.add(work)
    }
  }
  channel.consumers.add(take)
  channel.slots += slots
  queueMicrotask(take)
  return {
    async stop() {
      while (drains && (channel.waiting.length > 0 || inHand.size > 0)) {
        take()
        await Promise.allSettled(inHand)
      }
      isStopped = true
      channel.consumers.delete(take)
      channel.slots -= slots
      await Promise.allSettled(inHand)
    },
  }
}
