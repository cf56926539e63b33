import { afterAll, beforeAll, expect, test } from "bun:test"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

test("a body that is not JSON", async () => {
  const { status, body } = await client.post("/v1/scans", '{"location": ')
  expect(status).toBe(400)
  expect(body.statusCode).toBe(400)
  expect(body.message).toStartWith("the body is not valid JSON")
})

test("no body at all is a body that is missing, not one of another type", async () => {
  const { status, body } = await client.post("/v1/scans", undefined)
  expect([status, body.statusCode]).toEqual([400, 400])
  expect(body.message).toBe("the body is missing: send a JSON object as application/json")
})

test("a body of JSON with nothing in it is missing too", async () => {
  for (const empty of ["", " \n"]) {
    const { status, body } = await client.post("/v1/scans", empty)
    expect([empty, status, body]).toEqual([
      empty,
      400,
      {
        statusCode: 400,
        message: "the body is missing: send a JSON object as application/json",
        code: "MISSING_BODY",
        reason: "body-missing",
      },
    ])
  }
})

test("bytes that are not UTF-8 are not replaced in silence", async () => {
  const text = JSON.stringify({ ...smallestRequest(), dossierId: "?" })
  const bytes = Uint8Array.from(text, character => (character === "?" ? 0xff : character.charCodeAt(0)))
  const response = await fetch(`${service.address}/v1/scans`, {
    method: "POST",
    headers: { "x-api-key": service.liveKey, "content-type": "application/json" },
    body: bytes,
  })
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      statusCode: 400,
      message: "the body is not valid JSON: it is not UTF-8",
      code: "INVALID_JSON",
      reason: "body-not-utf8",
    },
  ])
})

test("a name that an object has twice is refused: of two values one would be dropped in silence", async () => {
  const rest = '"location": {"lat": 51.44, "lon": 5.48}, "inputMethod": "known"'
  const bodies: [body: string, name: string][] = [
    [`{${rest}, "yearlyKwh": 3500, "yearlyKwh": 3600}`, "yearlyKwh"],
    [`{${rest}, "yearlyKwh": 3500, "yearly\\u004bwh": 3600}`, "yearlyKwh"],
    [`{"dossierId": "a\\": {b", ${rest.replace("51.44", '51.44, "lat": 52')}, "yearlyKwh": 3500}`, "lat"],
    [`{${rest}, "yearlyKwh": 3500, "newPv": [{"maxPanelCount": 1}, {"x": {}, "x": []}]}`, "x"],
  ]
  for (const [sent, name] of bodies)
    expect((await client.post("/v1/scans", sent)).body).toEqual({
      statusCode: 400,
      message: `the body has an object with the name "${name}" twice: give each field once`,
      code: "INVALID_JSON",
      reason: "body-name-twice",
    })
  const apart = `{${rest}, "yearlyKwh": 3500, "dossierId": "{\\"a\\": 1, \\"a\\": 2}", "existingPv": [${'{"panelCount": 2, "panelPowerWatts": 400}, '.repeat(2)}{"panelCount": 1, "panelPowerWatts": 300}]}`
  expect((await client.post("/v1/scans", apart)).status).toBe(201)
})

test("a body of another type", async () => {
  const { status, body } = await client.post("/v1/scans", "a=b", {
    "content-type": "application/x-www-form-urlencoded",
  })
  expect([status, body]).toEqual([
    415,
    {
      statusCode: 415,
      message: "send the body as application/json",
      code: "UNSUPPORTED_MEDIA_TYPE",
      reason: "body-of-another-type",
    },
  ])
})

test("a compressed body is refused as such, not as damaged JSON; identity is none", async () => {
  const text = JSON.stringify({ ...smallestRequest(), inputMethod: "none" })
  const answers = [
    ["gzip", Bun.gzipSync(text)],
    ["br", text],
    ["identity", text],
  ].map(async ([coding, body]) => {
    const headers = {
      "x-api-key": service.liveKey,
      "content-type": "application/json",
      "content-encoding": coding as string,
    }
    const response = await fetch(`${service.address}/v1/scans`, { method: "POST", headers, body: body as BodyInit })
    return [response.status, response.headers.get("accept-encoding"), (await response.json()).code]
  })
  expect(await Promise.all(answers)).toEqual([
    [415, "identity", "UNSUPPORTED_MEDIA_TYPE"],
    [415, "identity", "UNSUPPORTED_MEDIA_TYPE"],
    [400, null, "INVALID_INPUT"],
  ])
})

