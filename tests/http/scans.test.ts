import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { FullReport } from "../../domain/report/schema.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, until } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>
let sandbox: ReturnType<typeof createClient>
/** A sandbox scan that ends after 10 s, while other tests run. */
let sandboxId: string

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  sandbox = createClient(service, service.testKey)
  sandboxId = (await sandbox.post("/v1/scans", smallestRequest())).body.id
})
afterAll(() => service.end())

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const ended = (id: string): Promise<string> =>
  until(async () => {
    const { status } = (await client.get(`/v1/scans/${id}/status`)).body
    return status === "completed" || status === "error" ? status : undefined
  })

// @covers scans: creation response
// @covers scans: status response
// @covers scans: full report: status optimal
// @covers scans: POST /v1/scans
// @covers scans: GET /v1/scans/{id}
// @covers scans: GET /v1/scans/{id}/status
// @covers scans: GET /v1/scans/{id}/result
test("a scan is accepted at once and its report can be fetched when it is completed", async () => {
  const created = await client.post("/v1/scans", houseRequest())
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    id: expect.stringMatching(UUID_V7),
    status: "pending",
    createdAt: expect.stringMatching(ISO_TIME),
  })
  expect(created.headers.get("location")).toBe(`/v1/scans/${created.body.id}`)
  expect(await ended(created.body.id)).toBe("completed")

  const { status, body } = await client.get(`/v1/scans/${created.body.id}/status`)
  expect(status).toBe(200)
  expect(body).toEqual({ id: created.body.id, status: "completed", createdAt: created.body.createdAt })

  const report = await client.get(`/v1/scans/${created.body.id}`)
  expect(report.status).toBe(200)
  expect([...Value.Errors(FullReport, report.body)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  expect(report.body).toMatchObject({
    id: created.body.id,
    status: "optimal",
    goal: "cost-savings",
    tariffType: "dynamic",
    latitude: 51.44,
    longitude: 5.48,
    isShared: false,
    shareToken: null,
  })
  expect((await client.get(`/v1/scans/${created.body.id}/result`)).body).toEqual(report.body)
})

// @covers scans: states: completed
test("Prefer: wait answers when the scan has ended", async () => {
  const created = await client.post("/v1/scans", houseRequest(), { prefer: "wait=30" })
  expect(created.status).toBe(201)
  expect(created.body.status).toBe("completed")
  expect(created.headers.get("preference-applied")).toBe("wait=30")
})

test("a wait that is longer than any is the longest, as Preference-Applied says", async () => {
  const created = await client.post("/v1/scans", smallestRequest(), { prefer: "respond-async, wait=1200" })
  expect(created.body.status).toBe("completed")
  expect(created.headers.get("preference-applied")).toBe("wait=60")
})

test("a wait of no seconds is no wait", async () => {
  const created = await client.post("/v1/scans", smallestRequest(), { prefer: "wait=0" })
  expect(created.body.status).toBe("pending")
  expect(created.headers.get("preference-applied")).toBeNull()
})

// @covers scans: GET /v1/scans/{id}/request
test("the request can be read back with its defaults filled in", async () => {
  const { body } = await client.post("/v1/scans", smallestRequest())
  const copy = await client.get(`/v1/scans/${body.id}/request`)
  expect(copy.body).toEqual({
    ...smallestRequest(),
    loadProfile: "standard",
    existingPv: [],
    newPv: [],
    inverterControl: "none",
    // The usual Dutch contract: (0.1214 + 0.09161) · 1.21.
    tariff: {
      type: "flat",
      flatEurPerKwh: 0.25774,
      feedInEurPerKwh: 0.0025,
      taxesIncluded: true,
      usual: { country: "NL", fields: ["type", "flatEurPerKwh", "feedInEurPerKwh"] },
    },
    goal: "cost-savings",
    analysisYears: 25,
    includePvMaintenanceCosts: false,
    includeBatteryMaintenanceCosts: false,
  })
})

// @covers scans: list item
// @covers scans: GET /v1/scans
test("the list shows the newest scans first, page by page, and only those of a dossier when asked", async () => {
  const dossierId = `dossier-${Math.floor(performance.now())}`
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push((await client.post("/v1/scans", { ...smallestRequest(), dossierId })).body.id)
  await Promise.all(ids.map(ended))
  const list = await client.get(`/v1/scans?dossierId=${dossierId}&limit=2`)
  expect(list.body).toMatchObject({ total: 3, page: 1, limit: 2, totalPages: 2 })
  expect(list.body.items.map((item: { id: string }) => item.id)).toEqual([ids[2], ids[1]])
  expect(list.body.items[0]).toEqual({
    id: ids[2],
    status: "completed",
    createdAt: expect.stringMatching(ISO_TIME),
    goal: "cost-savings",
    hasError: false,
    errorMessage: null,
    yearlySavings: 0,
    customerDetails: null,
    acceptedAt: null,
    offerStatus: "none",
    offerGross: null,
    offerReturnPeriod: null,
    hasSeenReport: false,
    selfSufficiency: 0,
    returnPeriod: null,
    co2SavedKg: 0,
    isAdjustment: false,
    adjustmentCount: 0,
    cost: 0,
    currency: "EUR",
    dossierId,
    siteId: null,
    place: expect.any(String),
    panels: 0,
    batteryKwh: 0,
    investment: 0,
    netPresentValue: 0,
    savingsP10: null,
    savingsP50: null,
    savingsP90: null,
  })
  const second = await client.get(`/v1/scans?dossierId=${dossierId}&limit=2&page=2`)
  expect(second.body.items.map((item: { id: string }) => item.id)).toEqual([ids[0]])
})

