import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** The catalogue of batteries of an organization: stored, imported, copied, and used by scans. */
let service: ServiceOfOrganization
let client: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const PRODUCTS = "/v1/batteries/products"
const volta = { id: "volta-10", brand: "Volta", model: "V10", capacityKwh: 10, powerKw: 5, eur: 4500, maxCount: 2 }
const imported = (text: string | Uint8Array<ArrayBuffer>, query = "") =>
  client.post(`${PRODUCTS}/csv${query}`, text, { "content-type": "text/csv" })
const ids = async () => (await client.get(`${PRODUCTS}?limit=100`)).body.items.map(({ id }: { id: string }) => id)
const emptied = async () => {
  const { status, body } = await imported("id,capacityKwh,powerKw\n", "?replaceAll=true")
  expect([status, body]).toEqual([200, { written: 0, total: 0 }])
}

describe("a product", () => {
  // @covers profiles: GET /v1/batteries/products
  // @covers profiles: POST /v1/batteries/products
  // @covers profiles: GET /v1/batteries/products/{id}
  // @covers profiles: PUT /v1/batteries/products/{id}
  // @covers profiles: DELETE /v1/batteries/products/{id}
  test("is added, read, listed by its id, replaced and deleted", async () => {
    await emptied()
    const made = await client.post(PRODUCTS, volta)
    expect([made.status, made.body]).toEqual([201, { ...volta, mode: "live", updatedAt: expect.any(String) }])
    expect(made.headers.get("location")).toBe(`${PRODUCTS}/volta-10`)
    await client.post(PRODUCTS, { ...volta, id: "amper-5" })
    expect((await client.get(`${PRODUCTS}/volta-10`)).body).toEqual(made.body)
    expect((await client.get(PRODUCTS)).body).toMatchObject({
      total: 2,
      items: [{ id: "amper-5" }, { id: "volta-10" }],
    })
    expect((await client.get(`${PRODUCTS}?limit=1&page=2`)).body.items).toEqual([made.body])
    const { id: _, ...body } = { ...volta, eur: 5000 }
    const replaced = await client.put(`${PRODUCTS}/volta-10`, body)
    expect([replaced.status, replaced.body.eur]).toEqual([200, 5000])
    expect((await client.delete(`${PRODUCTS}/volta-10`)).status).toBe(204)
    expect((await client.get(`${PRODUCTS}/volta-10`)).status).toBe(404)
    expect((await client.put(`${PRODUCTS}/volta-10`, body)).status).toBe(404)
    expect((await client.delete(`${PRODUCTS}/volta-10`)).status).toBe(404)
  })

  test("is refused with an id that is taken or no name, and slower than a day", async () => {
    await emptied()
    await client.post(PRODUCTS, volta)
    const again = await client.post(PRODUCTS, volta)
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining("volta-10")])
    const refused = async (changed: object) => (await client.post(PRODUCTS, { ...volta, ...changed })).body.message
    expect(await refused({ id: "a/b" })).toBe("id must be 1 to 100 letters, digits, . - or _, a letter or digit first")
    expect(await refused({ id: ".." })).toStartWith("id must be")
    expect(await refused({ id: "slow", powerKw: 0.1 })).toStartWith("powerKw must be at least capacityKwh / 24")
    expect(await refused({ id: "none", capacityKwh: 0 })).toBe("capacityKwh must be above 0")
  })
})

