import { afterAll, beforeAll, expect, test } from "bun:test"
import { connect } from "node:net"
import { sendRaw } from "../support/rawHttp.ts"
import { createClient, LIVE_KEY, type RunningService, startFresh, until } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

/** Requests of hostile clients: each is the caller's error, and none is shown at length or in the log. */
let service: RunningService
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startFresh()
  client = createClient(service.address)
})
afterAll(() => service.end())

/** Longest piece of a request that an answer shows. */
const MOST_ECHOED = 200
const long = (length: number) => "n".repeat(length)

test("names and texts of megabytes are refused, and answers show 200 characters of them at most", async () => {
  const field = { ...{ location: { lat: 52, lon: 5 }, inputMethod: "known", yearlyKwh: 1 }, [long(900_000)]: 1 }
  const answers = [
    await client.post("/v1/scans", field),
    await client.post("/v1/scans", { ...field, [long(900_000)]: undefined, tariff: { [long(900_000)]: 1 } }),
    await client.post("/v1/scans", `{"location": ${long(900_000)}}`),
    await client.post("/v1/scans/batch", { [long(15_000_000)]: 1 }),
    await client.post("/v1/scans", { [`a ${long(400)} b`]: 1 }),
    await client.get(`/v1/tariffs/breakdown?fields=${long(5_000)}`),
    await client.get(`/v1/scans/${long(5_000)}`),
  ]
  for (const { status, body } of answers) {
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(body)).not.toContain(long(MOST_ECHOED + 1))
  }
  const tooLong = await client.post("/v1/scans/batch", { scans: [{ [long(15_000_000)]: 1 }] })
  expect([tooLong.status, tooLong.body.message]).toEqual([400, "the body has a text of more than 1048576 bytes"])
  const { status, body } = await client.post("/v1/scans/batch", { scans: [{ [long(1_000_000)]: 1 }] })
  expect(status).toBe(201)
  expect(body.items[0].statusCode).toBe(400)
  expect(body.items[0].message).toContain("unknown field nnnnn")
  expect(body.items[0].message.length).toBeLessThan(2 * MOST_ECHOED)
})

test("bodies nested too deep, or of too many parts, are refused before they are parsed", async () => {
  const nested = (levels: number) => `{"scans": [${"[".repeat(levels)}${"]".repeat(levels)}]}`
  const batch = (body: string) => client.post("/v1/scans/batch", body, { "idempotency-key": crypto.randomUUID() })
  const deep = await batch(nested(100_000))
  expect([deep.status, deep.body.message]).toEqual([400, "the body is nested more than 64 levels deep"])
  expect((await batch(nested(62))).status).toBe(201)
  expect((await batch(nested(63))).status).toBe(400)
  expect((await batch(`{"scans": ["${"[".repeat(100)}\\"${"{".repeat(100)}"]}`)).status).toBe(201)

  const tooMany = "the body has more than 500000 values"
  for (const part of ["{}", '""', "[]", '"a\\""', "1", "null", "true"]) {
    const many = await batch(`{"scans": [${`${part},`.repeat(500_000)}1]}`)
    expect([many.status, many.body.message]).toEqual([400, tooMany])
  }
  const long = await batch(`{"scans": [${"1,".repeat(400_000)}1]}`)
  expect([long.status, long.body.message]).toEqual([400, "scans must have at most 1000 entries"])
  const { body } = await client.get("/v1/scans")
  expect(body.total).toBe(0)
  expect(service.output()).not.toContain("request failed")
})

test("a page is a whole number in digits up to a million", async () => {
  for (const page of ["1e9", "1e2", "1000001", "0x10", "1.5", "-1", "", " 1", "９", long(3000)])
    for (const path of ["/v1/scans", "/v1/studio-profiles"])
      expect([page, path, (await client.get(`${path}?page=${encodeURIComponent(page)}`)).status]).toEqual([
        page,
        path,
        400,
      ])
  expect((await client.get("/v1/scans?page=1000000&limit=100")).body.items).toEqual([])
  expect((await client.get("/v1/scans?page=2&limit=05")).status).toBe(200)
})

test("an id that is not UTF-8 is not found", async () => {
  const owner = await logIn(service.address)
  for (const id of ["%ff", "%ff%fe", "%E0%A4%A", "%"])
    for (const path of [
      `/v1/scans/${id}`,
      `/v1/organizations/${id}/logo`,
      `/v1/studio-profiles/${id}`,
      `/v1/api-keys/${id}`,
    ])
      expect([path, (await owner.delete(path)).status]).toEqual([path, 404])
})

test("CONNECT and a second Host are refused", async () => {
  for (const request of [
    "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n",
    "CONNECT /v1/scans HTTP/1.1\r\nHost: example.org\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  ]) {
    const { status } = await sendRaw(service.address, request)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  }
})

/** Announces a body and closes the connection halfway. */
const abort = (path: string, type: string): Promise<void> =>
  new Promise((done, fail) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${LIVE_KEY}\r\nContent-Type: ${type}\r\nContent-Length: 99999\r\n\r\n`
    const socket = connect(Number(new URL(service.address).port), "127.0.0.1", () =>
      socket.write(`${head}{"a":`, () => setImmediate(() => socket.destroy())),
    )
    socket.on("error", fail)
    socket.on("close", () => done())
  })

test("a body that is broken off is no error of the service", async () => {
  const paths = {
    "/v1/scans": "application/json",
    "/v1/scans/batch": "application/json",
    "/v1/auth/login": "application/json",
    "/v1/load-profile": "multipart/form-data; boundary=b",
  }
  for (const [path, type] of Object.entries(paths)) await abort(path, type)
  const counted = async () => (await (await fetch(`${service.address}/metrics`)).text()).split("\n")
  const ofPosts = await until(async () => {
    const lines = (await counted()).filter(line => line.startsWith("http_requests_total") && line.includes("POST"))
    return Object.keys(paths).every(path =>
      lines.some(line => line.includes(`route="${path}"`) && !line.includes('status="201"')),
    )
      ? lines
      : undefined
  })
  expect(ofPosts.filter(line => line.includes('status="5'))).toEqual([])
  expect(service.output()).not.toContain("request failed")
})