test("a read by a key does not mark a report as seen", async () => {
  const { body } = await client.post("/v1/scans", smallestRequest(), { prefer: "wait=30" })
  const seen = async () =>
    (await client.get("/v1/scans?limit=100")).body.items.find((item: { id: string }) => item.id === body.id)
      .hasSeenReport
  expect(await seen()).toBe(false)
  await client.get(`/v1/scans/${body.id}`)
  await client.get(`/v1/scans/${body.id}/result`)
  expect(await seen()).toBe(false)
})

// @covers scans: goals: renewable-minimum
// @covers scans: states: error
// @covers scans: errors: failed scan
test("a goal out of reach ends the scan in error, with the best that is reached", async () => {
  const created = await client.post(
    "/v1/scans",
    { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.9 },
    { prefer: "wait=30" },
  )
  expect(created.body.status).toBe("error")
  expect(created.body.errorMessage).toContain("the best allowed system reaches 0 %")
  const scan = await client.get(`/v1/scans/${created.body.id}`)
  expect(scan.body).toMatchObject({ status: "error", hasError: true, errorMessage: created.body.errorMessage })
  const result = await client.get(`/v1/scans/${created.body.id}/result`)
  expect(result.status).toBe(409)
  expect(result.body).toEqual({
    statusCode: 409,
    message: `the scan failed: ${created.body.errorMessage}`,
    code: "SCAN_FAILED",
    reason: "scan-failed",
  })
})

test("metered export is the baseline's; more than the panels can make gives the nearest load, with a note", async () => {
  const flat = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }
  const reportWith = async (panelCount: number) => {
    const existingPv = [{ panelCount, panelPowerWatts: 400, tiltAngle: 35, orientationAngle: 180 }]
    const request = { ...smallestRequest(), yearlyKwh: 3000, yearlyExportKwh: 2500, existingPv, tariff: flat }
    const { body } = await client.post("/v1/scans", request, { prefer: "wait=60" })
    return (await client.get(`/v1/scans/${body.id}/result`)).body
  }
  const met = await reportWith(10)
  expect(met.overview.energyFlow.yearlyFeedInKwh).toBeCloseTo(2500, 2)
  expect(met.overview.energyFlow.yearlyGridPurchaseKwh).toBeCloseTo(3000, 2)
  expect(met.notes.join()).not.toContain("The meter fed in")

  const nearest = await reportWith(5)
  const { yearlyFeedInKwh, yearlyGridPurchaseKwh, solarYearlyOutputKwh } = nearest.overview.energyFlow
  expect(yearlyFeedInKwh).toBeWithin(0.9 * solarYearlyOutputKwh, solarYearlyOutputKwh)
  expect(yearlyGridPurchaseKwh).toBeCloseTo(3000, 2)
  expect(nearest.notes.join()).toContain(
    "The meter counted an export of 2,500 kWh: with 3,000 kWh bought, existing panels of",
  )
})

test("scans of a test key and of a production key do not see each other", async () => {
  const { body } = await client.post("/v1/scans", smallestRequest())
  expect((await sandbox.get(`/v1/scans/${body.id}/status`)).status).toBe(404)
  expect((await sandbox.get("/v1/scans")).body.items.some((item: { id: string }) => item.id === body.id)).toBe(false)
})

test("what cannot be a scan's id is not found", async () => {
  for (const id of ["none", "00000000-0000-7000-8000-000000000000", "%27%20or%201=1"])
    expect((await client.get(`/v1/scans/${id}/status`)).body).toEqual({
      statusCode: 404,
      message: "scan not found",
      code: "NOT_FOUND",
      reason: "not-found",
    })
})

test("the list can be narrowed to a status", async () => {
  const ids = async (status: string) =>
    (await sandbox.get(`/v1/scans?status=${status}&limit=100`)).body.items.map((item: { id: string }) => item.id)
  await until(async () => ((await ids("completed")).includes(sandboxId) ? true : undefined))
  expect([await ids("running"), await ids("error"), await ids("pending")]).toEqual([[], [], []])
  const { id } = (await sandbox.post("/v1/scans", smallestRequest())).body
  expect([await ids("running"), await ids("completed")]).toEqual([[id], [sandboxId]])
  const wrong = await sandbox.get("/v1/scans?status=done")
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining("status must be one of")])
})

test("market prices at a place without any are refused with their own code, in the sandbox too", async () => {
  const madrid = { ...smallestRequest(), location: { lat: 40.42, lon: -3.7 }, tariff: { type: "dynamic" } }
  for (const { status, body } of [await client.post("/v1/scans", madrid), await sandbox.post("/v1/scans", madrid)]) {
    expect(status).toBe(400)
    expect(body).toMatchObject({ statusCode: 400, code: "TARIFF_NEEDED", errors: [{ rule: "tariff-needed" }] })
    expect(body.message).toContain("es-usual-2025")
  }
})
