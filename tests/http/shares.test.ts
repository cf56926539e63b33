import { expect, test } from "bun:test"
import { connect, type Socket } from "node:net"
import { sendRaw } from "../support/rawHttp.ts"
import { hardRequest, smallestRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, startFresh, TEST_KEY, until } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

/** What one organization may take of a process, so that something is left for others. */
const BATCH_BYTES = 16 * 1024 * 1024

test("bodies of an organization take their share of memory at most, and give it back", async () => {
  const service = await startFresh()
  const head = (key: string, length: number) =>
    `POST /v1/scans/batch HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
  const open = (): Promise<Socket> =>
    new Promise(done => {
      const socket = connect(Number(new URL(service.address).port), "127.0.0.1", () =>
        socket.write(head(LIVE_KEY, BATCH_BYTES), () => done(socket)),
      )
    })
  const held = await Promise.all([open(), open(), open(), open()])
  const refusal = await until(async () => {
    const answer = await Promise.race([sendRaw(service.address, head(TEST_KEY, BATCH_BYTES)), Bun.sleep(300)])
    return answer?.status === 429 ? answer : undefined
  })
  expect(refusal.headers.toLowerCase()).toContain("retry-after: 1")
  const client = createClient(service.address)
  expect((await client.post("/v1/scans", smallestRequest())).status).toBe(201)
  for (const socket of held) socket.destroy()
  const large = { scans: [{ ["x".repeat(15_000_000)]: 1 }] }
  await until(async () => ((await client.post("/v1/scans/batch", large)).status === 201 ? true : undefined))
  await service.end()
})

test("sandbox scans and calls of a session are limited as well", async () => {
  const service = await startFresh({ SANDBOX_SCANS_PER_DAY: "3", CALLS_PER_MINUTE: "40" })
  const sandbox = createClient(service.address, TEST_KEY)
  expect((await sandbox.post("/v1/scans", smallestRequest())).status).toBe(201)
  const scans = Array.from({ length: 3 }, smallestRequest)
  const refused = await sandbox.post("/v1/scans/batch", { scans })
  expect(refused.status).toBe(429)
  expect(refused.body.message).toContain("3 sandbox scans in a day")
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3600)
  expect((await sandbox.get("/v1/scans")).body.total).toBe(1)
  expect((await createClient(service.address).post("/v1/scans", smallestRequest())).status).toBe(201)

  const owner = await logIn(service.address)
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await owner.get("/v1/scans")).status))
  expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(60 - 40)
  expect(statuses.filter(status => status === 200).length).toBeGreaterThan(20)
  await service.end()
})

test("deep pages hold what one long page holds, in its order, and pages beyond the last nothing", async () => {
  const service = await startFresh()
  const client = createClient(service.address, TEST_KEY)
  const scans = Array.from({ length: 23 }, smallestRequest)
  await client.post("/v1/scans/batch", { scans })
  const idsOf = async (query: string) =>
    (await client.get(`/v1/scans?${query}`)).body.items.map(({ id }: { id: string }) => id)
  const all = await idsOf("limit=100")
  expect(all).toHaveLength(23)
  const walked: string[] = []
  for (let page = 1; page <= 8; page++) walked.push(...(await idsOf(`limit=3&page=${page}`)))
  expect(walked).toEqual(all)
  expect(await idsOf("limit=3&page=9")).toEqual([])
  expect(await idsOf("limit=100&page=1000000")).toEqual([])
  await service.end()
})

test("an organization follows so many scans as event streams, and those that end make room", async () => {
  const service = await startFresh({ WORKER_THREADS: "1", SIZING_TOLERANCE: "1e-7", SOLVE_BUDGET_MS: "60000" })
  const client = createClient(service.address)
  const { body } = await client.post("/v1/scans", hardRequest())
  const follow = (signal?: AbortSignal) =>
    fetch(`${service.address}/v1/scans/${body.id}/events`, {
      headers: { "x-api-key": LIVE_KEY },
      ...(signal ? { signal } : {}),
    })
  const leaving = new AbortController()
  const open = await Promise.all(Array.from({ length: 250 }, () => follow(leaving.signal)))
  expect(open.map(({ status }) => status).filter(status => status !== 200)).toEqual([])
  expect((await follow()).status).toBe(429)
  leaving.abort()
  await until(async () => {
    const again = await follow()
    await again.body?.cancel()
    return again.status === 200 ? true : undefined
  })
  await service.end("SIGKILL")
})
