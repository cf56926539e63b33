import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { firstIdOf, newId } from "../../infra/ids.ts"
import { type AccessRow, insertAccess } from "../../store/accessLog.ts"
import { accessLog } from "../../store/accessLogTable.ts"
import { eraseOrganization } from "../../store/eraseOrganization.ts"
import { organizations } from "../../store/tables.ts"
import { smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import {
  createClient,
  freshDataDir,
  LIVE_KEY,
  openDatabaseOf,
  type RunningService,
  startProcess,
  TEST_KEY,
  until,
} from "../support/service.ts"
import { type Client, logIn, withToken } from "../support/sessions.ts"

/** Access log of governed data: a row for each read with its reader and ids, for 90 days, for owners alone. */
const PATH = "/v1/access-log"
const DAY_MS = 86_400_000
const now = Date.now()
let dataDir: string
let service: RunningService
let live: Client
let owner: Client

const readOf = (organizationId: string, ageMs: number): AccessRow => ({
  ...{ id: firstIdOf(now - ageMs), organizationId, mode: "live", operation: "GET /v1/scans/{id}/result" },
  ...{ objectId: newId(), reader: "none", readerId: null, readAt: new Date(now - ageMs) },
})
/** Before and after the end of the retention. */
const ages = { over: 90 * DAY_MS + 60_000, kept: 89 * DAY_MS }

beforeAll(async () => {
  dataDir = await freshDataDir()
  const database = await openDatabaseOf(dataDir)
  const [organization] = await database.queries.select({ id: organizations.id }).from(organizations)
  const other = newId()
  await database.queries.insert(organizations).values({ id: other, displayName: "Other" })
  await insertAccess(database.queries, [
    readOf(organization!.id, ages.over),
    readOf(organization!.id, ages.kept),
    readOf(other, ages.kept - 1),
    readOf(newId(), ages.kept - 2),
  ])
  await database.close()
  service = await startProcess(dataDir, { LOG_LEVEL: "info" })
  live = createClient(service.address)
  owner = await logIn(service.address)
}, 60_000)
afterAll(() => service.end())

type Shown = { operation: string; objectId: string | null; reader: string; readerId: string | null; mode: string }

/** Waits for `count` reads of an object, which come oldest first. */
const readsOf = (objectId: string, count: number): Promise<Shown[]> =>
  until(async () => {
    const { items } = (await owner.get(`${PATH}?objectId=${objectId}`)).body
    return items.length >= count ? items.toReversed() : undefined
  })
const readers = (reads: Shown[]) => reads.map(({ operation, reader, readerId }) => [operation, reader, readerId])

test("each read of a report is a row with its reader, by key, user, token, link or nothing", async () => {
  const id = await completedScan(live, {
    ...smallestRequest(),
    customerDetails: { name: "Familie Vanderzon", address: "Dorpsstraat 12, Utrecht" },
  })
  const scan = `/v1/scans/${id}`
  const anyone = createClient(service.address, null)
  const { items: keys } = (await owner.get("/v1/api-keys")).body
  const keyId = keys.find(({ mode }: { mode: string }) => mode === "production").id
  const userId = (await owner.get("/v1/members")).body.items[0].id
  const { access_token: token } = (await live.post("/v1/auth/token", undefined)).body
  const { shareToken } = (await live.put(`${scan}/share`, { enabled: true })).body
  const shared = `/v1/scans/shared/${shareToken}`
  const calls: [Client, path: string, headers: Record<string, string>, row: [string, string, string | null]][] = [
    [live, scan, {}, ["GET /v1/scans/{id}", "key", keyId]],
    [live, `${scan}/result`, {}, ["GET /v1/scans/{id}/result", "key", keyId]],
    [owner, `${scan}/result`, { accept: "text/csv" }, ["GET /v1/scans/{id}/result", "user", userId]],
    [owner, `${scan}/series`, {}, ["GET /v1/scans/{id}/series", "user", userId]],
    [live, `${scan}/chart`, {}, ["GET /v1/scans/{id}/chart", "key", keyId]],
    [live, `${scan}/plan?date=2026-03-01`, {}, ["GET /v1/scans/{id}/plan", "key", keyId]],
    [live, `${scan}/request`, {}, ["GET /v1/scans/{id}/request", "key", keyId]],
    [live, `${scan}/customer`, {}, ["GET /v1/scans/{id}/customer", "key", keyId]],
    [live, `${scan}/share`, {}, ["GET /v1/scans/{id}/share", "key", keyId]],
    [withToken(service.address, token), `/v1/scan?run-uuid=${id}`, {}, ["GET /v1/scan", "key", keyId]],
    [anyone, shared, {}, ["GET /v1/scans/shared/{token}", "link", null]],
    [anyone, `${shared}/series`, {}, ["GET /v1/scans/shared/{token}/series", "link", null]],
    [anyone, `/shared/${shareToken}/live`, {}, ["GET /shared/{token}/live", "link", null]],
    [anyone, scan, {}, ["GET /v1/scans/{id}", "none", null]],
  ]
  for (const [client, path, headers] of calls) expect((await client.get(path, headers)).status).toBe(200)
  const reads = await readsOf(id, calls.length)
  expect(readers(reads)).toEqual(calls.map(([, , , row]) => row))
  expect(new Set(reads.map(({ mode }) => mode))).toEqual(new Set(["live"]))
  const text = JSON.stringify(reads)
  for (const personal of ["Vanderzon", "Dorpsstraat", shareToken]) expect(text).not.toContain(personal)

  // The log outlives the scan, with its id alone.
  await live.delete(scan)
  expect(await readsOf(id, calls.length)).toEqual(reads)
}, 60_000)

test("refused calls, changes and states without a report are no reads", async () => {
  const id = await completedScan(live)
  const scan = `/v1/scans/${id}`
  const sandbox = createClient(service.address, TEST_KEY)
  expect((await sandbox.get(`${scan}/result`)).status).toBe(404)
  expect((await live.get(`${scan}/chart?interval=century`)).status).toBe(400)
  expect((await live.get(`${scan}/status`)).status).toBe(200)
  expect((await live.put(`${scan}/customer`, { name: "A" }, { "if-match": '"none"' })).status).toBe(412)
  const pending = (await sandbox.post("/v1/scans", smallestRequest())).body.id
  expect((await sandbox.get(`/v1/scans/${pending}`)).body.status).not.toBe("completed")
  await live.get(`${scan}/result`)
  expect(readers(await readsOf(id, 1))).toEqual([["GET /v1/scans/{id}/result", "key", expect.any(String)]])
  expect((await owner.get(`${PATH}?objectId=${pending}`)).body.items).toEqual([])
}, 60_000)

test("profiles with their hours are logged, and lists of scans without an id", async () => {
  const { id } = (await live.post("/v1/studio-profiles", { name: "Bakker" })).body
  await live.post(`/v1/studio-profiles/${id}/base`, { templateId: "stel", annualKwh: 3000 })
  for (const path of ["", "/chart?view=year", "/export-csv"])
    expect((await live.get(`/v1/studio-profiles/${id}${path}`)).status).toBe(200)
  expect((await readsOf(id, 3)).map(({ operation }) => operation)).toEqual([
    "GET /v1/studio-profiles/{id}",
    "GET /v1/studio-profiles/{id}/chart",
    "GET /v1/studio-profiles/{id}/export-csv",
  ])
  await live.get("/v1/scans")
  await live.get("/v1/scans/export?format=csv")
  const lists = await until(async () => {
    const { items } = (await owner.get(`${PATH}?limit=2`)).body
    return items[0]?.operation === "GET /v1/scans/export" ? items : undefined
  })
  expect(lists.map(({ operation, objectId }: Shown) => [operation, objectId])).toEqual([
    ["GET /v1/scans/export", null],
    ["GET /v1/scans", null],
  ])
}, 60_000)

test("pages by cursor, an export and a range of time have the same reads, newest first", async () => {
  const id = await completedScan(live)
  for (let read = 0; read < 5; read++) await live.get(`/v1/scans/${id}/result`)
  const reads = (await readsOf(id, 5)).toReversed()
  const paged: Shown[] = []
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await live.get(`${PATH}?objectId=${id}&limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...body.items)
    cursor = body.nextCursor
  }
  expect(paged).toEqual(reads)

  const exported = await fetch(`${service.address}${PATH}/export?objectId=${id.toUpperCase()}`, {
    headers: { "x-api-key": LIVE_KEY },
  })
  expect(exported.headers.get("content-type")).toBe("application/x-ndjson")
  expect(exported.headers.get("content-disposition")).toBe('attachment; filename="access-log.ndjson"')
  const lines = (await exported.text()).trim().split("\n")
  expect(lines.map(line => JSON.parse(line))).toEqual(reads)

  const { readAt } = reads[2] as Shown & { readAt: string }
  const since = (await owner.get(`${PATH}?objectId=${id}&from=${readAt}`)).body.items
  const earlier = (await owner.get(`${PATH}?objectId=${id}&to=${readAt}`)).body.items
  expect([...since, ...earlier]).toEqual(reads)
  expect(since.every((read: { readAt: string }) => read.readAt >= readAt)).toBe(true)
  const refused = await owner.get(`${PATH}?from=2026-03-02&to=2026-03-01`)
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("from")])
}, 60_000)

test("reads end after 90 days, and other organizations see none of them", async () => {
  const old = async () => (await owner.get(`${PATH}?to=${new Date(now - 60 * DAY_MS).toISOString()}`)).body.items
  const [kept, ...more] = await until(async () => {
    const items = await old()
    return items.length === 1 ? items : undefined
  })
  expect([kept.id, more]).toEqual([firstIdOf(now - ages.kept), []])
}, 60_000)

test("members, test keys and keys without the scope read nothing", async () => {
  const { body: member } = await owner.post("/v1/members", { email: "member@example.org", role: "member" })
  const first = await logIn(service.address, member.email, member.password)
  await first.post("/v1/auth/password", { currentPassword: member.password, newPassword: "another long password" })
  const colleague = await logIn(service.address, member.email, "another long password")
  const { key } = (await owner.post("/v1/api-keys", { name: "A key", mode: "production", scopes: ["write"] })).body
  for (const client of [colleague, createClient(service.address, TEST_KEY), createClient(service.address, key)])
    for (const path of [PATH, `${PATH}/export`]) expect((await client.get(path)).status).toBe(403)
  expect((await createClient(service.address, null).get(PATH)).status).toBe(401)
}, 60_000)

test("a stop writes the reads that wait, and an organization's reads go with it", async () => {
  const id = await completedScan(live)
  await live.get(`/v1/scans/${id}/result`)
  await service.end()
  const database = await openDatabaseOf(dataDir)
  const rows = await database.queries.select().from(accessLog).where(eq(accessLog.objectId, id))
  expect(rows).toHaveLength(1)
  const { organizationId } = rows[0]!
  expect((await eraseOrganization(database.queries, organizationId)).reads).toBeGreaterThan(10)
  const left = await database.queries.select().from(accessLog)
  expect(left.filter(row => row.organizationId === organizationId)).toEqual([])
  expect(left).toHaveLength(1)
  await database.close()
}, 60_000)
