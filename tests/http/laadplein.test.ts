import { afterAll, beforeAll, expect, test } from "bun:test"
import { csvHours, total } from "../support/profiles.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const PLAZA = {
  chargePoints: 6,
  chargerPowerKw: 22,
  sessionsPerDay: 18,
  kwhPerSession: 20,
  arrivalHour: 6,
  departureHour: 23,
}

const plaza = async (): Promise<string> => {
  const { body } = await client.post("/v1/laadplein-profiles", { year: 2025 })
  return `/v1/laadplein-profiles/${body.id}`
}

// @covers profiles: GET /v1/laadplein-profiles
// @covers profiles: POST /v1/laadplein-profiles
// @covers profiles: GET /v1/laadplein-profiles/{id}
// @covers profiles: PATCH /v1/laadplein-profiles/{id}
// @covers profiles: DELETE /v1/laadplein-profiles/{id}
test("a laadplein is made without a body, listed, renamed and deleted", async () => {
  const made = await client.post("/v1/laadplein-profiles", undefined)
  expect([made.status, made.body.name]).toEqual([201, "Laadplein 1"])
  expect((await client.get("/v1/laadplein-profiles")).body).toMatchObject({ total: 1, items: [{ id: made.body.id }] })
  const path = `/v1/laadplein-profiles/${made.body.id}`
  expect((await client.patch(path, { name: "Station" })).body.name).toBe("Station")
  expect((await client.get(path)).body).toMatchObject({ name: "Station", sources: [], assets: [] })
  expect((await client.delete(path)).status).toBe(204)
  expect((await client.get(path)).body).toEqual({
    statusCode: 404,
    message: "laadplein profile not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
})

// @covers profiles: POST /v1/laadplein-profiles/{id}/assets
test("a plaza charges its sessions, under its own limit when it has one", async () => {
  const path = await plaza()
  const { status, body } = await client.post(`${path}/assets`, {
    assetType: "charging-plaza",
    name: "P1",
    config: PLAZA,
  })
  expect(status).toBe(201)
  expect(body.totalKwh / (18 * 20 * 365)).toBeWithin(0.95, 1.0001)
  expect(body.peakKw).toBeGreaterThan(40)
  const limited = (await client.patch(`${path}/assets/${body.assetId}`, { config: { limitKw: 40 } })).body
  expect(limited.peakKw).toBeLessThanOrEqual(40)
  expect(limited.totalKwh).toBeLessThanOrEqual(body.totalKwh)
})

// @covers profiles: PATCH /v1/laadplein-profiles/{id}/assets/{assetId}
// @covers profiles: DELETE /v1/laadplein-profiles/{id}/assets/{assetId}
test("an asset is switched off and deleted", async () => {
  const path = await plaza()
  const { assetId } = (await client.post(`${path}/assets`, { assetType: "charging-plaza", config: PLAZA })).body
  const asset = `${path}/assets/${assetId}`
  expect((await client.patch(asset, { enabled: false })).body.totalKwh).toBe(0)
  expect((await client.delete(asset)).body).toMatchObject({ totalKwh: null, layerCount: 0 })
})

test("a plaza has no sources", async () => {
  expect((await client.post(`${await plaza()}/sources`, { templateId: "stel" })).status).toBe(404)
})

// @covers profiles: GET /v1/laadplein-profiles/{id}/chart
// @covers profiles: GET /v1/laadplein-profiles/{id}/export-csv
test("chart and CSV have the plaza's hours", async () => {
  const path = await plaza()
  const { totalKwh } = (await client.post(`${path}/assets`, { assetType: "charging-plaza", config: PLAZA })).body
  const chart = (await client.get(`${path}/chart?view=month&index=0`)).body
  expect([chart.labels.length, chart.baseline]).toEqual([31, new Array(31).fill(0)])
  const year = (await client.get(`${path}/chart?view=year`)).body
  expect(total(year.combined)).toBeCloseTo(totalKwh, 3)
  const hours = csvHours((await client.get(`${path}/export-csv`)).body)
  expect(Math.abs(total(hours) - totalKwh)).toBeLessThanOrEqual(1e-6 * totalKwh)
  expect(hours[4]).toBe(0)
})

test("a plaza is scanned and merged like any profile", async () => {
  const path = await plaza()
  const { id, totalKwh } = (await client.post(`${path}/assets`, { assetType: "charging-plaza", config: PLAZA })).body
  const created = await client.post(
    "/v1/scans",
    { location: { lat: 52.1, lon: 5.1 }, inputMethod: "studio", customProfileId: id },
    { prefer: "wait=60" },
  )
  expect(created.body.status).toBe("completed")
  const { body: report } = await client.get(`/v1/scans/${created.body.id}`)
  expect(report.overview.kpi.yearlyUsageKwh).toBeCloseTo(totalKwh, 2)
  expect(report.studioProfile.layers[0]).toMatchObject({ type: "charging-plaza", enabled: true })
  expect(report.studioProfile.layers[0].loadHeatmap.map((row: number[]) => row.length)).toEqual(new Array(12).fill(24))
  const { body } = await client.post("/v1/studio-profiles/merge", { profileIds: [id, id], name: "Two" })
  expect([body.name, body.totalKwh]).toEqual(["Two", expect.closeTo(2 * totalKwh, 1)])
})
