import { afterAll, beforeAll, expect, test } from "bun:test"
import { statSync } from "node:fs"
import { join } from "node:path"
import { decodeJwt, SignJWT } from "jose"
import {
  createClient,
  embeddedTest,
  LIVE_KEY,
  OWNER,
  type RunningService,
  startFresh,
  TEST_KEY,
} from "../support/service.ts"
import { logIn, withHeaders, withToken } from "../support/sessions.ts"

let service: RunningService
const nobody = () => createClient(service.address, null)

beforeAll(async () => {
  service = await startFresh({ TRUST_PROXY: "1" })
})
afterAll(() => service.end())

/** Logs in from an address of its own, so that tests do not share login attempts. */
let addresses = 0
const login = (body: unknown, from = `192.0.2.${++addresses}`) =>
  nobody().post("/v1/auth/login", body, { "x-forwarded-for": from })

test("a login gives a bearer token and the same as a cookie that scripts and other sites cannot use", async () => {
  const { status, headers, body } = await login(OWNER)
  expect(status).toBe(200)
  expect(body).toEqual({ accessToken: expect.any(String), expiresIn: 3600, mustChangePassword: false })
  const [cookie, ...attributes] = (headers.get("set-cookie") ?? "").split("; ")
  expect(cookie).toBe(`solar_scan_session=${body.accessToken}`)
  expect(attributes.sort()).toEqual(["HttpOnly", "Max-Age=3600", "Path=/", "SameSite=Strict"])
  const { iat = 0, exp = 0 } = decodeJwt(body.accessToken)
  expect(exp - iat).toBe(3600)
  expect((await withToken(service.address, body.accessToken).get("/v1/scans")).status).toBe(200)
  expect((await withHeaders(service.address, { cookie: cookie! }).get("/v1/scans")).status).toBe(200)
})

test("letters of an e-mail address are compared without their case", async () => {
  expect((await login({ ...OWNER, email: OWNER.email.toUpperCase() })).status).toBe(200)
})

test("a wrong password and an unknown account have the same answer", async () => {
  const wrong = await login({ ...OWNER, password: "not the password" })
  const unknown = await login({ ...OWNER, email: "no-one@example.org" })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual({
    statusCode: 401,
    message: "the e-mail address or the password is wrong",
    code: "UNAUTHENTICATED",
    reason: "login-wrong",
  })
  expect(unknown.body).toEqual(wrong.body)
  expect(wrong.headers.get("set-cookie")).toBeNull()
})

test("an address has ten logins a minute, others go on", async () => {
  const attempts = []
  for (let i = 0; i < 11; i++) attempts.push(await login({ ...OWNER, password: "a wrong one" }, "198.51.100.7"))
  expect(attempts.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
  const last = attempts[10]!
  expect(last.body).toEqual({
    statusCode: 429,
    message: expect.stringContaining("more than 10 logins"),
    code: "TOO_MANY_REQUESTS",
    reason: "too-many-in-a-minute",
  })
  expect(Number(last.headers.get("retry-after"))).toBeWithin(1, 61)
  expect(last.headers.get("ratelimit-limit")).toBe("10")
  expect(last.headers.get("ratelimit-remaining")).toBe("0")
  expect((await login(OWNER, "198.51.100.7")).status).toBe(429)
  expect((await login(OWNER, "198.51.100.8")).status).toBe(200)
  expect((await login(OWNER, "198.51.100.8, 198.51.100.7")).status).toBe(429)
})

test("a session ends at logout, and only that one", async () => {
  const [first, second] = [await logIn(service.address), await logIn(service.address)]
  const out = await first.post("/v1/auth/logout", undefined)
  expect([out.status, out.body]).toEqual([204, ""])
  expect(out.headers.get("set-cookie")).toContain("Max-Age=0")
  expect((await first.get("/v1/scans")).status).toBe(401)
  expect((await second.get("/v1/scans")).status).toBe(200)
})

test("tokens that are not ours, not for this, unsigned or over are refused", async () => {
  const { body } = await login(OWNER)
  const [header, payload, signature] = body.accessToken.split(".")
  const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url")
  const foreign = await new SignJWT(decodeJwt(body.accessToken))
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode("x".repeat(48)))
  const tampered = Buffer.from(JSON.stringify({ ...decodeJwt(body.accessToken), exp: 9_999_999_999 })).toString(
    "base64url",
  )
  for (const token of ["x", `${unsigned}.${payload}.`, foreign, `${header}.${tampered}.${signature}`]) {
    const { status } = await withToken(service.address, token).get("/v1/scans")
    expect(status).toBe(401)
  }
})

