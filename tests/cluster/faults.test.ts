import { afterAll, beforeAll, expect } from "bun:test"
import { fileURLToPath } from "node:url"
import { decodeMessage, encodeMessage, type ScanFailed, type ScanJob } from "../../domain/report/messages.ts"
import { TRIES_ALL } from "../support/cases.ts"
import { until } from "../support/child.ts"
import { clusterTest, whyNoServers } from "../support/cluster.ts"
import { ENDED_ONCE, type FaultCluster, startFaultCluster } from "../support/faultCluster.ts"
import { farmRequest, houseRequest } from "../support/requests.ts"

const BATCH = 12
const TEST_LIMIT_MS = 120_000
const CLOCK = fileURLToPath(new URL("../support/jumpingClock.ts", import.meta.url))

let cluster: FaultCluster
const recoveries: string[] = []
beforeAll(async () => {
  if (!whyNoServers()) cluster = await startFaultCluster()
}, TEST_LIMIT_MS)
afterAll(async () => {
  await cluster?.end()
  if (recoveries.length > 0) console.log(`\nRecovery after each fault:\n${recoveries.join("\n")}`)
})

/** Posts a scan as a client does: again after a 503, which a crowded database answers. */
const post = async (request: object = houseRequest()): Promise<string> => {
  const { status, body } = await until(async () => {
    const answer = await cluster.client().post("/v1/scans", request)
    return answer.status === 503 ? undefined : answer
  })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.id
}
const postBatch = (): Promise<string[]> =>
  Promise.all(Array.from({ length: BATCH }, (_, i) => post({ ...houseRequest(), yearlyKwh: 3000 + i })))

/**
 * Expects that every scan ended once, with each of its events once. Records the time from the fault to the last end.
 */
const endedOnce = async (ids: string[], fault: string): Promise<void> => {
  const tookMs = await cluster.allEnded(ids)
  recoveries.push(`  ${(tookMs / 1000).toFixed(1).padStart(5)} s  ${fault}`)
  for (const row of await cluster.rowsOf(ids)) expect(row).toMatchObject(ENDED_ONCE)
}

const resultsAreStored = () =>
  until(async () => ((await cluster.bus.held("results")).size === 0 ? true : undefined), TEST_LIMIT_MS)
const statusOf = async (id: string): Promise<string> => (await cluster.rowsOf([id]))[0]!.status

/** A scan in progress whose worker is frozen. */
const caughtInMidSolve = async (): Promise<string> => {
  for (;;) {
    const id = await post(farmRequest())
    await until(async () => ((await statusOf(id)) === "pending" ? undefined : true))
    cluster.running.worker.signal("SIGSTOP")
    await resultsAreStored()
    if ((await statusOf(id)) === "processing") return id
    cluster.running.worker.signal("SIGCONT")
  }
}

/** Lifetime of a dispatcher's request for a result at the broker, with a margin. */
const REQUEST_LIFE_MS = 6_000

/**
 * A completed scan whose result the dispatcher could not acknowledge. A held connection sends no new requests for
 * results, so that a solve which outlasts the requests at the broker is repeated.
 */
const caughtBeforeAcknowledging = async (): Promise<string> => {
  for (;;) {
    const id = await caughtInMidSolve()
    cluster.proxies.dispatcher.nats.hold()
    cluster.running.worker.signal("SIGCONT")
    const isCompleted = async () => ((await statusOf(id)) === "completed" ? true : undefined)
    if (await until(isCompleted, REQUEST_LIFE_MS).catch(() => false)) {
      expect([...(await cluster.bus.held("results"))]).toEqual([`${id}.1.ended`])
      return id
    }
    cluster.proxies.dispatcher.nats.release()
    await until(isCompleted)
    await resultsAreStored()
  }
}

const faultTest = (name: string, body: (name: string) => Promise<void>) =>
  clusterTest(name, () => body(name), TEST_LIMIT_MS)
/** Rare faults, or faults with a long recovery: `npm test` leaves them out. */
const rareFaultTest: typeof faultTest = (name, body) => {
  if (TRIES_ALL) faultTest(name, body)
}

faultTest("a worker is killed in the middle of a solve", async name => {
  const id = await caughtInMidSolve()
  await cluster.running.worker.end("SIGKILL")
  cluster.running.worker = await cluster.start.worker()
  await endedOnce([id], name)
})

faultTest("the dispatcher is killed between storing a result and acknowledging it", async name => {
  const id = await caughtBeforeAcknowledging()
  await cluster.running.dispatcher.end("SIGKILL")
  cluster.proxies.dispatcher.nats.release()
  cluster.running.dispatcher = await cluster.start.dispatcher()
  await resultsAreStored()
  await endedOnce([id, await post()], name)
})

faultTest("the API is killed after it has stored a scan, and before any message about it", async name => {
  cluster.proxies.api.nats.hold()
  const ids = await postBatch()
  await cluster.running.api.end("SIGKILL")
  cluster.proxies.api.nats.release()
  await endedOnce(ids, name)
  cluster.running.api = await cluster.start.api()
  expect((await cluster.client().get(`/v1/scans/${ids[0]}/result`)).status).toBe(200)
})

