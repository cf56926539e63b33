import { afterAll, beforeAll, expect, test } from "bun:test"
import { decodeJwt, SignJWT } from "jose"
import { smallestRequest } from "../support/requests.ts"
import {
  createClient,
  OWNER,
  type ServiceOfOrganization,
  signingSecretOf,
  startFresh,
  startProcess,
} from "../support/service.ts"
import { type Client, logIn, withToken } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let owner: Client

beforeAll(async () => {
  service = await startShared()
  owner = await logIn(service)
})
afterAll(() => service.end())

const makeKey = async (mode: string, name = "A key") => (await owner.post("/v1/api-keys", { name, mode })).body

// @covers scans: authentication: keys with a mode
test("a made key is shown once, works in its mode, and is listed by its last characters", async () => {
  const { status, body } = await owner.post("/v1/api-keys", { name: "Shop", mode: "production" })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "Shop",
    mode: "production",
    scopes: ["read", "write", "webhooks"],
    last4: body.key.slice(-4),
    createdAt: expect.stringMatching(/Z$/),
    key: expect.stringMatching(/^zs_live_\w{40,}$/),
  })
  const { body: sandboxKey } = await owner.post("/v1/api-keys", { name: "Trial", mode: "sandbox" })
  expect(sandboxKey.key).toStartWith("zs_test_")

  const live = createClient(service.address, body.key)
  const scan = await live.post("/v1/scans", smallestRequest())
  expect(scan.status).toBe(201)
  const sandbox = createClient(service.address, sandboxKey.key)
  expect((await sandbox.get(`/v1/scans/${scan.body.id}/status`)).status).toBe(404)

  const list = await owner.get("/v1/api-keys?limit=2")
  expect(list.body).toMatchObject({ total: 4, page: 1, limit: 2, totalPages: 2 })
  expect(list.body.items.map((item: { name: string }) => item.name)).toEqual(["Trial", "Shop"])
  expect(JSON.stringify(list.body)).not.toContain(body.key)
  expect(Object.keys(list.body.items[0]).sort()).toEqual([
    "createdAt",
    "id",
    "last4",
    "lastUsedAt",
    "mode",
    "name",
    "scopes",
  ])
})

test("the time of last use is noted", async () => {
  const { key, id } = await makeKey("production")
  const lastUsedAt = async () =>
    (await owner.get("/v1/api-keys?limit=100")).body.items.find((item: { id: string }) => item.id === id).lastUsedAt
  expect(await lastUsedAt()).toBeNull()
  await createClient(service.address, key).get("/v1/scans")
  expect(Math.abs(Date.now() - Date.parse(await lastUsedAt()))).toBeLessThan(60_000)
})

test("a deleted key ends at once, with the tokens that were made from it", async () => {
  const { key, id } = await makeKey("production")
  const client = createClient(service.address, key)
  const { body } = await client.post("/v1/auth/token", undefined)
  const withAccessToken = withToken(service.address, body.access_token)
  expect((await client.get("/v1/scans")).status).toBe(200)
  expect((await withAccessToken.post("/v1/auth/token", undefined)).status).toBe(403)
  expect((await owner.delete(`/v1/api-keys/${id}`)).status).toBe(204)
  expect((await client.get("/v1/scans")).status).toBe(401)
  expect((await withAccessToken.post("/v1/auth/token", undefined)).status).toBe(401)
  expect((await owner.delete(`/v1/api-keys/${id}`)).body).toEqual({
    statusCode: 404,
    message: "API key not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
})

test("keys are managed by sessions only, never by a key", async () => {
  for (const key of [undefined, service.testKey]) {
    const client = createClient(service.address, key)
    const refused = {
      statusCode: 403,
      message: "this path takes a dashboard session, not an API key",
      code: "FORBIDDEN",
      reason: "credential-of-another-kind",
    }
    expect((await client.get("/v1/api-keys")).body).toEqual(refused)
    expect((await client.post("/v1/api-keys", { name: "x", mode: "sandbox" })).body).toEqual(refused)
    expect((await client.get("/v1/members")).body).toEqual(refused)
    expect((await client.post("/v1/auth/logout", undefined)).body).toEqual(refused)
  }
  expect((await createClient(service.address, null).get("/v1/api-keys")).status).toBe(401)
})

test("what a key's creation does not take is named", async () => {
  const { status, body } = await owner.post("/v1/api-keys", { nam: "x", mode: "live" })
  expect(status).toBe(400)
  expect(body.message).toContain("unknown field nam, did you mean name?")
  expect(body.message).toContain("mode must be one of sandbox, production")
})

test("a made password opens nothing but its change", async () => {
  const { body: made } = await owner.post("/v1/members", { email: "New@example.org", role: "member" })
  const member = await logIn(service.address, "new@example.org", made.password)
  expect((await member.get("/v1/scans")).body).toEqual({
    statusCode: 403,
    message: "change the password first: POST /v1/auth/password with currentPassword and newPassword",
    code: "FORBIDDEN",
    reason: "password-to-change",
  })
  const change = { currentPassword: made.password, newPassword: "a password of my own" }
  expect((await member.post("/v1/auth/password", change)).status).toBe(204)
  expect((await member.get("/v1/scans")).status).toBe(200)
  expect((await member.get("/v1/api-keys")).status).toBe(200)
  expect((await member.post("/v1/api-keys", { name: "x", mode: "sandbox" })).body).toEqual({
    statusCode: 403,
    message: "only an owner of the organization may do this",
    code: "FORBIDDEN",
    reason: "owners-only",
  })
})

test("sessions outlive a restart", async () => {
  const first = await startFresh()
  const { body } = await createClient(first.address, null).post("/v1/auth/login", OWNER)
  await first.end()
  const second = await startProcess(first.dataDir)
  expect((await withToken(second.address, body.accessToken).get("/v1/scans")).status).toBe(200)
  await second.end()
})

test("a cookie in use for a while is renewed, as long as its session is not revoked", async () => {
  const { body } = await createClient(service.address, null).post("/v1/auth/login", service.owner)
  const secret = await signingSecretOf(service.dataDir)
  const issuedAt = Math.floor(Date.now() / 1000) - 600
  const older = await new SignJWT({ ...decodeJwt(body.accessToken), iat: issuedAt, exp: issuedAt + 3600 })
    .setProtectedHeader({ alg: "HS256" })
    .sign(secret)
  const read = (token: string) =>
    createClient(service.address, null).get("/v1/scans", { cookie: `solar_scan_session=${token}` })
  expect((await read(body.accessToken)).headers.get("set-cookie")).toBeNull()
  const renewed = (await read(older)).headers.get("set-cookie") ?? ""
  const token = /^solar_scan_session=([^;]+); .*Max-Age=3600/.exec(renewed)?.[1] ?? ""
  expect(decodeJwt(token).iat).toBeGreaterThan(issuedAt)
  expect((await withToken(service.address, token).post("/v1/auth/logout", undefined)).status).toBe(204)
  expect((await read(older)).status).toBe(401)
})
