import { afterAll, beforeAll, expect, test } from "bun:test"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

// @covers profiles: GET /v1/batteries/cost-tiers
test("cost tiers: five sizes, the last without an end, and the rule for self-sufficiency", async () => {
  const { status, body } = await client.get("/v1/batteries/cost-tiers")
  expect(status).toBe(200)
  expect(body.tiers.map(({ maxKwh, costPerKwh }: Record<string, number>) => [maxKwh, costPerKwh])).toEqual([
    [5, 1100],
    [10, 925],
    [20, 850],
    [40, 600],
    [null, 600],
  ])
  expect([body.selfSufficiencyCostPerKwh, body.currency]).toEqual([600, "EUR"])
})

// @covers profiles: GET /v1/batteries/presets
test("presets: sizes to take and ranges to search, with the defaults of a scan", async () => {
  const { body } = await client.get("/v1/batteries/presets")
  expect(body.defaults).toEqual({ minimumChargeLevel: 10, roundtripEfficiency: 92 })
  for (const preset of body.fixedPresets)
    expect(Object.keys(preset).sort()).toEqual(["id", "kwh", "label", "powerKw", "recommended"])
  for (const preset of body.rangePresets)
    expect(Object.keys(preset).sort()).toEqual(["id", "label", "maxKw", "maxKwh", "minKw", "minKwh"])
  const { kwh: capacityKwh, powerKw } = body.fixedPresets.filter(
    ({ recommended }: { recommended: boolean }) => recommended,
  )[0]!
  const scan = { location: { lat: 52.1, lon: 5.1 }, inputMethod: "known", yearlyKwh: 3000 }
  expect((await client.post("/v1/scans", { ...scan, electricBattery: { capacityKwh, powerKw } })).status).toBe(201)
})

test("battery data needs a credential", async () => {
  const anyone = createClient(service.address, null)
  for (const path of ["cost-tiers", "presets"]) expect((await anyone.get(`/v1/batteries/${path}`)).status).toBe(401)
})
