import { expect, test } from "bun:test"
import { connect, type Socket } from "node:net"
import { sendRaw } from "../support/rawHttp.ts"
import { hardRequest, smallestRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, startFresh, TEST_KEY, until } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

/** Limits of one organization's share of a process, so that other organizations have the rest. */
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
  const large = { scans: [{ unknown: Array.from({ length: 15 }, () => "x".repeat(1_000_000)) }] }
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

/** Ids of all pages of a list with `limit` items each, and of one page after the last. */
const walked = async (get: ReturnType<typeof createClient>["get"], list: string, limit: number) => {
  const pageOf = async (query: string) => (await get(`${list}${list.includes("?") ? "&" : "?"}${query}`)).body
  const { totalPages, message } = await pageOf(`limit=${limit}`)
  expect([list, message]).toEqual([list, undefined])
  const ids: string[] = []
  for (let page = 1; page <= totalPages; page++)
    ids.push(...(await pageOf(`limit=${limit}&page=${page}`)).items.map(({ id }: { id: string }) => id))
  for (const beyond of [totalPages + 1, 1_000_000])
    expect(await pageOf(`limit=${limit}&page=${beyond}`)).toMatchObject({ items: [] })
  return ids
}

test("deep pages of each list hold what one long page holds, in its order, and pages beyond the last nothing", async () => {
  const service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1" })
  const client = createClient(service.address, TEST_KEY)
  const owner = await logIn(service.address)
  await client.post("/v1/scans/batch", { scans: Array.from({ length: 23 }, smallestRequest) })
  const { body: endpoint } = await owner.post("/v1/webhook-endpoints", {
    url: "http://127.0.0.1:9/hook",
    events: ["scan.completed"],
    mode: "live",
  })
  for (let n = 0; n < 9; n++) {
    await client.post("/v1/studio-profiles", { name: `Profile ${n}` })
    await owner.post("/v1/api-keys", { name: `Key ${n}`, mode: "sandbox" })
    await owner.post("/v1/members", { email: `member${n}@example.org`, role: "member" })
    await owner.post(`/v1/webhook-endpoints/${endpoint.id}/test`, {})
  }
  const lists = {
    "/v1/scans?mode=sandbox": 23,
    "/v1/studio-profiles?mode=sandbox": 9,
    "/v1/api-keys": 11,
    "/v1/members": 10,
    [`/v1/webhook-endpoints/${endpoint.id}/deliveries`]: 9,
    "/v1/webhook-endpoints": 1,
  }
  for (const [list, total] of Object.entries(lists)) {
    const all = await walked(owner.get, list, 100)
    expect([list, all.length]).toEqual([list, total])
    expect(all).toEqual(all.toSorted((a, b) => (list === "/v1/members" ? 1 : -1) * a.localeCompare(b)))
    for (const limit of [1, 3, 4]) expect([list, await walked(owner.get, list, limit)]).toEqual([list, all])
  }
  await service.end()
})

test("a list of scans is walked by cursors, in its order, also where the scan of a cursor is deleted", async () => {
  const service = await startFresh({ WORKER_THREADS: "1" })
  const client = createClient(service.address, TEST_KEY)
  const { body: batch } = await client.post("/v1/scans/batch", { scans: Array.from({ length: 23 }, smallestRequest) })
  await client.post("/v1/scans", { ...smallestRequest(), dossierId: "A" })
  const list = async (query: string) => (await client.get(`/v1/scans?${query}`)).body
  const walk = async (filter: string) => {
    const ids: string[] = []
    let page = await list(`limit=5${filter}`)
    for (;;) {
      ids.push(...page.items.map(({ id }: { id: string }) => id))
      if (page.nextCursor === null) return ids
      expect(page.nextCursor).toBe(page.items.at(-1).id)
      page = await list(`limit=5&cursor=${page.nextCursor}${filter}`)
      expect(page).toMatchObject({ page: 1, limit: 5 })
    }
  }
  const all = (await list("limit=100")).items.map(({ id }: { id: string }) => id)
  expect(all).toHaveLength(24)
  expect(await walk("")).toEqual(all)
  expect(await walk("&dossierId=A")).toEqual(all.slice(0, 1))
  expect((await list("limit=23&page=1")).nextCursor).toBe(all[22])
  expect((await list("limit=24")).nextCursor).toBe(null)

  const [gone] = batch.items
  await client.delete(`/v1/scans/${gone.id}`)
  const at = all.indexOf(gone.id)
  const after = (await list(`limit=100&cursor=${gone.id}`)).items.map(({ id }: { id: string }) => id)
  expect(after).toEqual(all.slice(at + 1))
  for (const query of [`cursor=${all[3]}&page=2`, "cursor=x", "cursor="]) {
    const { status, body } = await client.get(`/v1/scans?${query}`)
    expect([query, status, body.errors[0].path]).toEqual([query, 400, ["cursor"]])
  }
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
