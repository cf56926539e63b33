import { afterAll, beforeAll, expect, test } from "bun:test"
import { completedScan } from "../support/scans.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"

/** GET /v1/places, its yield and its contract: coordinates of a site, and the yield and usual prices there. */
let service: RunningService
let client: Client

beforeAll(async () => {
  service = await startFresh()
  client = createClient(service.address)
})
afterAll(() => service.end())

const find = (text: string) => client.get(`/v1/places?query=${encodeURIComponent(text)}`)

test("a postcode gives the place that a scan takes", async () => {
  const { status, body } = await find("3511 AB")
  expect(status).toBe(200)
  expect(body.items).toEqual([
    { postalCode: "3511", name: "Utrecht", region: "Utrecht", country: "NL", lat: 52.088, lon: 5.118 },
  ])
  const [{ lat, lon }] = body.items
  const scan = { location: { lat, lon }, inputMethod: "known", yearlyKwh: 3000 }
  expect((await client.post("/v1/scans", scan)).status).toBe(201)
})

test("a town is found by its name, and what is unknown is an empty list", async () => {
  const { body } = await find("düsseldorf")
  expect(body.items[0]).toMatchObject({ postalCode: null, name: "Düsseldorf", country: "DE" })
  expect(body.items.length).toBeLessThanOrEqual(8)
  expect(await find("9999999")).toMatchObject({ status: 200, body: { items: [] } })
})

test("a query that is too short or too long, and a caller without a credential, are refused", async () => {
  expect((await find("a")).body.errors).toMatchObject([{ path: ["query"] }])
  expect((await find("a".repeat(201))).status).toBe(400)
  expect((await client.get("/v1/places")).status).toBe(400)
  expect((await fetch(`${service.address}/v1/places?query=3511`)).status).toBe(401)
})

test("the yield of a roof is that of the report of a scan there", async () => {
  const location = { lat: 52.09, lon: 5.12 }
  const roof = { name: "Roof", maxPanelCount: 4, minPanelCount: 4, panelPowerWatts: 400, tiltAngle: 25 }
  const id = await completedScan(client, {
    location,
    inputMethod: "known",
    yearlyKwh: 3500,
    newPv: [{ ...roof, orientationAngle: 225 }],
    goal: "cost-savings",
  })
  const { solar } = (await client.get(`/v1/scans/${id}`)).body
  const query = "lat=52.09&lon=5.12&tiltAngle=25&orientationAngle=225"
  const { status, body } = await client.get(`/v1/places/yield?${query}`)
  expect(status).toBe(200)
  expect(body.source).toBe("knmi")
  expect(body.kwhPerKwp).toBeCloseTo(solar.newSystems[0].specificYieldKwhPerKwp, 1)
  expect((await client.get("/v1/places/yield?lat=91&lon=0")).status).toBe(400)
})

test("a place has the usual prices of its country, as a scan without a tariff gets them", async () => {
  const { status, body } = await client.get("/v1/places/contract?lat=45.76&lon=4.84")
  expect(status).toBe(200)
  expect(body).toMatchObject({ country: "FR", flatEurPerKwh: 0.2561, feedInEurPerKwh: 0.011, isAverageOfBills: true })
  const business = await client.get("/v1/places/contract?lat=45.76&lon=4.84&customer=business", {
    "accept-language": "nl",
  })
  expect(business.body.flatEurPerKwh).toBe(0.1946)
  expect(business.body.source).toContain("zakelijke afnemers")
  expect((await client.get("/v1/places/contract?lat=0&lon=-30")).body.country).toBe("EU")
})

test("an address asks for so many yields a minute", async () => {
  const statuses: number[] = []
  for (let i = 0; i < 605; i++) statuses.push((await client.get("/v1/places/yield?lat=48.1&lon=11.6")).status)
  expect(statuses.slice(0, 590).every(status => status === 200)).toBe(true)
  const refused = await client.get("/v1/places/yield?lat=48.1&lon=11.6")
  expect(refused.status).toBe(429)
  expect(refused.body.message).toContain("yields of roofs for this address")
  expect((await find("3511 AB")).status).toBe(200)
})
