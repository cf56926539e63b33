import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { hashApiKey } from "../../api/credentials/keys.ts"
import { newId } from "../../infra/ids.ts"
import { type Child, until } from "../support/child.ts"
import { administer, databaseUrlOf, startCluster, startWorker, whyNoServers } from "../support/cluster.ts"
import { startNats, startPostgres } from "../support/programs.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, TEST_ENVIRONMENT } from "../support/service.ts"
import { businessRequests } from "./clusterCases.ts"
import { machineSeconds, processSeconds, threadSeconds } from "./processorTime.ts"
import { type Row, report, type Section } from "./table.ts"

const BATCH = 400
/** Small scans and large ones before each measurement: services that run for hours have compiled code and files in memory. */
const WARM_UP = { small: 600, large: 20 }
const SIZING_TOLERANCE = "1e-6"
const GAIN = 1.6
const CROWD = 10_000
const SINGLE_SCANS = 40
const OTHER_KEY = `zs_live_${"o".repeat(40)}`
const LIMIT_MS = 30 * 60_000
/** Seldom enough that looking takes no time from the solvers; the database has the time when the last one ended. */
const LOOK_INTERVAL_MS = 500
/** Bun's name of the threads that solve. */
const SOLVER_THREAD = "Worker"

type Servers = Awaited<ReturnType<typeof startServers>>
type Bench = Awaited<ReturnType<typeof startBench>>

const startServers = async () => {
  const [database, nats] = await Promise.all([startPostgres(), startNats()])
  return { database, nats }
}

/** An API, a dispatcher and `workers` workers of one thread each, on an empty database. */
const startBench = async ({ database, nats }: Servers, workers: number, settings: Record<string, string> = {}) => {
  const name = `bench-${newId()}`
  await administer(database.url, `create database "${name}"`)
  const environment = {
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

/** Seconds from the post of a batch to the end of its last scan; fails unless each ends in a report. */
const solveBatch = async ({ cluster, sql }: Bench, scans: object[]): Promise<number> => {
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

/** Seconds of processor time by what took them. */
const spentSeconds = ({ database, nats }: Servers, { cluster, workers }: Bench): Record<string, number> => {
  const all = (children: Child[]) => children.reduce((sum, { processId }) => sum + processSeconds(processId), 0)
  const solving = workers().reduce((sum, { processId }) => sum + threadSeconds(processId, SOLVER_THREAD), 0)
  return {
    "solver threads": solving,
    "workers beside them": all(workers()) - solving,
    dispatcher: all(cluster.dispatchers),
    API: all([cluster.api]),
    PostgreSQL: processSeconds(database.processId()),
    NATS: processSeconds(nats.processId()),
    "this benchmark": process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  }
}

interface Measured {
  seconds: number
  /** Processor time by process. */
  spent: Record<string, number>
  /** Processor time that other programs of the machine took. */
  othersSeconds: number
}

const total = (spent: Record<string, number>) => Object.values(spent).reduce((sum, seconds) => sum + seconds, 0)

const measureBatch = async (servers: Servers, bench: Bench): Promise<Measured> => {
  await solveBatch(bench, Array.from({ length: WARM_UP.small }, smallestRequest))
  await solveBatch(bench, businessRequests(WARM_UP.large))
  const [before, machineBefore] = [spentSeconds(servers, bench), machineSeconds()]
  const seconds = await solveBatch(bench, businessRequests(BATCH))
  const [after, machineAfter] = [spentSeconds(servers, bench), machineSeconds()]
  const spent = Object.fromEntries(Object.entries(after).map(([what, at]) => [what, at - before[what]!]))
  return { seconds, spent, othersSeconds: machineAfter - machineBefore - total(spent) }
}

/** The same batch on the same cluster, first with one worker of one thread, then with a second one. */
const gainSection = async (servers: Servers): Promise<Section> => {
  const bench = await startBench(servers, 1, { SIZING_TOLERANCE })
  const one = await measureBatch(servers, bench)
  await bench.addWorker()
  const two = await measureBatch(servers, bench)
  await bench.end()
  const gain = one.seconds / two.seconds
  const row = (what: string, pick: (measured: Measured) => string): Row[] => [
    { what: `${what}, one worker`, measured: pick(one), bar: "" },
    { what: `${what}, two workers`, measured: pick(two), bar: "" },
  ]
  const perScan = (seconds: number) => `${((1000 * seconds) / BATCH).toFixed(1)} ms`
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`
  const rows: Row[] = [
    ...row(`${BATCH} scans solved to ${SIZING_TOLERANCE}`, ({ seconds }) => `${seconds.toFixed(1)} s`),
    { what: "gain of the second worker", measured: `${gain.toFixed(2)} x`, bar: `${GAIN} x`, holds: gain >= GAIN },
    ...row("share of the solver threads in the processor time", ({ spent }) =>
      percent(spent["solver threads"]! / total(spent)),
    ),
    ...Object.keys(two.spent).map(what => ({
      what: `processor time of a scan, two workers: ${what}`,
      measured: perScan(two.spent[what]!),
      bar: "",
    })),
    ...row("processors taken by other programs", ({ seconds, othersSeconds }) => (othersSeconds / seconds).toFixed(2)),
  ]
  return { title: "Cluster: workers of one thread each", rows, lost: [], data: { one, two } }
}

/** Seconds of each single scan, from post to end, while another organization has 10,000 waiting. */
const singleSeconds = async (servers: Servers): Promise<number[]> => {
  const { cluster, sql, end } = await startBench(servers, 2)
  const other = newId()
  await sql`insert into organizations (id, display_name) values (${other}, 'Other')`
  await sql`insert into api_keys (id, organization_id, name, mode, hash, last4)
    values (${newId()}, ${other}, 'Key', 'live', ${hashApiKey(OTHER_KEY)}, ${OTHER_KEY.slice(-4)})`
  const crowd = createClient(cluster.address, LIVE_KEY)
  for (let i = 0; i < CROWD; i += 500)
    await crowd.post("/v1/scans/batch", { scans: Array.from({ length: 500 }, () => houseRequest()) })
  const client = createClient(cluster.address, OTHER_KEY)
  const seconds: number[] = []
  for (let i = 0; i < SINGLE_SCANS; i++) {
    const startMs = performance.now()
    await client.post("/v1/scans", { ...houseRequest(), yearlyKwh: 3000 + i }, { prefer: "wait=60" })
    seconds.push((performance.now() - startMs) / 1000)
  }
  await end()
  return seconds.sort((a, b) => a - b)
}

const crowdSection = async (servers: Servers): Promise<Section> => {
  const singles = await singleSeconds(servers)
  const [median, p95] = [0.5, 0.95].map(share => singles[Math.floor(share * singles.length)])
  const what = `a single scan beside ${CROWD} of another organization`
  const rows: Row[] = [
    { what: `${what}, median`, measured: `${median!.toFixed(2)} s`, bar: "" },
    { what: `${what}, 95th percentile`, measured: `${p95!.toFixed(2)} s`, bar: "1 s", holds: p95! < 1 },
  ]
  return { title: "Cluster: fairness, two workers", rows, lost: [], data: { singleSeconds: singles } }
}

/** `npm run bench -- cluster`: what a second worker brings, where the processor time goes, and what a crowd costs others. */
export const bench = async (): Promise<void> => {
  const reason = whyNoServers()
  if (reason) throw new Error(reason)
  const servers = await startServers()
  report("cluster", [await gainSection(servers), await crowdSection(servers)])
  await Promise.all([servers.database.close(), servers.nats.close()])
}
