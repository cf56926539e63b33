import {
  ACK_WAIT_MS,
  type Bus,
  type ConsumeOptions,
  type Delivery,
  QUEUES,
  type Queue,
  Unprocessable,
} from "../../infra/bus/bus.ts"
import type { Clock, Process } from "./clock.ts"
import type { Faults } from "./faults.ts"
import type { Random } from "./random.ts"

/** Settings of the cluster's streams (infra/bus/nats/streams.ts), and the retries of failed messages (consume.ts). */
const DEDUPLICATION_MS = 120_000
const RETRY_DELAY_MS = 300
const MAX_RETRY_DELAY_MS = 10_000
const PUBLISH_TIMEOUT_MS = 5_000
/** Maximum delay of a late delivery. */
const LATEST_MS = 60_000
const MAX_SEEN = 10_000

interface Message {
  id: string
  body: Uint8Array
  deliveries: number
  /** Earliest delivery. */
  dueMs: number
  /** Number of deliveries: an older lease has no effect. */
  lease: number
  isInHand: boolean
}

interface Consumer {
  process: Process
  queue: Queue
  options: ConsumeOptions
  handler: (delivery: Delivery) => Promise<void>
  free: number
  isStopped: boolean
  inHand: Set<Promise<void>>
}

export class BrokerSilent extends Error {
  readonly code = "BROKER_SILENT"
}

interface Listener {
  process: Process
  topic: string
  hear: (body: Uint8Array) => void
}

interface BrokerOptions {
  random: Random
  faults: Faults
  /** Called before and after each message of a process takes effect; a process may be killed there. */
  onMessage: (process: Process) => void
}

/** State and settings of the broker. */
interface Held extends BrokerOptions {
  clock: Clock
  queues: Record<Queue, Map<string, Message>>
  /** Last time at which a message of an id was stored. */
  seen: Map<string, number>
  /** Number of deliveries of each job. */
  deliveries: Map<string, number>
  consumers: Set<Consumer>
  listeners: Set<Listener>
  isWoken: boolean
}

/**
 * Work queues with leases, and broadcasts, with JetStream's guarantees: at least once, in almost any order, with
 * losses.
 */
export const createBroker = (clock: Clock, options: BrokerOptions) => {
  const held: Held = {
    ...options,
    clock,
    queues: { jobs: new Map(), results: new Map() },
    seen: new Map(),
    deliveries: new Map(),
    consumers: new Set(),
    listeners: new Set(),
    isWoken: false,
  }
  return {
    busOf: (process: Process): Bus => ({ ...queuesOf(held, process), ...topicsOf(held, process) }),
    wake: () => wake(held),
    /** Drops all stored messages. */
    wipe() {
      for (const queue of QUEUES) held.queues[queue].clear()
      held.seen.clear()
    },
    held: () => QUEUES.reduce((sum, queue) => sum + held.queues[queue].size, 0),
    /** Number of deliveries of a job. */
    deliveriesOf: (id: string) => held.deliveries.get(id) ?? 0,
  }
}
export type Broker = ReturnType<typeof createBroker>

/** Delivers due messages, now or after a time. */
const wake = (held: Held, afterMs = 0): void => {
  const { clock } = held
  if (afterMs === 0 && held.isWoken) return
  if (afterMs === 0) held.isWoken = true
  clock.as(undefined, () =>
    clock.at(afterMs, () => {
      if (afterMs === 0) held.isWoken = false
      for (const queue of QUEUES) giveOut(held, queue)
    }),
  )
}

const putOff = (held: Held, message: Message, byMs: number): void => {
  message.dueMs = held.clock.nowMs() + byMs
  wake(held, byMs + 1)
}

const giveOut = (held: Held, queue: Queue): void => {
  const { clock, random, faults } = held
  if (faults.brokerAway) return
  for (;;) {
    const free = [...held.consumers].filter(
      each => each.queue === queue && each.free > 0 && each.process.isAlive && !each.isStopped,
    )
    const message = [...held.queues[queue].values()].find(({ isInHand, dueMs }) => !isInHand && dueMs <= clock.nowMs())
    if (free.length === 0 || !message) return
    if (random.happens(faults.late)) {
      putOff(held, message, random.between(0, LATEST_MS))
      continue
    }
    deliver(held, random.pick(free), message)
    const others = free.filter(each => each.free > 0)
    if (others.length > 0 && random.happens(faults.doubled)) deliver(held, random.pick(others), message)
  }
}

/** Delivers a message to a consumer, while the consumer reports progress. */
const deliver = (held: Held, consumer: Consumer, message: Message): void => {
  const { clock, random, faults, onMessage } = held
  message.isInHand = true
  message.deliveries++
  const lease = ++message.lease
  const attempt = message.deliveries
  if (consumer.queue === "jobs") held.deliveries.set(message.id, attempt)
  const isHeld = () => message.lease === lease && held.queues[consumer.queue].get(message.id) === message
  const heard = watchLease(held, message, isHeld)
  const report = (chanceOfLoss: number, take: () => void) => {
    if (!random.happens(chanceOfLoss) && !faults.brokerAway && isHeld()) take()
  }
  consumer.free--
  const begin = () => {
    onMessage(consumer.process)
    if (!consumer.process.isAlive) return
    const work = clock
      .as(consumer.process, () =>
        handle(consumer, message, attempt, {
          working: () => report(faults.workingLost, heard),
          done: () => report(faults.ackLost, () => held.queues[consumer.queue].delete(message.id)),
          failed: () =>
            report(0, () => {
              message.isInHand = false
              putOff(held, message, Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * attempt))
            }),
        }),
      )
      .finally(() => {
        consumer.free++
        consumer.inHand.delete(work)
        wake(held)
      })
    consumer.inHand.add(work)
  }
  clock.at(random.between(0.1, 3), begin, consumer.process)
}

