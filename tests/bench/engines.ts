/**
 * `npm run bench -- engines`: completed scans per second of two engines, alternately on the same scans. One is the
 * embedded service with two solver threads. The other is a cluster on PostgreSQL and NATS with two workers of one
 * thread each. ENGINE_SCANS sets the number of scans.
 */
import { ROOT } from "../support/child.ts"
import { type Servers, solveBatch, startBench, startServers } from "./benchCluster.ts"
import { createDraws } from "./draws.ts"
import { houses, solve, startEmbedded } from "./embedded.ts"
import { report } from "./table.ts"

const SCANS = Number(process.env.ENGINE_SCANS ?? 400)
const WARM_UP = 100
const TURNS = 3
/** Seed of the houses: each turn solves the same ones. */
const SEED = 1
const SHARE = 0.8

const embedded = async (): Promise<number> => {
  const service = await startEmbedded(ROOT, { WORKER_THREADS: "2" })
  const draws = createDraws(SEED)
  await solve(service, houses(draws, WARM_UP))
  const { clock } = await solve(service, houses(draws, SCANS))
  await service.end()
  return SCANS / clock
}

const cluster = async (servers: Servers): Promise<number> => {
  const bench = await startBench(servers, 2)
  const draws = createDraws(SEED)
  await solveBatch(bench, houses(draws, WARM_UP))
  const seconds = await solveBatch(bench, houses(draws, SCANS))
  await bench.end()
  return SCANS / seconds
}

export const bench = async (): Promise<void> => {
  const servers = await startServers()
  const turns: { embedded: number; cluster: number }[] = []
  for (let i = 0; i < TURNS; i++) turns.push({ embedded: await embedded(), cluster: await cluster(servers) })
  await Promise.all([servers.database.close(), servers.nats.close()])
  const shares = turns.map(turn => turn.cluster / turn.embedded).sort((a, b) => a - b)
  const share = shares[Math.floor(TURNS / 2)]!
  const all = (pick: (turn: (typeof turns)[number]) => number) => turns.map(turn => pick(turn).toFixed(1)).join(", ")
  report("engines", [
    {
      title: `Completed scans a second, ${TURNS} turns of ${SCANS}`,
      rows: [
        { what: "embedded, two solver threads", measured: all(turn => turn.embedded), bar: "" },
        { what: "PostgreSQL and NATS, two workers of one thread", measured: all(turn => turn.cluster), bar: "" },
        { what: "share, median", measured: share.toFixed(2), bar: SHARE.toFixed(2), holds: share >= SHARE },
      ],

      data: turns,
    },
  ])
}
