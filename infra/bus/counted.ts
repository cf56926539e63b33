import type { Metrics } from "../metrics.ts"
import type { Bus } from "./bus.ts"

/** Counts each delivery of a bus by outcome: handled, failed, dropped. */
export const countDeliveries = (bus: Bus, { deliveries }: Metrics): Bus => ({
  ...bus,
  consume: (queue, options, handler) =>
    bus.consume(
      queue,
      {
        ...options,
        async onExhausted(id, body) {
          deliveries.inc({ queue, outcome: "given up" })
          await options.onExhausted?.(id, body)
        },
      },
      async delivery => {
        try {
          await handler(delivery)
          deliveries.inc({ queue, outcome: "handled" })
        } catch (error) {
          deliveries.inc({ queue, outcome: "failed" })
          throw error
        }
      },
    ),
})
