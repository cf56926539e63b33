import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { hashApiKey } from "../../api/credentials/keys.ts"
import { newId } from "../../infra/ids.ts"
import { until } from "../support/child.ts"
import { administer, databaseUrlOf, sharedServers, startCluster, whyNoCluster } from "../support/cluster.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, TEST_ENVIRONMENT } from "../support/service.ts"
import { type Row, report } from "./table.ts"

const BATCH = 400
const CROWD = 10_000
const SINGLE_SCANS = 40
const OTHER_KEY = `zs_live_${"o".repeat(40)}`
const LIMIT_MS = 30 * 60_000

/** A fresh database and installation on the servers of this run. */
const freshCluster = async (workers: number) => {
  const { databaseUrl, natsUrl } = await sharedServers()
  const name = `bench-${newId()}`
  await administer(databaseUrl, `create database "${name}"`)
  const DATABASE_URL = databaseUrlOf(databaseUrl, name)
  const cluster = await startCluster(
    {
      ...TEST_ENVIRONMENT,
      WORKER_THREADS: "1",
      CALLS_PER_MINUTE: "1000000",
      DATA_DIR: mkdtempSync(join(tmpdir(), "solar-scan-bench-")),
      JWT_SECRET: "a secret of all processes of a bench cluster",
      DATABASE_URL,
      NATS_URL: `${natsUrl}/${name}`,
    },
    { workers },
  )
  const sql = postgres(DATABASE_URL, { max: 2, onnotice: () => {} })
  return {
    cluster,
    sql,
    async end() {
      await cluster.end("SIGKILL")
      await sql.end({ timeout: 1 })
    },
  }
}

/** 400 different houses, half of them with two roofs. */
const batch = () =>
  Array.from({ length: BATCH }, (_, i) => ({
    ...houseRequest(),
    yearlyKwh: 2500 + 17 * i,
    newPv: [
      { maxPanelCount: 8 + (i % 20), panelPowerWatts: 430, orientationAngle: 120 + (i % 13) * 10 },
      ...(i % 2 ? [{ maxPanelCount: 6 + (i % 7), panelPowerWatts: 400, orientationAngle: 270 }] : []),
    ],
  }))

/** Seconds from the post of the batch to the end of its last scan. */
const batchSeconds = async (workers: number): Promise<number> => {
  const { cluster, sql, end } = await freshCluster(workers)
  const startMs = performance.now()
  await createClient(cluster.address, LIVE_KEY).post("/v1/scans/batch", { scans: batch() })
  const isDone = async () => {
    const [{ ended }] = await sql`select count(*)::int as ended from scans where ended_at is not null`
    return ended >= BATCH || undefined
  }
  await until(isDone, LIMIT_MS)
  const seconds = (performance.now() - startMs) / 1000
  await end()
  return seconds
}

/** Seconds of each single scan, from post to end, while another organization has 10,000 waiting. */
const singleSeconds = async (): Promise<number[]> => {
  const { cluster, sql, end } = await freshCluster(2)
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

/** `npm run bench -- cluster`: what a second worker brings, and what a crowd costs others. */
export const bench = async (): Promise<void> => {
  const reason = whyNoCluster()
  if (reason) throw new Error(reason)
  const [one, two] = [await batchSeconds(1), await batchSeconds(2)]
  const singles = await singleSeconds()
  const [median, p95] = [0.5, 0.95].map(share => singles[Math.floor(share * singles.length)])
  const rows: Row[] = [
    { what: `${BATCH} scans, one worker with one thread`, measured: `${one.toFixed(1)} s`, bar: "" },
    { what: `${BATCH} scans, two workers with one thread each`, measured: `${two.toFixed(1)} s`, bar: "" },
    {
      what: "gain of the second worker",
      measured: `${(one / two).toFixed(2)} x`,
      bar: "1.6 x",
      holds: one / two >= 1.6,
    },
    {
      what: `a single scan beside ${CROWD} of another organization, median`,
      measured: `${median.toFixed(2)} s`,
      bar: "",
    },
    { what: "the same, 95th percentile", measured: `${p95.toFixed(2)} s`, bar: "1 s", holds: p95 < 1 },
  ]
  const data = { oneWorkerSeconds: one, twoWorkersSeconds: two, singleSeconds: singles }
  report("cluster", [{ title: "Cluster: PostgreSQL, NATS, a process for each service", rows, lost: [], data }])
}
