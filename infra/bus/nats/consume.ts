import type { Msg } from "nats"
import { toJsMsg } from "nats/lib/jetstream/jsmsg.js"
import type { Log } from "../../log.ts"
import { type ConsumeOptions, type Consumer, type Delivery, type Queue, Unprocessable } from "../bus.ts"
import type { Link } from "./link.ts"
import type { Names } from "./names.ts"
import type { Payloads } from "./payloads.ts"
import { type Pull, type Pulled, pullOne } from "./pull.ts"

/** Pause of a slot while the broker or the consumer is missing. */
const REST_MS = 500
/** Pause before the next delivery after a failure, multiplied by the number of deliveries, and its maximum. */
const RETRY_DELAY_MS = 300
const MAX_RETRY_DELAY_MS = 10_000

interface ConsumeContext {
  link: Link
  names: Names
  queue: Queue
  options: ConsumeOptions
  handler: (delivery: Delivery) => Promise<void>
  payloads: Payloads
  /** Creates missing streams and consumers again. */
  ensure: () => Promise<void>
  log: Log
}

/** Runs `slots` loops that each ask for a message, handle it and ask for the next. */
export const consumeQueue = (context: ConsumeContext): Consumer => {
  const { link, names, queue, options, ensure, log } = context
  const open = new Set<Pull>()
  let isStopped = false

  const next = async (): Promise<Pulled> => {
    const pull = pullOne(link.connection(), names.stream(queue), names.consumer(queue))
    open.add(pull)
    return pull.pulled.finally(() => open.delete(pull))
  }
  const turn = async () => {
    const pulled = await next()
    if (pulled === "no consumer") {
      await Bun.sleep(REST_MS)
      return ensure()
    }
    if (pulled === "nothing") return
    if (isStopped) return toJsMsg(pulled).nak()
    await deliver(context, pulled)
  }
  const runSlot = async () => {
    while (!isStopped) {
      if (!link.isUp()) await Bun.sleep(REST_MS)
      else
        await turn().catch(async error => {
          log.warn({ err: error, queue }, "no message could be taken; trying again in a moment")
          await Bun.sleep(REST_MS)
        })
    }
  }
  link.onReturned(() => {
    for (const pull of open) pull.forget()
  })
  const slots = Array.from({ length: options.slots }, runSlot)
  return {
    async stop() {
      isStopped = true
      for (const pull of open) {
        if (link.isUp()) pull.withdraw()
        else pull.forget()
      }
      await Promise.all(slots)
    },
  }
}

/** Hands one delivery to the handler and reports its outcome to the broker. */
const deliver = async ({ names, queue, options, handler, payloads, log }: ConsumeContext, raw: Msg): Promise<void> => {
  const message = toJsMsg(raw)
  const id = names.idOf(queue, message.subject)
  const attempt = message.info.deliveryCount
  const retryDelayMs = Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * attempt)
  let body = message.data

  const end = async (report: () => void) => {
    report()
    await payloads
      .discard(message.headers)
      .catch(error => log.warn({ err: error, queue, id }, "a stored payload was not removed; it expires by itself"))
  }
  const giveUp = async () => {
    try {
      await options.onExhausted?.(id, body)
      await end(() => message.term())
    } catch (error) {
      log.error({ err: error, queue, id }, "a message could not be given up; trying again")
      message.nak(retryDelayMs)
    }
  }
  try {
    body = await payloads.open(message.data, message.headers)
    if (attempt > options.maxDeliveries) return await giveUp()
    await handler({ id, body, attempt, working: () => message.working() })
  } catch (error) {
    if (error instanceof Unprocessable || attempt >= options.maxDeliveries) return giveUp()
    return message.nak(retryDelayMs)
  }
  await end(() => message.ack())
}
