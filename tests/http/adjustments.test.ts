import { afterAll, beforeAll, expect, test } from "bun:test"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan, itemOf } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client
let rootId: string

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  rootId = await completedScan(client, houseRequest())
})
afterAll(() => service.end())

const usedScans = async () => (await client.get("/v1/usage")).body.used

test("an adjustment needs nothing but what it changes; the rest is the original's", async () => {
  const adjusted = await completedScan(client, { copiedFromId: rootId, electricBattery: null })
  const { electricBattery: _, ...rest } = (await client.get(`/v1/scans/${rootId}/request`)).body
  expect((await client.get(`/v1/scans/${adjusted}/request`)).body).toEqual({ ...rest, copiedFromId: rootId })
  const report = (await client.get(`/v1/scans/${adjusted}`)).body
  expect(report.battery).toMatchObject({ wasRequested: false, isFeasible: false })
})

test("an adjustment starts from what its original learned, where load, production and prices are the same", async () => {
  const proofOf = async (changes: object) => {
    const id = await completedScan(client, { copiedFromId: rootId, ...changes })
    return (await client.get(`/v1/scans/${id}`)).body.optimisation
  }
  const original = (await client.get(`/v1/scans/${rootId}`)).body.optimisation
  expect(original.fromKeptCuts).toBe(false)
  const longer = await proofOf({ analysisYears: 20 })
  expect(longer.fromKeptCuts).toBe(true)
  expect(longer.dispatches).toBeLessThan(original.dispatches)
  expect((await proofOf({ electricityPriceGrowth: 0.03 })).fromKeptCuts).toBe(true)
  expect((await proofOf({ yearlyKwh: 5000 })).fromKeptCuts).toBe(false)
})

// @covers scans: request: copiedFromId, root of an adjustment
test("an adjustment of an adjustment is one of the original, laid over the original", async () => {
  const first = await completedScan(client, { copiedFromId: rootId, yearlyKwh: 5000 })
  const second = await completedScan(client, { copiedFromId: first, analysisYears: 20 })
  const { yearlyKwh, analysisYears, copiedFromId } = (await client.get(`/v1/scans/${second}/request`)).body
  expect({ yearlyKwh, analysisYears, copiedFromId }).toEqual({
    yearlyKwh: 3500,
    analysisYears: 20,
    copiedFromId: first,
  })
  expect((await client.get(`/v1/scans/${first}/adjustments`)).body).toEqual([])
})

// @covers scans: list item: isAdjustment, adjustmentCount
// @covers scans: GET /v1/scans/{id}/adjustments
test("adjustments are listed newest first, counted at their original, and marked", async () => {
  const original = await completedScan(client, smallestRequest())
  const one = await completedScan(client, { copiedFromId: original, yearlyKwh: 3000 })
  const two = await completedScan(client, { copiedFromId: original, yearlyKwh: 3100 })
  const { status, body } = await client.get(`/v1/scans/${original}/adjustments`)
  expect(status).toBe(200)
  expect(body.map(({ id, isAdjustment }: { id: string; isAdjustment: boolean }) => [id, isAdjustment])).toEqual([
    [two, true],
    [one, true],
  ])
  expect(body[0]).toEqual(await itemOf(client, two))
  expect(await itemOf(client, original)).toMatchObject({ isAdjustment: false, adjustmentCount: 2 })
})

// @covers scans: limits: adjustments are free
test("adjustments are free: no cost, nothing counted", async () => {
  const before = await usedScans()
  const id = await completedScan(client, { copiedFromId: rootId, analysisYears: 15 })
  expect(await usedScans()).toBe(before)
  expect((await itemOf(client, id)).cost).toBeNull()
  expect((await itemOf(client, rootId)).cost).toBe(0)
})

test("only the steps that the organization lets adjustments change may differ", async () => {
  const session = await logIn(service)
  const path = `/v1/organizations/${(await session.get("/v1/auth/session")).body.organization.id}`
  const { adjustableSteps } = (await session.get(path)).body
  await session.patch(path, { adjustableSteps: ["tariff"] })
  const refused = await client.post("/v1/scans", { copiedFromId: rootId, analysisYears: 12, goal: "self-sufficiency" })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toBe(
    "goal must stay the original scan's: the organization does not let adjustments change goal; " +
      "analysisYears must stay the original scan's: the organization does not let adjustments change financial",
  )
  const allowed = { copiedFromId: rootId, tariff: { type: "flat", flatEurPerKwh: 0.3 } }
  expect((await client.post("/v1/scans", allowed)).status).toBe(201)
  await session.patch(path, { adjustableSteps })
})

test("the location never differs", async () => {
  const { status, body } = await client.post("/v1/scans", { copiedFromId: rootId, location: { lat: 52, lon: 5 } })
  expect([status, body.message]).toEqual([400, "location must stay the original scan's in an adjustment"])
})

// @covers scans: request: copiedFromId, completed parent of the same project
test("a parent that failed or is of the other mode, and one that is no scan, is refused", async () => {
  const impossible = { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.9 }
  const failed = await client.post("/v1/scans", impossible, { prefer: "wait=60" })
  expect(failed.body.status).toBe("error")
  const ofFailed = await client.post("/v1/scans", { copiedFromId: failed.body.id })
  expect(ofFailed).toMatchObject({
    status: 400,
    body: { message: "copiedFromId must be a completed scan; this one is failed" },
  })
  for (const [other, id] of [
    [createClient(service, service.testKey), rootId],
    [client, "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"],
    [client, "none"],
  ] as const) {
    const { status, body } = await other.post("/v1/scans", { copiedFromId: id })
    expect([status, body.message]).toEqual([404, `copiedFromId "${id}": scan not found`])
  }
})

test("a parent that can be no id is refused by the name of its field", async () => {
  const sentences = {
    "": "copiedFromId must not be empty",
    ["x".repeat(65)]: "copiedFromId must have at most 64 characters",
  }
  for (const [copiedFromId, message] of Object.entries(sentences)) {
    const { status, body } = await client.post("/v1/scans", { copiedFromId })
    expect([status, body.message, body.errors[0].path]).toEqual([400, message, ["copiedFromId"]])
  }
  const none = await client.post("/v1/scans", { ...smallestRequest(), copiedFromId: null })
  expect([none.status, none.body.message]).toEqual([400, "copiedFromId must be a string"])
})

test("when the original is gone, its adjustments stay and cannot be adjusted", async () => {
  const original = await completedScan(client, smallestRequest())
  const adjusted = await completedScan(client, { copiedFromId: original, yearlyKwh: 3000 })
  expect((await client.delete(`/v1/scans/${original}`)).status).toBe(204)
  expect((await client.get(`/v1/scans/${adjusted}`)).body.status).toBe("optimal")
  expect((await itemOf(client, adjusted)).isAdjustment).toBe(true)
  expect((await client.post("/v1/scans", { copiedFromId: adjusted })).status).toBe(404)
})
