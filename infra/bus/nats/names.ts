import type { Queue } from "../bus.ts"

/** Names on the broker. They begin with the installation's name, so that several installations may share one broker. */
export interface Names {
  stream(queue: Queue): string
  /** The durable consumer of a queue, shared by all its processes. */
  consumer(queue: Queue): string
  /** Subject of a message by its id, or of all messages of the queue. */
  subject(queue: Queue, id?: string): string
  idOf(queue: Queue, subject: string): string
  topic(topic: string): string
  /** Object store of payloads that are too large for a message. */
  payloads: string
}

const CONSUMERS: Record<Queue, string> = { jobs: "workers", results: "dispatchers" }

export const createNames = (installation: string): Names => ({
  stream: queue => `${installation}-${queue}`,
  consumer: queue => CONSUMERS[queue],
  subject: (queue, id = ">") => `${installation}.${queue}.${id}`,
  idOf: (queue, subject) => subject.slice(`${installation}.${queue}.`.length),
  topic: topic => `${installation}.topic.${topic}`,
  payloads: `${installation}-payloads`,
})
