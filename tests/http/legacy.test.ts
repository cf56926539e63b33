import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { sql } from "drizzle-orm"
import { LegacyChart } from "../../api/legacy/chart.ts"
import {
  CHART_EXAMPLE,
  PROFILE_LIST_EXAMPLE,
  REPORT_EXAMPLE,
  SCAN_EXAMPLE,
  STATUS_EXAMPLE,
} from "../../api/legacy/examples.ts"
import { LoadProfileList } from "../../api/legacy/load-profiles/schemas.ts"
import { LegacyReport } from "../../api/legacy/report.ts"
import { LegacyScanRequest } from "../../api/legacy/request.ts"
import { RunStatus } from "../../api/legacy/schemas.ts"
import {
  endedRun,
  legacyClient,
  legacyHouse,
  legacyToken,
  openFreshDatabase,
  smallestRun,
  solvedRun,
  startLonelyApi,
} from "../support/legacy.ts"
import { startWithTwo } from "../support/profiles.ts"
import { createClient, until } from "../support/service.ts"
import { bearer, type Client, logIn } from "../support/sessions.ts"

let service: Awaited<ReturnType<typeof startWithTwo>>
let client: Client
/** Client of document 1, for the same organization and mode. */
let current: Client
let sandbox: Client
let house: string
/** A sandbox scan; it takes ten seconds. */
let slow: string

beforeAll(async () => {
  service = await startWithTwo()
  client = await legacyClient(service)
  current = createClient(service)
  sandbox = await legacyClient(service, service.testKey)
  slow = (await sandbox.post("/v1/scan", legacyHouse())).body.run_uuid
  house = await solvedRun(client, legacyHouse())
})
afterAll(() => service.end())

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const errors = (schema: Parameters<typeof Value.Errors>[0], value: unknown) =>
  [...Value.Errors(schema, value)].map(({ path, message }) => `${path} ${message}`)
const report = async (runUuid: string) => (await client.get(`/v1/scan?run-uuid=${runUuid}`)).body
const chart = async (runUuid: string, query = "") =>
  (await client.get(`/v1/scan/chart?run-uuid=${runUuid}${query}`)).body
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

// @covers legacy: creation response
// @covers legacy: states: calculating to optimal
// @covers legacy: POST /v1/scan
// @covers legacy: GET /v1/scan/status
test("a scan is created, followed by its status, and its report read", async () => {
  const created = await client.post("/v1/scan", smallestRun())
  expect([created.status, created.body]).toEqual([201, { run_uuid: expect.stringMatching(UUID_V7) }])
  const { run_uuid } = created.body
  expect(created.headers.get("location")).toBe(`/v1/scan/status?run-uuid=${run_uuid}`)
  expect(await endedRun(client, run_uuid)).toEqual({ run_uuid, status: "optimal", progression: 100 })
  const { status, body } = await client.get(`/v1/scan?run-uuid=${run_uuid}`)
  expect([status, errors(LegacyReport, body)]).toEqual([200, []])
  expect(body).toMatchObject({ run_uuid, status: "optimal", goal: "payback-time", investment_cost: 0 })
})

// @covers legacy: request: goal payback-time
test("payback-time is cost-savings of document 1 at the same site and the prices of the tiers", async () => {
  const { location, electricBattery, new_pv } = legacyHouse()
  const { body } = await current.post(
    "/v1/scans",
    {
      location,
      inputMethod: "known",
      yearlyKwh: 3500,
      control: "ideal",
      newPv: new_pv.map(({ name, max_panel_count }) => ({
        name,
        maxPanelCount: max_panel_count,
        panelPowerWatts: 430,
        costPerKwp: 1000,
      })),
      electricBattery: {
        // The legacy interface counts no standby use.
        standbyWatts: 0,
        costPerKwh: 925,
        capacityKwh: electricBattery.capacity_kwh,
        powerRatingKw: electricBattery.power_rating_kw,
      },
    },
    { prefer: "wait=30" },
  )
  // The load is scaled in another order, so that its hours differ in the last bits.
  const rounded = async (id: string) => {
    const { run_uuid: _run, created: _at, ...rest } = await report(id)
    return JSON.parse(JSON.stringify(rest, (_, value) => (typeof value === "number" ? +value.toPrecision(9) : value)))
  }
  expect(await rounded(house)).toEqual(await rounded(body.id))
})

// @covers legacy: request: goal self-sufficiency
test("panels are free for self-sufficiency, in sizing and in investment_cost", async () => {
  const request = { ...legacyHouse(), goal: "self-sufficiency", electricBattery: undefined }
  const { goal, recommended, investment_cost } = await report(await solvedRun(client, request))
  expect([goal, recommended.panels[0].panel_count, investment_cost]).toEqual(["self-sufficiency", 14, 0])
  const withBattery = await report(await solvedRun(client, { ...legacyHouse(), goal: "self-sufficiency" }))
  expect(withBattery.investment_cost).toBeCloseTo(925 * withBattery.recommended.battery.capacity_kwh, 6)
})

