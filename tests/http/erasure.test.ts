import { afterAll, beforeAll, expect, test } from "bun:test"
import { endedRun, legacyClient, legacyToken, smallestRun } from "../support/legacy.ts"
import { smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type RunningService, startFresh, TEST_KEY, until } from "../support/service.ts"
import { bearer, type Client, logIn } from "../support/sessions.ts"

/** Erasure of a customer: all rows of its scans in both modes. Rows of other customers stay. */
const PATH = "/v1/customers/erasure"
const NOTHING = { scans: 0, sites: 0, offers: 0, shares: 0, profiles: 0, events: 0, deliveries: 0, lines: 0 }
let service: RunningService
let live: Client
let sandbox: Client

beforeAll(async () => {
  service = await startFresh({ LOG_LEVEL: "info", WEBHOOK_ALLOW_PRIVATE: "1" })
  live = createClient(service.address)
  sandbox = createClient(service.address, TEST_KEY)
})
afterAll(() => service.end())

const madeProfile = async (name: string): Promise<string> => {
  const { id } = (await live.post("/v1/studio-profiles", { name })).body
  await live.post(`/v1/studio-profiles/${id}/base`, { templateId: "stel", annualKwh: 3000 })
  return id
}
const ofProfile = (customProfileId: string, more: object) => ({
  location: { lat: 52.1, lon: 5.1 },
  inputMethod: "studio",
  customProfileId,
  ...more,
})

test("an erasure deletes scans, links, profiles, events and deliveries of the customer alone", async () => {
  const owner = await logIn(service.address)
  const endpoint = { url: "http://127.0.0.1:9/hook", events: ["scan.completed"], mode: "live" }
  const { id: endpointId } = (await owner.post("/v1/webhook-endpoints", endpoint)).body
  const [own, common] = [await madeProfile("Own"), await madeProfile("Common")]
  const customerDetails = { name: "Familie Vanderzon", reference: "K-2041", address: "Dorpsstraat 12, Utrecht" }
  const first = await completedScan(live, ofProfile(own, { dossierId: "D-1", customerDetails }))
  const second = await completedScan(live, ofProfile(common, { customerDetails }))
  const test = (await sandbox.post("/v1/scans", { ...smallestRequest(), customerDetails })).body.id
  const other = await completedScan(live, ofProfile(common, { dossierId: "D-2" }))
  const { shareToken } = (await live.put(`/v1/scans/${first}/share`, { enabled: true })).body

  expect((await live.put(`/v1/scans/${first}/offer`, { lines: [], terms: "Familie Vanderzon" })).status).toBe(200)

  // Each of the three completed live scans has its delivery, which fails at once.
  await until(async () => {
    const { total } = (await owner.get(`/v1/webhook-endpoints/${endpointId}/deliveries`)).body
    return total === 3 ? true : undefined
  })

  const erased = await live.post(PATH, { by: "reference", value: "K-2041" })
  expect([erased.status, erased.body]).toEqual([
    200,
    { scans: 3, sites: 0, offers: 1, shares: 1, profiles: 1, events: expect.any(Number), deliveries: 2, lines: 0 },
  ])
  expect(erased.body.events).toBeGreaterThanOrEqual(7)
  for (const id of [first, second]) expect((await live.get(`/v1/scans/${id}`)).status).toBe(404)
  expect((await sandbox.get(`/v1/scans/${test}`)).status).toBe(404)
  expect((await createClient(service.address, null).get(`/v1/scans/shared/${shareToken}`)).status).toBe(404)
  expect((await live.get(`/v1/studio-profiles/${own}`)).status).toBe(404)
  expect((await live.get(`/v1/studio-profiles/${common}`)).status).toBe(200)
  expect((await live.get(`/v1/scans/${other}`)).status).toBe(200)
  const { items } = (await live.get("/v1/events?limit=1000")).body
  expect(new Set(items.map(({ data }: { data: { id: string } }) => data.id))).toEqual(new Set([other]))

  expect((await live.post(PATH, { by: "reference", value: "K-2041" })).body).toEqual(NOTHING)
  expect((await owner.post(PATH, { by: "dossierId", value: "D-2" })).body).toMatchObject({ scans: 1, profiles: 1 })
  for (const personal of ["Vanderzon", "Dorpsstraat", "K-2041"]) expect(service.output()).not.toContain(personal)
}, 60_000)