faultTest("the broker is killed and comes back with its store; meanwhile scans are accepted", async name => {
  const before = await postBatch()
  await cluster.nats.kill()
  const meanwhile = await postBatch()
  expect((await cluster.client().get("/readyz")).body).toEqual({
    status: "ready",
    checks: { database: true, broker: false },
  })
  await cluster.nats.start()
  await endedOnce([...before, ...meanwhile], name)
})

rareFaultTest("the broker is killed and comes back without its store", async name => {
  const caught = await caughtInMidSolve()
  const waiting = await postBatch()
  await until(async () => {
    const { queued } = (
      await cluster.sql`select count(*)::int as queued from scans
      where id in ${cluster.sql(waiting)} and queued_at is not null`
    )[0]!
    return queued > 0 ? true : undefined
  })
  await cluster.nats.loseStore()
  await cluster.running.worker.end("SIGKILL")
  await cluster.nats.start()
  cluster.running.worker = await cluster.start.worker()
  await endedOnce([caught, ...waiting], name)
})

faultTest("PostgreSQL is killed and started again; meanwhile the API says to try again", async name => {
  const ids = await postBatch()
  await cluster.database.kill()
  const refused = await cluster.client().post("/v1/scans", houseRequest())
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await cluster.client().get("/readyz")).status).toBe(503)
  await cluster.database.start()
  await endedOnce(ids, name)
})

rareFaultTest("the dispatcher's connections to PostgreSQL are half open", async name => {
  cluster.proxies.dispatcher.database.silence()
  await endedOnce(await postBatch(), name)
})

rareFaultTest("the worker's and the dispatcher's connections to the broker are half open", async name => {
  cluster.proxies.worker.nats.silence()
  cluster.proxies.dispatcher.nats.silence()
  await endedOnce(await postBatch(), name)
})

faultTest("all connections are reset in the middle of a batch", async name => {
  const ids = await postBatch()
  for (const { database, nats } of Object.values(cluster.proxies)) {
    database.cut()
    nats.cut()
  }
  await endedOnce(ids, name)
})

faultTest("a job is lost, its result comes late, and that of the next attempt comes twice", async name => {
  await cluster.running.worker.end("SIGTERM")
  const taken: ScanJob[] = []
  const consumer = await cluster.bus.consume("jobs", { slots: 1, maxDeliveries: 3 }, async ({ body }) => {
    taken.push(decodeMessage<ScanJob>(body))
  })
  const id = await post()
  const first = await until(() => taken.find(({ scanId }) => scanId === id))
  await cluster.sql`update scans set queued_at = queued_at - interval '1 minute' where id = ${id}`
  const second = await until(() => taken.find(({ scanId, attempt }) => scanId === id && attempt > first.attempt))
  const fail = async ({ scanId, attempt }: ScanJob, error: string) => {
    const failed: ScanFailed = { kind: "failed", scanId, attempt, error }
    await cluster.bus.publish("results", `${scanId}.${attempt}.${error}`, encodeMessage(failed))
  }
  await fail(first, "late")
  await resultsAreStored()
  expect((await cluster.rowsOf([id]))[0]).toMatchObject({ status: "pending", attempt: second.attempt })
  await fail(second, "in-time")
  await fail(second, "twice")
  await cluster.allEnded([id])
  await resultsAreStored()
  const [row] = await cluster.rowsOf([id])
  expect(row!.error).toMatch(/^(in-time|twice)$/)
  expect(row).toMatchObject({ status: "error", events: ["scan.pending", "scan.processing", "scan.failed"], reports: 0 })
  await consumer.stop()
  cluster.running.worker = await cluster.start.worker()
  await endedOnce([await post()], name)
})

faultTest("a job that three workers did not survive ends in error, with a message", async name => {
  await cluster.running.worker.end("SIGTERM")
  let deliveries = 0
  const consumer = await cluster.bus.consume("jobs", { slots: 1, maxDeliveries: 99 }, async () => {
    if (++deliveries === 3) void consumer.stop()
    throw new Error("the worker is gone")
  })
  const id = await post()
  await until(() => (deliveries === 3 ? true : undefined))
  await consumer.stop()
  cluster.running.worker = await cluster.start.worker()
  await cluster.allEnded([id])
  const [row] = await cluster.rowsOf([id])
  expect(row).toMatchObject({ status: "error", error: { code: "solver-broke", params: {} } })
  expect(row!.events.at(-1)).toBe("scan.failed")
  await endedOnce([await post()], name)
})

rareFaultTest("the clocks of API and dispatcher jump a day ahead and two days back", async name => {
  await Promise.all([cluster.running.api.end(), cluster.running.dispatcher.end()])
  ;[cluster.running.api, cluster.running.dispatcher] = await Promise.all([
    cluster.start.api(CLOCK),
    cluster.start.dispatcher(CLOCK),
  ])
  const ids = await postBatch()
  for (const _ of ["ahead", "back"]) {
    cluster.running.api.signal("SIGUSR2")
    cluster.running.dispatcher.signal("SIGUSR2")
    ids.push(...(await postBatch()))
  }
  await endedOnce(ids, name)
})