test("a write by cookie must come from the service's own pages; a bearer token needs no such proof", async () => {
  const { body } = await login(OWNER)
  const cookie = { cookie: `solar_scan_session=${body.accessToken}` }
  const write = (headers: Record<string, string>) =>
    nobody().post("/v1/api-keys", { name: "From a page", mode: "sandbox" }, { ...cookie, ...headers })
  expect((await write({ "sec-fetch-site": "cross-site" })).status).toBe(403)
  expect((await write({ "sec-fetch-site": "same-site", origin: "http://other.localhost" })).status).toBe(403)
  expect((await write({ origin: "http://evil.example" })).status).toBe(403)
  expect((await write({ origin: "null" })).status).toBe(403)
  expect((await write({ origin: service.address })).status).toBe(201)
  expect((await write({ "sec-fetch-site": "same-origin" })).status).toBe(201)
  expect((await nobody().get("/v1/api-keys", { ...cookie, "sec-fetch-site": "cross-site" })).status).toBe(200)
  const byToken = withToken(service.address, body.accessToken)
  const written = await byToken.post("/v1/api-keys", { name: "x", mode: "sandbox" }, { origin: "http://a.example" })
  expect(written.status).toBe(201)
})

// @covers scans: authentication: JWT or key on lists and scans
test("a session sees live scans, or those of the sandbox when asked", async () => {
  const session = await logIn(service.address)
  const sandbox = createClient(service.address, TEST_KEY)
  const { body } = await sandbox.get("/v1/scans")
  expect((await session.get("/v1/scans?mode=sandbox")).body).toEqual(body)
  expect((await session.get("/v1/scans?mode=live")).status).toBe(200)
  expect((await session.get("/v1/scans?mode=test")).body).toEqual({
    statusCode: 400,
    message: "mode must be one of live, sandbox",
    code: "INVALID_INPUT",
    errors: expect.any(Array),
  })
})

// @covers legacy: authentication: bearer token
test("a token of the legacy interface has the rights of its key, and is of no use on paths of another interface", async () => {
  const { status, body } = await createClient(service.address).post("/v1/auth/token", undefined)
  expect(status).toBe(200)
  expect(body).toEqual({ access_token: expect.any(String), token_type: "Bearer", expires_in: 3600 })
  expect(decodeJwt(body.access_token).aud).toBe("earlier")
  const refused = await withToken(service.address, body.access_token).get("/v1/api-keys")
  expect(refused.body).toEqual({
    statusCode: 403,
    message: "this path takes a dashboard session, not a token of POST /v1/auth/token",
    code: "FORBIDDEN",
    reason: "credential-of-another-kind",
  })
  const again = await withToken(service.address, body.access_token).post("/v1/auth/token", undefined)
  expect(again.status).toBe(403)
})

test("with a key in the header the key decides, not the cookie", async () => {
  const { body } = await login(OWNER)
  const headers = { "x-api-key": LIVE_KEY, cookie: `solar_scan_session=${body.accessToken}` }
  expect((await nobody().get("/v1/api-keys", headers)).status).toBe(403)
  expect((await nobody().get("/v1/scans", { ...headers, "x-api-key": `zs_live_${"n".repeat(40)}` })).status).toBe(401)
})

test("a changed password ends the user's other sessions; the old one is of no use", async () => {
  const own = await startFresh()
  const [one, other] = [await logIn(own.address), await logIn(own.address)]
  const change = (currentPassword: string, newPassword: string) =>
    one.post("/v1/auth/password", { currentPassword, newPassword })
  expect((await change("a wrong password", "another password")).body.message).toBe("currentPassword is wrong")
  expect((await change(OWNER.password, "short")).body.message).toBe("newPassword must have at least 10 characters")
  expect((await change(OWNER.password, OWNER.password)).status).toBe(400)
  expect((await change(OWNER.password, "another password")).status).toBe(204)
  expect((await one.get("/v1/scans")).status).toBe(200)
  expect((await other.get("/v1/scans")).status).toBe(401)
  await expect(logIn(own.address)).rejects.toThrow("401")
  await logIn(own.address, OWNER.email, "another password")
  await own.end()
})

embeddedTest("the secret that signs is kept in the folder for its user alone", async () => {
  expect(statSync(join(service.dataDir, "jwt-secret")).mode & 0o777).toBe(0o600)
})
