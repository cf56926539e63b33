/**
 * A cluster under measurement: PostgreSQL and NATS of its own, processes on an empty database, and batches that must
 * end in reports.
 */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { newId } from "../../infra/ids.ts"
import { type Child, ROOT, until } from "../support/child.ts"
import { administer, databaseUrlOf, startCluster, startWorker, whyNoServers } from "../support/cluster.ts"
import { startNats, startPostgres } from "../support/programs.ts"
import { createClient, LIVE_KEY, TEST_ENVIRONMENT } from "../support/service.ts"
import { createOnce } from "./draws.ts"
import { memorySettings } from "./memorySettings.ts"

const LIMIT_MS = 30 * 60_000
/** Interval of looks, long enough to take no time from the solvers; the database has the time of the last end [ms]. */
const LOOK_INTERVAL_MS = 500

export type Servers = Awaited<ReturnType<typeof startServers>>
export type Bench = Awaited<ReturnType<typeof startBench>>

/** Starts PostgreSQL and NATS. Throws if their programs are missing. */
export const startServers = async () => {
  const reason = whyNoServers()
  if (reason) throw new Error(reason)
  const [database, nats] = await Promise.all([startPostgres(), startNats()])
  return { database, nats }
}

/** An API, a dispatcher and `workers` workers of one thread each, on an empty database. */
export const startBench = async (
  { database, nats }: Servers,
  workers: number,
  settings: Record<string, string> = {},
) => {
  const name = `bench-${newId()}`
  await administer(database.url, `create database "${name}"`)
  const environment = {
    ...memorySettings(ROOT),
    ...TEST_ENVIRONMENT,
    WORKER_THREADS: "1",
    CALLS_PER_MINUTE: "1000000",
    DATA_DIR: mkdtempSync(join(tmpdir(), "solar-scan-bench-")),
    JWT_SECRET: "a secret of all processes of a bench cluster",
    DATABASE_URL: databaseUrlOf(database.url, name),
    NATS_URL: `${nats.url}/${name}`,
    ...settings,
  }
  const cluster = await startCluster(environment, { workers })
  const sql = postgres(environment.DATABASE_URL, { max: 1, onnotice: () => {} })
  const added: Child[] = []
  return {
    cluster,
    sql,
    natsUrl: environment.NATS_URL,
    /** Throws if the cluster got the same request before. */
    once: createOnce(),
    workers: () => [...cluster.workers, ...added],
    async addWorker() {
      added.push(await startWorker(environment))
    },
    async end() {
      await Promise.all(added.map(worker => worker.end("SIGKILL")))
      await cluster.end("SIGKILL")
      await sql.end({ timeout: 1 })
    },
  }
}

/** Seconds from the post of a batch of different scans to the end of the last; each must end in a report. */
export const solveBatch = async ({ cluster, sql, once }: Bench, scans: object[]): Promise<number> => {
  scans.forEach(once)
  const { before } = (await sql`select now() as before`)[0]!
  await createClient(cluster.address, LIVE_KEY).post("/v1/scans/batch", { scans })
  const look = async () => {
    const { ended, failed, seconds } = (
      await sql`
      select count(ended_at)::int as ended, count(error)::int as failed,
        extract(epoch from max(ended_at) - ${before})::float as seconds
      from scans where created_at >= ${before}`
    )[0]!
    if (failed > 0) throw new Error(`${failed} scans of the batch failed`)
    if (ended === scans.length) return seconds as number
    await Bun.sleep(LOOK_INTERVAL_MS)
  }
  return until(look, LIMIT_MS)
}
