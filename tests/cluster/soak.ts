/**
 * `npm run soak -- --minutes N`: a cluster under load and random faults; every accepted scan must end exactly once.
 * `--wait M`: minutes for the scans that wait at the end, more than 1 on a machine with other work.
 */
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { whyNoCluster } from "../support/cluster.ts"
import { ENDED_ONCE, type FaultCluster, startFaultCluster } from "../support/faultCluster.ts"
import { farmRequest, houseRequest } from "../support/requests.ts"

const CLOCK = fileURLToPath(new URL("../support/jumpingClock.ts", import.meta.url))
const SHORTEST_CALM_MS = 5_000
const LONGEST_CALM_MS = 40_000
const POSTS_PER_SECOND = 2
const SERVICES = ["api", "worker", "dispatcher"] as const

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    wait: { type: "string", default: "1" },
    seed: { type: "string" },
  },
})
const [minutes, waitMinutes] = [Number(values.minutes), Number(values.wait)]
if (!(minutes > 0 && waitMinutes > 0)) throw new Error("--minutes and --wait take a number above 0")
const reason = whyNoCluster()
if (reason) throw new Error(reason)
const random = randomOf(Number(values.seed ?? Date.now() % 1_000_000))

const accepted: string[] = []
const refused = new Map<number | string, number>()
const faults = new Map<string, number>()
let isOver = false

const cluster = await startFaultCluster(CLOCK)
const posting = post()
const endMs = performance.now() + minutes * 60_000
while (performance.now() < endMs) {
  await Bun.sleep(SHORTEST_CALM_MS + random() * (LONGEST_CALM_MS - SHORTEST_CALM_MS))
  const [name, fault] = oneOf(faultsOf())
  faults.set(name, (faults.get(name) ?? 0) + 1)
  console.log(`${new Date().toISOString()}  ${name} (${accepted.length} scans accepted)`)
  await fault(cluster)
}
isOver = true
await posting
process.exitCode = (await judge()) ? 0 : 1
await cluster.end()

/** Faults of a cluster, by name. Each leaves it whole again. */
function faultsOf(): [string, (cluster: FaultCluster) => Promise<void>][] {
  const killAndStart =
    (name: (typeof SERVICES)[number]) =>
    async ({ running, start }: FaultCluster) => {
      await running[name].end("SIGKILL")
      running[name] = await start[name]()
    }
  const away = async (server: { kill(): Promise<void>; start(): Promise<void> }, end = server.kill) => {
    await end()
    await Bun.sleep(random() * 10_000)
    await server.start()
  }
  const proxyOf = ({ proxies }: FaultCluster) => {
    const proxy = proxies[oneOf([...SERVICES])]
    return random() < 0.5 ? proxy.database : proxy.nats
  }
  return [
    ...SERVICES.map(name => [`${name} killed`, killAndStart(name)] as [string, ReturnType<typeof killAndStart>]),
    ["broker killed, store kept", ({ nats }) => away(nats)],
    ["broker killed, store lost", ({ nats }) => away(nats, nats.loseStore)],
    ["PostgreSQL killed", ({ database }) => away(database)],
    ["connections half open", async each => proxyOf(each).silence()],
    ["connections reset", async each => proxyOf(each).cut()],
    [
      "clocks jump",
      async ({ running }) => {
        for (const name of ["api", "dispatcher"] as const) running[name].signal("SIGUSR2")
      },
    ],
  ]
}

async function post(): Promise<void> {
  while (!isOver) {
    await Bun.sleep(1_000 / POSTS_PER_SECOND)
    const request = random() < 0.1 ? farmRequest() : houseRequest()
    const answer = await cluster
      .client()
      .post("/v1/scans", { ...request, yearlyKwh: 3000 + accepted.length })
      .catch(error => ({ status: String(error.code ?? error), body: undefined }))
    if (answer.status === 201) accepted.push(answer.body.id)
    else refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1)
  }
}

/** Waits for the ends and prints the outcome. Returns true if there is no fault. */
async function judge(): Promise<boolean> {
  const lastMs = await cluster
    .allEnded(accepted, waitMinutes * 60_000)
    .catch(error => console.error(String(error.message).slice(0, 2_000)))
  const rows = await cluster.rowsOf(accepted)
  const wrong = rows.filter(({ status, events, reports }) => !Bun.deepEquals({ status, events, reports }, ENDED_ONCE))
  const list = (counts: Map<number | string, number>) => [...counts].map(([what, n]) => `${n} × ${what}`).join(", ")
  console.log(`\n${minutes} minutes, faults: ${list(faults)}`)
  console.log(`${accepted.length} scans accepted, ${rows.length - wrong.length} ended once with each event once`)
  console.log(`posts not accepted: ${list(refused) || "none"}`)
  console.log(`scans that took more than one attempt: ${rows.filter(({ attempt }) => attempt > 1).length}`)
  if (lastMs !== undefined) console.log(`the last scan ended ${(lastMs / 1000).toFixed(1)} s after the load`)
  for (const row of wrong) console.log(`WRONG: ${JSON.stringify(row)}`)
  return accepted.length > 0 && rows.length === accepted.length && wrong.length === 0
}

function oneOf<T>(choices: T[]): T {
  return choices[Math.floor(random() * choices.length)]!
}

/** Mulberry32: the same seed, the same faults. */
function randomOf(seed: number): () => number {
  let state = seed
  console.log(`seed ${seed}`)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
