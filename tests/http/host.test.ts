import { afterAll, beforeAll, expect, test } from "bun:test"
import { getRaw, type RawAnswer, sendRaw } from "../support/rawHttp.ts"
import type { ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization

beforeAll(async () => {
  service = await startShared()
})
afterAll(() => service.end())

/** Parts of the page that the runtime shows to developers. */
const DEVELOPMENT = /<html|at file:|BunError|\.ts:\d+/i

const statusOf = async (path: string, hosts: string[]) => (await getRaw(service.address, path, hosts)).status

test("a path is the same path whatever the length of the host's name", async () => {
  for (const host of ["a", "ab", "api", "a:1", "abcd", "scans.example.org:3000", "[::1]:3000"]) {
    expect([host, await statusOf("/healthz", [host])]).toEqual([host, 200])
    expect([host, await statusOf("/zzz/metrics", [host])]).toEqual([host, 404])
    expect([host, await statusOf("//metrics", [host])]).toEqual([host, 404])
    expect([host, await statusOf("/zzz/v1/scans", [host])]).toEqual([host, 404])
    expect([host, await statusOf("/v1/scans", [host])]).toEqual([host, 401])
  }
})

const BROKEN = [
  "",
  "a b",
  "a/b",
  "/",
  "@",
  "u@h",
  "a?b",
  "a#b",
  "[::1",
  "[:::]",
  "a:99999",
  "a:x",
  "%zz",
  "a, b",
  "x".repeat(300),
]

test("a Host that is missing or none is refused on every path, and no page of the runtime is shown", async () => {
  for (const path of ["/healthz", "/metrics", "/zzz/metrics", "/v1/scans", "/nothing", "/dashboard"])
    for (const hosts of [...BROKEN.map(host => [host]), []]) {
      const answer = await getRaw(service.address, path, hosts)
      expect([path, hosts, answer.status]).toEqual([path, hosts, 400])
      expect(answer.body).not.toMatch(DEVELOPMENT)
    }
})

test("the refusal has the shape of the path's document and the headers of every answer", async () => {
  const message = "the Host header is missing or is not a host: send the name or address of this service"
  const shown = ({ body }: RawAnswer) => JSON.parse(body)
  expect(shown(await getRaw(service.address, "/v1/scans", ["%zz"]))).toEqual({
    statusCode: 400,
    message,
    code: "INVALID_HOST",
    reason: "host-missing",
  })
  expect(shown(await getRaw(service.address, "/v1/scan", ["%zz"]))).toEqual({ error: "Invalid request", message })
  const { headers } = await getRaw(service.address, "/v1/scans", ["%zz"])
  expect(headers.toLowerCase()).toContain("content-security-policy")
  expect(headers.toLowerCase()).toContain("x-request-id")
  expect((await getRaw(service.address, "/healthz", [], "1.0")).status).toBe(400)
})

test("a WebSocket with a broken Host is refused the same way", async () => {
  const upgrade =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
  const answer = await sendRaw(service.address, `GET /v1/scan/ws HTTP/1.1\r\nHost: %zz\r\n${upgrade}\r\n`)
  expect(answer.status).toBe(400)
  expect(answer.body).not.toMatch(DEVELOPMENT)
})
