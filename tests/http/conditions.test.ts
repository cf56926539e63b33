import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Operation, objectPathOf } from "../../api/http/operation.ts"
import { declaredOperations } from "../../api/index.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let key: Client
let owner: Client

beforeAll(async () => {
  service = await startShared()
  key = createClient(service)
  owner = await logIn(service)
})
afterAll(() => service.end())

interface Thing {
  client: Client
  path: string
  change(
    headers: Record<string, string>,
    name: string,
  ): Promise<{ status: number; body: { code?: string }; headers: Headers }>
  remove?(headers: Record<string, string>): Promise<{ status: number }>
}

const patched = (client: Client, path: string, field: string): Thing => ({
  client,
  path,
  change: (headers, name) => client.patch(path, { [field]: name }, headers),
  remove: headers => client.delete(path, headers),
})

const THINGS: Record<string, () => Promise<Thing>> = {
  "PATCH /v1/webhook-endpoints/{id}": async () => {
    const endpoint = { url: "http://127.0.0.1:9/hook", events: ["scan.completed"], mode: "live" }
    const { id } = (await owner.post("/v1/webhook-endpoints", endpoint)).body
    const path = `/v1/webhook-endpoints/${id}`
    const change: Thing["change"] = (headers, name) => owner.patch(path, { url: `http://127.0.0.1:9/${name}` }, headers)
    return { ...patched(owner, path, "url"), change }
  },
  "PATCH /v1/price-series/{id}": async () => {
    const values = Array.from({ length: 8760 }, () => 0.2)
    const { id } = (await key.post("/v1/price-series", { name: "Night", year: 2025, values, unit: "EUR/kWh" })).body
    return patched(key, `/v1/price-series/${id}`, "name")
  },
  "PATCH /v1/sites/{id}": async () => {
    const { id } = (await key.post("/v1/sites", { customer: {}, location: { lat: 52.1, lon: 5.18 } })).body
    return patched(key, `/v1/sites/${id}`, "dossierId")
  },
  "PATCH /v1/organizations/{id}": async () => {
    const { organization } = (await owner.get("/v1/auth/session")).body
    const { remove: _, ...thing } = patched(owner, `/v1/organizations/${organization.id}`, "displayName")
    return thing
  },
  "PATCH /v1/studio-profiles/{id}": async () => {
    const { id } = (await key.post("/v1/studio-profiles", {})).body
    return patched(key, `/v1/studio-profiles/${id}`, "name")
  },
  "PUT /v1/batteries/products/{id}": async () => {
    const product = { brand: "Volta", capacityKwh: 10, powerKw: 5, eur: 6500 }
    const id = `product-${crypto.randomUUID()}`
    await key.post("/v1/batteries/products", { id, model: "V10", ...product })
    const path = `/v1/batteries/products/${id}`
    const change: Thing["change"] = (headers, model) => key.put(path, { model, ...product }, headers)
    return { ...patched(key, path, "model"), change }
  },
  "PUT /v1/price-list": async () => {
    const path = "/v1/price-list"
    await key.put(path, { items: [], payment: null, terms: null })
    const change: Thing["change"] = (headers, terms) => key.put(path, { items: [], payment: null, terms }, headers)
    return { client: key, path, change }
  },
  "PUT /v1/scans/{id}/offer": async () => {
    const path = `/v1/scans/${await completedScan(key)}/offer`
    const change: Thing["change"] = (headers, terms) => key.put(path, { terms }, headers)
    return { client: key, path, change, remove: headers => key.delete(path, headers) }
  },
  "PUT /v1/scans/{id}/customer": async () => {
    const path = `/v1/scans/${await completedScan(key)}/customer`
    const change: Thing["change"] = (headers, name) => key.put(path, { name }, headers)
    return { ...patched(key, path, "name"), change }
  },
}

/** The tag of an uncompressed answer. */
const asPlain = (tag: string) => tag.replace('-zstd"', '"')

describe.each(Object.entries(THINGS))("%s", (_, make) => {
  test("is made where If-Match names the thing as it was read, once: the next one is 412, and changes nothing", async () => {
    const { client, path, change } = await make()
    const read = async () => (await client.get(path)).headers.get("etag")!
    const before = await read()
    const made = await change({ "if-match": before }, "first")
    expect(made.status).toBe(200)
    const after = await read()
    expect(after).not.toBe(before)
    expect(made.headers.get("etag")).toBe(asPlain(after))
    const late = await change({ "if-match": before }, "second")
    expect([late.status, late.body.code]).toEqual([412, "PRECONDITION_FAILED"])
    expect(await read()).toBe(after)
    // One of several tags, in the form of a compressed answer; a weak tag never matches.
    expect(
      (await change({ "if-match": `"other", ${after.replace(/(-gzip|-zstd)?"$/, '-zstd"')}` }, "third")).status,
    ).toBe(200)
    expect((await change({ "if-match": `W/${await read()}` }, "fourth")).status).toBe(412)
    expect((await change({ "if-match": "*" }, "fifth")).status).toBe(200)
    expect((await change({}, "sixth")).status).toBe(200)
  })

  test("of many changes at once from one state one is made", async () => {
    const { client, path, change } = await make()
    const etag = (await client.get(path)).headers.get("etag")!
    const all = await Promise.all(Array.from({ length: 8 }, (_each, i) => change({ "if-match": etag }, `at-once-${i}`)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
  })

  test("and its DELETE hold to the same", async () => {
    const { client, path, change, remove } = await make()
    if (!remove) return
    const before = (await client.get(path)).headers.get("etag")!
    await change({}, "changed")
    expect((await remove({ "if-match": before })).status).toBe(412)
    expect((await remove({ "if-match": (await client.get(path)).headers.get("etag")! })).status).toBe(204)
  })
})

test("a thing that is not there, or another organization's, is 404 with a condition as without", async () => {
  const path = "/v1/price-series/019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0"
  expect((await key.patch(path, { name: "x" }, { "if-match": '"x"' })).status).toBe(404)
  expect((await createClient(service.address, null).patch(path, { name: "x" }, { "if-match": '"x"' })).status).toBe(401)
})

test("every operation that takes If-Match has a GET of its object", () => {
  const operations: Operation[] = declaredOperations
  const places: string[] = operations.map(({ place }) => place)
  const conditional = operations.filter(({ isConditional }) => isConditional)
  expect(conditional.length).toBeGreaterThan(10)
  for (const operation of conditional) {
    expect(places).toContain(`GET ${objectPathOf(operation)}`)
    expect(operation.place.split(" ")[1]!.startsWith(objectPathOf(operation))).toBe(true)
  }
})
