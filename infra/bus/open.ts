import type { Config } from "../config.ts"
import type { Log } from "../log.ts"
import type { Metrics } from "../metrics.ts"
import type { Bus } from "./bus.ts"
import { countDeliveries } from "./counted.ts"
import { createMemoryBus } from "./memory.ts"

/**
 * Opens NATS if NATS_URL is set, otherwise a bus in memory for this process alone. Throws BrokerRefused or
 * InvalidConfig.
 */
export const openBus = async ({ natsUrl, natsCreds, natsTlsCa }: Config, log: Log, metrics: Metrics): Promise<Bus> => {
  if (!natsUrl) return countDeliveries(createMemoryBus(), metrics)
  const { openNatsBus } = await import("./nats.ts")
  return countDeliveries(await openNatsBus({ url: natsUrl, creds: natsCreds, tlsCa: natsTlsCa }, log), metrics)
}
