import { afterAll, beforeAll, expect, test } from "bun:test"
import { startReceiver } from "../support/receiver.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { endOf } from "../support/scans.ts"
import { createClient, type RunningService, startFresh, TEST_KEY, until } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"

const JANSEN = {
  ...{ name: "Familie Jânsen", reference: "K-2041", address: "Dorpsstraat 12", postalCode: "3511 AB" },
  ...{ town: "Hilversum-Oost", email: "familie@jansen.example", phone: "+31 35 1234567" },
}
const SECRETS = /J(â|\\u00e2)nsen|K-2041|Dorpsstraat|3511 AB|Hilversum-Oost|jansen\.example|35 1234567/
let service: RunningService
let client: Client
let owner: Client
let sandbox: Client
/** A sandbox scan that ends after 10 s, while other tests run. */
let sandboxId: string

beforeAll(async () => {
  service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1", LOG_LEVEL: "trace" })
  client = createClient(service.address)
  owner = await logIn(service.address)
  sandbox = createClient(service.address, TEST_KEY)
  sandboxId = (await sandbox.post("/v1/scans", smallestRequest())).body.id
})
afterAll(() => service.end())

const wait = { prefer: "wait=60" }
const made = async (body: object): Promise<string> => (await client.post("/v1/scans", body, wait)).body.id
const idsOf = async (query: string): Promise<string[]> =>
  (await client.get(`/v1/scans?${query}`)).body.items.map(({ id }: { id: string }) => id)

// @covers scans: GET /v1/scans/{id}/customer
test("whom a scan is for is listed and read, and is in no report, request, webhook or log", async () => {
  const receiver = await startReceiver()
  const events = ["scan.pending", "scan.processing", "scan.completed", "scan.failed"]
  await owner.post("/v1/webhook-endpoints", { url: receiver.url, events })
  const id = await made({ ...smallestRequest(), customerDetails: JANSEN })
  expect((await client.get(`/v1/scans/${id}/customer`)).body).toEqual(JANSEN)
  const [item] = (await client.get("/v1/scans")).body.items
  expect(item).toMatchObject({ id, customerDetails: JANSEN })
  const paths = ["", "/result", "/request", "/status", "/chart", "/branding"]
  const answers = await Promise.all(paths.map(path => client.get(`/v1/scans/${id}${path}`)))
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(SECRETS)
  }
  await until(() => (receiver.arrivals.length >= 3 ? true : undefined))
  for (const { raw } of receiver.arrivals) expect(raw.toString()).not.toMatch(SECRETS)
  expect(service.output()).not.toMatch(SECRETS)
  await receiver.close()
})

test("a shared report shows the name and nothing else of a customer", async () => {
  const id = await made({ ...smallestRequest(), customerDetails: JANSEN })
  const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const { body } = await createClient(service.address, null).get(`/v1/scans/shared/${shareToken}`)
  expect(body.customerName).toBe(JANSEN.name)
  expect(JSON.stringify(body)).not.toMatch(/K-2041|Dorpsstraat|3511 AB|Hilversum-Oost|jansen\.example|35 1234567/)
})

// @covers scans: PUT /v1/scans/{id}/customer
// @covers scans: DELETE /v1/scans/{id}/customer
test("details are replaced and deleted while the scan stays; another organization's mode does not see them", async () => {
  const id = await made({ ...smallestRequest(), customerDetails: JANSEN })
  const path = `/v1/scans/${id}/customer`
  expect((await client.put(path, { name: "Peters" })).body).toEqual({ name: "Peters" })
  expect((await client.get(path)).body).toEqual({ name: "Peters" })
  for (const call of [sandbox.get(path), sandbox.put(path, {}), sandbox.delete(path)])
    expect((await call).status).toBe(404)
  expect((await client.delete(path)).status).toBe(204)
  expect((await client.get(path)).body).toEqual({})
  expect(await idsOf("search=peters")).toEqual([])
  expect((await client.get(`/v1/scans/${id}/result`)).status).toBe(200)
})

test("an adjustment is for whom its original is for, unless it says otherwise", async () => {
  const copiedFromId = await made({ ...houseRequest(), customerDetails: JANSEN })
  const customerOf = async (id: string) => (await client.get(`/v1/scans/${id}/customer`)).body
  expect(await customerOf(await made({ copiedFromId, analysisYears: 20 }))).toEqual(JANSEN)
  expect(await customerOf(await made({ copiedFromId, customerDetails: { name: "Peters" } }))).toEqual({
    name: "Peters",
  })
  expect(await customerOf(await made({ copiedFromId, customerDetails: null }))).toEqual({})
})

