/** Work queues: each message is handled by one consumer, and again by another when that one fails. */
export const QUEUES = ["jobs", "results"] as const
export type Queue = (typeof QUEUES)[number]

/** A delivery whose handler says nothing for this long is given to another consumer. */
export const ACK_WAIT_MS = 9_000

/** One delivery of a queued message. */
export interface Delivery {
  id: string
  body: Uint8Array
  /** 1 at the first delivery. */
  attempt: number
  /**
   * Reports to the bus that the handler still works, so that the message is not given to another: every third of
   * ACK_WAIT_MS.
   */
  working(): void
}

export interface ConsumeOptions {
  /** How many deliveries are handled at once. */
  slots: number
  /** After this many failed deliveries the message is given up and `onExhausted` is called. */
  maxDeliveries: number
  onExhausted?: (id: string, body: Uint8Array) => Promise<void>
  /** True if stop() first handles waiting messages, on a bus that ends with its process. */
  drains?: boolean
}

export interface Consumer {
  /** Takes no more messages and resolves when those in hand are done. */
  stop(): Promise<void>
}

/** The state of a queue, over all processes. */
export interface QueueState {
  /** Messages that no consumer has taken. */
  waiting: number
  /** Messages that all consumers together can handle at once. */
  slots: number
}

/**
 * Carries messages between the services; the database stays the truth, and messages that a bus loses are recovered from
 * it. Two engines: in process (bus/memory.ts) and NATS JetStream (bus/nats.ts).
 */
export interface Bus {
  readonly engine: "memory" | "nats"
  /** Queues a message; the same id again within two minutes is one message. */
  publish(queue: Queue, id: string, body: Uint8Array): Promise<void>
  /** A handler that returns acknowledges; one that throws asks for another delivery; Unprocessable ends the message. */
  consume(queue: Queue, options: ConsumeOptions, handler: (delivery: Delivery) => Promise<void>): Promise<Consumer>
  /** Ids of the messages that a queue holds, waiting or in hand. Rejects when that cannot be known. */
  held(queue: Queue): Promise<Set<string>>
  state(queue: Queue): Promise<QueueState>
  /** Sends to every listener of a topic at once; may be lost. */
  broadcast(topic: string, body: Uint8Array): void
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: (body: Uint8Array) => void): () => void
  isHealthy(): Promise<boolean>
  close(): Promise<void>
}

/** A message that no consumer will ever understand: it is not delivered again. */
export class Unprocessable extends Error {
  readonly code = "UNPROCESSABLE_MESSAGE"
  constructor(message: string) {
    super(message)
    this.name = "Unprocessable"
  }
}
