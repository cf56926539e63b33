import { afterAll, beforeAll, expect, test } from "bun:test"
import { studioWithBase, total } from "../support/profiles.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const flat = (kwh: number) => new Array<number>(8760).fill(kwh)
const SOLAR = { panelCount: 10, panelPowerWatts: 400, tilt: 35, azimuth: 180 }

const saved = async (studioState: object, year?: number) => {
  const path = await studioWithBase(client)
  const { status, body } = await client.put(path, { studioState, ...(year ? { year } : {}) })
  return { status, body, detail: (await client.get(path)).body, path }
}

// @covers profiles: PUT /v1/studio-profiles/{id}
test("a whole studio is saved with the results it worked out", async () => {
  const { status, body, detail } = await saved(
    {
      baseProfile: {
        type: "upload",
        name: "meter.csv",
        annualKwh: 8760,
        data: flat(1),
        exportData: [],
        originalData: [1, 2],
      },
      layers: [
        {
          id: "car",
          type: "ev_charger",
          name: "Car",
          enabled: true,
          config: { maxKw: 11, note: "kept" },
          data: flat(0.5),
        },
      ],
      result: flat(1.25),
      exportResult: [],
      productionResult: [],
    },
    2031,
  )
  expect([status, body.totalKwh, body.year, body.baseProfileType, body.baseProfileName]).toEqual([
    200,
    10950,
    2031,
    "upload",
    "meter.csv",
  ])
  expect(detail.layers[0]).toMatchObject({
    id: "car",
    type: "ev_charger",
    presetId: "ev",
    maxKw: 11,
    annualKwh: 4380,
    config: { maxKw: 11, note: "kept" },
  })
  expect(detail.result).toEqual(flat(1.25))
  expect(detail.baseline).toMatchObject({ sourceType: "upload", annualKwh: 8760 })
})

test("results that are absent are worked out from base and layers", async () => {
  const { body, detail } = await saved({
    baseProfile: { templateId: "groot-gezin", annualKwh: 5000 },
    layers: [
      { type: "custom", config: { maxKw: 0.1 } },
      { type: "solar", config: SOLAR },
      { type: "ev_charger", config: { count: 1, dailyConsumptionKwh: 10 } },
    ],
  })
  const [custom, solar, ev] = detail.layers
  expect([custom.annualKwh, solar.solarConfig.systemCapacityKw]).toEqual([expect.closeTo(876, 2), 4])
  expect(ev.annualKwh).toBeCloseTo(3650, 0)
  const expected = 5000 + custom.annualKwh + ev.annualKwh - solar.annualKwh
  expect(body.totalKwh - body.totalExportKwh).toBeCloseTo(expected, 2)
})

test("a later change is worked out from the saved parts", async () => {
  const { path } = await saved({
    baseProfile: { data: flat(1) },
    layers: [{ id: "pump", type: "heat_pump", data: flat(0.5) }],
    result: flat(9),
  })
  expect((await client.patch(`${path}/layers/pump`, { maxKw: 1 })).body.totalKwh).toBe(2 * 8760)
  expect((await client.patch(`${path}/layers/pump`, { enabled: false })).body.totalKwh).toBe(8760)
})

test("a saved copy of what was read gives the same profile, merged ones too", async () => {
  const sunny = await studioWithBase(client)
  await client.post(`${sunny}/layers`, { presetId: "solar", solarConfig: SOLAR })
  const other = await studioWithBase(client)
  const ids = [sunny, other].map(path => path.split("/").at(-1))
  const merged = (await client.post("/v1/studio-profiles/merge", { profileIds: ids })).body
  const read = (await client.get(`/v1/studio-profiles/${merged.id}`)).body
  const { body, path } = await saved({
    baseProfile: { type: "upload", name: "Copy", data: read.result, exportData: read.exportResult },
    result: read.result,
    exportResult: read.exportResult,
    productionResult: read.productionResult,
  })
  expect([body.totalKwh, body.totalExportKwh]).toEqual([read.totalKwh, read.totalExportKwh])
  const more = (await client.post(`${path}/layers`, { presetId: "custom", maxKw: 1 })).body
  expect(more.totalKwh - more.totalExportKwh).toBeCloseTo(read.totalKwh - read.totalExportKwh + 8760, 1)
  expect(total((await client.get(path)).body.productionResult)).toBeCloseTo(total(read.productionResult), 1)
})