describe("a CSV file", () => {
  const CSV = "id,brand,capacityKwh,powerKw,eur\nvolta-10,Volta,10,5,4200\nvolta-15,Volta,15,7.5,\n"

  // @covers profiles: POST /v1/batteries/products/csv
  test("adds and replaces products, and replaces all where that is asked", async () => {
    await emptied()
    await client.post(PRODUCTS, { ...volta, id: "other" })
    await client.post(PRODUCTS, volta)
    expect((await imported(CSV)).body).toEqual({ written: 2, total: 3 })
    expect((await client.get(`${PRODUCTS}/volta-10`)).body).toMatchObject({ eur: 4200, brand: "Volta" })
    expect((await client.get(`${PRODUCTS}/volta-15`)).body).not.toHaveProperty("eur")
    expect((await imported(CSV, "?replaceAll=true")).body).toEqual({ written: 2, total: 2 })
    expect(await ids()).toEqual(["volta-10", "volta-15"])
  })

  test("may have semicolons, decimal commas and columns in another order", async () => {
    await emptied()
    expect((await imported("powerKw;ID;capacitykwh\r\n2,5;small;5,12\r\n")).body).toEqual({ written: 1, total: 1 })
    expect((await client.get(`${PRODUCTS}/small`)).body).toMatchObject({ capacityKwh: 5.12, powerKw: 2.5 })
  })

  test("is read again as it was written", async () => {
    await emptied()
    await client.post(PRODUCTS, { ...volta, model: "=1+1", source: 'Sheet "3", 2026' })
    const written = await client.get(PRODUCTS, { accept: "text/csv" })
    expect(written.headers.get("content-type")).toStartWith("text/csv")
    const before = (await client.get(`${PRODUCTS}/volta-10`)).body
    expect((await imported(written.body, "?replaceAll=true")).body).toEqual({ written: 1, total: 1 })
    expect((await client.get(`${PRODUCTS}/volta-10`)).body).toEqual({ ...before, updatedAt: expect.any(String) })
  })

  test("with a mistake is refused whole, every mistake by its line and field", async () => {
    await emptied()
    await client.post(PRODUCTS, volta)
    const { status, body } = await imported(
      "id,capacityKwh,powerKw,maxCount\nnew,5,2,1\na b,x,0,1\nnew,5,2,1\nslow,24,0.5,99\n",
      "?replaceAll=true",
    )
    expect(status).toBe(400)
    const fields = body.errors.map(({ path }: { path: (string | number)[] }) => path.join(" "))
    expect(fields).toEqual(["lines 3 id", "lines 3 capacityKwh", "lines 3 powerKw", "lines 4 id", "lines 5 maxCount"])
    expect(await ids()).toEqual(["volta-10"])
    expect((await imported("capacityKwh,powerKw\n5,2\n")).body.message).toStartWith("line 1 must name columns")
    expect((await imported("id,capacityKwh,powerKw,colour\na,5,2,red\n")).body.message).toContain("lines[1].colour")
  })

  test("of 10,000 products is kept, and no more", async () => {
    await emptied()
    const of = (from: number, count: number) =>
      `id,capacityKwh,powerKw\n${Array.from({ length: count }, (_, i) => `p${from + i},10,5\n`).join("")}`
    expect((await imported(of(0, 10_001))).body.message).toContain("more than 10000 products")
    expect((await imported(of(0, 10_000))).body).toEqual({ written: 10_000, total: 10_000 })
    const more = await imported(of(10_000, 1))
    expect([more.status, more.body.message]).toEqual([409, expect.stringContaining("at most 10000 battery products")])
    expect((await client.post(PRODUCTS, volta)).status).toBe(409)
    expect((await client.get(PRODUCTS)).body.total).toBe(10_000)
    const scan = await client.post("/v1/scans", {
      ...houseRequest(),
      electricBattery: { capacityKwh: 20, powerRatingKw: 10, catalogue: "organization" },
    })
    expect([scan.status, scan.body.message]).toEqual([400, expect.stringContaining("more than 100 products that fit")])
  })
})