// @covers legacy: battery: total_cost
test("a battery costs its share of total_cost", async () => {
  const electricBattery = { capacity_kwh: 10, power_rating_kw: 5, total_cost: 1000, min_capacity_kwh: 2 }
  const { recommended, investment_cost } = await report(await solvedRun(client, { ...smallestRun(), electricBattery }))
  expect(recommended.battery.capacity_kwh).toBeGreaterThanOrEqual(2)
  expect(recommended.battery.total_cost).toBeCloseTo(100 * recommended.battery.capacity_kwh, 6)
  expect(investment_cost).toBe(recommended.battery.total_cost)
})

// @covers legacy: request: existing_pv
test("existing panels cost nothing and leave the load at yearly_kwh", async () => {
  const existing_pv = [{ name: "Old", panel_count: 10, panel_power_watts: 300 }]
  const { recommended, investment_cost, yearly_energy } = await report(
    await solvedRun(client, { ...smallestRun(), existing_pv }),
  )
  expect([recommended.panels, recommended.capacity_kwp, investment_cost]).toEqual([[], 0, 0])
  expect(yearly_energy.site_consumption).toBeCloseTo(2800, 2)
  expect(yearly_energy.solar_total_generation).toBeGreaterThan(2000)
  expect(yearly_energy.grid_purchase).toBeCloseTo(yearly_energy.grid_purchase_baseline, 2)
})

// @covers legacy: request: load_profile
// @covers legacy: standard profile names
test("the four load profiles of the document are taken, and differ", async () => {
  const shapes = await Promise.all(
    ["standard", "coupleBothAtWork", "couple1home1work", "3kidsbothwork"].map(async load_profile =>
      chart(await solvedRun(client, { ...smallestRun(), load_profile }), "&interval=year&startDate=2026-01-01"),
    ),
  )
  const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  for (const { site_consumption } of shapes)
    expect(sum(site_consumption.map((kw: number, month: number) => kw * 24 * days[month]!))).toBeCloseTo(2800, 1)
  expect(new Set(shapes.map(({ site_consumption }) => JSON.stringify(site_consumption))).size).toBe(4)
})

// @covers legacy: POST /v1/scan, failed to create scan
test("a failed creation is answered with the document's text", async () => {
  const failed = { error: "failed to create scan", message: expect.any(String) }
  const invalid = await client.post("/v1/scan", { goal: "payback-time" })
  expect([invalid.status, invalid.body]).toEqual([400, { ...failed, message: "yearly_kwh is required" }])
  const between = await client.post("/v1/scan", { ...smallestRun(), tariff: { type: "flat" } })
  expect(between.body.message).toBe("tariff.flat_eur_per_kwh is required when tariff.type is flat")
  expect((await client.post("/v1/scan", "{")).body).toEqual(failed)
  expect((await client.post("/v1/scan", undefined)).body).toEqual(failed)
  const large = await client.post("/v1/scan", `"${"x".repeat(1_100_000)}"`)
  expect([large.status, large.body]).toEqual([413, failed])
  const unknown = await client.post("/v1/scan", { ...smallestRun(), load_profile: "nobody" })
  expect([unknown.status, unknown.body.error]).toEqual([400, failed.error])
})

// @covers legacy: GET /v1/scan/status, scan not found or not accessible
test("a scan that is not there, or another organization's or mode's, is answered with the document's text", async () => {
  const other = await legacyClient(service, service.otherKey)
  for (const path of ["/v1/scan", "/v1/scan/status", "/v1/scan/chart"]) {
    for (const id of ["none", "00000000-0000-7000-8000-000000000000"]) {
      const { status, body } = await client.get(`${path}?run-uuid=${id}`)
      expect([status, body]).toEqual([
        404,
        { error: "scan not found or not accessible", message: `scan "${id}" not found` },
      ])
    }
    for (const stranger of [sandbox, other]) expect((await stranger.get(`${path}?run-uuid=${house}`)).status).toBe(404)
    const unnamed = await client.get(path)
    expect([unnamed.status, unnamed.body]).toEqual([400, { error: "Invalid request", message: "run-uuid is required" }])
  }
})

