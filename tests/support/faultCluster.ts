import postgres from "postgres"
import { openNatsBus } from "../../infra/bus/nats.ts"
import { createLog } from "../../infra/log.ts"
import { type Child, until } from "./child.ts"
import { administer, databaseUrlOf, startApi, startDispatcher, startWorker } from "./cluster.ts"
import { type FaultProxy, startFaultProxy } from "./faultProxy.ts"
import { startNats, startPostgres } from "./programs.ts"
import { createClient, TEST_ENVIRONMENT } from "./service.ts"

/** Every fault must be over within this time. */
const RECOVERY_LIMIT_MS = 60_000

export interface ScanRow {
  id: string
  status: string
  attempt: number
  error: unknown
  events: string[]
  reports: number
}

/**
 * Starts a cluster on servers of its own. A proxy in front of each server for each service can break the connection.
 * `preload` is loaded before API and dispatcher, unless a start names another.
 */
export const startFaultCluster = async (preload?: string) => {
  const [database, nats] = await Promise.all([startPostgres(), startNats()])
  const names = ["api", "worker", "dispatcher"] as const
  const proxies = {} as Record<(typeof names)[number], { database: FaultProxy; nats: FaultProxy }>
  for (const name of names)
    proxies[name] = { database: await startFaultProxy(database.port), nats: await startFaultProxy(nats.port) }
  await administer(database.url, "create database scans")
  const environmentOf = (name: (typeof names)[number]) => ({
    ...TEST_ENVIRONMENT,
    WORKER_THREADS: "1",
    JWT_SECRET: "a secret of all processes of a test cluster",
    DATABASE_URL: `postgres://solar@127.0.0.1:${proxies[name].database.port}/scans`,
    NATS_URL: `nats://127.0.0.1:${proxies[name].nats.port}/faults`,
  })
  const start = {
    api: (loaded = preload) => startApi(environmentOf("api"), loaded),
    worker: () => startWorker(environmentOf("worker")),
    dispatcher: (loaded = preload) => startDispatcher(environmentOf("dispatcher"), loaded),
  }
  const running = {} as Record<(typeof names)[number], Child>
  running.api = await start.api()
  ;[running.worker, running.dispatcher] = await Promise.all([start.worker(), start.dispatcher()])
  const sql = postgres(databaseUrlOf(database.url, "scans"), { max: 2, onnotice: () => {} })

  const bus = await openNatsBus({ url: `${nats.url}/faults` }, createLog("test", "silent"))
  const rowsOf = (ids: string[]) => sql<ScanRow[]>`
    select id, status, attempt, error,
      (select coalesce(array_agg(name order by scan_events.id), '{}') from scan_events where scan_id = scans.id) as events,
      (select count(*)::int from scan_reports where scan_id = scans.id) as reports
    from scans where id in ${sql(ids)}`
  return {
    database,
    nats,
    proxies,
    running,
    start,
    sql,
    rowsOf,
    /** The cluster's bus, by a connection of its own. */
    bus,
    client: () => createClient(running.api.said),
    /** Waits until all have ended. Returns the time [ms]. */
    async allEnded(ids: string[], limitMs = RECOVERY_LIMIT_MS): Promise<number> {
      const startedMs = performance.now()
      const look = async () => {
        const rows = await rowsOf(ids).catch(() => [])
        const isOver = rows.length === ids.length && rows.every(({ status }) => /completed|error/.test(status))
        return isOver || undefined
      }
      const outputs = () => names.map(name => `${name}:\n${running[name].output()}`).join("\n")
      await until(look, limitMs, () => `scans have not ended within ${limitMs / 1000} s\n${outputs()}`)
      return performance.now() - startedMs
    },
    async end() {
      await Promise.all(names.map(name => running[name].hasEnded() || running[name].end("SIGKILL")))
      await Promise.all([sql.end({ timeout: 1 }), bus.close()])
      await Promise.all(names.flatMap(name => [proxies[name].database.close(), proxies[name].nats.close()]))
      await Promise.all([database.close(), nats.close()])
    },
  }
}

export type FaultCluster = Awaited<ReturnType<typeof startFaultCluster>>

/** Expected end of every scan: one final status, its three events once each, one report. */
export const ENDED_ONCE = {
  status: "completed",
  events: ["scan.pending", "scan.processing", "scan.completed"],
  reports: 1,
}