/** Takes a message back from a consumer that is silent for ACK_WAIT_MS. Returns a function that renews the lease. */
const watchLease = (held: Held, message: Message, isHeld: () => boolean): (() => void) => {
  const { clock } = held
  let heardAtMs = clock.nowMs()
  const watch = () => {
    if (!isHeld() || !message.isInHand) return
    const leftMs = heardAtMs + ACK_WAIT_MS - clock.nowMs()
    if (leftMs > 0) return clock.as(undefined, () => clock.at(leftMs + 1, watch))
    message.isInHand = false
    wake(held)
  }
  watch()
  return () => {
    heardAtMs = clock.nowMs()
  }
}

interface Reports {
  working: () => void
  done: () => void
  failed: () => void
}

/** Handles a delivery like a consumer of the cluster (infra/bus/nats/consume.ts). */
const handle = async (
  { handler, options }: Consumer,
  { id, body }: Message,
  attempt: number,
  { working, done, failed }: Reports,
): Promise<void> => {
  const giveUp = async () => {
    await options.onExhausted?.(id, body)
    done()
  }
  try {
    if (attempt > options.maxDeliveries) return await giveUp()
    await handler({ id, body, attempt, working })
    done()
  } catch (error) {
    if (error instanceof Unprocessable || attempt >= options.maxDeliveries) await giveUp().catch(failed)
    else failed()
  }
}

const store = (held: Held, queue: Queue, id: string, body: Uint8Array): void => {
  const { clock, random, faults, seen } = held
  const key = `${queue} ${id}`
  const nowMs = clock.nowMs()
  if ((seen.get(key) ?? Number.NEGATIVE_INFINITY) > nowMs - DEDUPLICATION_MS) return
  seen.set(key, nowMs)
  if (seen.size > MAX_SEEN) for (const [name, atMs] of seen) if (atMs < nowMs - DEDUPLICATION_MS) seen.delete(name)
  if (random.happens(faults.messageLost)) return
  held.queues[queue].set(id, { id, body, deliveries: 0, dueMs: 0, lease: 0, isInHand: false })
  wake(held)
}

type Topics = "broadcast" | "subscribe"

const queuesOf = (held: Held, process: Process): Omit<Bus, Topics> => {
  const { clock, random, faults, onMessage, queues, consumers } = held
  const travel = () => clock.pass(random.between(0.1, 3), process)
  const ask = async () => {
    await travel()
    if (faults.brokerAway) throw new BrokerSilent("the broker did not answer")
  }
  return {
    engine: "nats",
    async publish(queue, id, body) {
      await travel()
      onMessage(process)
      if (!process.isAlive) return new Promise(() => {})
      if (faults.brokerAway || random.happens(faults.publishLost)) {
        await clock.pass(random.between(0, PUBLISH_TIMEOUT_MS), process)
        throw new BrokerSilent("the broker did not answer")
      }
      store(held, queue, id, body)
      onMessage(process)
      await travel()
      if (random.happens(faults.publishUnanswered)) throw new BrokerSilent("the broker's answer was lost")
    },
    async consume(queue, options, handler) {
      const { slots: free } = options
      const consumer: Consumer = { process, queue, options, handler, free, isStopped: false, inHand: new Set() }
      consumers.add(consumer)
      process.onDeath.push(() => consumers.delete(consumer))
      wake(held)
      return {
        async stop() {
          consumer.isStopped = true
          while (consumer.inHand.size > 0) await Promise.allSettled(consumer.inHand)
          consumers.delete(consumer)
        },
      }
    },
    async held(queue) {
      await ask()
      return new Set(queues[queue].keys())
    },
    async state(queue) {
      await ask()
      const waiting = [...queues[queue].values()].filter(({ isInHand }) => !isInHand).length
      const ofQueue = [...consumers].filter(each => each.queue === queue)
      return { waiting, slots: ofQueue.reduce((sum, { options }) => sum + options.slots, 0) }
    },
    isHealthy: async () => !faults.brokerAway,
    close: async () => {},
  }
}

const topicsOf = ({ clock, random, faults, listeners }: Held, process: Process): Pick<Bus, Topics> => ({
  broadcast(topic, body) {
    if (faults.brokerAway) return
    for (const listener of [...listeners].filter(each => each.topic === topic)) {
      if (random.happens(faults.broadcastLost)) continue
      const times = random.happens(faults.broadcastDoubled) ? 2 : 1
      for (let i = 0; i < times; i++) {
        const afterMs = random.happens(faults.broadcastLate) ? random.between(0, 20_000) : random.between(0.1, 3)
        clock.at(afterMs, () => listener.hear(body), listener.process)
      }
    }
  },
  subscribe(topic, hear) {
    const listener = { process, topic, hear }
    listeners.add(listener)
    const end = () => void listeners.delete(listener)
    process.onDeath.push(end)
    return end
  },
})
