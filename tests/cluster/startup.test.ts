import { expect, test } from "bun:test"
import { newId } from "../../infra/ids.ts"
import { ROOT, startChild, until } from "../support/child.ts"
import { administer, clusterTest, databaseUrlOf, sharedServers, startCluster, startWorker } from "../support/cluster.ts"
import { freePort } from "../support/programs.ts"
import { farmRequest, smallestRequest } from "../support/requests.ts"
import { createClient, TEST_ENVIRONMENT } from "../support/service.ts"

const SECRET = "a secret of all processes of a test cluster"
const NATS_URL = "nats://127.0.0.1:4"
const LIMIT_MS = 180_000
/** Ten scans after a crash, next to other tests. */
const RECOVERY_MS = 120_000

/** Output of a process that must not start; its exit code is 1. */
const refusal = async (file: string, env: Record<string, string>): Promise<string> => {
  const none = { DATABASE_URL: "", NATS_URL: "", JWT_SECRET: "", PORT: "0" }
  const child = Bun.spawn([process.execPath, file], {
    cwd: ROOT,
    env: { ...process.env, ...none, ...env },
    stdout: "pipe",
    stderr: "pipe",
  })
  const [error, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  expect(code).toBe(1)
  return error.trim()
}

test("a service without what it needs says so in one line", async () => {
  const DATABASE_URL = `postgres://solar@127.0.0.1:${await freePort()}/solar`
  expect(await refusal("worker/main.ts", {})).toBe(
    "solar-scan: NATS_URL must be set: a worker takes its scans from NATS",
  )
  expect(await refusal("dispatcher/main.ts", { NATS_URL })).toBe(
    "solar-scan: DATABASE_URL must be set: a dispatcher works on PostgreSQL",
  )
  expect(await refusal("api/main.ts", { DATABASE_URL })).toStartWith("solar-scan: NATS_URL must be set: ")
  expect(await refusal("api/main.ts", { DATABASE_URL, NATS_URL })).toStartWith("solar-scan: JWT_SECRET must be set ")
  expect(await refusal("worker/main.ts", { NATS_URL: "http://here" })).toBe(
    "solar-scan: NATS_URL takes a URL that starts with nats:// or tls://",
  )
  expect(await refusal("worker/main.ts", { NATS_URL: `${NATS_URL}/a.b` })).toStartWith(
    "solar-scan: NATS_URL takes, after the host, the installation's name",
  )
})

test("a database that does not answer is named in one line", async () => {
  const port = await freePort()
  const DATABASE_URL = `postgres://solar:secret@127.0.0.1:${port}/solar`
  const said = await refusal("dispatcher/main.ts", { DATABASE_URL, NATS_URL })
  expect(said).toStartWith(`solar-scan: DATABASE_URL 127.0.0.1:${port}/solar: PostgreSQL cannot be used (`)
  expect(said).not.toContain("secret")
  expect(said.split("\n")).toHaveLength(1)
})

test("a second signal ends a service at once that does not come to an end", async () => {
  const service = await startChild("tests/support/slowToStop.ts", {}, /(it runs)/)
  service.signal("SIGTERM")
  await until(() => service.output().includes("it is stopping") || undefined)
  let signals = 0
  const signalAgain = () => {
    signals++
    service.signal("SIGINT")
    return service.hasEnded() || undefined
  }
  await until(signalAgain)
  // Repeats within half a second count as the first signal: Ctrl-C reaches a service under npm twice.
  expect(signals).toBeGreaterThan(5)
  expect(await service.end("SIGTERM")).toBe(1)
})

clusterTest(
  "services stop on a signal: a worker gives the scan in its hands back, and the next worker solves it",
  async () => {
    const { databaseUrl, natsUrl } = await sharedServers()
    const name = `stop-${newId()}`
    await administer(databaseUrl, `create database "${name}"`)
    const environment = {
      ...TEST_ENVIRONMENT,
      WORKER_THREADS: "1",
      JWT_SECRET: SECRET,
      DATABASE_URL: databaseUrlOf(databaseUrl, name),
      NATS_URL: `${natsUrl}/${name}`,
    }
    const cluster = await startCluster(environment)
    const client = createClient(cluster.address)
    const { body } = await client.post("/v1/scans", farmRequest())
    const status = async () => (await client.get(`/v1/scans/${body.id}/status`)).body.status
    await until(async () => ((await status()) === "pending" ? undefined : true))
    expect(await cluster.workers[0]!.end("SIGTERM")).toBe(0)
    const worker = await startWorker({ ...environment, PORT: "0" })
    await until(async () => ((await status()) === "completed" ? true : undefined))
    const health = /health on (\S+)/.exec(worker.output())?.[1]
    const again = await client.post("/v1/scans", smallestRequest(), { prefer: "wait=30" })
    expect(again.body.status).toBe("completed")
    expect(await (await fetch(`${health}/readyz`)).json()).toEqual({
      status: "ready",
      checks: { broker: true, solver: true },
    })
    // A scan ends shortly before its delivery is counted.
    const handled = 'bus_deliveries_total{queue="jobs",outcome="handled"} 2'
    await until(async () => (await (await fetch(`${health}/metrics`)).text()).includes(handled) || undefined)
    expect(await worker.end("SIGTERM")).toBe(0)
    expect(await cluster.end("SIGTERM")).toBe(0)
  },
  LIMIT_MS,
)

clusterTest(
  "the whole service in one process runs on PostgreSQL and NATS as well",
  async () => {
    const { databaseUrl, natsUrl } = await sharedServers()
    const name = `whole-${newId()}`
    await administer(databaseUrl, `create database "${name}"`)
    const environment = {
      ...TEST_ENVIRONMENT,
      PORT: "0",
      JWT_SECRET: SECRET,
      DATABASE_URL: databaseUrlOf(databaseUrl, name),
      NATS_URL: `${natsUrl}/${name}`,
    }
    const service = await startChild("start.ts", environment, /listens on (\S+)/)
    const client = createClient(service.said)
    const { body } = await client.post("/v1/scans", smallestRequest(), { prefer: "wait=30" })
    expect(body.status).toBe("completed")
    expect((await client.get("/readyz")).body).toEqual({ status: "ready", checks: { database: true, broker: true } })
    expect(await service.end("SIGTERM")).toBe(0)
  },
  LIMIT_MS,
)

clusterTest(
  "on PostgreSQL alone one process is the whole service, and what a crash left unsolved is solved after the restart",
  async () => {
    const { databaseUrl } = await sharedServers()
    const name = `alone-${newId()}`
    await administer(databaseUrl, `create database "${name}"`)
    const environment = {
      ...TEST_ENVIRONMENT,
      PORT: "0",
      WORKER_THREADS: "1",
      JWT_SECRET: SECRET,
      DATABASE_URL: databaseUrlOf(databaseUrl, name),
      NATS_URL: "",
    }
    const first = await startChild("start.ts", environment, /listens on (\S+)/)
    const scans = Array.from({ length: 10 }, () => farmRequest())
    const { body } = await createClient(first.said).post("/v1/scans/batch", { scans })
    const ids: string[] = body.items.map(({ id }: { id: string }) => id)
    await first.end("SIGKILL")
    const second = await startChild("start.ts", environment, /listens on (\S+)/)
    const client = createClient(second.said)
    const statuses = () =>
      Promise.all(ids.map(async id => (await client.get(`/v1/scans/${id}/status`)).body.status as string))
    const areAll = async () => ((await statuses()).every(status => status === "completed") ? true : undefined)
    await until(areAll, RECOVERY_MS)
    expect((await client.get("/readyz")).body).toEqual({ status: "ready", checks: { database: true, broker: true } })
    expect(await second.end("SIGTERM")).toBe(0)
  },
  LIMIT_MS,
)
