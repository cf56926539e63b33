import { afterAll, beforeAll, expect, test } from "bun:test"
import { studioWithBase } from "../support/profiles.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const layerOf = async (path: string) => (await client.get(path)).body.layers[0]
const messageOf = async (path: string, body: object) => {
  const answer = await client.post(path, body)
  return [answer.status, answer.body.message]
}

test("a heat pump by gas follows the temperatures of the place, and answers change one by one", async () => {
  const path = await studioWithBase(client)
  const { status, body } = await client.post(`${path}/layers`, {
    presetId: "warmtepomp",
    heatConfig: { yearlyGasM3: 1200 },
  })
  expect(status).toBe(201)
  const asked = await layerOf(path)
  expect(asked.heatConfig).toEqual({ yearlyGasM3: 1200 })
  expect(asked.annualKwh).toBeWithin(2900, 3050)
  const { result } = (await client.get(path)).body
  const sum = (from: number, days: number) =>
    result.slice(from, from + 24 * days).reduce((total: number, kwh: number) => total + kwh, 0)
  expect(sum(0, 31)).toBeGreaterThan(1.5 * sum(4344, 31))
  const layer = `${path}/layers/${body.layerId}`
  await client.patch(layer, { heatConfig: { yearlyHeatKwh: 20_000 } })
  const heat = await layerOf(path)
  expect(heat.heatConfig).toEqual({ yearlyHeatKwh: 20_000 })
  expect(heat.annualKwh).toBeGreaterThan(1.9 * asked.annualKwh)
  await client.patch(layer, { heatConfig: { emitters: "floor" } })
  expect((await layerOf(path)).heatConfig).toEqual({ yearlyHeatKwh: 20_000, emitters: "floor" })
  expect((await layerOf(path)).annualKwh).toBeLessThan(heat.annualKwh)
  const floor = await layerOf(path)
  await client.patch(layer, { maxKw: 8 })
  expect(await layerOf(path)).toMatchObject({ annualKwh: floor.annualKwh, peakKw: floor.peakKw })
  await client.patch(layer, { heatConfig: null })
  expect(await layerOf(path)).toMatchObject({ heatConfig: null, peakKw: expect.closeTo(8, 6) })
})

test("a car by kilometres, and by what it uses a day again", async () => {
  const path = await studioWithBase(client)
  const evConfig = { yearlyKm: 10_000, kwhPer100Km: 20, arrivalHour: 18, departureHour: 8 }
  const { body } = await client.post(`${path}/layers`, { presetId: "ev", evConfig })
  expect((await layerOf(path)).annualKwh).toBeCloseTo(2000, 1)
  const layer = `${path}/layers/${body.layerId}`
  await client.patch(layer, { evConfig: { yearlyKm: 15_000 } })
  expect(await layerOf(path)).toMatchObject({
    evConfig: { ...evConfig, yearlyKm: 15_000 },
    annualKwh: expect.closeTo(3000, 1),
  })
  await client.patch(layer, { evConfig: { kwhPer100Km: 30 } })
  expect((await layerOf(path)).annualKwh).toBeCloseTo(4500, 1)
  await client.patch(layer, { evConfig: { dailyConsumptionKwh: 4 } })
  expect(await layerOf(path)).toMatchObject({
    evConfig: { dailyConsumptionKwh: 4, arrivalHour: 18, departureHour: 8 },
    annualKwh: expect.closeTo(1460, 1),
  })
  const refused = await client.patch(layer, { evConfig: { kwhPer100Km: 20 } })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "evConfig.kwhPer100Km must be left out without evConfig.yearlyKm: it counts only with it",
  ])
  await client.patch(layer, { evConfig: null })
  expect(await layerOf(path)).toMatchObject({ evConfig: null, annualKwh: expect.closeTo(11 * 365, 1) })
})

test("answers that exclude or miss each other are refused", async () => {
  const path = `${await studioWithBase(client)}/layers`
  expect(await messageOf(path, { presetId: "warmtepomp", heatConfig: { boiler: "conventional" } })).toEqual([
    400,
    "heatConfig.yearlyGasM3 or heatConfig.yearlyHeatKwh is required",
  ])
  expect(
    await messageOf(path, { presetId: "warmtepomp", heatConfig: { yearlyGasM3: 1000, yearlyHeatKwh: 9000 } }),
  ).toEqual([400, "heatConfig.yearlyHeatKwh must be left out when heatConfig.yearlyGasM3 is given"])
  expect(await messageOf(path, { presetId: "ev", evConfig: { yearlyKm: 1000, dailyConsumptionKwh: 5 } })).toEqual([
    400,
    "evConfig.dailyConsumptionKwh must be left out when evConfig.yearlyKm is given",
  ])
  const alone = "evConfig.kwhPer100Km must be left out without evConfig.yearlyKm: it counts only with it"
  expect(await messageOf(path, { presetId: "ev", evConfig: { kwhPer100Km: 20 } })).toEqual([400, alone])
  expect(await messageOf(path, { presetId: "ev", evConfig: { kwhPer100Km: 20, dailyConsumptionKwh: 5 } })).toEqual([
    400,
    alone,
  ])
  expect(await messageOf(path, { presetId: "zwembad", heatConfig: { yearlyGasM3: 1000 } })).toEqual([
    400,
    "heatConfig must be left out: a layer of preset zwembad has none",
  ])
})

test("a saved studio and a report have the answers", async () => {
  const path = await studioWithBase(client)
  const layers = [{ type: "heat_pump", config: { heatConfig: { yearlyGasM3: 900, emitters: "floor" } } }]
  const saved = await client.put(path, { studioState: { baseProfile: { templateId: "stel" }, layers } })
  expect(saved.status).toBe(200)
  expect((await layerOf(path)).heatConfig).toEqual({ yearlyGasM3: 900, emitters: "floor" })
  const both = [{ type: "heat_pump", config: { heatConfig: {} } }]
  const refused = await client.put(path, { studioState: { baseProfile: { templateId: "stel" }, layers: both } })
  expect(refused.body.message).toContain("studioState.layers[0].config.heatConfig.yearlyGasM3")
  const scan = await client.post(
    "/v1/scans",
    {
      location: { lat: 52.09, lon: 5.12 },
      inputMethod: "studio",
      customProfileId: path.split("/").at(-1),
      electricBattery: { powerRatingKw: 5, capacityKwh: 10 },
    },
    { prefer: "wait=60" },
  )
  const { body } = await client.get(`/v1/scans/${scan.body.id}`)
  expect(body.studioProfile.layers[0].heatConfig).toEqual({ yearlyGasM3: 900, emitters: "floor" })
})
