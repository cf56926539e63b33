import { bootstrap } from "./api/credentials/bootstrap.ts"
import type { FirstCredentials } from "./api/credentials/firstCredentials.ts"
import { credentialsText, greeting } from "./api/greeting.ts"
import { startApi } from "./api/index.ts"
import { startDispatcher } from "./dispatcher/index.ts"
import { openBus } from "./infra/bus/open.ts"
import type { Config } from "./infra/config.ts"
import { wholeReadiness } from "./infra/health/readiness.ts"
import { tryPorts } from "./infra/listen.ts"
import { createLog } from "./infra/log.ts"
import { createMetrics } from "./infra/metrics.ts"
import { createOutbound } from "./infra/outbound/client.ts"
import { type Running, runProcess } from "./infra/process.ts"
import { openTracing } from "./infra/tracing/open.ts"
import { openDatabase } from "./store/open.ts"
import { startThreads, startWorker } from "./worker/index.ts"

/** The whole service in one process. */
export interface Service extends Running {
  address: string
  metricsAddress?: string
  /** Unused credentials of a new database; undefined after their first use. */
  firstCredentials?: FirstCredentials
}

/**
 * Starts everything in the order of need, on the embedded engine unless DATABASE_URL or NATS_URL names another. First
 * credentials are printed as soon as they are stored, even if a later step fails. Throws InvalidConfig, FolderInUse,
 * FolderNotWritable, PortInUse, CannotListen, DatabaseRefused, SchemaNewer or BrokerRefused.
 */
export const startService = async (
  config: Config,
  tellCredentials: (credentials: FirstCredentials) => void = () => {},
): Promise<Service> => {
  await tryPorts(config)
  const log = createLog("solar-scan", config.logLevel)
  const metrics = createMetrics()
  const tracing = await openTracing(process.env, "solar-scan", log)
  const { workerThreads: threads, sizingTolerance, solveBudgetMs: budgetMs, memoryProfile } = config
  // The threads start while the database opens.
  const starting = startThreads({ threads, sizingTolerance, budgetMs, collects: memoryProfile === "lean", log })
  const { database, close } = await openDatabase(config, line => log.warn(line))
  const firstCredentials = await bootstrap(database, config)
  if (firstCredentials) tellCredentials(firstCredentials)
  const bus = await openBus(config, log, metrics)
  const worker = await startWorker({ bus, pool: await starting, threads, log, metrics, tracing })
  const readiness = wholeReadiness(database, bus)
  const api = await startApi({ config, database, bus, log, metrics, readiness, tracing }).catch(async error => {
    await worker.stop()
    await bus.close()
    await close()
    throw error
  })
  const outbound = createOutbound({ allowPrivate: config.webhookAllowPrivate, keepsConnections: true })
  const dispatcher = await startDispatcher({
    ...{ database, bus, outbound, log, metrics, tracing },
    pvgisUrl: config.pvgisUrl,
    priceYear: config.priceYear,
  })
  return {
    address: api.address,
    ...(api.metricsAddress ? { metricsAddress: api.metricsAddress } : {}),
    ...(firstCredentials ? { firstCredentials } : {}),
    async stop() {
      await api.stop()
      await worker.stop()
      await dispatcher.stop()
      await bus.close()
      await close()
      await tracing.close()
    },
  }
}

/** Runs it as a process of its own. */
export const run = (): Promise<void> =>
  runProcess(async config => {
    const service = await startService(config, credentials => console.log(credentialsText(credentials)))
    console.log(greeting(service))
    return service
  })
