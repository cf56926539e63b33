import { afterAll, beforeAll, expect, test } from "bun:test"
import { expectConsistent, startWithTwo, studioWithBase, total } from "../support/profiles.ts"
import { createClient } from "../support/service.ts"

let service: Awaited<ReturnType<typeof startWithTwo>>
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startWithTwo()
  client = createClient(service)
})
afterAll(() => service.end())

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const SOLAR = { panelCount: 10, panelPowerWatts: 400, tilt: 35, azimuth: 180 }

const detail = async (path: string) => (await client.get(path)).body

// @covers profiles: POST /v1/studio-profiles
test("a profile is made with defaults and a numbered name, without a body", async () => {
  const first = await client.post("/v1/studio-profiles", undefined)
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    id: expect.stringMatching(UUID_V7),
    mode: "live",
    name: "Profile 1",
    baseProfileType: null,
    baseProfileName: null,
    totalKwh: null,
    peakKw: null,
    totalExportKwh: 0,
    peakExportKw: 0,
    layerCount: 0,
    hasSolarLayer: false,
    year: new Date().getUTCFullYear(),
    lat: 52.09,
    lon: 5.12,
    userId: null,
    organizationId: expect.stringMatching(UUID_V7),
    createdAt: expect.stringMatching(ISO_TIME),
    updatedAt: expect.stringMatching(ISO_TIME),
  })
  expect(first.headers.get("location")).toBe(`/v1/studio-profiles/${first.body.id}`)
  expect((await client.post("/v1/studio-profiles", { year: 2030, lat: -33.9, lon: 18.4 })).body).toMatchObject({
    name: "Profile 2",
    year: 2030,
    lat: -33.9,
    lon: 18.4,
  })
})

// @covers profiles: GET /v1/studio-profiles
test("the list shows summaries without place and hours, newest first", async () => {
  const { body: made } = await client.post("/v1/studio-profiles", { name: "Newest" })
  const { body } = await client.get("/v1/studio-profiles?limit=1")
  const { lat: _, lon: __, userId: ___, organizationId: ____, ...item } = made
  expect(body).toEqual({ items: [item], total: body.total, page: 1, limit: 1, totalPages: body.total })
})

// @covers profiles: GET /v1/studio-profiles/all
test("the combined list has the kind of each profile", async () => {
  for (const kind of ["studio", "energyhub", "laadplein"]) await client.post(`/v1/${kind}-profiles`, {})
  const { body } = await client.get("/v1/studio-profiles/all?limit=3")
  expect(body.items.map((item: { profileKind: string }) => item.profileKind)).toEqual([
    "laadplein",
    "energyhub",
    "studio",
  ])
})

// @covers profiles: GET /v1/studio-profiles/presets
test("presets name the four templates and the five layers", async () => {
  const { body } = await client.get("/v1/studio-profiles/presets")
  const templates = body.templates.map(({ id, annualKwh }: { id: string; annualKwh: number }) => [id, annualKwh])
  expect(templates).toEqual([
    ["alleenstaand", 2500],
    ["stel", 3200],
    ["thuiswerkers-kinderen", 4500],
    ["groot-gezin", 5500],
  ])
  const layers = body.layerPresets.map((preset: { id: string; defaultHourlyKw: number[] }) => [
    preset.id,
    preset.defaultHourlyKw.length,
  ])
  expect(layers).toEqual(["ev", "warmtepomp", "zwembad", "custom", "solar"].map(id => [id, 24]))
})

// @covers profiles: POST /v1/studio-profiles/{id}/base
test("a base by template, at its usual use and rescaled with its shape kept", async () => {
  const path = await studioWithBase(client)
  const usual = await detail(path)
  expect(usual).toMatchObject({ baseProfileType: "template", totalKwh: expect.closeTo(3200, 2) })
  expect(usual.baseline).toMatchObject({
    sourceType: "template",
    templateId: "stel",
    profileKey: null,
    annualExportKwh: 0,
  })
  const { status, body } = await client.post(`${path}/base`, { templateId: "stel", annualKwh: 6400 })
  expect(status).toBe(201)
  expect(body.totalKwh).toBeCloseTo(6400, 2)
  const scaled = await detail(path)
  expect(scaled.result[1000] / usual.result[1000]).toBeCloseTo(2, 4)
  await expectConsistent(client, path)
})

// @covers profiles: a base by standard business profile
test("a base by standard business profile", async () => {
  const path = await studioWithBase(client)
  const { body } = await client.post(`${path}/base`, { profileKey: "shop-g4", annualKwh: 12000 })
  expect(body).toMatchObject({ baseProfileType: "template", totalKwh: expect.closeTo(12000, 2) })
  expect((await detail(path)).baseline).toMatchObject({ profileKey: "shop-g4", templateId: null, category: "retail" })
})

