import { createInbox, type Msg, type NatsConnection, nanos } from "nats"

/** Time that a request for a message waits at the broker. */
const PULL_LIFE_MS = 5_000
/** Timeout for a request whose end was lost; normally the broker ends a request. */
const PULL_MARGIN_MS = 2_000

/** Outcome of a request: a message, nothing, or a missing consumer. */
export type Pulled = Msg | "nothing" | "no consumer"

/** One request for one message. */
export interface Pull {
  pulled: Promise<Pulled>
  /** Withdraws the request; a message already sent still arrives as `pulled`. */
  withdraw(): void
  /** Drops the request after the loss of its connection. */
  forget(): void
}

/**
 * Asks a durable consumer for one message. The client's own consumers would prefetch, or pull in bulk. Here every free
 * slot has exactly one request, so that no message waits in a busy process while another is free.
 */
export const pullOne = (connection: NatsConnection, stream: string, consumer: string): Pull => {
  const inbox = createInbox()
  let settle: (pulled: Pulled) => void = () => {}
  const settled = new Promise<Pulled>(done => {
    settle = done
  })
  const subscription = connection.subscribe(inbox, {
    max: 1,
    callback: (error, message) => settle(error ? "nothing" : readAnswer(message, inbox)),
  })
  const forget = () => {
    subscription.unsubscribe()
    settle("nothing")
  }
  const timer = setTimeout(forget, PULL_LIFE_MS + PULL_MARGIN_MS)
  const request = JSON.stringify({ batch: 1, expires: nanos(PULL_LIFE_MS) })
  connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`, request, { reply: inbox })
  return {
    pulled: settled.finally(() => clearTimeout(timer)),
    withdraw() {
      subscription.drain().then(
        () => settle("nothing"),
        () => settle("nothing"),
      )
    },
    forget,
  }
}

/**
 * An answer without a message is a status on the inbox itself: 404 and 408 mean no message, 409 and 503 no such
 * consumer.
 */
const readAnswer = (message: Msg, inbox: string): Pulled => {
  if (message.subject !== inbox) return message
  const code = message.headers?.code ?? 0
  const isDeleted = code === 409 && /deleted/i.test(message.headers?.description ?? "")
  return code === 503 || isDeleted ? "no consumer" : "nothing"
}
