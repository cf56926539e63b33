import { afterAll, beforeAll, expect, test } from "bun:test"
import { legacyToken } from "../support/legacy.ts"
import { sendRaw } from "../support/rawHttp.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { type Client, logIn, withToken } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

test("a query parameter that a path does not know is refused, with the name that was meant", async () => {
  const { status, body } = await client.get("/v1/scans?stauts=error")
  expect([status, body]).toEqual([
    400,
    {
      statusCode: 400,
      message: "unknown query parameter stauts, did you mean status?",
      code: "INVALID_INPUT",
      errors: [
        {
          path: ["stauts"],
          rule: "unknown-parameter",
          message: "unknown query parameter stauts, did you mean status?",
        },
      ],
    },
  ])
  const said = async (path: string) => (await client.get(path)).body.message
  expect(await said("/v1/scans?limt=5&zzzzzzzz=1")).toBe(
    "unknown query parameter limt, did you mean limit?; unknown query parameter zzzzzzzz",
  )
  expect(await said("/v1/scans?page=1&page=2")).toBe("page must be given once")
  expect(await said("/v1/usage?month=3")).toBe("unknown query parameter month")
  expect(await said("/v1/tariffs/dynamic/breakdown?start=2024-01-01&interval=day")).toStartWith(
    "unknown query parameter start",
  )
  expect(await said("/v1/scans?constructor=1&__proto__=2")).toBe(
    "unknown query parameter constructor; unknown query parameter __proto__",
  )
  const posted = await client.post("/v1/scans?wait=5", smallestRequest())
  expect([posted.status, posted.body.message]).toStrictEqual([400, expect.stringContaining("parameter wait")])
  expect((await client.get("/v1/scans")).body.total).toBe(0)
})

test("so it is in the legacy interface, in its words", async () => {
  const token = await legacyToken(service)
  const { status, body } = await withToken(service.address, token).get("/v1/scans?perpage=5")
  expect([status, body]).toEqual([
    400,
    { error: expect.any(String), message: "unknown query parameter perpage, did you mean per_page?" },
  ])
})

test("an API key may name its own mode alone: a scan that was meant for the sandbox would count", async () => {
  const sandbox = createClient(service, service.testKey)
  for (const path of ["/v1/scans?mode=live", "/v1/usage?mode=live", "/v1/scans?search=mode%3Dsandbox"])
    expect([path, (await client.get(path)).status]).toEqual([path, 200])
  for (const path of ["/v1/scans?mode=sandbox", "/v1/scans?search=mode=live"])
    expect([path, (await sandbox.get(path)).status]).toEqual([path, 200])
  const refused = [
    await client.post("/v1/scans?mode=sandbox", smallestRequest()),
    await client.get("/v1/webhook-endpoints?mode=sandbox"),
    await sandbox.get("/v1/scans?page=1&mode=live"),
  ]
  expect(refused.map(({ status, body }) => [status, body.errors?.[0].rule])).toEqual(
    new Array(3).fill([400, "mode-of-key"]),
  )
  expect(refused[0]!.body.message).toBe(
    "mode must be left out or live: an API key has a mode of its own, and this one is of live",
  )
})

test("a mode that there is not is refused by each credential, and a token has its key's", async () => {
  const token = withToken(service.address, await legacyToken(service, service.testKey))
  for (const mode of ["production", "test", "Live", ""])
    for (const caller of [client, createClient(service, service.testKey), await logIn(service), token])
      expect((await caller.get(`/v1/scans?mode=${mode}`)).body.message).toBe("mode must be one of live, sandbox")
  const run = await token.post("/v1/scan?mode=live", { goal: "payback-time", yearly_kwh: 3000 })
  expect([run.status, run.body.message]).toEqual([400, expect.stringContaining("mode must be left out or sandbox")])
  expect((await token.get("/v1/scans?mode=sandbox")).body.pagination.total).toBe(0)
})

test("an order without the figure to sort by is refused: newest first it would stay", async () => {
  const { status, body } = await client.get("/v1/scans?order=asc")
  expect([status, body.message]).toEqual([400, "order must be left out without sort: it counts only with it"])
  expect((await client.get("/v1/scans?sort=yearlySavings&order=asc")).status).toBe(200)
})

test("a number is written in decimal digits, and a parameter without a name is none", async () => {
  const yieldAt = async (lat: string) => (await client.get(`/v1/places/yield?lon=5&lat=${lat}`)).status
  for (const lat of ["52", "-5.25", "5e1", "052"]) expect([lat, await yieldAt(lat)]).toEqual([lat, 200])
  for (const lat of ["0x10", "0b11", "1_0", "+52", "52.", ".5", "%2052", "1e400", ""])
    expect([lat, await yieldAt(lat)]).toEqual([lat, 400])
  expect((await client.get("/v1/scans?=1")).body.message).toBe('unknown query parameter ""')
})

test("a session's mode, a logo's version, and any parameter of what monitors read and of pages are known", async () => {
  const owner = await logIn(service)
  for (const path of ["/v1/scans?mode=sandbox", "/v1/usage?mode=live", "/v1/studio-profiles/presets?mode=live"])
    expect([path, (await owner.get(path)).status]).toEqual([path, 200])
  const { organizationId } = (await owner.get("/v1/auth/session")).body
  expect((await owner.get(`/v1/organizations/${organizationId}/logo?v=12`)).status).toBe(404)
  for (const path of [
    "/healthz?from=monitor",
    "/readyz?x=1",
    "/metrics?x=1",
    "/docs?x=1",
    "/openapi.json?x=1",
    "/?x=1",
  ])
    expect([path, (await client.get(path)).status]).toEqual([path, 200])
})

test("an unknown parameter is no way to see what exists: a caller without a credential gets 401", async () => {
  expect((await createClient(service.address, null).get("/v1/scans?stauts=error")).status).toBe(401)
})

test("methods that HTTP knows and a path does not are answered 405, with those that it takes", async () => {
  const ask = (method: string, path: string) =>
    sendRaw(
      service.address,
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${service.liveKey}\r\nConnection: close\r\n\r\n`,
    )
  for (const method of ["PURGE", "PROPFIND", "LINK", "TRACE", "M-SEARCH", "QUERY"]) {
    const answer = await ask(method, "/v1/scans")
    expect([method, answer.status]).toEqual([method, 405])
    expect(JSON.parse(answer.body)).toEqual({
      statusCode: 405,
      message: `${method} is not possible here, only GET, HEAD, OPTIONS, POST`,
      code: "METHOD_NOT_ALLOWED",
      reason: "method-not-allowed",
    })
  }
  expect((await ask("GET", "/v1/usage#now")).status).toBe(404)
})