// @covers profiles: a base must be set before layers are added
test("a layer before a base is refused with what to do", async () => {
  const { body: profile } = await client.post("/v1/studio-profiles", {})
  const { status, body } = await client.post(`/v1/studio-profiles/${profile.id}/layers`, { presetId: "custom" })
  expect([status, body]).toEqual([
    400,
    {
      statusCode: 400,
      message: "the profile has no base yet: set one with POST …/base or POST …/base/upload before adding layers",
      code: "INVALID_INPUT",
      errors: expect.any(Array),
    },
  ])
})

test("chart and CSV of a profile without a base say what to do", async () => {
  const { body: profile } = await client.post("/v1/studio-profiles", { name: "Empty" })
  for (const path of ["chart?view=week", "export-csv"]) {
    const { status, body } = await client.get(`/v1/studio-profiles/${profile.id}/${path}`)
    expect([status, body.statusCode]).toEqual([409, 409])
    expect(body.message).toContain("set a base first")
  }
})

// @covers profiles: GET /v1/studio-profiles/{id}
// @covers profiles: POST /v1/studio-profiles/{id}/layers
test("each preset adds its layer, and the totals grow by it", async () => {
  const path = await studioWithBase(client)
  const { totalKwh: before } = await detail(path)
  for (const presetId of ["ev", "warmtepomp", "zwembad", "custom"]) {
    const { status, body, headers } = await client.post(`${path}/layers`, { presetId })
    expect(status).toBe(201)
    expect(headers.get("location")).toBe(`${path}/layers/${body.layerId}`)
  }
  const { layers, totalKwh, layerCount } = await detail(path)
  expect(layerCount).toBe(4)
  expect(layers.map((layer: { maxKw: number; name: string }) => layer.maxKw)).toEqual([11, 5, 1.5, 1])
  expect(layers.map((layer: { type: string }) => layer.type)).toEqual([
    "ev_charger",
    "heat_pump",
    "pool_pump",
    "custom",
  ])
  expect(layers[3].annualKwh).toBe(8760)
  expect(layers[3].schedule).toEqual(Array.from({ length: 7 }, () => new Array(12).fill(true)))
  const added = total(layers.map((layer: { annualKwh: number }) => layer.annualKwh))
  expect(totalKwh).toBeCloseTo(before + added, 2)
  await expectConsistent(client, path)
})

// @covers profiles: at most one EV layer
// @covers profiles: any change to evConfig triggers a re-simulation
test("an EV layer is simulated from evConfig, and again when it changes; a second one is refused", async () => {
  const path = await studioWithBase(client)
  const evConfig = { count: 1, dailyConsumptionKwh: 10, arrivalHour: 18, departureHour: 7, chargerPowerKw: 7.4 }
  const { body } = await client.post(`${path}/layers`, { presetId: "ev", evConfig })
  const energy = async () => (await detail(path)).layers[0]
  expect((await energy()).annualKwh).toBeCloseTo(3650, 0)
  expect((await energy()).evConfig).toEqual(evConfig)
  expect((await client.patch(`${path}/layers/${body.layerId}`, { evConfig: { count: 2 } })).status).toBe(200)
  expect((await energy()).annualKwh).toBeCloseTo(7300, 0)
  const second = await client.post(`${path}/layers`, { presetId: "ev" })
  expect([second.status, second.body.message]).toEqual([
    400,
    "the profile has an EV layer already, and takes only one: change that layer, or delete it first",
  ])
})

// @covers profiles: at most one solar layer
// @covers profiles: production and export views
test("a solar layer lowers what is bought and feeds in the surplus; a second one is refused", async () => {
  const path = await studioWithBase(client)
  const { totalKwh: before } = await detail(path)
  const { status, body } = await client.post(`${path}/layers`, { presetId: "solar", solarConfig: SOLAR })
  expect(status).toBe(201)
  expect(body.hasSolarLayer).toBe(true)
  const { layers, totalKwh, totalExportKwh, productionResult } = await detail(path)
  const { annualKwh, solarConfig, schedule, hourlyKw } = layers[0]
  expect([schedule, hourlyKw]).toEqual([null, null])
  expect(solarConfig).toMatchObject({ ...SOLAR, losses: 14, systemCapacityKw: 4 })
  expect(solarConfig.annualProductionKwh).toBeCloseTo(annualKwh, 2)
  expect(annualKwh / 4).toBeWithin(800, 1200)
  expect(total(productionResult)).toBeCloseTo(annualKwh, 2)
  expect(totalKwh - totalExportKwh).toBeCloseTo(before - annualKwh, 2)
  const second = await client.post(`${path}/layers`, { presetId: "solar", solarConfig: SOLAR })
  expect([second.status, second.body.message]).toEqual([
    400,
    "the profile has a solar layer already, and takes only one: change that layer, or delete it first",
  ])
  const { production } = (await client.get(`${path}/chart?view=production`)).body
  expect(total(production)).toBeCloseTo(annualKwh, 1)
  const chart = (await client.get(`${path}/chart?view=export`)).body
  expect(total(chart.export)).toBeCloseTo(totalExportKwh, 1)
  await expectConsistent(client, path)
})

