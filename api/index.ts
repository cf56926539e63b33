import { Elysia } from "elysia"
import { TOPICS } from "../domain/report/messages.ts"
import { pvgisProvider } from "../domain/site/solar/pvgis.ts"
import type { Bus } from "../infra/bus/bus.ts"
import type { Config } from "../infra/config.ts"
import { startMetricsListener } from "../infra/health/listener.ts"
import type { AskReadiness } from "../infra/health/readiness.ts"
import { addressOf as addressOfServer, listen, tryPort } from "../infra/listen.ts"
import type { Log } from "../infra/log.ts"
import { addShareMetrics, type Metrics } from "../infra/metrics.ts"
import { createPrintPage } from "../infra/pdf/chromium.ts"
import { askPvgis } from "../infra/pvgis/ask.ts"
import { NO_TRACING, type Tracing } from "../infra/tracing/tracing.ts"
import { createFindCurrency } from "../store/currencies.ts"
import type { Database } from "../store/database.ts"
import { dropClaims } from "../store/idempotencyKeys.ts"
import { createNamedLock } from "../store/namedLock.ts"
import { createGatherForReports } from "../store/scans/jobInputs.ts"
import { scanStatuses } from "../store/scans/read.ts"
import { createFindScan, createFindStatus } from "../store/scans/states.ts"
import { type Credentials, createCredentials } from "./credentials/credentials.ts"
import { openApiDocument } from "./docs/document.ts"
import { docsHandlers, docsOperations } from "./docs/routes.ts"
import { createHandlers } from "./handlers.ts"
import { createAccessLog } from "./http/accessLog.ts"
import type { SocketAddressOf } from "./http/address.ts"
import { createAdmission } from "./http/admission.ts"
import { createConditions } from "./http/conditions.ts"
import { createLimiter } from "./http/limiter.ts"
import { createMethodsOf } from "./http/methods.ts"
import { allRoutes, type Gate, mount, type Route, routesOf, socketRoute } from "./http/mount.ts"
import { createOnce } from "./http/once.ts"
import type { Operation, Operations } from "./http/operation.ts"
import { httpBasics } from "./http/plugin.ts"
import { createShares } from "./http/shares.ts"
import { createStorage } from "./http/storage.ts"
import { metricsHandlers, metricsOperations } from "./http/systemRoutes.ts"
import { isLegacyPath, legacyErrors } from "./legacy/errorShape.ts"
import { loadProfileHandlers, loadProfileOperations } from "./legacy/load-profiles/routes.ts"
import { runHandlers, runOperations, socketOperation } from "./legacy/routes.ts"
import { createRunSockets, type RunSockets } from "./legacy/socket.ts"
import { mcpHandlers, mcpOperations } from "./mcp/routes.ts"
import { operations } from "./operations.ts"
import { pageHandlers, pageOperations } from "./pages/routes.ts"
import { createTasks, type Tasks } from "./tasks/index.ts"
import { createEventFeed } from "./v1/events/feed.ts"
import { createCompleteReport } from "./v1/scans/completion.ts"
import type { ScanContext } from "./v1/scans/context.ts"
import { createInsertScans, type InsertScans, withTrace } from "./v1/scans/insert.ts"
import { liveHandlers, liveOperations } from "./v1/scans/liveRoutes.ts"
import { createProgressFeed } from "./v1/scans/progressFeed.ts"
import { createProgressions } from "./v1/scans/progression.ts"
import { fullReport } from "./v1/scans/report.ts"
import { createEncodedReports } from "./v1/scans/reportCache.ts"
import { withSandboxLimit } from "./v1/scans/sandboxLimit.ts"
import { assertTiersKnown, createMeter, storageLimitsOf } from "./v1/usage/meter.ts"
import { readTiers } from "./v1/usage/tiersFile.ts"
import { createAccountOf, createWeightOf, type WeightOf } from "./v1/usage/weights.ts"

/** Above this size Bun answers an empty 413; the limits of the service are far below and give a reason. */
/** Bytes of bodies in work at the same time: four of the largest batches of an organization. */
const BODIES = {
  inAll: 512 * 1024 * 1024,
  perOrganization: 64 * 1024 * 1024 + 256 * 1024,
  what: "body-bytes",
} as const
const SERVER_BODY_LIMIT_BYTES = 1024 * 1024 * 1024
/** Above the longest `Prefer: wait`, so that a waiting request is not cut off. */
const IDLE_TIMEOUT_SECONDS = 75
/** Time for running answers to end at a stop. Without it Bun waits forever for a body that is never read. */
const STOP_GRACE_MS = 5_000

