import { bootstrap, type FirstCredentials } from "./api/credentials/bootstrap.ts"
import { startApi } from "./api/index.ts"
import { startDispatcher } from "./dispatcher/index.ts"
import { createMemoryBus } from "./infra/bus/memory.ts"
import { type Config, readConfig } from "./infra/config.ts"
import { openDatabase } from "./infra/database/open.ts"
import { createLog } from "./infra/log.ts"
import { createMetrics } from "./infra/metrics.ts"
import { createOutbound } from "./infra/outbound/client.ts"
import { startWorker } from "./worker/index.ts"

/** The whole service in one process on an embedded database. */
export interface Service {
  address: string
  /** What an empty folder was given; undefined on a folder that has credentials. */
  firstCredentials?: FirstCredentials
  stop(): Promise<void>
}

/** Starts everything in the order of need. Throws InvalidConfig, FolderInUse, FolderNotWritable, PortInUse. */
export const startService = async (config: Config): Promise<Service> => {
  const log = createLog("solar-scan", config.logLevel)
  const metrics = createMetrics()
  const { database, close } = await openDatabase({ ...config, databaseUrl: undefined })
  const firstCredentials = await bootstrap(database, config)
  const bus = createMemoryBus()
  const worker = await startWorker({ bus, threads: config.workerThreads, log, metrics })
  const readiness = async () => ({ database: await database.isHealthy(), broker: await bus.isHealthy() })
  const api = await startApi({ config, database, bus, log, metrics, readiness }).catch(async error => {
    await worker.stop()
    await close()
    throw error
  })
  const outbound = createOutbound({ allowPrivate: config.webhookAllowPrivate })
  const dispatcher = await startDispatcher({ database, bus, outbound, pvgisUrl: config.pvgisUrl, log, metrics })
  return {
    address: api.address,
    ...(firstCredentials ? { firstCredentials } : {}),
    async stop() {
      await api.stop()
      await worker.stop()
      await dispatcher.stop()
      await bus.close()
      await close()
    },
  }
}

const greet = ({ address, firstCredentials }: Service): void => {
  const lines = [`Solar Scan Service listens on ${address}`, `Interface: ${address}/docs`]
  if (firstCredentials) {
    const { email, password, testKey, liveKey } = firstCredentials
    lines.push(
      "",
      "First credentials, shown once:",
      `  owner           ${email}`,
      ...(password ? [`  password        ${password}  (to be changed at the first login)`] : []),
      `  test key        ${testKey}`,
      `  production key  ${liveKey}`,
    )
  }
  console.log(`${lines.join("\n")}\n`)
}

const main = async (): Promise<void> => {
  const service = await startService(readConfig(process.env))
  greet(service)
  let isStopping = false
  const stop = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    await service.stop()
    process.exit(0)
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
}

/** Causes that are the operator's to mend: one line, no stack. */
const OPERATOR_CODES = ["INVALID_CONFIG", "FOLDER_IN_USE", "FOLDER_NOT_WRITABLE", "PORT_IN_USE"]

if (import.meta.main)
  main().catch(error => {
    console.error(OPERATOR_CODES.includes(error?.code) ? `solar-scan: ${error.message}` : error)
    process.exit(1)
  })