// @covers profiles: any change to solarConfig triggers a fresh production fetch
test("a change of solarConfig fetches the production anew", async () => {
  const path = await studioWithBase(client)
  const { body } = await client.post(`${path}/layers`, { presetId: "solar", solarConfig: SOLAR })
  const before = (await detail(path)).layers[0].annualKwh
  await client.patch(`${path}/layers/${body.layerId}`, { solarConfig: { azimuth: 0 } })
  const north = (await detail(path)).layers[0]
  expect(north.annualKwh).toBeLessThan(0.8 * before)
  expect(north.solarConfig).toMatchObject({ ...SOLAR, azimuth: 0 })
})

// @covers profiles: production is fetched per surface and summed
test("several roof surfaces are summed, and each has its own production", async () => {
  const path = await studioWithBase(client)
  const surface = (id: string, azimuth: number) => ({ ...SOLAR, id, azimuth })
  const roofSurfaces = [surface("east", 90), surface("west", 270)]
  await client.post(`${path}/layers`, { presetId: "solar", solarConfig: { roofSurfaces } })
  const { annualKwh, solarConfig, maxKw } = (await detail(path)).layers[0]
  const made = solarConfig.roofSurfaces.map((one: { annualProductionKwh: number }) => one.annualProductionKwh)
  expect(total(made)).toBeCloseTo(annualKwh, 2)
  expect(maxKw).toBe(8)
  const repeated = { roofSurfaces: [roofSurfaces[0], roofSurfaces[0]] }
  const { body } = await client.patch(`${path}/layers/${(await detail(path)).layers[0].id}`, { solarConfig: repeated })
  expect(body.message).toBe("solarConfig.roofSurfaces[1].id must be unique within the layer")
})

// @covers profiles: PATCH /v1/studio-profiles/{id}/layers/{layerId}
// @covers profiles: DELETE /v1/studio-profiles/{id}/layers/{layerId}
test("a layer is renamed, disabled and deleted", async () => {
  const path = await studioWithBase(client)
  const { totalKwh: before } = await detail(path)
  const { body } = await client.post(`${path}/layers`, { presetId: "custom", name: "Server", maxKw: 0.5 })
  const layer = `${path}/layers/${body.layerId}`
  expect(body.totalKwh).toBeCloseTo(before + 4380, 2)
  expect((await client.patch(layer, { name: "Cellar" })).body.totalKwh).toBe(body.totalKwh)
  expect((await client.patch(layer, { enabled: false })).body.totalKwh).toBe(before)
  expect((await detail(path)).layers[0]).toMatchObject({ name: "Cellar", enabled: false, annualKwh: 4380 })
  expect((await client.patch(layer, { enabled: true, maxKw: 1 })).body.totalKwh).toBeCloseTo(before + 8760, 2)
  const gone = await client.delete(layer)
  expect([gone.status, gone.body]).toEqual([204, ""])
  expect((await detail(path)).totalKwh).toBe(before)
  expect((await client.patch(layer, { name: "Gone" })).body).toEqual({
    statusCode: 404,
    message: "layer not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
})

// @covers profiles: schedule, hourlyKw and maxKw
test("a schedule and a shape say when a layer is active", async () => {
  const path = await studioWithBase(client)
  const schedule = Array.from({ length: 7 }, () => Array.from({ length: 12 }, (_, month) => month === 6))
  const hourlyKw = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 3 : 0))
  await client.post(`${path}/layers`, { presetId: "custom", schedule, hourlyKw, maxKw: 2 })
  const { layers } = await detail(path)
  expect([layers[0].annualKwh, layers[0].peakKw, layers[0].schedule]).toEqual([62, 2, schedule])
})

// @covers profiles: a base set replaces any existing base and keeps all layers
test("a new base keeps the layers", async () => {
  const path = await studioWithBase(client)
  await client.post(`${path}/layers`, { presetId: "zwembad" })
  const pump = (await detail(path)).layers[0].annualKwh
  const { body } = await client.post(`${path}/base`, { templateId: "groot-gezin" })
  expect(body.totalKwh).toBeCloseTo(5500 + pump, 2)
  expect(body.layerCount).toBe(1)
})

// @covers profiles: solar layers use no hourlyKw or schedule
test("fields that play no part in a layer are refused, all at once", async () => {
  const path = await studioWithBase(client)
  const { status, body } = await client.post(`${path}/layers`, {
    presetId: "solar",
    hourlyKw: new Array(24).fill(1),
    evConfig: { count: 1 },
  })
  expect([status, body.message]).toEqual([
    400,
    "hourlyKw must be left out: a layer of preset solar has none; evConfig must be left out: a layer of preset solar has none; solarConfig is required for a solar layer",
  ])
  expect((await client.post(`${path}/layers`, { presetId: "custom", solarConfig: SOLAR })).body.message).toBe(
    "solarConfig must be left out: a layer of preset custom has none",
  )
})
