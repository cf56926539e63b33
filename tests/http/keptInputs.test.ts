import { afterAll, beforeAll, expect, test } from "bun:test"
import { studioWithBase } from "../support/profiles.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** Adjustments use the inputs of their original scan, whatever became of profiles, series, products and assumptions. */
let service: ServiceOfOrganization
let client: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

/** Figures of a report that its inputs decide. */
const figuresOf = async (id: string) => {
  const { body } = await client.get(`/v1/scans/${id}/result`)
  const { overview, financial, battery, electricityGrid, studioProfile, products } = body
  return { overview, financial, battery, electricityGrid, studioProfile, products }
}

const expectSameInputs = async (original: string, before: object) => {
  expect(await figuresOf(await completedScan(client, { copiedFromId: original }))).toEqual(before as never)
}

test("a profile that was edited, and one that was deleted", async () => {
  const path = await studioWithBase(client)
  const { yearlyKwh: _, ...site } = smallestRequest()
  const request = { ...site, inputMethod: "studio", customProfileId: path.split("/").at(-1) }
  const original = await completedScan(client, request)
  const before = await figuresOf(original)
  const hours = (await client.get(`/v1/scans/${original}/series`)).body.consumption

  expect((await client.post(`${path}/base`, { templateId: "groot-gezin" })).status).toBe(201)
  await expectSameInputs(original, before)
  expect((await figuresOf(await completedScan(client, request))).overview).not.toEqual(before.overview)

  expect((await client.delete(path)).status).toBe(204)
  await expectSameInputs(original, before)
  const adjusted = await completedScan(client, { copiedFromId: original, analysisYears: 20 })
  const series = await client.get(`/v1/scans/${adjusted}/series`)
  expect(series.body.consumption).toEqual(hours)
  expect((await client.post("/v1/scans", request)).status).toBe(404)
})

test("a price series and a battery of the catalogue that were deleted", async () => {
  const values = Array.from({ length: 8760 }, (_, hour) => (hour % 24 >= 7 ? 0.3 : 0.1))
  const { body: series } = await client.post("/v1/price-series", { name: "S", year: 2025, unit: "EUR/kWh", values })
  const product = { id: "volta-5", brand: "Volta", model: "V5", capacityKwh: 5, powerKw: 2.5, eur: 1500, maxCount: 2 }
  expect((await client.post("/v1/batteries/products", product)).status).toBe(201)
  const original = await completedScan(client, {
    ...houseRequest(),
    tariff: { type: "custom", buy: { energy: { series: series.id }, taxed: false }, sell: { energy: 0 } },
    electricBattery: { catalogue: "organization", capacityKwh: 20, powerRatingKw: 10 },
  })
  const before = await figuresOf(original)
  expect((await client.delete(`/v1/price-series/${series.id}`)).status).toBe(204)
  expect((await client.delete("/v1/batteries/products/volta-5")).status).toBe(204)
  await expectSameInputs(original, before)
})

test("assumptions that were changed; a new scan has the new ones", async () => {
  const owner = await logIn(service)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const path = `/v1/organizations/${organization.id}`
  const plain = await completedScan(client, houseRequest())
  expect((await owner.patch(path, { assumptions: { discountRate: 0.08 } })).status).toBe(200)
  const changed = await completedScan(client, houseRequest())
  const [rateOfPlain, rateOfChanged] = [await figuresOf(plain), await figuresOf(changed)]
  expect((await owner.patch(path, { assumptions: { discountRate: 0.02 } })).status).toBe(200)
  await expectSameInputs(plain, rateOfPlain)
  await expectSameInputs(changed, rateOfChanged)
  const liveCase = async () => (await owner.get(`/dashboard/scans/${changed}/live`)).headers.get("etag")
  const tag = await liveCase()
  expect((await owner.patch(path, { assumptions: {} })).status).toBe(200)
  expect(await liveCase()).toBe(tag)
})
