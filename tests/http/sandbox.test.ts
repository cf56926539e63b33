import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { eq, sql } from "drizzle-orm"
import { FullReport } from "../../domain/report/schema.ts"
import { scanEvents, scans } from "../../store/tables.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan, endOf, itemOf } from "../support/scans.ts"
import {
  createClient,
  freshDataDir,
  openDatabaseOf,
  type ServiceOfOrganization,
  startProcess,
  TEST_KEY,
  until,
} from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client
let live: Client
let followed: Promise<{ id: string; seen: Map<string, number> }>
let waited: Promise<string>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service, service.testKey)
  live = createClient(service)
  followed = followScan()
  waited = completedScan(client, smallestRequest())
})
afterAll(() => service.end())

/** Follows a sandbox scan through its states. Returns each state with its first time after the creation [ms]. */
const followScan = async () => {
  const { body } = await client.post("/v1/scans", houseRequest())
  const createdMs = Date.parse(body.createdAt)
  const seen = new Map<string, number>([[body.status, 0]])
  await until(async () => {
    const { status } = (await client.get(`/v1/scans/${body.id}/status`)).body
    if (!seen.has(status)) seen.set(status, Date.now() - createdMs)
    await Bun.sleep(50)
    return status === "completed" ? true : undefined
  })
  return { id: body.id as string, seen }
}

// @covers scans: errors: validation alike in both modes
// @covers scans: sandbox: validated as production
test("a sandbox scan is refused where a production scan is, in the same words", async () => {
  for (const body of [
    {},
    { ...smallestRequest(), yearlyKwh: 0, newPv: [{ panelPowerWatts: 400 }] },
    { ...smallestRequest(), yearlyExportKwh: 100 },
    {
      ...smallestRequest(),
      tariff: { type: "flat", flatEurPerKwh: 0.01, feedInEurPerKwh: 1, taxesIncluded: false },
    },
  ]) {
    const [inSandbox, inProduction] = [await client.post("/v1/scans", body), await live.post("/v1/scans", body)]
    expect(inSandbox.status).toBe(400)
    expect(inSandbox.body).toEqual(inProduction.body)
  }
})

// @covers scans: errors: sandbox with a profile
test("profiles are refused with what to do instead, in addition to other violations", async () => {
  const rule = "the sandbox has no profiles: remove customProfileId and use inputMethod known"
  const { location } = smallestRequest()
  const messageOf = async (body: object) => {
    const { status, body: answer } = await client.post("/v1/scans", body)
    expect(status).toBe(400)
    return answer.message
  }
  expect(await messageOf({ location, inputMethod: "studio", customProfileId: "x" })).toBe(rule)
  expect(await messageOf({ location, inputMethod: "studio" })).toBe(rule)
  expect(await messageOf({ ...smallestRequest(), customProfileId: "x" })).toBe(rule)
  expect(await messageOf({ ...smallestRequest(), yearlyKwh: -1, customProfileId: "x" })).toBe(
    `${rule}; yearlyKwh must be above 0`,
  )
})

// @covers scans: GET /v1/scans/{id}, before completion
// @covers scans: GET /v1/scans/{id}/result, before completion
test("figures and report of an unfinished scan are not shown", async () => {
  const { body } = await client.post("/v1/scans", houseRequest())
  expect(await itemOf(client, body.id)).toMatchObject({ selfSufficiency: null, returnPeriod: null, co2SavedKg: null })
  const result = await client.get(`/v1/scans/${body.id}/result`)
  expect([result.status, result.body.code, result.headers.get("retry-after")]).toEqual([409, "SCAN_NOT_COMPLETED", "2"])
  expect((await client.get(`/v1/scans/${body.id}/chart`)).status).toBe(409)
  expect((await client.get(`/v1/scans/${body.id}`)).body).toEqual({
    id: body.id,
    status: "pending",
    createdAt: body.createdAt,
    goal: "cost-savings",
    hasError: false,
    errorMessage: null,
    cost: null,
  })
})

// @covers scans: authentication: test and production keys apart
test("the two modes are apart: lists, ids, adjustments and the mode of a session", async () => {
  const { id } = (await client.post("/v1/scans", smallestRequest())).body
  const liveId = (await live.post("/v1/scans", smallestRequest())).body.id
  const session = await logIn(service)
  expect(await itemOf(client, liveId)).toBeUndefined()
  expect(await itemOf(live, id)).toBeUndefined()
  for (const path of ["", "/status", "/result", "/request", "/chart", "/adjustments", "/branding"])
    expect((await live.get(`/v1/scans/${id}${path}`)).status).toBe(404)
  expect((await session.get(`/v1/scans/${id}/status`)).status).toBe(404)
  expect((await session.get(`/v1/scans/${id}/status?mode=sandbox`)).status).toBe(200)
  expect((await session.get(`/v1/scans/${liveId}/status`)).status).toBe(200)
})

// @covers scans: limits: sandbox costs nothing, is not counted
test("a sandbox scan costs nothing and is not counted", async () => {
  const before = (await live.get("/v1/usage")).body.used
  const { id } = (await client.post("/v1/scans", houseRequest())).body
  expect((await live.get("/v1/usage")).body.used).toBe(before)
  expect((await itemOf(client, id)).cost).toBeNull()
})

// @covers scans: limits: sandbox about 10 seconds
test("pending, processing from 5 s, completed from 10 s on, and never earlier", async () => {
  const { seen } = await followed
  expect([...seen.keys()]).toEqual(["pending", "processing", "completed"])
  expect(seen.get("processing")!).toBeGreaterThanOrEqual(5_000)
  expect(seen.get("completed")!).toBeGreaterThanOrEqual(10_000)
})