test("a body that is too large", async () => {
  const { status, body } = await client.post("/v1/scans", `"${"x".repeat(1_100_000)}"`)
  expect([status, body.statusCode]).toEqual([413, 413])
  expect(body.message).toContain("1048576 bytes")
})

// @covers scans: errors: 400 body
test("all violations in one message", async () => {
  const { status, body } = await client.post("/v1/scans", { ...smallestRequest(), yearlyKwh: -1, goals: "x" })
  expect(status).toBe(400)
  expect(body).toEqual({
    statusCode: 400,
    message: "unknown field goals, did you mean goal?; yearlyKwh must be above 0",
    code: "INVALID_INPUT",
    errors: [
      { path: ["goals"], rule: "unknown-field", message: "unknown field goals, did you mean goal?" },
      { path: ["yearlyKwh"], rule: "above", message: "yearlyKwh must be above 0" },
    ],
  })
})

test("violations are described in the language that the caller prefers, with the same paths and rules", async () => {
  const dutch = { "accept-language": "nl-NL,nl;q=0.9,en;q=0.8" }
  const broken = { ...smallestRequest(), newPv: [{ maxPanelCount: 2, panelPowerWatts: 400, tiltAngle: 90.5 }] }
  const { body } = await client.post("/v1/scans", broken, dutch)
  expect(body).toEqual({
    statusCode: 400,
    message: "newPv[0].tiltAngle mag hoogstens 90 zijn",
    code: "INVALID_INPUT",
    errors: [{ path: ["newPv", 0, "tiltAngle"], rule: "at-most", message: "newPv[0].tiltAngle mag hoogstens 90 zijn" }],
  })
  const { items } = (await client.post("/v1/scans/batch", { scans: [broken] }, dutch)).body
  expect(items).toEqual([body])
  const german = (await client.post("/v1/scans", broken, { "accept-language": "de-AT" })).body
  expect(german.message).toBe("newPv[0].tiltAngle darf höchstens 90 sein")
  const english = (await client.post("/v1/scans", broken, { "accept-language": "fr" })).body
  expect(english.message).toBe("newPv[0].tiltAngle must be at most 90")
})

// @covers scans: authentication: x-api-key
test("no key, a wrong key, and something that is no key", async () => {
  expect((await createClient(service.address, null).post("/v1/scans", smallestRequest())).status).toBe(401)
  expect((await createClient(service.address, `zs_live_${"x".repeat(40)}`).get("/v1/scans/none")).body).toEqual({
    statusCode: 401,
    message: "the API key is not valid",
    code: "UNAUTHENTICATED",
    reason: "key-not-valid",
  })
  expect((await createClient(service.address, "hello").get("/v1/scans")).status).toBe(401)
})

// @covers scans: GET /v1/scans, out of range
test("a page out of range names the parameter", async () => {
  expect((await client.get("/v1/scans?limit=101")).body).toEqual({
    statusCode: 400,
    message: "limit must be at most 100",
    code: "INVALID_INPUT",
    errors: expect.any(Array),
  })
  expect((await client.get("/v1/scans?page=0")).body).toEqual({
    statusCode: 400,
    message: "page must be at least 1",
    code: "INVALID_INPUT",
    errors: expect.any(Array),
  })
  expect((await client.get("/v1/scans?page=1.5")).body.message).toBe("page must be a whole number")
  expect((await client.get("/v1/scans?page=x")).body.message).toContain("page must be")
})

test("an unknown path", async () => {
  expect((await client.get("/v1/nothing")).body).toMatchObject({ statusCode: 404 })
})

test("every answer carries a request id, the caller's own where it is sane", async () => {
  const given = await client.get("/v1/scans", { "x-request-id": "my-request.1" })
  expect(given.headers.get("x-request-id")).toBe("my-request.1")
  const made = await client.get("/v1/nothing", { "x-request-id": "not sane!" })
  expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
})

test("health, readiness and measurements", async () => {
  expect((await client.get("/healthz")).status).toBe(200)
  expect((await client.get("/readyz")).status).toBe(200)
  const { body } = await client.get("/metrics")
  expect(body).toContain("http_requests_total")
  expect(body).toContain("scans_pending")
})

test("the interface is documented without a request to another host", async () => {
  const { body } = await client.get("/openapi.json")
  expect(Object.keys(body.paths)).toContain("/v1/scans")
  const page = await (await fetch(`${service.address}/docs`)).text()
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1]!)
  expect(addresses.filter(address => /^(https?:)?\/\//.test(address))).toEqual([])
  for (const address of addresses.filter(path => path.startsWith("/")))
    expect((await fetch(`${service.address}${address}`)).status).toBe(200)
})