// @covers profiles: PUT updates the stored result used by scans
test("a scan's load is result + production - export", async () => {
  const { detail } = await saved({
    baseProfile: { data: flat(1) },
    result: flat(0.75),
    productionResult: flat(0.5),
    exportResult: flat(0.25),
  })
  const created = await client.post(
    "/v1/scans",
    { location: { lat: 52.1, lon: 5.1 }, inputMethod: "studio", customProfileId: detail.id },
    { prefer: "wait=60" },
  )
  expect(created.body).toMatchObject({ status: "completed" })
  const { body: report } = await client.get(`/v1/scans/${created.body.id}`)
  expect(report.overview.energyFlow.yearlyUsageKwh).toBe(8760)
  expect(report.solar.profileOutputKwh).toBe(4380)
})

test("fields of null count as absent", async () => {
  const { body } = await saved({
    baseProfile: { type: "template", templateId: "stel", profileKey: null, data: null, exportData: null },
    layers: [{ type: "custom", config: null, data: null }],
    result: null,
  })
  expect(body).toMatchObject({ totalKwh: expect.closeTo(3200 + 8760, 1), layerCount: 1 })
  expect((await saved({ baseProfile: null, layers: null })).body.totalKwh).toBeNull()
})

test("an empty state empties the profile", async () => {
  const { status, body } = await saved({})
  expect(status).toBe(200)
  expect(body).toMatchObject({ baseProfileType: null, totalKwh: null, layerCount: 0 })
})

test("what is wrong with a state is named by its path, all at once", async () => {
  const refusals: [object, string][] = [
    [{ baseProfile: { data: [1] } }, "studioState.baseProfile.data must have 8760 entries, or none; it has 1"],
    [
      { baseProfile: { data: flat(1) }, result: [1], exportResult: [1, 2] },
      "studioState.result must have 8760 entries, or none; it has 1; studioState.exportResult must have 8760 entries, or none; it has 2",
    ],
    [{ baseProfile: { data: flat(-1) } }, "studioState.baseProfile.data[0] must be at least 0"],
    [
      { layers: [{ type: "custom" }] },
      "studioState.baseProfile is required when there are layers or results: set a base first",
    ],
    [
      {
        baseProfile: { data: flat(1) },
        layers: [
          { type: "solar", data: flat(1) },
          { type: "solar", data: flat(1) },
        ],
      },
      "studioState.layers[1] is a second solar layer: a profile takes only one",
    ],
    [
      { baseProfile: { data: flat(1) }, layers: [{ type: "solar" }] },
      "studioState.layers[0].config.solarConfig is required when the layer has no data",
    ],
    [
      { baseProfile: { data: flat(1) }, layers: [{ type: "ev_charger", config: { count: 0 } }] },
      "studioState.layers[0].config.evConfig.count must be at least 1",
    ],
    [
      {
        baseProfile: { data: flat(1) },
        layers: [
          { id: "a", type: "custom" },
          { id: "a", type: "custom" },
        ],
      },
      "studioState.layers[1].id must be unique",
    ],
    [
      { baseProfile: { data: flat(1) }, exportResult: flat(2) },
      "studioState.exportResult[0] must be at most result + productionResult of the hour: energy must be bought or produced before it is exported",
    ],
    [{ baseProfile: { templateId: "x" } }, "studioState.baseProfile.templateId must be one of alleenstaand"],
    [{ base: {} }, "unknown field studioState.base, did you mean studioState.baseProfile?"],
  ]
  for (const [state, message] of refusals) {
    const { status, body } = await saved(state)
    expect([status, body.message.slice(0, message.length)]).toEqual([400, message])
  }
  const path = await studioWithBase(client)
  expect((await client.put(path, {})).body).toEqual({
    statusCode: 400,
    message: "studioState is required",
    code: "INVALID_INPUT",
    errors: expect.any(Array),
  })
  expect((await client.put(path, { studioState: {}, year: 2051 })).body.message).toBe("year must be at most 2050")
})

test("a state above 4 MiB is refused", async () => {
  const path = await studioWithBase(client)
  const { status, body } = await client.put(path, `{"studioState": {}, "x": "${"x".repeat(4 * 1024 * 1024)}"}`)
  expect([status, body.statusCode]).toEqual([413, 413])
  expect(body.message).toContain("4194304 bytes")
})
