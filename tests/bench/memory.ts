/**
 * `npm run bench -- memory`: resident memory while scans are solved: of the embedded service with two solver threads,
 * and of a worker process with one. MEMORY_SCANS and WORKER_SCANS set how many.
 */
import { ROOT } from "../support/child.ts"
import { solveBatch, startBench, startServers } from "./benchCluster.ts"
import { createDraws } from "./draws.ts"
import { houses, solve, startEmbedded } from "./embedded.ts"
import { residentMb } from "./processorTime.ts"
import { report, type Section } from "./table.ts"

const MEMORY_SCANS = Number(process.env.MEMORY_SCANS ?? 10_000)
const WORKER_SCANS = Number(process.env.WORKER_SCANS ?? 20_000)
const BATCH = 500
const SEED = 1
const BARS = { embeddedMb: 350, workerMb: 120, growth: 1.05 }

/** Memory before the first scan, and after each batch. */
const sampled = async (scans: number, solveOne: () => Promise<unknown>, measureMb: () => number) => {
  const samples = [measureMb()]
  for (let solved = 0; solved < scans; solved += BATCH) {
    await solveOne()
    samples.push(measureMb())
  }
  return samples
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const section = (title: string, samples: number[], barMb: number): Section => {
  const after = samples.slice(1000 / BATCH)
  const third = Math.ceil(after.length / 3)
  const growth = median(after.slice(-third)) / median(after.slice(0, third))
  const last = samples.at(-1)!
  const mb = (value: number) => `${value.toFixed(0)} MB`
  return {
    title,
    rows: [
      { what: "resident before the first scan", measured: mb(samples[0]!), bar: "" },
      { what: "after the last", measured: mb(last), bar: mb(barMb), holds: last <= barMb },
      { what: "between, at most", measured: mb(Math.max(...samples)), bar: "" },
      {
        what: "median of the last third against the first, after 1,000 scans",
        measured: `${growth.toFixed(3)} x`,
        bar: `${BARS.growth} x`,
        holds: growth <= BARS.growth,
      },
    ],

    data: samples,
  }
}

const embeddedSection = async (): Promise<Section> => {
  const service = await startEmbedded(ROOT, { WORKER_THREADS: "2" })
  const draws = createDraws(SEED)
  const samples = await sampled(MEMORY_SCANS, () => solve(service, houses(draws, BATCH)), service.residentMb)
  await service.end()
  return section(`The embedded service, two solver threads, ${MEMORY_SCANS} scans`, samples, BARS.embeddedMb)
}

const workerSection = async (): Promise<Section> => {
  const servers = await startServers()
  const bench = await startBench(servers, 1)
  const [worker] = bench.workers()
  const draws = createDraws(SEED)
  const samples = await sampled(
    WORKER_SCANS,
    () => solveBatch(bench, houses(draws, BATCH)),
    () => residentMb(worker!.processId),
  )
  await bench.end()
  await Promise.all([servers.database.close(), servers.nats.close()])
  return section(`A worker process of one thread, ${WORKER_SCANS} scans`, samples, BARS.workerMb)
}

export const bench = async (): Promise<void> => {
  const sections = [
    ...(MEMORY_SCANS > 0 ? [await embeddedSection()] : []),
    ...(WORKER_SCANS > 0 ? [await workerSection()] : []),
  ]
  report("memory", sections)
}
