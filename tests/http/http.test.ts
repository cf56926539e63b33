import { afterAll, beforeAll, expect, test } from "bun:test"
import { gunzipSync } from "node:zlib"
import { getRaw } from "../support/rawHttp.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, type RunningService, startFresh, until } from "../support/service.ts"

const ORIGIN = "https://app.example.org"
let service: RunningService
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startFresh({ CORS_ORIGINS: `${ORIGIN},https://other.example.org` })
  client = createClient(service.address)
})
afterAll(() => service.end())

/** The raw answer, without any decoding. */
const raw = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${service.address}${path}`, { method, headers: { "x-api-key": LIVE_KEY, ...headers }, decompress: false })

test("what was read carries a strong tag, and is not sent again to who has it", async () => {
  const first = await client.get("/v1/scans")
  const etag = first.headers.get("etag") ?? ""
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect(first.headers.get("cache-control")).toBe("private, no-cache")
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`, "*"]) {
    const again = await client.get("/v1/scans", { "if-none-match": known })
    expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, "", etag])
  }
  await client.post("/v1/scans", smallestRequest())
  const changed = await client.get("/v1/scans", { "if-none-match": etag })
  expect(changed.status).toBe(200)
  expect(changed.headers.get("etag")).not.toBe(etag)
})

test("an error and a write carry no tag", async () => {
  expect((await client.get("/v1/nothing", { "if-none-match": "*" })).status).toBe(404)
  const created = await client.post("/v1/scans", smallestRequest(), { "if-none-match": "*" })
  expect([created.status, created.headers.get("etag")]).toEqual([201, null])
  expect(created.headers.get("cache-control")).toBe("no-store")
})

test("answers above 1 KiB are compressed as the client prefers, smaller ones never", async () => {
  const plain = await (await raw("/openapi.json", { "accept-encoding": "identity" })).text()
  const zstd = await raw("/openapi.json", { "accept-encoding": "gzip, br, zstd" })
  expect(zstd.headers.get("content-encoding")).toBe("zstd")
  expect(zstd.headers.get("vary")).toContain("accept-encoding")
  const zstdBytes = new Uint8Array(await zstd.arrayBuffer())
  expect(zstdBytes.length).toBeLessThan(plain.length / 4)
  expect(Bun.zstdDecompressSync(zstdBytes).toString()).toBe(plain)
  const gzip = await raw("/openapi.json", { "accept-encoding": "gzip;q=1.0, zstd;q=0.5" })
  expect(gzip.headers.get("content-encoding")).toBe("gzip")
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(plain)
  for (const none of ["identity", "br", "gzip;q=0, zstd;q=0", "identity, gzip;q=0.5"])
    expect((await raw("/openapi.json", { "accept-encoding": none })).headers.get("content-encoding")).toBeNull()
  expect((await raw("/healthz", { "accept-encoding": "gzip" })).headers.get("content-encoding")).toBeNull()
})

test("a tag differs by encoding, and each encoding has the same content", async () => {
  const etagOf = async (encoding: string) =>
    (await raw("/openapi.json", { "accept-encoding": encoding })).headers.get("etag") ?? ""
  const [plain, gzip, zstd] = [await etagOf("identity"), await etagOf("gzip"), await etagOf("zstd")]
  expect(new Set([plain, gzip, zstd]).size).toBe(3)
  for (const known of [plain, gzip, zstd])
    expect((await raw("/openapi.json", { "accept-encoding": "gzip", "if-none-match": known })).status).toBe(304)
})

test("HEAD is GET without the body", async () => {
  for (const state of ["pending", "processing"])
    await until(async () => (await client.get(`/v1/scans?status=${state}`)).body.total === 0 || undefined)
  const [get, head] = [await raw("/v1/scans"), await raw("/v1/scans", {}, "HEAD")]
  expect(head.status).toBe(200)
  expect(await head.text()).toBe("")
  for (const name of ["content-type", "etag", "content-encoding", "content-length"])
    expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
})

test("a long answer arrives whole, by HTTP 1.0 too, beside clients that go away in the middle", async () => {
  const whole = await (await raw("/openapi.json", { "accept-encoding": "identity" })).text()
  const gone = Array.from({ length: 20 }, async (_, i) => {
    const abort = new AbortController()
    const { body } = await fetch(`${service.address}/openapi.json`, { signal: abort.signal })
    if (i % 2 === 0) await body?.getReader().read()
    abort.abort()
  })
  const arrived = Array.from({ length: 20 }, async (_, i) => {
    const { status, headers, body } = await getRaw(
      service.address,
      "/openapi.json",
      ["localhost"],
      i % 2 ? "1.0" : "1.1",
    )
    const text = /transfer-encoding: chunked/i.test(headers) ? ofChunks(body) : body
    expect([i, status, text.length]).toEqual([i, 200, Buffer.byteLength(whole)])
    expect(Buffer.from(text, "latin1").toString()).toBe(whole)
  })
  await Promise.all([...gone, ...arrived])
  const head = await raw("/openapi.json", { "accept-encoding": "identity" }, "HEAD")
  expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(whole)))
})

