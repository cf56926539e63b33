import { afterAll, beforeAll, expect, test } from "bun:test"
import { smallestRequest } from "../support/requests.ts"
import { completedScan, endOf } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization, startFresh, until } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client
let sandbox: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  sandbox = createClient(service, service.testKey)
})
afterAll(() => service.end())

// @covers scans: POST /v1/scans/batch
test("each scan of a batch is accepted or refused by itself, in the order sent", async () => {
  const parent = await completedScan(client)
  const { status, body, headers } = await client.post("/v1/scans/batch", {
    scans: [
      smallestRequest(),
      { ...smallestRequest(), yearlyKwh: -1 },
      { copiedFromId: parent, yearlyKwh: 3000 },
      { copiedFromId: "none" },
      7,
      { ...smallestRequest(), yearlyKwh: 2900 },
    ],
  })
  expect(status).toBe(201)
  const accepted = { id: expect.any(String), status: "pending", createdAt: expect.stringMatching(/Z$/) }
  expect(headers.get("location")).toBe(`/v1/batches/${body.batchId}`)
  expect(body).toEqual({
    batchId: expect.any(String),
    items: [
      accepted,
      { statusCode: 400, message: "yearlyKwh must be above 0", code: "INVALID_INPUT", errors: expect.any(Array) },
      accepted,
      { statusCode: 404, message: 'copiedFromId "none": scan not found', code: "NOT_FOUND", reason: "named-not-found" },
      { statusCode: 400, message: "the body must be an object", code: "INVALID_INPUT", errors: expect.any(Array) },
      accepted,
    ],
  })
  const ids = [body.items[0].id, body.items[2].id, body.items[5].id]
  expect(await Promise.all(ids.map(id => endOf(client, id)))).toEqual(["completed", "completed", "completed"])
  const asked = await Promise.all(ids.map(async id => (await client.get(`/v1/scans/${id}/request`)).body.yearlyKwh))
  expect(asked).toEqual([2800, 3000, 2900])
  const over = await until(async () => {
    const { body: batch } = await client.get(headers.get("location")!)
    return batch.completedAt ? batch : undefined
  })
  const counts = { lines: 6, accepted: 3, refused: 3 }
  expect(over).toMatchObject({ ...counts, isOver: true, scans: { pending: 0, processing: 0, completed: 3, error: 0 } })
  const { items, total } = (await client.get("/v1/batches")).body
  expect([items, total]).toEqual([[over], 1])
  expect((await sandbox.get("/v1/batches")).body.items).toEqual([])
  const events = await until(async () => {
    const { items } = (await client.get("/v1/events?limit=1000")).body
    return items.some(({ event }: { event: string }) => event === "batch.completed") ? items : undefined
  })
  const ofBatch = events.filter(({ event }: { event: string }) => event === "batch.completed")
  expect(ofBatch).toMatchObject([{ data: { id: body.batchId, ...counts, scans: { completed: 3, error: 0 } } }])
  expect(events.at(-1)).toEqual(ofBatch[0])
})

test("1 to 1000 scans, not more and not fewer", async () => {
  const many = await sandbox.post("/v1/scans/batch", { scans: Array.from({ length: 1000 }, smallestRequest) })
  expect(many.status).toBe(201)
  expect(new Set(many.body.items.map(({ id }: { id: string }) => id)).size).toBe(1000)
  expect((await sandbox.get("/v1/scans?limit=1")).body.total).toBe(1000)
  const tooMany = await sandbox.post("/v1/scans/batch", { scans: Array.from({ length: 1001 }, smallestRequest) })
  expect([tooMany.status, tooMany.body.message]).toEqual([400, "scans must have at most 1000 entries"])
  const none = await sandbox.post("/v1/scans/batch", { scans: [] })
  expect([none.status, none.body.message]).toEqual([400, "scans must have at least 1 entry"])
  expect((await sandbox.post("/v1/scans/batch", { scan: [] })).body.message).toContain("did you mean scans?")
})

test("a batch may have 16 MiB, beyond the limit of other bodies", async () => {
  const filler = " ".repeat(2 * 1024 * 1024)
  const ok = await sandbox.post("/v1/scans/batch", `{"scans": [${JSON.stringify(smallestRequest())}]${filler}}`)
  expect(ok.status).toBe(201)
  const large = await sandbox.post("/v1/scans/batch", `{"scans": []${" ".repeat(16 * 1024 * 1024)}}`)
  expect(large.status).toBe(413)
  expect(large.body.message).toContain("16777216 bytes")
})

test("the same Idempotency-Key gives the first answer again and creates nothing", async () => {
  const body = { scans: [smallestRequest(), smallestRequest()] }
  const first = await sandbox.post("/v1/scans/batch", body, { "idempotency-key": "batch-1" })
  const again = await sandbox.post("/v1/scans/batch", body, { "idempotency-key": "batch-1" })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  const one = await sandbox.post("/v1/scans", smallestRequest(), { "idempotency-key": "scan-1" })
  const same = await sandbox.post("/v1/scans", smallestRequest(), { "idempotency-key": "scan-1" })
  expect(same.body).toEqual(one.body)
  expect(same.headers.get("location")).toBe(`/v1/scans/${one.body.id}`)
  const other = await sandbox.post("/v1/scans", { ...smallestRequest(), yearlyKwh: 1 }, { "idempotency-key": "scan-1" })
  expect(other.status).toBe(409)
})

test("what the quota refuses of a batch is refused item by item", async () => {
  const tier = { monthlyScans: 3, beyondQuota: "refuse", priceEurPerScan: 1.5, overagePriceEurPerScan: 0 }
  const file = `${service.dataDir}-tiers.json`
  await Bun.write(file, JSON.stringify({ defaultTier: "small", tiers: { small: tier } }))
  const capped = await startFresh({ TIERS_FILE: file })
  const own = createClient(capped.address)
  const { body } = await own.post("/v1/scans/batch", { scans: Array.from({ length: 5 }, smallestRequest) })
  expect(body.items.map(({ statusCode }: { statusCode?: number }) => statusCode)).toEqual([
    undefined,
    undefined,
    undefined,
    429,
    429,
  ])
  expect((await own.get("/v1/usage")).body).toMatchObject({ quota: 3, used: 3 })
  expect((await own.get("/v1/scans")).body).toMatchObject({ total: 3 })
  expect((await own.get("/v1/scans")).body.items[0].cost).toBe(1.5)
  const refused = await own.post("/v1/scans", smallestRequest())
  expect(refused.status).toBe(429)
  expect(refused.body.message).toContain("the 3 scans a month of the tier small are used up")
  await capped.end()
})

test("scans that come at the same time are all accepted, each with its own answer", async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      sandbox.post("/v1/scans", { ...smallestRequest(), dossierId: `at-once-${i}` }),
    ),
  )
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  for (const i of [0, 17, 59]) {
    const { items } = (await sandbox.get(`/v1/scans?dossierId=at-once-${i}`)).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([answers[i]!.body.id])
  }
})
