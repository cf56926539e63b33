import { afterAll, beforeAll, expect, test } from "bun:test"
import { deleteExpiredSites } from "../../store/sites.ts"
import { itemOf } from "../support/scans.ts"
import { createClient, openDatabaseOf, type RunningService, startFresh, TEST_KEY } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"

/** Sites of customers: a scan takes from its site the fields that its request leaves out. */
const DAY_MS = 86_400_000
let service: RunningService
let live: Client
let sandbox: Client

beforeAll(async () => {
  service = await startFresh()
  live = createClient(service.address)
  sandbox = createClient(service.address, TEST_KEY)
})
afterAll(() => service.end())

const CUSTOMER = {
  name: "Familie Vanderzon",
  reference: "K-7",
  address: "Dorpsstraat 12",
  postalCode: "3511 AB",
  town: "Utrecht",
  email: "vanderzon@example.org",
  phone: "0612345678",
}
const TREE = { azimuth: 200, widthM: 6, heightM: 5, distanceM: 12 }
const house = () => ({
  customer: CUSTOMER,
  dossierId: "D-7",
  location: { lat: 52.088, lon: 5.118 },
  horizon: [0, 0, 5, 10, 5, 0],
  roofs: [{ name: "South", azimuth: 170, tilt: 40, widthM: 8, lengthM: 5, obstacles: [TREE] }],
  existingPv: [{ panelCount: 8, panelPowerWatts: 300 }],
  existingBattery: { capacityKwh: 5, powerRatingKw: 2.5 },
  tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 },
})
const made = async (client: Client, site: object = house()) => {
  const { status, body } = await client.post("/v1/sites", site)
  expect([status, body.message]).toEqual([201, undefined])
  return body
}
const requestOf = async (client: Client, id: string) => (await client.get(`/v1/scans/${id}/request`)).body
const asked = async (client: Client, body: object) => {
  const answer = await client.post("/v1/scans", body)
  expect([answer.status, answer.body.message]).toEqual([201, undefined])
  return answer.body.id as string
}

test("a site is made, read, changed and deleted", async () => {
  const site = await made(live)
  expect(site).toMatchObject({ ...house(), mode: "live", place: "Utrecht", meterProfileIds: [] })
  const path = `/v1/sites/${site.id}`
  const read = await live.get(path)
  expect(read.body).toEqual(site)

  const changes = { customer: { name: "De Vries" }, tariff: null, location: { lat: 51.44, lon: 5.47 } }
  const changed = await live.patch(path, changes, { "if-match": read.headers.get("etag")! })
  // A horizon belongs to its location.
  const { tariff: _, horizon: __, ...rest } = { ...site, ...changes, place: "Eindhoven" }
  expect(changed.body).toEqual({ ...rest, updatedAt: expect.any(String) })
  expect((await live.get(path)).body).toEqual(changed.body)
  expect((await live.delete(path)).status).toBe(204)
  expect((await live.get(path)).status).toBe(404)
})

test("a plan of a roof gives its number of panels, and a number wins", async () => {
  const corners = [
    [0, 0],
    [6, 0],
    [6, 4],
    [0, 4],
  ].map(([xM, yM]) => ({ xM, yM }))
  const plan = { corners, panelLongM: 2, panelShortM: 1, marginM: 0.5, orientation: "portrait" }
  const countOf = async (roof: object) => {
    const { id } = await made(live, { ...house(), roofs: [roof] })
    const scan = await asked(live, { siteId: id, inputMethod: "known", yearlyKwh: 3000 })
    return (await requestOf(live, scan)).newPv[0]
  }
  expect(await countOf({ plan, panelPowerWatts: 400 })).toMatchObject({ maxPanelCount: 5, panelPowerWatts: 400 })
  const window = { xM: 2.5, yM: 1.5, widthM: 1, heightM: 1 }
  const around = { ...plan, keepFree: [window] }
  expect(await countOf({ plan: around })).toMatchObject({ maxPanelCount: 2, plan: around })
  expect(await countOf({ plan, maxPanelCount: 3 })).toMatchObject({ maxPanelCount: 3, panelPowerWatts: 430 })
  const refusalOf = async (refused: object) => {
    const { status, body } = await live.post("/v1/sites", { ...house(), roofs: [{ plan: refused }] })
    return [status, body.errors[0].path.slice(3).join("."), body.errors[0].message]
  }
  const of = (...keepFree: object[]) => refusalOf({ corners, keepFree })
  expect((await refusalOf({ corners: corners.slice(2) })).slice(0, 2)).toEqual([400, "corners"])
  expect(await of({ ...window, widthM: 0 })).toEqual([400, "keepFree.0.widthM", expect.stringContaining("widthM")])
  expect((await of({ ...window, yM: 201 })).slice(0, 2)).toEqual([400, "keepFree.0.yM"])
  expect((await of({ ...window, xM: -200.5 })).slice(0, 2)).toEqual([400, "keepFree.0.xM"])
  expect((await of({ xM: 1, yM: 1, widthM: 1 })).slice(0, 2)).toEqual([400, "keepFree.0.heightM"])
  expect((await of(...Array(21).fill(window))).slice(0, 2)).toEqual([400, "keepFree"])
})