/** Content of a chunked body. */
const ofChunks = (sent: string): string => {
  const length = Number.parseInt(sent, 16)
  if (length === 0) return ""
  const start = sent.indexOf("\r\n") + 2
  return sent.slice(start, start + length) + ofChunks(sent.slice(start + length + 2))
}

test("a method that a path does not take is refused with a list of those it takes", async () => {
  const { status, headers, body } = await client.put("/v1/scans", {})
  expect(status).toBe(405)
  expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST")
  expect(body).toEqual({
    statusCode: 405,
    message: "PUT is not possible here, only GET, HEAD, OPTIONS, POST",
    code: "METHOD_NOT_ALLOWED",
    reason: "method-not-allowed",
  })
  expect((await client.post("/v1/scans/some-id/status", {})).status).toBe(405)
  expect((await client.put("/v1/nothing", {})).status).toBe(404)
})

test("OPTIONS lists the methods of a path", async () => {
  const response = await raw("/v1/scans", {}, "OPTIONS")
  expect([response.status, response.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"])
  expect(response.headers.get("x-content-type-options")).toBe("nosniff")
  expect((await raw("/v1/nothing", {}, "OPTIONS")).status).toBe(404)
})

test("pages of listed origins may call, others may not", async () => {
  const preflight = (origin: string) =>
    raw(
      "/v1/scans",
      { origin, "access-control-request-method": "POST", "access-control-request-headers": "x-api-key" },
      "OPTIONS",
    )
  const allowed = await preflight(ORIGIN)
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get("access-control-allow-origin")).toBe(ORIGIN)
  expect(allowed.headers.get("access-control-allow-methods")).toContain("POST")
  expect(allowed.headers.get("access-control-allow-headers")).toBe("x-api-key")
  const refused = await preflight("https://evil.example")
  expect(refused.headers.get("access-control-allow-origin")).toBeNull()
  expect(refused.headers.get("access-control-allow-headers")).toBeNull()

  const answer = await client.get("/v1/scans", { origin: ORIGIN })
  expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN)
  expect(answer.headers.get("access-control-expose-headers")).toContain("x-request-id")
  expect(answer.headers.get("vary")).toContain("origin")
  const failed = await client.get("/v1/scans/none", { origin: ORIGIN })
  expect(failed.headers.get("access-control-allow-origin")).toBe(ORIGIN)
  expect((await client.get("/v1/scans", { origin: "null" })).headers.get("access-control-allow-origin")).toBeNull()
})

test("every answer is safe in a browser, and carries its request id", async () => {
  const paths = ["/v1/scans", "/v1/nothing", "/healthz", "/docs", "/openapi.json", "/docs/swagger-ui.js"]
  for (const path of paths) {
    const { headers } = await client.get(path, { "x-request-id": "trace-1" })
    expect([path, headers.get("x-request-id")]).toEqual([path, "trace-1"])
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"])
    expect([path, headers.get("content-security-policy")?.split(";")[0]]).toEqual([path, "default-src 'none'"])
  }
})

test("the list of scans without a credential answers so that clients of both interfaces can read it", async () => {
  const { status, body } = await createClient(service.address, null).get("/v1/scans")
  expect(status).toBe(401)
  expect(body).toEqual({
    statusCode: 401,
    code: "UNAUTHENTICATED",
    reason: "credential-missing",
    error: "Authentication required",
    message: null,
  })
})

test("errors under the paths of the legacy interface have its shape", async () => {
  expect((await client.get("/v1/scan/nothing-here")).body).toEqual({
    error: "Not found",
    message: "there is no such path; /docs lists all",
  })
  expect((await client.get("/v1/scans/nothing-here")).body).toEqual({
    statusCode: 404,
    message: "scan not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
})

test("a client that uploads more than is taken does not keep the service from stopping", async () => {
  const own = await startFresh()
  const { status } = await createClient(own.address).post("/v1/scans", `"${"x".repeat(3_000_000)}"`)
  expect(status).toBe(413)
  expect(await own.end()).toBe(0)
})
