import { openBus } from "../infra/bus/open.ts"
import { type Config, InvalidConfig } from "../infra/config.ts"
import { databaseReadiness } from "../infra/health/readiness.ts"
import { tryPorts } from "../infra/listen.ts"
import { createLog } from "../infra/log.ts"
import { createMetrics } from "../infra/metrics.ts"
import { type Running, runProcess } from "../infra/process.ts"
import { openTracing } from "../infra/tracing/open.ts"
import { openDatabase } from "../store/open.ts"
import { bootstrap } from "./credentials/bootstrap.ts"
import { signingSecret } from "./credentials/secret.ts"
import { credentialsText, greeting } from "./greeting.ts"
import { startApi } from "./index.ts"

const start = async (config: Config): Promise<Running> => {
  if (!config.databaseUrl)
    throw new InvalidConfig("DATABASE_URL", "must be set: the API of a cluster works on PostgreSQL")
  if (!config.natsUrl)
    throw new InvalidConfig("NATS_URL", "must be set: the API of a cluster hears of its scans over NATS")
  signingSecret(config)
  await tryPorts(config)
  const log = createLog("api", config.logLevel)
  const metrics = createMetrics()
  const tracing = await openTracing(process.env, "solar-scan-api", log)
  const { database, close } = await openDatabase(config, line => log.warn(line))
  const firstCredentials = await bootstrap(database, config)
  if (firstCredentials) console.log(credentialsText(firstCredentials))
  const bus = await openBus(config, log, metrics)
  const api = await startApi({
    config,
    database,
    bus,
    log,
    metrics,
    readiness: databaseReadiness(database, bus),
    tracing,
  })
  console.log(greeting(api))
  return {
    async stop() {
      await api.stop()
      await bus.close()
      await close()
      await tracing.close()
    },
  }
}

/** The HTTP service of a cluster. Any number may run behind a load balancer. */
export const run = (): Promise<void> => runProcess(start)