test("a list is searched by any part of a customer or dossier, filtered, and sorted by a figure", async () => {
  const small = await made({ ...smallestRequest(), customerDetails: { name: "Zoë Quist" }, dossierId: "Batch-7" })
  const house = await made({ ...houseRequest(), customerDetails: { name: "Quist & Zn", postalCode: "9999 XX" } })
  const bare = await made(smallestRequest())
  const reached = { town: "Quistdorp", email: "Zoe@Quist.example", phone: "0612340000" }
  expect(await idsOf("search=QUIST")).toEqual([house, small])
  expect(await idsOf("search=zo%C3%AB")).toEqual([small])
  for (const postalCode of ["9999XX", "9999%20xx", "99%2099-xx"])
    expect(await idsOf(`search=${postalCode}`)).toEqual([house])
  const customer = `/v1/scans/${bare}/customer`
  await client.put(customer, reached)
  for (const text of ["quistdorp", "zoe@quist", "0612340000"]) expect(await idsOf(`search=${text}`)).toEqual([bare])
  await client.delete(customer)
  expect(await idsOf("search=batch-7")).toEqual([small])
  expect(await idsOf("search=%25")).toEqual([])
  expect(await idsOf("search=quist&sort=yearlySavings")).toEqual([house, small])
  expect(await idsOf("search=quist&sort=yearlySavings&order=asc")).toEqual([small, house])
  expect(await idsOf("search=quist&sort=yearlySavings&limit=1&page=2")).toEqual([small])
  const savings = (await client.get(`/v1/scans/${house}/result`)).body.overview.kpi.yearlySavings
  expect(await idsOf(`search=quist&minYearlySavings=${savings - 1}`)).toEqual([house])
  expect(await idsOf("goal=energyhub")).toEqual([])
  const today = new Date().toISOString().slice(0, 10)
  expect(await idsOf(`createdFrom=${today}&createdTo=${today}&limit=100`)).toContain(bare)
  expect(await idsOf("createdTo=2020-01-01")).toEqual([])
  expect(await idsOf("createdFrom=0000-01-01&createdTo=9999-12-31&limit=100")).toContain(bare)
})

test("a list by a figure, or of a search, ends at its row 10,000 and says what to do", async () => {
  for (const query of ["sort=yearlySavings", "search=quist"]) {
    expect((await client.get(`/v1/scans?${query}&limit=100&page=100`)).status).toBe(200)
    const { status, body } = await client.get(`/v1/scans?${query}&limit=100&page=101`)
    expect([status, body.message]).toEqual([
      400,
      "page must be at most 100: a list with sort or search ends at its row 10000; narrow it by other filters, or export it",
    ])
  }
  expect((await client.get("/v1/scans?limit=100&page=101")).status).toBe(200)
})

test("figures of a scan that is not completed neither filter nor order a list", async () => {
  expect(await endOf(sandbox, sandboxId)).toBe("completed")
  const { id } = (await sandbox.post("/v1/scans", smallestRequest())).body
  const idsIn = async (query: string) => {
    const { items } = (await sandbox.get(`/v1/scans?${query}`)).body
    return items.map((item: { id: string; yearlySavings: number | null }) => [item.id, item.yearlySavings !== null])
  }
  expect(await idsIn("sort=yearlySavings")).toEqual([
    [sandboxId, true],
    [id, false],
  ])
  expect(await idsIn("minYearlySavings=0")).toEqual([[sandboxId, true]])
})

test("details beyond their bounds are refused by their paths", async () => {
  const refusals = async (customerDetails: object) =>
    (await client.post("/v1/scans", { ...smallestRequest(), customerDetails })).body.errors.map(
      ({ path }: { path: unknown[] }) => path.join("."),
    )
  expect(await refusals({ name: "a".repeat(201) })).toEqual(["customerDetails.name"])
  expect(await refusals({ address: "a\u0000b" })).toEqual(["customerDetails.address"])
  expect(await refusals({ phone: "1".repeat(41) })).toEqual(["customerDetails.phone"])
  for (const email of ["jansen", "a@b@c", "a\u0000@b"])
    expect(await refusals({ email })).toEqual(["customerDetails.email"])
  expect(await refusals({ fax: "1" })).toEqual(["customerDetails.fax"])
  expect((await client.get("/v1/scans?createdFrom=2026-02-31")).status).toBe(400)
  expect((await client.get("/v1/scans?sort=name")).status).toBe(400)
})