test("a scan keeps the plans of its site, and readers of a share see them", async () => {
  const corners = [
    [0, 0],
    [8, 0],
    [8, 5],
    [0, 5],
  ].map(([xM, yM]) => ({ xM, yM }))
  const keepFree = [{ xM: 1, yM: -0.5, widthM: 0.8, heightM: 1.2 }]
  const roofs = [{ name: "South", plan: { corners, marginM: 0.5, keepFree } }, { name: "North" }].map(roof => ({
    ...roof,
    maxPanelCount: 4,
  }))
  const { id: siteId } = await made(live, { ...house(), roofs })
  const known = { siteId, inputMethod: "known", yearlyKwh: 3000 }
  const { id } = (await live.post("/v1/scans", known, { prefer: "wait=60" })).body
  const { shareUrl } = (await live.put(`/v1/scans/${id}/share`, { enabled: true })).body
  expect((await requestOf(live, id)).newPv).toMatchObject([{ plan: roofs[0]!.plan }, { name: "North" }])
  await live.patch(`/v1/sites/${siteId}`, { roofs: [] })
  const answer = await (await fetch(`${service.address}/v1/scans/shared/${shareUrl.split("/").at(-1)}`)).text()
  const { newSystems } = JSON.parse(answer).report.solar
  expect(newSystems).toMatchObject([{ name: "South", plan: roofs[0]!.plan }, { name: "North" }])
  expect(newSystems[1]).not.toHaveProperty("plan")
  for (const kept of [siteId, CUSTOMER.address, CUSTOMER.postalCode]) expect(answer).not.toContain(kept)
}, 120_000)

test("fields and references of a site are checked", async () => {
  const refusalOf = async (more: object) => {
    const { status, body } = await live.post("/v1/sites", { ...house(), ...more })
    return [status, body.message]
  }
  expect(await refusalOf({ roofs: [{ widthM: 8 }] })).toEqual([400, "roofs[0].maxPanelCount is required"])
  expect(await refusalOf({ tariff: { type: "custom" } })).toEqual([
    400,
    expect.stringContaining("tariff.buy is required"),
  ])
  expect(await refusalOf({ meterProfileIds: ["none"] })).toEqual([404, 'meterProfileIds[0] "none": profile not found'])
  expect(await refusalOf({ roofs: undefined, location: undefined })).toEqual([400, "location is required"])
})

test("lists find a customer, address, place and dossier, and go on by a cursor", async () => {
  const namesOf = async (query: string) =>
    (await live.get(`/v1/sites?${query}`)).body.items.map(
      ({ customer }: { customer: { name: string } }) => customer.name,
    )
  for (const name of ["Ann", "Bob", "Cas"])
    await made(live, {
      customer: { name, address: "Zeedijk 1" },
      dossierId: "LIST",
      location: { lat: 53.2, lon: 6.57 },
    })
  for (const search of ["zeedijk", "list", "groningen"])
    expect(await namesOf(`search=${search}`)).toEqual(["Cas", "Bob", "Ann"])
  const first = (await live.get("/v1/sites?search=zeedijk&limit=2")).body
  expect(first).toMatchObject({ total: 3, nextCursor: first.items[1].id })
  expect(await namesOf(`search=zeedijk&limit=2&cursor=${first.nextCursor}`)).toEqual(["Ann"])
  expect(await namesOf("search=bob")).toEqual(["Bob"])
})

test("a scan takes the fields that it leaves out from its site, as copies", async () => {
  const profile = (await live.post("/v1/studio-profiles", { name: "Meter" })).body.id
  await live.post(`/v1/studio-profiles/${profile}/base`, { templateId: "stel", annualKwh: 3000 })
  const { id: siteId } = await made(live, { ...house(), meterProfileIds: [profile] })
  const id = await asked(live, { siteId })
  const request = await requestOf(live, id)
  expect(request).toMatchObject({
    location: { lat: 52.088, lon: 5.118 },
    dossierId: "D-7",
    inputMethod: "studio",
    customProfileId: profile,
    // Six panels of 1.134 m in 7.4 m, two of 1.722 m in 4.4 m.
    horizon: house().horizon,
    newPv: [
      {
        ...{ name: "South", maxPanelCount: 12, panelPowerWatts: 430, tiltAngle: 40, orientationAngle: 170 },
        obstacles: [TREE],
      },
    ],
    existingPv: [{ panelCount: 8, panelPowerWatts: 300 }],
    existingBattery: { capacityKwh: 5 },
    tariff: { flatEurPerKwh: 0.3 },
  })
  expect(await itemOf(live, id)).toMatchObject({ siteId, customerDetails: CUSTOMER })

  await live.patch(`/v1/sites/${siteId}`, { customer: { name: "Other" }, roofs: [] })
  expect(await requestOf(live, id)).toEqual(request)
  expect(await itemOf(live, id)).toMatchObject({ customerDetails: CUSTOMER })
})

