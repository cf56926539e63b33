/**
 * Measures the dispatcher at its limit. In place of workers, this process answers each job at once with a solved
 * report. Only the API, the dispatcher and their servers have work.
 */
import { decodeMessage, encodeMessage, type ScanJob, versionOf } from "../../domain/report/messages.ts"
import { openNatsBus } from "../../infra/bus/nats.ts"
import { createLog } from "../../infra/log.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { type Bench, type Servers, solveBatch, startBench, startServers } from "./benchCluster.ts"
import { createDraws } from "./draws.ts"
import { houses } from "./embedded.ts"
import { processSeconds } from "./processorTime.ts"
import { SIZING_TOLERANCE } from "./scans.ts"
import { type Row, report } from "./table.ts"

const BATCH = 1_000
const ROUNDS = 3
/** Jobs that are answered at the same time, as by as many solver threads. */
const SLOTS = 16
const IDLE_MS = 20_000
const GOAL_MS = 2
const SEED = 1

/** Takes all jobs of the cluster and answers each with the results of the first one. */
const answerJobs = async (natsUrl: string) => {
  const bus = await openNatsBus({ url: natsUrl }, createLog("bench", "warn"))
  const solver = { optimiser: await createOptimiser(), sizingTolerance: SIZING_TOLERANCE }
  let solved: ReturnType<typeof solveJob> | undefined
  const consumer = await bus.consume("jobs", { slots: SLOTS, maxDeliveries: 1 }, async ({ body }) => {
    const job = decodeMessage<ScanJob>(body)
    const { scanId, attempt } = job
    await bus.publish("results", `${scanId}.${attempt}.started`, encodeMessage({ kind: "started", scanId, attempt }))
    solved ??= solveJob(job, solver, () => true)
    const result = { ...solved, scanId, attempt }
    await bus.publish("results", `${scanId}.${attempt}.ended`, encodeMessage(result, versionOf(result)))
  })
  return async () => {
    await consumer.stop()
    await bus.close()
  }
}

const spent = ({ database, nats }: Servers, { cluster }: Bench): number[] =>
  [cluster.dispatchers[0]!.processId, database.processId(), nats.processId()].map(processSeconds)

/** `npm run bench -- dispatcher`: processor time of a scan without its solver. */
export const bench = async (): Promise<void> => {
  const servers = await startServers()
  const cluster = await startBench(servers, 0)
  const end = await answerJobs(cluster.natsUrl)
  const draws = createDraws(SEED)
  await solveBatch(cluster, houses(draws, BATCH))
  const before = spent(servers, cluster)
  let seconds = 0
  for (let round = 0; round < ROUNDS; round++) seconds += await solveBatch(cluster, houses(draws, BATCH))
  const after = spent(servers, cluster)
  await Bun.sleep(IDLE_MS)
  const idle = spent(servers, cluster)
  await end()
  await cluster.end()
  await Promise.all([servers.database.close(), servers.nats.close()])
  const scans = ROUNDS * BATCH
  const perScan = after.map((at, i) => (1000 * (at - before[i]!)) / scans)
  const perSecond = idle.map((at, i) => (1e6 * (at - after[i]!)) / IDLE_MS)
  const ms = (value: number | undefined) => `${value!.toFixed(1)} ms`
  const rows: Row[] = [
    { what: "scans a second", measured: (scans / seconds).toFixed(0), bar: "" },
    { what: "dispatcher, a scan", measured: ms(perScan[0]), bar: `${GOAL_MS} ms`, holds: perScan[0]! <= GOAL_MS },
    { what: "PostgreSQL, a scan, with the API's work", measured: ms(perScan[1]), bar: "" },
    { what: "NATS, a scan", measured: ms(perScan[2]), bar: "" },
    { what: "dispatcher without scans, a second", measured: ms(perSecond[0]), bar: "" },
    { what: "PostgreSQL without scans, a second", measured: ms(perSecond[1]), bar: "" },
  ]
  report("dispatcher", [{ title: "Dispatcher: jobs that are answered at once", rows, data: { perScan, perSecond } }])
}
