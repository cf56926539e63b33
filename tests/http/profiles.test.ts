import { afterAll, beforeAll, expect, test } from "bun:test"
import { total } from "../support/profiles.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

// @covers profiles: GET /v1/profiles
test("household profiles are listed by key", async () => {
  const { status, body } = await client.get("/v1/profiles")
  expect(status).toBe(200)
  for (const item of body)
    expect(Object.keys(item).sort()).toEqual(["category", "description", "id", "label", "profileKey", "type"])
  const keys = body.map((item: { profileKey: string }) => item.profileKey)
  expect(keys).toContain("standard")
  expect(keys).toContain("coupleBothAtWork")
})

// @covers profiles: GET /v1/profiles/{id}
test("a household profile is read with the hours of its usual use", async () => {
  const { body } = await client.get("/v1/profiles/stel")
  expect(body).toMatchObject({
    id: "stel",
    type: "residential",
    profileKey: "stel",
    defaultAnnualKwh: 3200,
    isActive: true,
    sortOrder: expect.any(Number),
    referenceYear: expect.any(Number),
    createdAt: expect.stringMatching(/Z$/),
  })
  expect([body.profileFile.load.length, body.profileFile.pv.length]).toEqual([8760, 8760])
  expect(total(body.profileFile.load)).toBeCloseTo(3200, 6)
})

// @covers profiles: GET /v1/profiles/business
// @covers profiles: GET /v1/profiles/business/{profileKey}
test("business profiles are listed with their figures, and read with their hours", async () => {
  const { body: list } = await client.get("/v1/profiles/business")
  expect(list.length).toBeGreaterThanOrEqual(15)
  for (const { profileKey, defaultAnnualKwh, monthlyTotals, peakKw } of list) {
    expect([profileKey, monthlyTotals.length]).toEqual([profileKey, 12])
    expect(total(monthlyTotals)).toBeCloseTo(defaultAnnualKwh, 3)
    const { body } = await client.get(`/v1/profiles/business/${profileKey}`)
    expect(body.load.length).toBe(8760)
    expect(total(body.load)).toBeCloseTo(defaultAnnualKwh, 3)
    expect(Math.max(...body.load)).toBeCloseTo(peakKw, 6)
    expect(body.referenceYear).toBeGreaterThan(1990)
  }
})

test("a scan takes every business profile's key", async () => {
  const { body: list } = await client.get("/v1/profiles/business")
  const { status } = await client.post("/v1/scans", {
    location: { lat: 52.1, lon: 5.1 },
    inputMethod: "known",
    yearlyKwh: 20_000,
    loadProfile: list[3].profileKey,
  })
  expect(status).toBe(201)
})

test("an unknown profile, or a household's among the businesses, is not found", async () => {
  for (const path of ["/v1/profiles/none", "/v1/profiles/business/none", "/v1/profiles/business/stel"])
    expect((await client.get(path)).body).toEqual({
      statusCode: 404,
      message: "standard profile not found",
      code: "NOT_FOUND",
      reason: "not-found",
    })
})

test("standard profiles need a credential", async () => {
  const anyone = createClient(service.address, null)
  for (const path of ["/v1/profiles", "/v1/profiles/business", "/v1/profiles/stel", "/v1/studio-profiles/presets"])
    expect((await anyone.get(path)).status).toBe(401)
})