// @covers legacy: GET /v1/scans, Authentication required
// @covers legacy: list of profiles: 401
test("without a token every path says that authentication is required", async () => {
  const nobody = createClient(service, null)
  const expected = { error: "Authentication required", message: null }
  for (const path of ["/v1/scan", "/v1/scan/status", "/v1/scan/chart", "/v1/load-profile"])
    for (const headers of [{}, bearer("none")] as Record<string, string>[]) {
      const { status, body } = await nobody.get(`${path}?run-uuid=${house}`, headers)
      expect([path, status, body]).toEqual([path, 401, expected])
    }
  for (const path of ["/v1/scan", "/v1/load-profile"]) {
    const { status, body } = await nobody.post(path, smallestRun())
    expect([path, status, body]).toEqual([path, 401, expected])
  }
  expect((await nobody.get("/v1/scans")).body).toMatchObject(expected)
})

// @covers legacy: authentication: other credentials
test("an API key or a session is no token", async () => {
  for (const other of [current, await logIn(service)]) {
    const { status, body } = await other.get(`/v1/scan/status?run-uuid=${house}`)
    expect([status, body.error, typeof body.message]).toEqual([403, "Forbidden", "string"])
  }
})

// @covers legacy: status response
// @covers legacy: GET /v1/scan before optimal
test("before the end there is no report and no chart", async () => {
  const { body } = await sandbox.post("/v1/scan", smallestRun())
  for (const path of ["/v1/scan", "/v1/scan/chart"]) {
    const answer = await sandbox.get(`${path}?run-uuid=${body.run_uuid}`)
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: "scan not ready", message: "the scan is being calculated: ask again when its status is optimal" },
    ])
  }
  const status = (await sandbox.get(`/v1/scan/status?run-uuid=${body.run_uuid}`)).body
  expect(status).toEqual({ run_uuid: body.run_uuid, status: "calculating", progression: expect.any(Number) })
  expect(status.progression).toBeLessThan(100)
  const { scans } = (await sandbox.get("/v1/scans")).body
  expect(scans[0]).toMatchObject({ run_uuid: body.run_uuid, status: "calculating", has_error: false })
})

// @covers legacy: list: failed scans
// @covers legacy: states: error
test("a failed scan says why, in its status, its report and the list", async () => {
  const { body } = await current.post(
    "/v1/scans",
    {
      location: { lat: 52, lon: 5 },
      inputMethod: "known",
      yearlyKwh: 3000,
      goal: "renewable-minimum",
      renewableElectricityMinFraction: 0.9,
    },
    { prefer: "wait=30" },
  )
  const status = (await client.get(`/v1/scan/status?run-uuid=${body.id}`)).body
  expect(status).toEqual({
    run_uuid: expect.stringMatching(UUID_V7),
    status: "error",
    progression: expect.any(Number),
    message: body.errorMessage,
  })
  const answer = await client.get(`/v1/scan?run-uuid=${status.run_uuid}`)
  expect([answer.status, answer.body]).toEqual([
    409,
    { error: "scan not ready", message: `the scan failed: ${body.errorMessage}` },
  ])
  const { scans } = (await client.get("/v1/scans?per_page=100")).body
  const item = scans.find(({ run_uuid }: { run_uuid: string }) => run_uuid === status.run_uuid)
  expect(item).toMatchObject({ status: "error", has_error: true })
})

test("a scan of one interface is read in the other", async () => {
  const { items } = (await current.get("/v1/scans?limit=100")).body
  const oldest = items.at(-1)
  const full = (await current.get(`/v1/scans/${oldest.id}`)).body
  expect(full.goal).toBe("cost-savings")
  const mine = await report(house)
  expect([mine.created, mine.net_present_value]).toEqual([full.createdAt, full.financial.netPresentValue])
  expect(await report(oldest.id)).toEqual(mine)
  const made = await current.post("/v1/scans", { location: { lat: 52, lon: 5 }, inputMethod: "known", yearlyKwh: 3000 })
  expect(await endedRun(client, made.body.id)).toMatchObject({ status: "optimal" })
  expect((await report(made.body.id)).goal).toBe("payback-time")
})

test("a report that a program reads does not count as seen", async () => {
  const runUuid = await solvedRun(client, smallestRun())
  const seen = async () => (await current.get("/v1/scans?limit=1")).body.items[0].hasSeenReport
  expect(await seen()).toBe(false)
  await report(runUuid)
  expect(await seen()).toBe(false)
})

test("a repeated creation with the same Idempotency-Key makes one scan", async () => {
  const headers = { "idempotency-key": "earlier-1" }
  const first = await client.post("/v1/scan", smallestRun(), headers)
  const again = await client.post("/v1/scan", smallestRun(), headers)
  expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([201, first.body, "true"])
  const other = await client.post("/v1/scan", { ...smallestRun(), yearly_kwh: 1 }, headers)
  expect([other.status, other.body.error]).toEqual([409, "failed to create scan"])
})