export interface ApiService {
  /** Address of the server, without a slash at the end. */
  address: string
  /** Address of the metrics, if they have a port of their own. */
  metricsAddress?: string
  stop(): Promise<void>
}

interface ApiOptions {
  config: Config
  database: Database
  bus: Bus
  log: Log
  metrics: Metrics
  readiness: AskReadiness
  /** Tracing; off by default. */
  tracing?: Tracing
  /** Maximum number of simultaneous WebSockets of an organization; by default the values of legacy/socket.ts. */
  socketsPerOrganization?: number
  /** Work of child processes; unless given, children of this process. */
  tasks?: Tasks
}

/** The HTTP service without its listener. */
export interface Api {
  fetch(request: Request): Promise<Response>
  sockets: RunSockets
  /** Ends all waits and streams. */
  close(): void
  /** Ends the child processes. */
  closeTasks(): void
  /** Resolves when all reads are in the access log. */
  settled(): Promise<void>
}

/** Port 0 means any free one; it is chosen before the links that name it are made. */
const withPort = async (config: Config): Promise<Config> => {
  if (config.port !== 0) return config
  const port = await tryPort(config.host, 0)
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
}

/** Inputs of the workers' solver, for the sliders of the pages. */
const solvingOf = (config: Config, database: Database, log: Log): Pick<ScanContext, "gather" | "solver"> => {
  const { pvgisUrl, priceYear, sizingTolerance, solveBudgetMs: budgetMs } = config
  const provider = pvgisUrl ? pvgisProvider(askPvgis(pvgisUrl)) : undefined
  return {
    gather: createGatherForReports({ database, provider, priceYear, log }),
    solver: { sizingTolerance, budgetMs },
  }
}

interface InsertParts extends Pick<ApiOptions, "config" | "database" | "bus"> {
  tracing: Tracing
  quotas: Parameters<typeof createInsertScans>[1]
}

/** Writes drafts within the limits of their organizations. */
const insertOf = ({ config, database, bus, tracing, quotas }: InsertParts): InsertScans => {
  const announce = () => bus.broadcast(TOPICS.accepted, new Uint8Array())
  const insert = withTrace(createInsertScans(database.queries, quotas, announce), tracing)
  return withSandboxLimit(insert, createLimiter(database), config.sandboxScansPerDay)
}

/**
 * Creates the HTTP service.
 * @param addressOf remote address of a request's connection
 */