test("fields of the request win over the site, in both modes", async () => {
  const { id: siteId } = await made(live)
  const own = {
    siteId,
    ...{ inputMethod: "known", yearlyKwh: 2800, dossierId: "OWN", newPv: [], customerDetails: { name: "Own" } },
  }
  for (const client of [live, sandbox]) {
    const id = await asked(client, own)
    expect(await requestOf(client, id)).toMatchObject({ inputMethod: "known", dossierId: "OWN", newPv: [] })
    expect(await itemOf(client, id)).toMatchObject({ siteId, customerDetails: { name: "Own" } })
    const { items } = (await client.get(`/v1/scans?siteId=${siteId.toUpperCase()}`)).body
    expect(items.map((item: { id: string }) => item.id)).toEqual([id])
  }
  const without = { customerDetails: null, dossierId: null, horizon: null, existingBattery: null, tariff: null }
  const id = await asked(live, { ...own, ...without, existingPv: [] })
  const request = await requestOf(live, id)
  expect(request).toMatchObject({ siteId, existingPv: [], tariff: { usual: { country: "NL" } } })
  for (const field of ["dossierId", "horizon", "existingBattery"]) expect(request).not.toHaveProperty(field)
  expect(await itemOf(live, id)).toMatchObject({ siteId, dossierId: null, customerDetails: null })
  const refused = await live.post("/v1/scans", { ...own, siteId: "none" })
  expect([refused.status, refused.body.message]).toEqual([404, 'siteId "none": site not found'])
  const open = await live.post("/v1/scans", { siteId })
  expect([open.status, open.body.message]).toEqual([400, "inputMethod is required"])
})

test("an adjustment keeps the site of its original, and leaves it by null", async () => {
  const { id: siteId } = await made(live)
  const first = await live.post("/v1/scans", { siteId, inputMethod: "known", yearlyKwh: 2800 }, { prefer: "wait=60" })
  const copiedFromId = first.body.id
  const siteOf = async (more: object) => (await itemOf(live, await asked(live, { copiedFromId, ...more }))).siteId
  expect([await siteOf({}), await siteOf({ siteId: null })]).toEqual([siteId, null])
  expect(
    (await itemOf(live, await asked(live, { location: house().location, inputMethod: "known", yearlyKwh: 1 }))).siteId,
  ).toBe(null)

  expect((await live.delete(`/v1/sites/${siteId}`)).status).toBe(204)
  expect(await itemOf(live, copiedFromId)).toMatchObject({ siteId: null, customerDetails: CUSTOMER })
}, 60_000)

test("an erasure deletes the sites of the customer with their scans that name no other customer", async () => {
  const profile = (await live.post("/v1/studio-profiles", { name: "Meter" })).body.id
  const customer = { name: "Erased", reference: "K-9" }
  const { id: siteId } = await made(live, { ...house(), customer, meterProfileIds: [profile] })
  const other = await made(live, { ...house(), customer: { name: "Other" } })
  const known = { siteId, inputMethod: "known", yearlyKwh: 2800 }
  const own = await asked(live, { ...known, customerDetails: { name: "Unnamed" } })
  const kept = await asked(live, { ...known, customerDetails: { reference: "K-10" } })
  const { body } = await live.post("/v1/customers/erasure", { by: "reference", value: "K-9" })
  expect(body).toMatchObject({ scans: 1, sites: 1, profiles: 1 })
  for (const path of [`/v1/scans/${own}`, `/v1/sites/${siteId}`, `/v1/studio-profiles/${profile}`])
    expect((await live.get(path)).status).toBe(404)
  expect((await live.get(`/v1/sites/${other.id}`)).status).toBe(200)
  expect((await itemOf(live, kept)).siteId).toBe(null)
})

test("reads of sites are in the access log", async () => {
  const { id } = await made(live)
  await live.get(`/v1/sites/${id}`)
  await Bun.sleep(1000)
  const { items } = (await live.get(`/v1/access-log?objectId=${id}`)).body
  expect(items).toMatchObject([{ operation: "GET /v1/sites/{id}", reader: "key" }])
})

test("sandbox sites without a scan end after their retention, live sites stay", async () => {
  const ids = [await made(sandbox), await made(sandbox), await made(live)].map(({ id }) => id)
  await asked(sandbox, { siteId: ids[1], inputMethod: "known", yearlyKwh: 2800 })
  await service.end()
  const database = await openDatabaseOf(service.dataDir)
  expect(await deleteExpiredSites(database.queries, new Date(Date.now() + 29 * DAY_MS))).toBe(0)
  expect(await deleteExpiredSites(database.queries, new Date(Date.now() + 31 * DAY_MS))).toBe(1)
  await database.close()
})
