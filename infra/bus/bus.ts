/** Work queues: each message is handled by one consumer, and by another consumer after a failure. */
export const QUEUES = ["jobs", "results"] as const
export type Queue = (typeof QUEUES)[number]

/** Silence of a handler after which its delivery goes to another consumer. */
export const ACK_WAIT_MS = 9_000

/** One delivery of a queued message. */
export interface Delivery {
  id: string
  body: Uint8Array
  /** 1 at the first delivery. */
  attempt: number
  /**
   * Reports to the bus that the handler still works, so that the message is not redelivered; call it every third of
   * ACK_WAIT_MS.
   */
  working(): void
}

export interface ConsumeOptions {
  /** Maximum number of deliveries handled at the same time. */
  slots: number
  /** Number of failed deliveries after which the message is dropped and `onExhausted` is called. */
  maxDeliveries: number
  onExhausted?: (id: string, body: Uint8Array) => Promise<void>
  /** True if stop() first handles waiting messages, on a bus that ends with its process. */
  drains?: boolean
}

export interface Consumer {
  /** Accepts no more messages and resolves when running handlers are done. */
  stop(): Promise<void>
}

/** The state of a queue, over all processes. */
export interface QueueState {
  /** Messages that no consumer has taken. */
  waiting: number
  /** Number of messages that all consumers together can handle at the same time. */
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
  /**
   * A handler that returns acknowledges the message. An exception requests another delivery; Unprocessable drops the
   * message.
   */
  consume(queue: Queue, options: ConsumeOptions, handler: (delivery: Delivery) => Promise<void>): Promise<Consumer>
  /** Ids of all messages in a queue, waiting or being handled. Rejects if they cannot be read. */
  held(queue: Queue): Promise<Set<string>>
  state(queue: Queue): Promise<QueueState>
  /** Sends to every current listener of a topic; the message may be lost. */
  broadcast(topic: string, body: Uint8Array): void
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: (body: Uint8Array) => void): () => void
  isHealthy(): Promise<boolean>
  close(): Promise<void>
}

/** Error: no consumer can ever process the message, so it is not redelivered. */
export class Unprocessable extends Error {
  readonly code = "UNPROCESSABLE_MESSAGE"
  constructor(message: string) {
    super(message)
    this.name = "Unprocessable"
  }
}