// @covers scans: sandbox: the fixture is the result
test("the report is a fixture's, in the shape of production, with chart, sharing and adjustments", async () => {
  const { id } = await followed
  const report = await client.get(`/v1/scans/${id}/result`)
  expect([...Value.Errors(FullReport, report.body)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  expect(report.body).toMatchObject({ id, status: "optimal", latitude: 51.56, longitude: 5.09 })
  expect((await client.get(`/v1/scans/${id}`)).body).toEqual(report.body)
  const { body } = await client.get(`/v1/scans/${id}/chart?interval=year&startDate=2026-01-01`)
  const consumed = body.consumption.reduce((sum: number, kwh: number) => sum + kwh, 0)
  expect(consumed).toBeCloseTo(report.body.overview.kpi.yearlyUsageKwh, 0)
  const item = await itemOf(client, id)
  expect(item.selfSufficiency).toBe(report.body.overview.kpi.selfSufficiency)
  const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  expect((await createClient(service.address, null).get(`/v1/scans/shared/${shareToken}`)).status).toBe(200)
  const adjusted = await client.post("/v1/scans", { copiedFromId: id, electricBattery: null })
  expect(adjusted.status).toBe(201)
  expect((await itemOf(client, id)).adjustmentCount).toBe(1)
})

test("a cancelled sandbox scan is gone", async () => {
  const { id } = (await client.post("/v1/scans", smallestRequest())).body
  expect((await client.delete(`/v1/scans/${id}`)).status).toBe(204)
  expect((await client.get(`/v1/scans/${id}/status`)).status).toBe(404)
})

// @covers scans: sandbox: timeline through restarts
test("the timeline goes on after kill -9, with each event once, and no solver ever sees the scan", async () => {
  const dataDir = await freshDataDir()
  const first = await startProcess(dataDir)
  const before = createClient(first.address, TEST_KEY)
  const { id } = (await before.post("/v1/scans", houseRequest())).body
  await first.end("SIGKILL")
  const database = await openDatabaseOf(dataDir)
  const age = sql`${scans.createdAt} - interval '20 seconds'`
  await database.queries.update(scans).set({ createdAt: age }).where(eq(scans.id, id))
  await database.close()

  const second = await startProcess(dataDir)
  expect(await endOf(createClient(second.address, TEST_KEY), id)).toBe("completed")
  await second.end()
  const after = await openDatabaseOf(dataDir)
  const events = await after.queries.select().from(scanEvents).where(eq(scanEvents.scanId, id)).orderBy(scanEvents.id)
  const { attempt, queuedAt } = (await after.queries.select().from(scans).where(eq(scans.id, id)))[0]!
  await after.close()
  expect(events.map(({ name }) => name)).toEqual(["scan.pending", "scan.processing", "scan.completed"])
  expect({ attempt, queuedAt }).toEqual({ attempt: 0, queuedAt: null })
})

test("Prefer: wait waits for a sandbox scan too", async () => {
  expect(await waited).toEqual(expect.any(String))
})

const withDossier = (dossierId: string) => ({ ...smallestRequest(), dossierId })
const statusAt = async (id: string): Promise<string> => (await client.get(`/v1/scans/${id}/status`)).body.status
const eventsOf = async (id: string): Promise<string[]> => {
  const { items } = (await client.get("/v1/events?dossierId=sandbox:instant&limit=100")).body
  return items
    .filter(({ data }: { data: { id: string } }) => data.id === id)
    .map(({ event }: { event: string }) => event)
}

test("the dossier sandbox:instant has its report at once, with the events of all states", async () => {
  const { status, body } = await client.post("/v1/scans", withDossier("sandbox:instant"))
  expect(status).toBe(201)
  expect(await statusAt(body.id)).toBe("completed")
  expect((await client.get(`/v1/scans/${body.id}/result`)).status).toBe(200)
  // Events get their places a moment after the transaction that writes them.
  const events = await until(async () => {
    const listed = await eventsOf(body.id)
    return listed.length >= 3 ? listed : undefined
  })
  expect(events).toEqual(["scan.pending", "scan.processing", "scan.completed"])
  const lines = `${JSON.stringify(withDossier("sandbox:instant"))}\n`.repeat(3)
  const bulk = await client.post("/v1/scans/bulk", lines, { "content-type": "application/x-ndjson" })
  expect(bulk.body).toMatchObject({ accepted: 3, refused: 0 })
})

test("the dossiers sandbox:error and sandbox:unreachable-goal end in errors without a report", async () => {
  for (const [dossierId, words] of [
    ["sandbox:error", "calculation"],
    ["sandbox:unreachable-goal", "90"],
  ] as const) {
    const { id } = (await client.post("/v1/scans", withDossier(dossierId))).body
    await until(async () => ((await statusAt(id)) === "error" ? true : undefined))
    const item = await itemOf(client, id)
    expect(item.errorMessage).toContain(words)
    expect((await client.get(`/v1/scans/${id}/result`)).body).toMatchObject({
      code: "SCAN_FAILED",
      reason: "scan-failed",
    })
  }
})

test("the dossier sandbox:slow is still processing when others are completed", async () => {
  const { id } = (await client.post("/v1/scans", withDossier("sandbox:slow"))).body
  await completedScan(client, smallestRequest())
  expect(await statusAt(id)).toBe("processing")
})

test("the dossier sandbox:quota is refused as by a used-up quota, and is solved in production", async () => {
  const refused = await client.post("/v1/scans", withDossier("sandbox:quota"))
  expect([refused.status, refused.body.code, refused.body.reason]).toEqual([429, "QUOTA_USED_UP", "quota-used-up"])
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await live.post("/v1/scans", withDossier("sandbox:quota"))).status).toBe(201)
})
