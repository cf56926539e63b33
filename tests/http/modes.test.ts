import { afterAll, beforeAll, expect, test } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** Profiles, price series, sites and products of both modes: the sandbox reads live rows and changes only its own. */
let service: ServiceOfOrganization
let live: Client
let sandbox: Client
let session: Client

beforeAll(async () => {
  service = await startShared()
  live = createClient(service)
  sandbox = createClient(service, service.testKey)
  session = await logIn(service)
})
afterAll(() => service.end())

const SERIES = { name: "Supplier", year: 2025, values: new Array<number>(8760).fill(0.2) }
const idsOf = async (client: Client, path: string): Promise<string[]> =>
  (await client.get(path)).body.items.map(({ id }: { id: string }) => id)
const refused = async (answer: Promise<{ status: number; body: { code: string; message: string } }>, name: string) => {
  const { status, body } = await answer
  expect([status, body.code]).toEqual([403, "FORBIDDEN"])
  expect(body.message).toStartWith(`${name} is live, and read-only in the sandbox: use a production key`)
}

for (const [path, input, thing, change] of [
  ["/v1/studio-profiles", { name: "House" }, "studio profile", { name: "Changed" }],
  ["/v1/energyhub-profiles", { name: "Hub" }, "energyhub profile", { name: "Changed" }],
  ["/v1/laadplein-profiles", { name: "Plaza" }, "laadplein profile", { name: "Changed" }],
  ["/v1/price-series", SERIES, "price series", { name: "Changed" }],
] as const)
  test(`${path}: the sandbox reads live rows, and changes and deletes only its own`, async () => {
    const { id, mode } = (await live.post(path, input)).body
    const { id: own, mode: ownMode } = (await sandbox.post(path, input)).body
    expect([mode, ownMode]).toEqual(["live", "sandbox"])
    expect(await idsOf(live, `${path}?limit=100`)).not.toContain(own)
    expect(await idsOf(session, `${path}?limit=100`)).not.toContain(own)
    for (const client of [sandbox, session])
      expect(await idsOf(client, `${path}?limit=100${client === session ? "&mode=sandbox" : ""}`)).toEqual(
        expect.arrayContaining([id, own]),
      )
    expect((await sandbox.get(`${path}/${id}`)).body).toMatchObject({ id, mode: "live" })
    expect((await live.get(`${path}/${own}`)).status).toBe(404)

    await refused(sandbox.patch(`${path}/${id}`, change), `${thing} "${id}"`)
    await refused(sandbox.delete(`${path}/${id}`), `${thing} "${id}"`)
    await refused(session.patch(`${path}/${id}?mode=sandbox`, change), `${thing} "${id}"`)
    expect((await live.get(`${path}/${id}`)).body.name).toBe(input.name)
    expect((await live.patch(`${path}/${own}`, change)).status).toBe(404)
    expect((await live.delete(`${path}/${own}`)).status).toBe(404)

    expect((await sandbox.patch(`${path}/${own}`, change)).body.name).toBe("Changed")
    expect((await sandbox.delete(`${path}/${own}`)).status).toBe(204)
    expect((await session.delete(`${path}/${id}`)).status).toBe(204)
  })

test("a live site is read-only in the sandbox, and a sandbox site is not seen by live keys", async () => {
  const input = { customer: { name: "De Vries" }, location: { lat: 52.088, lon: 5.118 } }
  const { id } = (await live.post("/v1/sites", input)).body
  const { id: own } = (await sandbox.post("/v1/sites", input)).body
  const change = { customer: { name: "Jansen" } }
  await refused(sandbox.patch(`/v1/sites/${id}`, change), `site "${id}"`)
  await refused(sandbox.delete(`/v1/sites/${id}`), `site "${id}"`)
  expect((await sandbox.get(`/v1/sites/${id}`)).body.customer.name).toBe("De Vries")
  expect((await live.get(`/v1/sites/${own}`)).status).toBe(404)
  expect((await sandbox.patch(`/v1/sites/${own}`, change)).body.customer.name).toBe("Jansen")
})

test("parts and uploads of live profiles are refused in the sandbox, copies of them are not", async () => {
  const { id } = (await live.post("/v1/studio-profiles", { name: "House" })).body
  const base = { templateId: "stel", annualKwh: 3000 }
  await refused(sandbox.post(`/v1/studio-profiles/${id}/base`, base), `studio profile "${id}"`)
  const file = new FormData()
  file.set("file", new File(["time,kwh\n"], "meter.csv"))
  const uploaded = await fetch(`${service.address}/v1/studio-profiles/${id}/base/upload`, {
    method: "POST",
    headers: { "x-api-key": service.testKey },
    body: file,
  })
  expect([uploaded.status, (await uploaded.json()).code]).toEqual([403, "FORBIDDEN"])
  expect((await live.post(`/v1/studio-profiles/${id}/base`, base)).status).toBe(201)
  await refused(sandbox.post(`/v1/studio-profiles/${id}/layers`, { presetId: "ev" }), `studio profile "${id}"`)
  const copy = await sandbox.post(`/v1/studio-profiles/${id}/duplicate`, { name: "Copy" })
  expect([copy.status, copy.body.mode]).toEqual([201, "sandbox"])
  expect((await sandbox.post(`/v1/studio-profiles/${copy.body.id}/base`, base)).status).toBe(201)
})

test("a sandbox product takes the place of the live product of its id in the sandbox alone", async () => {
  const product = { id: "volta", capacityKwh: 10, powerKw: 5 }
  const path = "/v1/batteries/products/volta"
  const changed = { capacityKwh: 12, powerKw: 6 }
  expect((await live.post("/v1/batteries/products", product)).body.mode).toBe("live")
  await refused(sandbox.put(path, changed), 'battery product "volta"')
  await refused(sandbox.delete(path), 'battery product "volta"')
  expect((await sandbox.post("/v1/batteries/products", { ...product, capacityKwh: 11 })).body.mode).toBe("sandbox")
  expect((await sandbox.put(path, changed)).body).toMatchObject({ capacityKwh: 12, mode: "sandbox" })
  expect((await live.get(path)).body).toMatchObject({ capacityKwh: 10, mode: "live" })
  expect((await sandbox.get("/v1/batteries/products")).body).toMatchObject({
    total: 1,
    items: [{ id: "volta", capacityKwh: 12 }],
  })

  const csv = { "content-type": "text/csv" }
  const file = "id,capacityKwh,powerKw\nother,8,4\n"
  expect((await sandbox.post("/v1/batteries/products/csv?replaceAll=true", file, csv)).body).toEqual({
    written: 1,
    total: 1,
  })
  expect(await idsOf(sandbox, "/v1/batteries/products")).toEqual(["other", "volta"])
  expect((await sandbox.get(path)).body).toMatchObject({ capacityKwh: 10, mode: "live" })
  expect(await idsOf(live, "/v1/batteries/products")).toEqual(["volta"])
})

test("a live scan can name no sandbox row", async () => {
  const { id } = (await sandbox.post("/v1/price-series", SERIES)).body
  const tariff = { type: "custom", buy: { energy: { series: id }, taxed: false }, sell: { energy: 0 } }
  const answer = await live.post("/v1/scans", { ...houseRequest(), tariff })
  expect([answer.status, answer.body.message]).toEqual([404, expect.stringContaining("price series not found")])
})