export const createApi = async (options: ApiOptions, addressOf: SocketAddressOf): Promise<Api> => {
  const { config, database, bus, log, metrics, readiness, tracing = NO_TRACING } = options
  const { queries } = database
  const progress = createProgressFeed(bus, ids => scanStatuses(queries, ids), log)
  const tiers = readTiers(config.tiersFile)
  await assertTiersKnown(queries, tiers)
  const meter = createMeter(queries, tiers)
  const storage = createStorage(queries, storageLimitsOf(tiers))
  const credentials = createCredentials({ config, database, log }, addressOf)
  const insert = insertOf({ config, database, bus, tracing, quotas: { meter, storage } })
  const admission = createAdmission(database.connections)
  addShareMetrics(metrics, admission.measured)
  const weightOf = createWeightOf(queries, tiers)
  const { tasks = createTasks(log, admission) } = options
  const parts = { queries, bus, progress, admission, weightOf, log, ...solvingOf(config, database, log) }
  const scanContext = {
    ...parts,
    complete: createCompleteReport(parts),
    find: createFindScan(queries),
    findStatus: createFindStatus(queries),
    findCurrency: createFindCurrency(queries),
    reports: createEncodedReports((scan, language) => fullReport(queries, scan, language)),
    insert,
    storage,
    progressions: createProgressions(bus, queries),
    tasks,
    printPage: config.pdfChromium === undefined ? undefined : createPrintPage(config.pdfChromium),
    addressOf: credentials.addressOf,
    publicUrl: config.publicUrl,
    anonymousReports: config.anonymousReports,
  }
  const events = createEventFeed(queries, bus, log)
  const sockets = createRunSockets(scanContext, credentials, log, options.socketsPerOrganization)
  const accounts = { credentials, meter, storage }
  const handlers = createHandlers({ config, database, bus, ...accounts, scanContext, events, readiness, log })
  const routes: Route[] = [
    ...allRoutes(operations, handlers),
    ...routesOf(liveOperations, liveHandlers(scanContext)),
    ...routesOf(runOperations, runHandlers(scanContext)),
    ...routesOf(loadProfileOperations, loadProfileHandlers(queries, tasks)),
    socketRoute(socketOperation),
    ...(config.metricsPort === undefined ? routesOf(metricsOperations, metricsHandlers(metrics)) : []),
    ...besideInterface(
      () => documentOf(routes, config.publicUrl),
      async request => app.fetch(request),
    ),
  ]
  const methodsOf = createMethodsOf(() => app.routes)
  const errorShapeOf = (path: string) => (isLegacyPath(path) ? legacyErrors() : undefined)
  // The path begins at the first slash after `http://`, however short the host; by default one of four characters is
  // assumed.
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } }).use(
    httpBasics({ ...config, log, metrics, methodsOf, errorShapeOf }),
  )
  const accessLog = createAccessLog(queries, log, metrics)
  mount(app, routes, { ...gateOf({ database, credentials, tracing, admission, weightOf }), accessLog, storage })
  return {
    fetch: request => Promise.resolve(app.fetch(request)),
    sockets,
    close() {
      sockets.close()
      progress.close()
      scanContext.progressions.close()
      events.close()
      credentials.leases.close()
    },
    closeTasks: tasks.close,
    settled: accessLog.settled,
  }
}

/** Starts the HTTP service. Throws PortInUse. */
export const startApi = async (options: ApiOptions): Promise<ApiService> => {
  const { log, metrics } = options
  const config = await withPort(options.config)
  // True for the only process of a database; requests of its previous process have then ended.
  if (options.bus.engine === "memory") await dropClaims(options.database.queries)
  const api = await createApi({ ...options, config }, request => server.requestIP(request)?.address)
  const server = listen({
    host: config.host,
    port: config.port,
    log,
    idleTimeoutSeconds: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: SERVER_BODY_LIMIT_BYTES,
    fetch: (request, socket) => (api.sockets.upgrade(request, socket) ? undefined : api.fetch(request)),
    websocket: api.sockets.handler,
  })
  const measurements = startMetricsListener(config, metrics, log)
  return {
    address: addressOfServer(server),
    ...(measurements ? { metricsAddress: measurements.address } : {}),
    async stop() {
      await measurements?.stop()
      const answered = server.stop()
      api.close()
      await Promise.race([answered, Bun.sleep(STOP_GRACE_MS)])
      await server.stop(true)
      await api.settled()
      api.closeTasks()
    },
  }
}

interface GateParts extends Pick<Gate, "tracing" | "admission"> {
  database: Database
  credentials: Credentials
  weightOf: WeightOf
}

const gateOf = ({
  database,
  credentials,
  tracing,
  admission,
  weightOf,
}: GateParts): Omit<Gate, "accessLog" | "storage"> => ({
  tracing,
  credentials,
  once: createOnce(database.queries),
  bodies: createShares(BODIES),
  admission,
  accountOf: createAccountOf(weightOf, credentials.addressOf),
  conditions: createConditions(createNamedLock(database)),
})

/** Paths outside the interface: its documentation, the pages, and the tools of agents. */
const besideInterface = (document: () => object, fetchFrom: (request: Request) => Promise<Response>): Route[] => [
  ...routesOf(docsOperations, docsHandlers(document)),
  ...routesOf(pageOperations, pageHandlers()),
  ...routesOf(mcpOperations, mcpHandlers(fetchFrom)),
]

const documentOf = (routes: readonly Route[], publicUrl: string): object =>
  openApiDocument(
    routes.map(({ operation }) => operation),
    publicUrl,
  )

/** Every operation of both interfaces and of operators, for everything derived from declarations. */
export const declaredOperations = [
  ...Object.values(operations).flatMap((ofResource: Operations) => Object.values(ofResource)),
  ...Object.values<Operation>(runOperations),
  ...Object.values<Operation>(loadProfileOperations),
  socketOperation,
  ...Object.values<Operation>(metricsOperations),
]
