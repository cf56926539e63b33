import { afterAll, beforeAll, expect, test } from "bun:test"
import { createClient, LIVE_KEY, type RunningService, startFresh, TEST_KEY } from "../support/service.ts"
import { logIn, withToken } from "../support/sessions.ts"

const LIMIT = 20
let service: RunningService

beforeAll(async () => {
  service = await startFresh({ CALLS_PER_MINUTE: String(LIMIT) })
})
afterAll(() => service.end())

test("each API key has its calls a minute, shown in headers; other keys and sessions are not held up", async () => {
  const client = createClient(service.address, TEST_KEY)
  const first = await client.get("/v1/usage")
  expect(first.headers.get("ratelimit-limit")).toBe(String(LIMIT))
  expect(first.headers.get("ratelimit-remaining")).toBe(String(LIMIT - 1))
  expect(Number(first.headers.get("ratelimit-reset"))).toBeWithin(1, 61)
  expect(first.headers.get("ratelimit-policy")).toBe(`"calls-of-key";q=${LIMIT};w=60`)
  expect(first.headers.get("ratelimit")).toMatch(new RegExp(`^"calls-of-key";r=${LIMIT - 1};t=[1-6]?\\d$`))
  for (let i = 1; i < LIMIT; i++) expect((await client.get("/v1/usage")).status).toBe(200)

  const refused = await client.get("/v1/usage")
  expect(refused.status).toBe(429)
  expect(refused.body.message).toStartWith(`more than ${LIMIT} calls of this API key in a minute: try again in`)
  expect(Number(refused.headers.get("retry-after"))).toBeWithin(1, 61)
  expect(refused.body.code).toBe("TOO_MANY_REQUESTS")
  expect(refused.headers.get("ratelimit-remaining")).toBe("0")
  expect(refused.headers.get("ratelimit")).toStartWith('"calls-of-key";r=0;t=')

  expect((await createClient(service.address, LIVE_KEY).get("/v1/usage")).status).toBe(200)
  expect((await (await logIn(service.address)).get("/v1/usage")).status).toBe(200)
})

test("a token of the legacy interface counts as the key it was made from", async () => {
  const client = createClient(service.address, LIVE_KEY)
  const { body, headers } = await client.post("/v1/auth/token", undefined)
  const before = Number(headers.get("ratelimit-remaining"))
  const answer = await withToken(service.address, body.access_token).get("/v1/usage")
  expect([answer.status, answer.headers.get("ratelimit-remaining")]).toEqual([403, String(before - 1)])
})
