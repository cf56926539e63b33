import { afterAll, beforeAll, expect, test } from "bun:test"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, type RunningService, startFresh, TEST_KEY, until } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

/** Out of reach on a site without any roof. */
const unreachable = () => ({ ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.5 })

const THREADS = 2
let service: RunningService
let owner: Awaited<ReturnType<typeof logIn>>

beforeAll(async () => {
  service = await startFresh({ WORKER_THREADS: String(THREADS) })
  owner = await logIn(service.address)
})
afterAll(() => service?.end())

const now = async (query = "") => (await owner.get(`/v1/operations${query}`)).body

test("before the first scan nothing waits, nothing ended, and the solver places are known", async () => {
  const body = await until(async () => {
    const answer = await now()
    return answer.waiting.solverPlaces > 0 ? answer : undefined
  })
  expect(body.waiting).toEqual({ scans: 0, oldestSeconds: null, solving: 0, jobsOnBus: 0, solverPlaces: THREADS })
  expect([body.completed, body.failed, body.failures]).toEqual([0, 0, []])
  expect(body.solve).toEqual({ median: null, p95: null, most: null })
})

test("counts what was solved and what failed, with the reason and the times", async () => {
  const client = createClient(service.address)
  for (let i = 0; i < 3; i++) await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })
  const { body: failed } = await client.post("/v1/scans", unreachable(), { prefer: "wait=60" })
  const body = await now()
  expect([body.completed, body.failed]).toEqual([3, 1])
  expect(body.failures).toEqual([{ id: failed.id, endedAt: expect.any(String), message: failed.errorMessage }])
  const bars = body.solveTimes.map(({ scans }: { scans: number }) => scans)
  expect(bars.reduce((sum: number, scans: number) => sum + scans, 0)).toBe(3)
  expect(body.solveTimes.at(-1).upToSeconds).toBeNull()
  const { median, p95, most } = body.solve
  expect(median).toBeGreaterThan(0)
  expect([median <= p95, p95 <= most, body.wait.median >= 0]).toEqual([true, true, true])
})

test("one mode does not see the other's scans", async () => {
  expect((await now("?mode=sandbox")).completed).toBe(0)
})

test("is for owners with a session only", async () => {
  expect((await createClient(service.address, null).get("/v1/operations")).status).toBe(401)
  for (const key of [undefined, TEST_KEY])
    expect((await createClient(service.address, key).get("/v1/operations")).status).toBe(403)
  const { body } = await owner.post("/v1/members", { email: "colleague@example.org", role: "member" })
  const first = await logIn(service.address, body.email, body.password)
  await first.post("/v1/auth/password", { currentPassword: body.password, newPassword: "one of their own" })
  const colleague = await logIn(service.address, body.email, "one of their own")
  expect((await colleague.get("/v1/operations")).status).toBe(403)
})
