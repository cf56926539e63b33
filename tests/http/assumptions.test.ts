import { afterAll, beforeAll, expect, test } from "bun:test"
import { defaultAssumptions } from "../../domain/market/assumptions.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization

beforeAll(async () => {
  service = await startShared()
})
afterAll(() => service.end())

const report = async (changes: object = {}) => {
  const client = createClient(service)
  const { body } = await client.post("/v1/scans", { ...houseRequest(), ...changes }, { prefer: "wait=60" })
  return (await client.get(`/v1/scans/${body.id}/result`)).body
}

test("an organization's own assumptions take the place of the shipped ones in its scans", async () => {
  const before = await report()
  expect(before.financial.parameters.discountRate).toBe(0.04)
  const owner = await logIn(service)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const path = `/v1/organizations/${organization.id}`
  expect((await owner.patch(path, { assumptions: { discountRate: 0.09 } })).status).toBe(200)
  const after = await report()
  expect(after.financial.parameters.discountRate).toBe(0.09)
  const originOf = (body: typeof after, name: string) =>
    body.financial.assumptionOrigins.find((one: { name: string }) => one.name === name)?.origin
  expect([before, after].map(body => originOf(body, "discountRate"))).toEqual(["shipped", "organization"])
  expect(originOf(after, "pvDegradation")).toBe("shipped")
  expect(originOf(await report({ electricityPriceGrowth: 0.01 }), "electricityPriceGrowth")).toBe("request")
  const named = after.financial.assumptionOrigins.map(({ name }: { name: string }) => name)
  expect(named.sort()).toEqual(Object.keys(defaultAssumptions).sort())
  expect(after.financial.netPresentValue).toBeLessThan(before.financial.netPresentValue)
  const falling = [5, 10].map(kwh => ({ kwh, eur: 100 - kwh }))
  const curve = await owner.patch(path, { assumptions: { batteryPriceCurve: falling } })
  expect([curve.status, curve.body.errors[0].path]).toEqual([400, ["assumptions", "batteryPriceCurve", 1]])
  const cheap = [
    { kwh: 0, eur: 100 },
    { kwh: 10, eur: 600 },
  ]
  expect((await owner.patch(path, { assumptions: { batteryPriceCurve: cheap } })).body.assumptions).toEqual({
    batteryPriceCurve: cheap,
  })
  const cheaper = await report()
  expect(cheaper.financial.parameters.batteryPriceCurve).toEqual(cheap)
  const { capacityKwh } = cheaper.battery.specs
  expect(capacityKwh).toBeGreaterThan(2)
  expect(cheaper.battery.costs.purchaseCost).toBeCloseTo(100 + 50 * capacityKwh, 2)
  const refused = await owner.patch(path, { assumptions: { discountRate: 2 } })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain("discountRate must be at most 1")
})

test("an organization chooses what operates the plants of its scans, unless a request names it; only owners do", async () => {
  const owner = await logIn(service)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const path = `/v1/organizations/${organization.id}`
  expect((await owner.patch(path, { assumptions: { control: "selfConsumption" } })).status).toBe(200)
  const changes = { tariff: { type: "dynamic" }, electricBattery: { capacityKwh: 5, powerRatingKw: 2.5 } }
  const chosenIn = ({ control }: { control: { chosen: string; origin: string } }) => [control.chosen, control.origin]
  expect(chosenIn(await report(changes))).toEqual(["selfConsumption", "organization"])
  expect(chosenIn(await report({ ...changes, control: "forecast" }))).toEqual(["forecast", "request"])
  const unknown = await owner.patch(path, { assumptions: { control: "oracle" } })
  expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, ["assumptions", "control"]])
  expect((await createClient(service).patch(path, { assumptions: {} })).status).toBe(403)
  expect((await owner.patch(path, { assumptions: {} })).status).toBe(200)
  expect(chosenIn(await report(changes))).toEqual(["forecast", "shipped"])
})

test("an organization's own tax and supplier's terms price its scans", async () => {
  const owner = await logIn(service)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const path = `/v1/organizations/${organization.id}`
  const assumptions = {
    energyTaxBlocks: [{ fromKwh: 0, eurPerKwh: 0.3 }],
    importVatFraction: 0.1,
    markUpEurPerKwh: 0.05,
  }
  expect((await owner.patch(path, { assumptions })).status).toBe(200)
  const client = createClient(service)
  const request = { ...houseRequest(), tariff: { type: "dynamic" } }
  const { body } = await client.post("/v1/scans", request, { prefer: "wait=60" })
  const { financial } = (await client.get(`/v1/scans/${body.id}/result`)).body
  const { taxEurPerKwh, vatFraction, markUpEurPerKwh } = financial.parameters
  expect([taxEurPerKwh, vatFraction, markUpEurPerKwh]).toEqual([0.3, 0.1, 0.05])
  const own = financial.tariffComponents.filter(({ status }: { status: string }) => status === "own")
  expect(own.map(({ component }: { component: string }) => component)).toEqual(["energyTax", "vat", "markUp"])
  const refused = await owner.patch(path, { assumptions: { energyTaxBlocks: [] } })
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("energyTaxBlocks")])
})
