import { openBus } from "../infra/bus/open.ts"
import { type Config, InvalidConfig } from "../infra/config.ts"
import { startHealthListener, startMetricsListener } from "../infra/health/listener.ts"
import { databaseReadiness } from "../infra/health/readiness.ts"
import { createLog } from "../infra/log.ts"
import { createMetrics } from "../infra/metrics.ts"
import { createOutbound } from "../infra/outbound/client.ts"
import { type Running, runProcess } from "../infra/process.ts"
import { openTracing } from "../infra/tracing/open.ts"
import { openDatabase } from "../store/open.ts"
import { startDispatcher } from "./index.ts"

const start = async (config: Config): Promise<Running> => {
  if (!config.databaseUrl) throw new InvalidConfig("DATABASE_URL", "must be set: a dispatcher works on PostgreSQL")
  if (!config.natsUrl) throw new InvalidConfig("NATS_URL", "must be set: a dispatcher reaches its workers over NATS")
  const log = createLog("dispatcher", config.logLevel)
  const metrics = createMetrics()
  const tracing = await openTracing(process.env, "solar-scan-dispatcher", log)
  const { database, close } = await openDatabase(config, line => log.warn(line))
  const bus = await openBus(config, log, metrics)
  const outbound = createOutbound({ allowPrivate: config.webhookAllowPrivate, keepsConnections: true })
  const dispatcher = await startDispatcher({
    ...{ database, bus, outbound, log, metrics, tracing },
    pvgisUrl: config.pvgisUrl,
    priceYear: config.priceYear,
  })
  const health = startHealthListener(config, metrics, databaseReadiness(database, bus), log)
  const measurements = startMetricsListener(config, metrics, log)
  console.log(
    `Solar Scan dispatcher runs${health ? `, health on ${health.address}` : ""}${measurements ? `, measurements on ${measurements.address}/metrics` : ""}`,
  )
  return {
    async stop() {
      await dispatcher.stop()
      await health?.stop()
      await measurements?.stop()
      await bus.close()
      await close()
      await tracing.close()
    },
  }
}

/** Relays scans, stores results, sends webhooks for a cluster. Any number may run. */
export const run = (): Promise<void> => runProcess(start)