test("an erasure deletes load profiles of the earlier interface that only its scans name", async () => {
  const [legacy, token] = [await legacyClient(service.address), await legacyToken(service.address)]
  const upload = async (kw: number): Promise<string> => {
    const body = new FormData()
    body.append("csv", new File([Array(8760).fill(kw).join("\n")], "hours.csv", { type: "text/csv" }))
    const response = await fetch(`${service.address}/v1/load-profile`, { method: "POST", headers: bearer(token), body })
    return ((await response.json()) as { record_id: string }).record_id
  }
  const scanOf = async (load_profile: string): Promise<string> => {
    const run = { ...smallestRun(), load_profile, use_custom_load_profile: true }
    await endedRun(legacy, (await legacy.post("/v1/scan", run)).body.run_uuid)
    return (await live.get("/v1/scans?limit=1")).body.items[0].id
  }
  const [own, common, unused] = [await upload(0.5), await upload(1), await upload(2)]
  for (const profile of [own, common]) {
    const scan = await scanOf(profile)
    expect((await live.put(`/v1/scans/${scan}/customer`, { reference: "K-7" })).status).toBe(200)
  }
  await scanOf(common)

  expect((await live.post(PATH, { by: "reference", value: "K-7" })).body).toMatchObject({ scans: 2, profiles: 1 })
  const { profiles } = (await legacy.get("/v1/load-profile")).body
  const left = profiles.map(({ record_id }: { record_id: string }) => record_id)
  expect(left.toSorted()).toEqual([common, unused].toSorted())
  expect((await live.post(PATH, { by: "reference", value: "K-7" })).body).toEqual(NOTHING)
}, 60_000)

test("an erasure by a reference deletes refused lines of its dossiers, except dossiers of other references", async () => {
  const line = (dossierId: string, reference: string) => ({
    ...smallestRequest(),
    dossierId,
    customerDetails: { reference },
  })
  const refused = (dossierId: string) => ({ ...smallestRequest(), dossierId, yearlyKwh: -1 })
  const lines = [line("D-9", "K-9"), line("D-10", "K-9"), line("D-10", "K-10")]
  const all = [...lines, refused("D-9"), refused("D-10"), refused("D-11")]
  const body = all.map(each => JSON.stringify(each)).join("\n")
  const bulk = await sandbox.post("/v1/scans/bulk", body, { "content-type": "application/x-ndjson" })
  expect(bulk.body).toMatchObject({ accepted: 3, refused: 3 })
  expect((await live.post(PATH, { by: "reference", value: "K-9" })).body).toMatchObject({ scans: 2, lines: 1 })
  expect((await live.post(PATH, { by: "reference", value: "K-10" })).body).toMatchObject({ scans: 1, lines: 1 })
  expect((await live.post(PATH, { by: "dossierId", value: "D-11" })).body).toEqual({ ...NOTHING, lines: 1 })
})

test("after an erasure a repeated creation of a site answers its id without its customer", async () => {
  const site = { location: { lat: 52.1, lon: 5.1 }, customer: { name: "Familie Vanderzon", reference: "K-8" } }
  const create = () => live.post("/v1/sites", site, { "idempotency-key": "site of K-8" })
  const { id, customer } = (await create()).body
  expect(customer.name).toBe("Familie Vanderzon")
  expect((await live.post(PATH, { by: "reference", value: "K-8" })).body).toEqual({ ...NOTHING, sites: 1 })
  const again = await create()
  expect([again.status, again.headers.get("idempotent-resource"), again.body]).toEqual([201, "gone", { id }])
})

test("test keys may not erase, and fields are named", async () => {
  const { status, body } = await sandbox.post(PATH, { by: "dossierId", value: "D-2" })
  expect([status, body.message]).toEqual([
    403,
    "a test key may not do this: use a production key or a session of an owner",
  ])
  const refused = await live.post(PATH, { by: "name" })
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("value is required")])
})
