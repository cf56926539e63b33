import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { LegacyChart } from "../../api/legacy/chart.ts"
import { legacyClient, legacyHouse, smallestRun, solvedRun } from "../support/legacy.ts"
import { startWithTwo } from "../support/profiles.ts"
import { createClient } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"

/** Lists and charts of the legacy interface. */
let service: Awaited<ReturnType<typeof startWithTwo>>
let client: Client
/** Client of document 1, for the same organization and mode. */
let current: Client
let house: string

beforeAll(async () => {
  service = await startWithTwo()
  client = await legacyClient(service)
  current = createClient(service)
  house = await solvedRun(client, legacyHouse())
  for (let i = 0; i < 2; i++) await solvedRun(client, smallestRun())
})
afterAll(() => service.end())

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const errors = (schema: Parameters<typeof Value.Errors>[0], value: unknown) =>
  [...Value.Errors(schema, value)].map(({ path, message }) => `${path} ${message}`)
const chart = async (runUuid: string, query = "") =>
  (await client.get(`/v1/scan/chart?run-uuid=${runUuid}${query}`)).body

// @covers legacy: list item, list response
test("the list has the shape of the credential", async () => {
  const { body } = await client.get("/v1/scans?per_page=2")
  expect(Object.keys(body)).toEqual(["scans", "pagination"])
  expect(body.scans).toHaveLength(2)
  expect(body.scans[0]).toEqual({
    run_uuid: expect.stringMatching(UUID_V7),
    status: expect.stringMatching(/^(optimal|error)$/),
    progression: expect.any(Number),
    has_error: expect.any(Boolean),
    created: expect.stringMatching(ISO_TIME),
    load_profile: "standard",
    use_custom_load_profile: false,
  })
  const { total } = body.pagination
  const pages = Math.ceil(total / 2)
  expect(body.pagination).toEqual({ page: 1, per_page: 2, total, total_pages: pages, has_next: true, has_prev: false })
  expect(Object.keys((await current.get("/v1/scans")).body)).toContain("items")
  const last = (await client.get(`/v1/scans?per_page=2&page=${pages}`)).body
  expect(last.pagination).toMatchObject({ page: pages, has_next: false, has_prev: true })
  expect(last.scans.at(-1)).toEqual({
    run_uuid: house,
    status: "optimal",
    progression: 100,
    has_error: false,
    created: expect.stringMatching(ISO_TIME),
    load_profile: "standard",
    use_custom_load_profile: false,
  })
  const beyond = (await client.get(`/v1/scans?page=${pages + 100}`)).body
  expect([beyond.scans, beyond.pagination.has_next, beyond.pagination.has_prev]).toEqual([[], false, true])
})

// @covers legacy: list: empty
test("an empty list has no pages", async () => {
  const other = await legacyClient(service, service.otherKey)
  const none = { page: 1, per_page: 20, total: 0, total_pages: 0, has_next: false, has_prev: false }
  expect((await other.get("/v1/scans")).body).toEqual({ scans: [], pagination: none })
  expect((await other.get("/v1/load-profile")).body).toEqual({ profiles: [], pagination: none })
})

// @covers legacy: GET /v1/scans, page and per_page
test("a page out of range is refused in the shape of this interface", async () => {
  const queries = [
    ["per_page=101", "per_page must be at most 100"],
    ["per_page=0", "per_page must be at least 1"],
    ["page=0", "page must be at least 1"],
    ["page=x", "page must be a number"],
  ]
  for (const [query, message] of queries) {
    const scans = await client.get(`/v1/scans?${query}`)
    expect([scans.status, scans.body]).toEqual([400, { error: "Failed to fetch scans", message }])
    const profiles = await client.get(`/v1/load-profile?${query}`)
    expect([profiles.status, profiles.body]).toEqual([400, { error: "Failed to fetch profiles", message }])
  }
})

// @covers legacy: GET /v1/scan/chart, interval
test("the chart has the points of each interval, from any start date, by default today", async () => {
  const points = { day: 24, week: 7, month: 28, year: 12 }
  for (const [interval, count] of Object.entries(points))
    for (const startDate of [
      "2026-02-01",
      "2026-02-01T12:00:00",
      "2026-02-01T12:00:00%2B01:00",
      "2026-02-01T12:00:00Z",
    ]) {
      const body = await chart(house, `&interval=${interval}&startDate=${startDate}`)
      expect(errors(LegacyChart, body)).toEqual([])
      expect([interval, body.site_consumption.length, body.start_date]).toEqual([
        interval,
        count,
        "2026-01-31T23:00:00.000Z",
      ])
    }
  const midnight = () =>
    Date.parse(`${new Date().toLocaleDateString("sv", { timeZone: "Europe/Amsterdam" })}T00:00:00.000+01:00`)
  const before = midnight()
  const { start_date, site_consumption } = await chart(house)
  expect(Date.parse(start_date)).toBeWithin(before, midnight() + 1)
  expect(site_consumption).toHaveLength(24)
})

test("a chart that cannot be is refused", async () => {
  const queries = [
    ["interval=hour", "interval must be one of day, week, month, year"],
    [
      "startDate=yesterday",
      "startDate must be a date such as 2026-03-01, alone or before a time of day with or without zone",
    ],
    ["extended=maybe", "extended must be true or false"],
  ]
  for (const [query, message] of queries) {
    const { status, body } = await client.get(`/v1/scan/chart?run-uuid=${house}&${query}`)
    expect([status, body]).toEqual([400, { error: "Invalid request", message }])
  }
})

// @covers legacy: chart: full_soc_series
// @covers legacy: GET /v1/scan/chart, extended
test("extended adds the state of charge of every hour, within the battery's limits", async () => {
  expect(await chart(house)).not.toHaveProperty("full_soc_series")
  expect(await chart(house, "&extended=false")).not.toHaveProperty("full_soc_series")
  const electricBattery = { capacity_kwh: 10, min_capacity_kwh: 10, power_rating_kw: 5, minimum_charge_level: 20 }
  const runUuid = await solvedRun(client, { ...smallestRun(), tariff: { type: "dynamic" }, electricBattery })
  const { full_soc_series } = await chart(runUuid, "&extended=true")
  expect(full_soc_series).toHaveLength(8760)
  expect(Math.min(...full_soc_series)).toBeGreaterThanOrEqual(0.2 - 1e-6)
  expect(Math.max(...full_soc_series)).toBeGreaterThan(0.9)
  expect(Math.max(...full_soc_series)).toBeLessThanOrEqual(1)
})