// @covers profiles: POST /v1/batteries/products/shipped
// @covers profiles: GET /v1/batteries/shipped-products
test("shipped products name their datasheets, have no prices, and are copied once", async () => {
  await emptied()
  const { items } = (await client.get("/v1/batteries/shipped-products")).body
  expect(items.length).toBeGreaterThan(40)
  for (const { source, eur, minimumChargeLevel } of items)
    expect([new URL(source).protocol, eur, minimumChargeLevel]).toEqual(["https:", undefined, 0])
  const [first] = items
  await client.post(PRODUCTS, { ...first, eur: 4000 })
  const copied = await client.post(`${PRODUCTS}/shipped`, {})
  expect([copied.status, copied.body]).toEqual([200, { written: items.length - 1, total: items.length }])
  expect((await client.get(`${PRODUCTS}/${first.id}`)).body.eur).toBe(4000)
  const unknown = await client.post(`${PRODUCTS}/shipped`, { ids: ["none"] })
  expect([unknown.status, unknown.body.message]).toEqual([404, expect.stringContaining("ids[0]")])
})

describe("a scan of the catalogue", () => {
  const bounds = { capacityKwh: 20, powerRatingKw: 10 }
  const request = (battery: object) => ({ ...houseRequest(), electricBattery: { ...bounds, ...battery } })
  const requestOf = async (id: string) => (await client.get(`/v1/scans/${id}/request`)).body.electricBattery
  const stocked = async () => {
    await emptied()
    const rest = { capacityKwh: 5, powerKw: 2.5 }
    await imported(
      "id,capacityKwh,powerKw,eur,source\ncheap,10,5,2500,list\ndear,10,5,9900,list\nunpriced,5,2.5,,list\nhuge,100,50,1,list\n",
    )
    return rest
  }

  test("has the products that fit, keeps them whatever becomes of the catalogue, and so do its adjustments", async () => {
    await stocked()
    const id = await completedScan(client, request({ catalogue: "organization" }))
    const taken = await requestOf(id)
    expect(taken.products).toEqual([
      { id: "cheap", capacityKwh: 10, powerKw: 5, eur: 2500 },
      { id: "dear", capacityKwh: 10, powerKw: 5, eur: 9900 },
      { id: "unpriced", capacityKwh: 5, powerKw: 2.5 },
    ])
    expect(taken).not.toHaveProperty("catalogue")
    const { products } = (await client.get(`/v1/scans/${id}`)).body
    expect(products.chosen).toBe("cheap")
    const rowOf = (name: string) => products.ranked.find((row: { id: string }) => row.id === name)
    expect(rowOf("unpriced").isPricedByCurve).toBe(true)
    expect(rowOf("cheap")).not.toHaveProperty("isPricedByCurve")
    await emptied()
    const adjusted = await completedScan(client, { copiedFromId: id, yearlyKwh: 4100 })
    expect(await requestOf(adjusted)).toEqual(taken)
  })

  test("has those that it names, and names one that is not there by its place", async () => {
    await stocked()
    const id = await completedScan(client, request({ catalogue: "organization", catalogueIds: ["dear"] }))
    expect((await requestOf(id)).products).toEqual([{ id: "dear", capacityKwh: 10, powerKw: 5, eur: 9900 }])
    const refused = await client.post("/v1/scans", request({ catalogue: "organization", catalogueIds: ["dear", "no"] }))
    expect([refused.status, refused.body.message]).toEqual([
      404,
      'electricBattery.catalogueIds[1] "no": battery product not found',
    ])
  })

  test.each([
    [{ capacityKwh: 2, catalogue: "organization" }, "electricBattery.catalogue has no product that fits"],
    [{ catalogue: "organization", catalogueIds: ["huge"] }, "electricBattery.catalogue has no product that fits"],
    [{ catalogue: "organization", products: [volta] }, "electricBattery.catalogue must be left out"],
    [{ catalogue: "organization", costPerKwh: 500 }, "electricBattery.costPerKwh must be left out"],
    [{ catalogueIds: ["dear"] }, "electricBattery.catalogue"],
    [{ catalogue: "shop" }, "electricBattery.catalogue must be"],
  ])("%p is refused", async (battery, message) => {
    await stocked()
    const { status, body } = await client.post("/v1/scans", request(battery))
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
  })
})
