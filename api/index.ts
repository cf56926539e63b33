import { Elysia } from "elysia"
import type { Bus } from "../infra/bus/bus.ts"
import type { Config } from "../infra/config.ts"
import type { Database } from "../infra/database/database.ts"
import type { Log } from "../infra/log.ts"
import type { Metrics } from "../infra/metrics.ts"
import { apiKeyRoutes } from "./credentials/apiKeyRoutes.ts"
import { createApiKeyService } from "./credentials/apiKeys.ts"
import { authRoutes } from "./credentials/authRoutes.ts"
import { createCredentials } from "./credentials/credentials.ts"
import { docsRoutes } from "./docs/routes.ts"
import { noteSocketAddress } from "./http/address.ts"
import { httpBasics } from "./http/plugin.ts"
import { scanRoutes } from "./scans/routes.ts"
import { createScanService } from "./scans/service.ts"
import { createProgressFeed } from "./scans/waiting.ts"
import { type Readiness, systemRoutes } from "./system/routes.ts"

/** The port is taken. */
export class PortInUse extends Error {
  readonly code = "PORT_IN_USE"
  constructor(host: string, port: number) {
    super(`PORT ${port} on ${host} is in use by another process: set PORT to a free one`)
    this.name = "PortInUse"
  }
}

/** Bun answers an empty 413 above this by itself; our own limits, which explain themselves, lie far below. */
const SERVER_BODY_LIMIT_BYTES = 1024 * 1024 * 1024
/** Above the longest `Prefer: wait`, so that a waiting request is not cut off. */
const IDLE_TIMEOUT_SECONDS = 75

export interface ApiService {
  /** Where it listens, without a slash at the end. */
  address: string
  stop(): Promise<void>
}

interface ApiOptions {
  config: Config
  database: Database
  bus: Bus
  log: Log
  metrics: Metrics
  readiness: Readiness
}

/** Starts the HTTP service. Throws PortInUse. */
export const startApi = async ({ config, database, bus, log, metrics, readiness }: ApiOptions): Promise<ApiService> => {
  const progress = createProgressFeed(bus)
  const credentials = createCredentials(config, database)
  const app = new Elysia({ normalize: false })
    .use(httpBasics(log, metrics))
    .use(docsRoutes())
    .use(systemRoutes(metrics, readiness))
    .use(authRoutes(credentials))
    .use(apiKeyRoutes(createApiKeyService(database.queries, credentials.keys), credentials))
    .use(scanRoutes(createScanService({ database, bus, progress }), credentials.authenticate))
  const server = serve(app, config)
  return {
    address: `http://${server.hostname?.includes(":") ? `[${server.hostname}]` : server.hostname}:${server.port}`,
    async stop() {
      await server.stop()
      progress.close()
    },
  }
}

/** Bun's own server: Elysia's listen would set reusePort, and two services could share a port unseen. */
const serve = (app: { fetch: (request: Request) => Response | Promise<Response> }, { host, port }: Config) => {
  try {
    return Bun.serve({
      hostname: host,
      port,
      reusePort: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: SERVER_BODY_LIMIT_BYTES,
      fetch: (request, server) => {
        noteSocketAddress(request, server.requestIP(request)?.address)
        return app.fetch(request)
      },
    })
  } catch (error) {
    if ((error as { code?: string }).code === "EADDRINUSE") throw new PortInUse(host, port)
    throw error
  }
}
