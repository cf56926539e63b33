import { hashApiKey } from "../../api/credentials/keys.ts"
import { newId } from "../../infra/ids.ts"
import type { Child } from "../support/child.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY } from "../support/service.ts"
import { type Bench, type Servers, solveBatch, startBench, startServers } from "./benchCluster.ts"
import { createDraws, type Draws } from "./draws.ts"
import { houses } from "./embedded.ts"
import { machineSeconds, processSeconds, threadSeconds } from "./processorTime.ts"
import { type Row, report, type Section } from "./table.ts"

const BATCH = 400
/**
 * Small scans and large ones before each measurement: services that run for hours have compiled code and files in
 * memory.
 */
const WARM_UP = { small: 600, large: 20 }
const SIZING_TOLERANCE = "1e-6"
const GAIN = 1.6
const CROWD = 10_000
const SINGLE_SCANS = 40
const SEED = 1
const OTHER_KEY = `zs_live_${"o".repeat(40)}`
/** Bun's name of the solver threads. */
const SOLVER_THREAD = "Worker"

/** Processor time by part [s]. */
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
  /** Processor time of other programs on the machine. */
  othersSeconds: number
}

const total = (spent: Record<string, number>) => Object.values(spent).reduce((sum, seconds) => sum + seconds, 0)

const measureBatch = async (servers: Servers, bench: Bench, draws: Draws): Promise<Measured> => {
  const small = Array.from({ length: WARM_UP.small }, () => draws.request(smallestRequest()))
  await solveBatch(bench, small)
  await solveBatch(bench, houses(draws, WARM_UP.large))
  const [before, machineBefore] = [spentSeconds(servers, bench), machineSeconds()]
  const seconds = await solveBatch(bench, houses(draws, BATCH))
  const [after, machineAfter] = [spentSeconds(servers, bench), machineSeconds()]
  const spent = Object.fromEntries(Object.entries(after).map(([what, at]) => [what, at - before[what]!]))
  return { seconds, spent, othersSeconds: machineAfter - machineBefore - total(spent) }
}

/** Equal batches on the same cluster, first with one worker of one thread, then with a second. */
const gainSection = async (servers: Servers): Promise<Section> => {
  const bench = await startBench(servers, 1, { SIZING_TOLERANCE })
  const draws = createDraws(SEED)
  const one = await measureBatch(servers, bench, draws)
  await bench.addWorker()
  const two = await measureBatch(servers, bench, draws)
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
  return { title: "Cluster: workers of one thread each", rows, data: { one, two } }
}

/** Time of each single scan, from post to end, while another organization has 10,000 scans waiting [s]. */
const singleSeconds = async (servers: Servers): Promise<number[]> => {
  const { cluster, sql, end } = await startBench(servers, 2)
  const other = newId()
  await sql`insert into organizations (id, display_name) values (${other}, 'Other')`
  await sql`insert into api_keys (id, organization_id, name, mode, hash, last4)
    values (${newId()}, ${other}, 'Key', 'live', ${hashApiKey(OTHER_KEY)}, ${OTHER_KEY.slice(-4)})`
  const crowd = createClient(cluster.address, LIVE_KEY)
  const draws = createDraws(SEED)
  const house = () => draws.request(houseRequest())
  for (let i = 0; i < CROWD; i += 500)
    await crowd.post("/v1/scans/batch", { scans: Array.from({ length: 500 }, house) })
  const client = createClient(cluster.address, OTHER_KEY)
  const seconds: number[] = []
  for (let i = 0; i < SINGLE_SCANS; i++) {
    const startMs = performance.now()
    await client.post("/v1/scans", house(), { prefer: "wait=60" })
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
  return { title: "Cluster: fairness, two workers", rows, data: { singleSeconds: singles } }
}

/** `npm run bench -- cluster`: gain of a second worker, processor time by part, and cost of a crowd for others. */
export const bench = async (): Promise<void> => {
  const servers = await startServers()
  report("cluster", [await gainSection(servers), await crowdSection(servers)])
  await Promise.all([servers.database.close(), servers.nats.close()])
}
