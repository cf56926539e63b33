import { afterAll, beforeAll, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { idempotencyKeys } from "../../store/tables.ts"
import {
  embeddedTest,
  openDatabaseOf,
  type ServiceOfOrganization,
  startFresh,
  startProcess,
} from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let owner: Client

beforeAll(async () => {
  service = await startShared()
  owner = await logIn(service)
})
afterAll(() => service.end())

const REQUEST = { name: "Shop", mode: "production" }
const make = (key: string, body: unknown = REQUEST, path = "/v1/api-keys") =>
  owner.post(path, body, { "idempotency-key": key })
const countKeys = async () => (await owner.get("/v1/api-keys")).body.total

test("the same key with the same request gives the first answer again and makes nothing", async () => {
  const first = await make("one")
  expect(first.status).toBe(201)
  expect(first.headers.get("idempotent-replayed")).toBeNull()
  const total = await countKeys()
  const again = await make("one")
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  expect(await countKeys()).toBe(total)
})

test("the same key with another request is a conflict", async () => {
  await make("two")
  const message = "this Idempotency-Key came with another request: take a new key for each new request"
  for (const answer of [
    await make("two", { ...REQUEST, name: "Other" }),
    await make("two", { email: "two@example.org", role: "member" }, "/v1/members"),
  ])
    expect(answer.body).toEqual({
      statusCode: 409,
      message,
      code: "IDEMPOTENCY_KEY_REUSED",
      reason: "idempotency-key-reused",
    })
})

test("without a key, and with another one, each request makes its own", async () => {
  const total = await countKeys()
  await owner.post("/v1/api-keys", REQUEST)
  await owner.post("/v1/api-keys", REQUEST)
  await make("three")
  await make("four")
  expect(await countKeys()).toBe(total + 4)
})

test("the keys of one mode are not those of the other", async () => {
  const live = await make("five")
  const sandbox = await make("five", REQUEST, "/v1/api-keys?mode=sandbox")
  expect(sandbox.status).toBe(201)
  expect(sandbox.body.id).not.toBe(live.body.id)
})

test("a request that failed may be repeated with its key", async () => {
  const { body: member } = await owner.post("/v1/members", { email: "six@example.org", role: "member" })
  const retry = () => make("six", { email: "six@example.org", role: "member" }, "/v1/members")
  expect((await retry()).status).toBe(409)
  expect((await owner.delete(`/v1/members/${member.id}`)).status).toBe(204)
  expect((await retry()).status).toBe(201)
  expect((await make("seven", { mode: "production" })).status).toBe(400)
  expect((await make("seven")).status).toBe(201)
})

test("of requests at the same moment one makes the thing, the others get its answer or are refused until later", async () => {
  const total = await countKeys()
  const answers = await Promise.all(Array.from({ length: 20 }, () => make("eight")))
  expect(await countKeys()).toBe(total + 1)
  const created = answers.filter(({ status }) => status === 201)
  expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
  for (const { status, headers } of answers.filter(answer => !created.includes(answer)))
    expect([status, headers.get("retry-after")]).toEqual([409, "1"])
})

test("what cannot be a key is refused", async () => {
  for (const key of ["", "x".repeat(256)])
    expect((await make(key)).body).toEqual({
      statusCode: 400,
      message: "Idempotency-Key must be 1 to 255 printable ASCII characters",
      code: "INVALID_INPUT",
      errors: expect.any(Array),
    })
})

test("an answer outlives a restart, and what it holds is not kept in the clear", async () => {
  const own = await startFresh()
  const before = await (await logIn(own.address)).post("/v1/api-keys", REQUEST, { "idempotency-key": "a-long-key" })
  await own.end()
  const database = await openDatabaseOf(own.dataDir)
  const kept = await database.queries.select({ answer: idempotencyKeys.answer }).from(idempotencyKeys)
  await database.close()
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter(({ answer }) => Buffer.from(answer ?? []).includes(before.body.key))).toEqual([])
  const files = readdirSync(own.dataDir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const holding = files.filter(file => readFileSync(join(file.parentPath, file.name)).includes(before.body.key))
  expect(holding.map(({ name }) => name)).toEqual([])
  const second = await startProcess(own.dataDir)
  const after = await (await logIn(second.address)).post("/v1/api-keys", REQUEST, { "idempotency-key": "a-long-key" })
  expect(after.body).toEqual(before.body)
  await second.end()
})

embeddedTest(
  "what a kill cut off may be repeated at once: the only process of a database has no other to wait for",
  async () => {
    const own = await startFresh()
    const post = async (address: string) =>
      (await logIn(address)).post("/v1/api-keys", REQUEST, { "idempotency-key": "cut" })
    expect((await post(own.address)).status).toBe(201)
    await own.end()
    const database = await openDatabaseOf(own.dataDir)
    // State after a kill before the commit.
    await database.queries.update(idempotencyKeys).set({ answer: null })
    await database.close()
    const second = await startProcess(own.dataDir)
    expect((await post(second.address)).status).toBe(201)
    await second.end()
  },
)

test("a repeated answer says when what was made is deleted by now", async () => {
  const remade = async (path: string, body: object, remove: (made: { id: string }) => string) => {
    const key = `gone ${path} ${JSON.stringify(body)}`
    const first = await make(key, body, path)
    const there = await make(key, body, path)
    expect([path, there.headers.get("idempotent-resource")]).toEqual([path, null])
    expect((await owner.delete(remove(first.body))).status).toBeOneOf([200, 204])
    const gone = await make(key, body, path)
    expect([path, gone.status, gone.body]).toEqual([path, 201, { id: first.body.id }])
    expect([gone.headers.get("idempotent-replayed"), gone.headers.get("idempotent-resource")]).toEqual(["true", "gone"])
  }
  const scan = { location: { lat: 52, lon: 5 }, inputMethod: "known", yearlyKwh: 3500 }
  await remade("/v1/api-keys", REQUEST, ({ id }) => `/v1/api-keys/${id}`)
  await remade("/v1/members", { email: "gone@example.org", role: "member" }, ({ id }) => `/v1/members/${id}`)
  await remade("/v1/studio-profiles", { name: "Gone" }, ({ id }) => `/v1/studio-profiles/${id}`)
  const battery = { id: "volta-10", capacityKwh: 10, powerKw: 5 }
  await remade("/v1/batteries/products", battery, ({ id }) => `/v1/batteries/products/${id}`)
  await remade(
    "/v1/batteries/products",
    { ...battery, id: crypto.randomUUID() },
    ({ id }) => `/v1/batteries/products/${id}`,
  )
  await remade("/v1/scans?mode=sandbox", scan, ({ id }) => `/v1/scans/${id}?mode=sandbox`)
})

test("a repeated batch says when one of its scans is deleted by now", async () => {
  const scan = { location: { lat: 52, lon: 5 }, inputMethod: "known", yearlyKwh: 3500 }
  const again = () => make("gone of a batch", { scans: [scan, scan] }, "/v1/scans/batch?mode=sandbox")
  const { batchId, items } = (await again()).body
  expect((await again()).headers.get("idempotent-resource")).toBeNull()
  expect((await owner.delete(`/v1/scans/${items[1].id}?mode=sandbox`)).status).toBe(204)
  const gone = await again()
  const ids = items.map(({ id }: { id: string }) => ({ id }))
  expect([gone.headers.get("idempotent-resource"), gone.body]).toEqual(["gone", { batchId, items: ids }])
})