test("an adjustment of a scan of this interface keeps its load", async () => {
  const existing_pv = [{ name: "Old", panel_count: 10, panel_power_watts: 300 }]
  await solvedRun(client, { ...smallestRun(), existing_pv })
  const { id } = (await current.get("/v1/scans?limit=1")).body.items[0]!
  const body = { copiedFromId: id, tariff: { type: "flat", flatEurPerKwh: 0.3 } }
  const adjusted = await current.post("/v1/scans", body, { prefer: "wait=30" })
  expect(adjusted.body.status).toBe("completed")
  expect((await report(adjusted.body.id)).yearly_energy.site_consumption).toBeCloseTo(2800, 2)
})

test("the examples of the documentation are answers and requests of this interface", async () => {
  expect(errors(LegacyScanRequest, SCAN_EXAMPLE)).toEqual([])
  expect(errors(LegacyReport, REPORT_EXAMPLE)).toEqual([])
  expect(errors(LegacyChart, CHART_EXAMPLE)).toEqual([])
  expect(errors(RunStatus, STATUS_EXAMPLE)).toEqual([])
  expect(errors(LoadProfileList, PROFILE_LIST_EXAMPLE)).toEqual([])
})

/** An answer of the document, inline or by reference. */
interface Shown {
  content: Record<string, { example?: object }>
}

test("the interface is documented with its own errors", async () => {
  const { paths, components } = (await current.get("/openapi.json")).body
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    /^\/v1\/(scan|load-profile)(\/|$)/.test(path)
      ? Object.keys(operations as object).map(method => `${method} ${path}`)
      : [],
  )
  expect(methods.sort()).toEqual([
    "get /v1/load-profile",
    "get /v1/scan",
    "get /v1/scan/chart",
    "get /v1/scan/status",
    "get /v1/scan/ws",
    "post /v1/load-profile",
    "post /v1/scan",
  ])
  for (const method of methods) {
    const [name, path] = method.split(" ")
    const { responses, security } = paths[path!][name!]
    expect(security).toEqual([{ accessToken: [] }])
    for (const [status, response] of Object.entries<Shown & { $ref?: string }>(responses)) {
      if (Number(status) < 400) continue
      const named = response.$ref?.split("/").at(-1)
      const { content } = named === undefined ? response : components.responses[named]
      expect([method, status, Object.keys(content["application/json"]?.example ?? {})]).toEqual([
        method,
        status,
        ["error", "message"],
      ])
    }
  }
})

test("a token of a test key makes sandbox scans, and their progress is that of the clock", async () => {
  const { body } = await sandbox.post("/v1/scan", legacyHouse())
  expect(await endedRun(sandbox, slow)).toEqual({ run_uuid: slow, status: "optimal", progression: 100 })
  expect((await client.get(`/v1/scan/status?run-uuid=${slow}`)).status).toBe(404)
  const answer = await sandbox.get(`/v1/scan?run-uuid=${slow}`)
  expect([answer.status, errors(LegacyReport, answer.body)]).toEqual([200, []])
  const first = (await sandbox.get(`/v1/scan/status?run-uuid=${body.run_uuid}`)).body.progression
  const later = await until(async () => {
    const { progression } = (await sandbox.get(`/v1/scan/status?run-uuid=${body.run_uuid}`)).body
    return progression > first ? progression : undefined
  })
  expect(later).toBeLessThan(100)
})

// @covers legacy: GET /v1/scans, Failed to fetch scans
// @covers legacy: 500 Failed to create profile record
// @covers legacy: 500 Failed to fetch profiles
test("a failure of the service is answered with the document's text", async () => {
  const { database, dataDir, close } = await openFreshDatabase()
  const api = await startLonelyApi(database, dataDir)
  const own = await legacyClient(api.address)
  await database.queries.execute(sql`alter table scans rename to broken_scans`)
  await database.queries.execute(sql`alter table load_profiles rename to broken_profiles`)
  const csv = new FormData()
  csv.append("csv", new File([Array(8760).fill("0.5").join("\n")], "flat.csv"))
  const uploading = await fetch(`${api.address}/v1/load-profile`, {
    method: "POST",
    headers: bearer(await legacyToken(api.address)),
    body: csv,
  })
  const answers = [
    ["failed to create scan", await own.post("/v1/scan", smallestRun())],
    ["Failed to fetch scans", await own.get("/v1/scans")],
    ["Failed to fetch profiles", await own.get("/v1/load-profile")],
    ["Failed to create profile record", { status: uploading.status, body: await uploading.json() }],
  ] as const
  for (const [error, { status, body }] of answers)
    expect([status, body]).toEqual([500, { error, message: expect.stringContaining("something went wrong") }])
  await api.stop()
  await close()
})
