import { afterAll, beforeAll, expect, test } from "bun:test"
import { sample } from "../support/meterFiles.ts"
import { csvHours, startWithTwo, total, upload } from "../support/profiles.ts"
import { createClient } from "../support/service.ts"

let service: Awaited<ReturnType<typeof startWithTwo>>
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startWithTwo()
  client = createClient(service)
})
afterAll(() => service.end())

const flat = (kwh: number) => new Array<number>(8760).fill(kwh)
const PV = { panelCount: 100, panelPowerWatts: 400, tilt: 10, azimuth: 180 }

const hub = async (name = "Hub"): Promise<string> => {
  const { body } = await client.post("/v1/energyhub-profiles", { name, year: 2025 })
  return `/v1/energyhub-profiles/${body.id}`
}
const detail = async (path: string) => (await client.get(path)).body

// @covers profiles: GET /v1/energyhub-profiles
// @covers profiles: POST /v1/energyhub-profiles
// @covers profiles: PATCH /v1/energyhub-profiles/{id}
// @covers profiles: DELETE /v1/energyhub-profiles/{id}
test("an energyhub is made with defaults, listed, renamed and deleted", async () => {
  const made = await client.post("/v1/energyhub-profiles", undefined)
  expect([made.status, made.body.name, made.body.totalKwh]).toEqual([201, "Energyhub 1", null])
  const { body } = await client.get("/v1/energyhub-profiles?page=1&limit=5")
  expect(body).toMatchObject({ total: 1, page: 1, limit: 5, totalPages: 1 })
  expect(body.items[0].id).toBe(made.body.id)
  const path = `/v1/energyhub-profiles/${made.body.id}`
  expect((await client.patch(path, { name: "Park" })).body.name).toBe("Park")
  expect(await detail(path)).toMatchObject({ name: "Park", sources: [], assets: [] })
  const gone = await client.delete(path)
  expect([gone.status, gone.body]).toEqual([204, ""])
  expect((await client.get(path)).body).toEqual({
    statusCode: 404,
    message: "energyhub profile not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
})

// @covers profiles: POST /v1/energyhub-profiles/{id}/sources
test("sources by template, by standard profile and by own hours", async () => {
  const path = await hub()
  const first = await client.post(`${path}/sources`, { sourceType: "template", templateId: "stel" })
  expect(first.status).toBe(201)
  expect(first.headers.get("location")).toBe(`${path}/sources/${first.body.sourceId}`)
  await client.post(`${path}/sources`, { profileKey: "shop-g4", annualKwh: 500_000, name: "Shop" })
  const { body } = await client.post(`${path}/sources`, { data: flat(2), name: "Press" })
  expect(body.totalKwh).toBeCloseTo(3200 + 500_000 + 17_520, 0)
  const { sources, layerCount } = await detail(path)
  expect(layerCount).toBe(3)
  expect(sources.map((source: { sourceType: string }) => source.sourceType)).toEqual([
    "template",
    "standard-profile",
    "data",
  ])
  expect(sources[1]).toMatchObject({
    name: "Shop",
    direction: "consumption",
    profileKey: "shop-g4",
    category: "retail",
    enabled: true,
    annualKwh: expect.closeTo(500_000, 0),
  })
})

// @covers profiles: generation sources
test("a generating source produces", async () => {
  const path = await hub()
  await client.post(`${path}/sources`, { data: flat(3) })
  const { body } = await client.post(`${path}/sources`, { data: flat(1), direction: "generation" })
  expect(body).toMatchObject({ totalKwh: 17_520, totalExportKwh: 0, hasSolarLayer: true })
})

// @covers profiles: PATCH /v1/energyhub-profiles/{id}/sources/{sourceId}
// @covers profiles: DELETE /v1/energyhub-profiles/{id}/sources/{sourceId}
test("a source is renamed, switched off, rescaled and deleted", async () => {
  const path = await hub()
  const { sourceId } = (await client.post(`${path}/sources`, { templateId: "stel" })).body
  const source = `${path}/sources/${sourceId}`
  const { status, body } = await client.patch(source, { name: "House", annualKwh: 6400 })
  expect([status, body.totalKwh]).toEqual([200, expect.closeTo(6400, 1)])
  expect((await client.patch(source, { enabled: false })).body.totalKwh).toBe(0)
  expect((await detail(path)).sources[0]).toMatchObject({ name: "House", enabled: false })
  const gone = await client.delete(source)
  expect([gone.status, gone.body.totalKwh, gone.body.layerCount]).toEqual([200, null, 0])
  expect((await client.delete(source)).body).toEqual({
    statusCode: 404,
    message: "source not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
})

// @covers profiles: POST /v1/energyhub-profiles/{id}/sources/upload
test("a source by meter file keeps what it feeds in", async () => {
  const path = await hub()
  const { status, body } = await upload(service, `${path}/sources/upload`, sample("zonneplan-2024.xlsx"), "meter.xlsx")
  expect(status).toBe(201)
  expect(body).toMatchObject({ measuredFraction: 1, sourceId: expect.any(String) })
  expect(body.totalExportKwh).toBeGreaterThan(2000)
  expect((await detail(path)).sources[0]).toMatchObject({
    name: "meter.xlsx",
    sourceType: "upload",
    measuredFraction: 1,
  })
})

test("panels next to a metered source are further generation, unless they say that they are behind it", async () => {
  const path = await hub()
  const { sourceId, totalExportKwh: metered } = (
    await upload(service, `${path}/sources/upload`, sample("zonneplan-2024.xlsx"), "meter.xlsx")
  ).body
  const { assetId, ...further } = (await client.post(`${path}/assets`, { assetType: "pv", config: PV })).body
  const asset = `${path}/assets/${assetId}`
  const { annualKwh, behindSource } = (await detail(path)).assets[0]
  expect([annualKwh > 30_000, behindSource]).toEqual([true, null])
  expect(further.totalExportKwh).toBeGreaterThan(metered + annualKwh - 10_000)
  expect(further.totalExportKwh).toBeLessThanOrEqual(metered + annualKwh)

  const behind = (await client.patch(asset, { behindSource: sourceId })).body
  expect(behind.totalExportKwh).toBeLessThan(annualKwh)
  expect((await detail(path)).assets[0].behindSource).toBe(sourceId)
  const free = (await client.patch(asset, { behindSource: null })).body
  expect(free.totalExportKwh).toBe(further.totalExportKwh)

  await client.patch(asset, { behindSource: sourceId })
  await client.delete(`${path}/sources/${sourceId}`)
  expect((await detail(path)).assets[0].behindSource).toBeNull()
})

test("an asset is behind a consuming source of its own hub, and only if it generates", async () => {
  const path = await hub()
  const { sourceId } = (await client.post(`${path}/sources`, { data: flat(1), direction: "generation" })).body
  const { sourceId: house } = (await client.post(`${path}/sources`, { templateId: "stel" })).body
  const add = (assetType: string, config: object, behindSource: string) =>
    client.post(`${path}/assets`, { assetType, config, behindSource })
  const refused = [
    await add("pv", PV, sourceId),
    await add("pv", PV, "00000000-0000-7000-8000-000000000000"),
    await add("heat-pump", { annualKwh: 100 }, house),
  ]
  for (const { status, body } of refused) {
    expect([status, body.errors[0].rule, body.errors[0].path]).toEqual([400, "not-behind-source", ["behindSource"]])
  }
  expect((await add("pv", PV, house)).status).toBe(201)
})

// @covers profiles: GET /v1/energyhub-profiles/{id}
// @covers profiles: POST /v1/energyhub-profiles/{id}/assets
test("all five kinds of assets", async () => {
  const path = await hub()
  const add = (assetType: string, config: object, name?: string) =>
    client.post(`${path}/assets`, { assetType, config, name })
  const pump = await add("heat-pump", { annualKwh: 20_000 }, "Pump")
  expect(pump.status).toBe(201)
  expect(pump.headers.get("location")).toBe(`${path}/assets/${pump.body.assetId}`)
  expect(pump.body.totalKwh).toBeCloseTo(20_000, 0)
  await add("custom-consumption", { maxKw: 10, hourlyKw: new Array(24).fill(1) })
  await add("charging-plaza", {
    chargePoints: 10,
    chargerPowerKw: 11,
    sessionsPerDay: 20,
    kwhPerSession: 12,
    arrivalHour: 7,
    departureHour: 23,
    limitKw: 60,
  })
  const before = await detail(path)
  expect(before.assets[2].peakKw).toBeLessThanOrEqual(60)
  await add("pv", PV)
  await add("production-upload", { data: flat(1) })
  const { assets, totalKwh, totalExportKwh, hasSolarLayer } = await detail(path)
  expect(assets.map((asset: { direction: string }) => asset.direction)).toEqual([
    "consumption",
    "consumption",
    "consumption",
    "generation",
    "generation",
  ])
  expect(assets[3].config).toMatchObject({ ...PV, losses: 14, systemCapacityKw: 40 })
  expect([hasSolarLayer, assets[4].annualKwh, assets[4].config]).toEqual([true, 8760, {}])
  expect(totalKwh - totalExportKwh).toBeCloseTo(before.totalKwh - assets[3].annualKwh - 8760, -1)
})

// @covers profiles: PATCH /v1/energyhub-profiles/{id}/assets/{assetId}
// @covers profiles: DELETE /v1/energyhub-profiles/{id}/assets/{assetId}
test("an asset is renamed, reconfigured, switched off and deleted", async () => {
  const path = await hub()
  const plaza = {
    chargePoints: 4,
    chargerPowerKw: 22,
    sessionsPerDay: 4,
    kwhPerSession: 30,
    arrivalHour: 6,
    departureHour: 22,
  }
  const { assetId, totalKwh } = (await client.post(`${path}/assets`, { assetType: "charging-plaza", config: plaza }))
    .body
  expect(totalKwh / (4 * 30 * 365)).toBeWithin(0.95, 1.0001)
  const asset = `${path}/assets/${assetId}`
  const { body } = await client.patch(asset, { name: "Square", config: { limitKw: 15 } })
  expect(body.peakKw).toBeLessThanOrEqual(15)
  expect((await detail(path)).assets[0]).toMatchObject({ name: "Square", config: { ...plaza, limitKw: 15 } })
  expect((await client.patch(asset, { enabled: false })).body.totalKwh).toBe(0)
  const gone = await client.delete(asset)
  expect([gone.status, gone.body.totalKwh]).toEqual([200, null])
  expect((await client.patch(asset, {})).body).toEqual({
    statusCode: 404,
    message: "asset not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
})

test("what is wrong with a source or asset is named", async () => {
  const path = await hub()
  const refusals: [string, object, string][] = [
    ["sources", {}, "templateId, profileKey or data is required"],
    [
      "sources",
      { sourceType: "template", profileKey: "shop-g4" },
      "templateId is required when sourceType is template",
    ],
    ["sources", { sourceType: "standard-profile" }, "templateId, profileKey or data is required"],
    ["sources", { profileKey: "none" }, 'profileKey "none" is not a standard profile'],
    ["sources", { data: [1] }, "data must have at least 8760 entries"],
    ["sources", { templateId: "stel", annualKwh: 0 }, "annualKwh must be above 0"],
    ["sources", { templateId: "stel", direction: "both" }, "direction must be one of consumption, generation"],
    ["assets", {}, "assetType is required"],
    ["assets", { assetType: "wind" }, "assetType must be one of heat-pump, custom-consumption, pv"],
    ["assets", { assetType: "heat-pump" }, "config.annualKwh or config.maxKw is required"],
    ["assets", { assetType: "heat-pump", config: { annualKwh: 1, maxKw: 1 } }, "config.maxKw must be left out"],
    ["assets", { assetType: "custom-consumption", config: { maxKw: 1 } }, "config.hourlyKw is required"],
    ["assets", { assetType: "pv", config: {} }, "config.panelCount is required, unless roofSurfaces is given"],
    ["assets", { assetType: "pv", config: PV, direction: "consumption" }, "direction must be generation"],
    [
      "assets",
      { assetType: "charging-plaza", config: { chargePoint: 1 } },
      "unknown field config.chargePoint, did you mean",
    ],
    [
      "assets",
      { assetType: "production-upload", config: { data: [1] } },
      "config.data must have at least 8760 entries",
    ],
  ]
  for (const [parts, input, message] of refusals) {
    const { status, body } = await client.post(`${path}/${parts}`, input)
    expect([status, body.statusCode, body.message.includes(message) ? message : body.message]).toEqual([
      400,
      400,
      message,
    ])
  }
})

// @covers profiles: GET /v1/energyhub-profiles/{id}/chart
// @covers profiles: GET /v1/energyhub-profiles/{id}/export-csv
test("a chart by index or by date, and the CSV of the same hours", async () => {
  const path = await hub()
  await client.post(`${path}/sources`, { data: Array.from({ length: 8760 }, (_, hour) => hour % 24) })
  await client.post(`${path}/assets`, {
    assetType: "custom-consumption",
    config: { maxKw: 1, hourlyKw: new Array(24).fill(1) },
  })
  const week = (await client.get(`${path}/chart?view=week&startDate=2019-03-04`)).body
  expect([week.labels[0], week.index, week.intervalType]).toEqual(["2025-03-04 00:00", null, "hour"])
  expect([week.baseline[5], week.combined[5]]).toEqual([5, 6])
  expect((await client.get(`${path}/chart?view=month&index=1`)).body.combined).toEqual(new Array(28).fill(276 + 24))
  expect((await client.get(`${path}/chart?view=year`)).body.labels.length).toBe(12)
  expect((await client.get(`${path}/chart?view=week&startDate=now`)).body.message).toBe(
    "startDate must be a date as YYYY-MM-DD",
  )
  const hours = csvHours((await client.get(`${path}/export-csv`)).body)
  expect(total(hours)).toBe((await detail(path)).totalKwh)
})

// @covers scans: goals: energyhub
// @covers profiles: goal energyhub
test("a scan with the goal energyhub takes an energyhub, and no other kind of profile", async () => {
  const path = await hub("Works")
  const { id } = await detail(path)
  const scan = {
    location: { lat: 52.1, lon: 5.1 },
    inputMethod: "studio",
    customProfileId: id,
    goal: "energyhub",
    tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05, contractedPowerKw: 40 },
  }
  const empty = await client.post("/v1/scans", scan)
  expect([empty.status, empty.body.message]).toEqual([
    400,
    "customProfileId is a profile without hours: give it a base, source or asset first",
  ])
  await client.post(`${path}/sources`, { profileKey: "shop-g4", annualKwh: 30_000 })
  await client.post(`${path}/assets`, { assetType: "pv", config: PV })
  const created = await client.post("/v1/scans", scan, { prefer: "wait=60" })
  expect(created.body.status).toBe("completed")
  const { body: report } = await client.get(`/v1/scans/${created.body.id}`)
  expect(report.studioProfile).toMatchObject({ id, name: "Works", baseProfileType: null, layerCount: 2, year: 2025 })
  expect(report.studioProfile.layers.map((layer: { type: string }) => layer.type)).toEqual(["standard-profile", "pv"])
  expect(report.overview.kpi.yearlyUsageKwh).toBeCloseTo(30_000, 0)
  // The scan has the sun of the prices' year, so that other hours need purchase.
  const { totalKwh } = await detail(path)
  expect(report.electricityGrid.annualEnergySuppliedKwhBau / totalKwh).toBeWithin(0.99, 1.01)

  const { body: studio } = await client.post("/v1/studio-profiles", {})
  await client.post(`/v1/studio-profiles/${studio.id}/base`, { templateId: "stel" })
  const refused = await client.post("/v1/scans", { ...scan, customProfileId: studio.id })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "customProfileId must be the id of an energyhub profile when goal is energyhub; it is a studio profile",
  ])
})

test("another organization's energyhub does not exist, nor does one of another kind", async () => {
  const path = await hub()
  const id = path.split("/").at(-1)
  const other = createClient(service, service.otherKey)
  expect((await other.get("/v1/energyhub-profiles")).body.total).toBe(0)
  const calls = [
    other.get(path),
    other.get(`${path}/chart?view=week`),
    other.get(`${path}/export-csv`),
    other.post(`${path}/sources`, { templateId: "stel" }),
    other.post(`${path}/assets`, { assetType: "heat-pump", config: { maxKw: 1 } }),
    other.patch(path, { name: "Mine" }),
    other.delete(path),
    client.get(`/v1/studio-profiles/${id}`),
    client.get(`/v1/laadplein-profiles/${id}`),
  ]
  for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
})
