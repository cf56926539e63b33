import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type RunningService, startFresh, TEST_KEY } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

const running: RunningService[] = []
afterAll(() => Promise.all(running.map(service => service.end())))

const start = async (env: Record<string, string> = {}) => {
  const service = await startFresh(env)
  running.push(service)
  return service
}

const fileWith = (content: string) => {
  const path = join(mkdtempSync(join(tmpdir(), "solar-scan-tiers-")), "tiers.json")
  writeFileSync(path, content)
  return path
}

test("the first organization has no cap; a key of either mode and a session see the same usage", async () => {
  const { address } = await start()
  const { status, body } = await createClient(address).get("/v1/usage")
  expect(status).toBe(200)
  expect(body).toEqual({
    tier: "unlimited",
    periodStart: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/),
    periodEnd: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/),
    quota: null,
    used: 0,
    overage: 0,
    storage: {
      live: { bytes: 0, reservedBytes: 0, limitBytes: 1_000_000_000_000 },
      sandbox: { bytes: 0, reservedBytes: 0, limitBytes: 10_000_000_000 },
    },
    account: {
      used: { readBytes: 0, parsedValues: 0, threadMs: 0, childMs: 0, databaseMs: 0, storedBytes: 0 },
      debtSeconds: 0,
      refused: 0,
    },
  })
  const [now, startMs, endMs] = [Date.now(), Date.parse(body.periodStart), Date.parse(body.periodEnd)]
  expect(startMs).toBeLessThanOrEqual(now)
  expect(endMs).toBeGreaterThan(now)
  expect((await createClient(address, TEST_KEY).get("/v1/usage")).body).toEqual(body)
  expect((await (await logIn(address)).get("/v1/usage")).body).toEqual(body)
  expect((await createClient(address, null).get("/v1/usage")).status).toBe(401)
})

test("costs of calls are on the organization's account, in the usage and in the metrics", async () => {
  const { address } = await start()
  const client = createClient(address, TEST_KEY)
  const name = "x".repeat(100_000)
  const refused = await client.post("/v1/scans", { ...smallestRequest(), newPv: Array(5_000).fill(1), name })
  expect(refused.status).toBe(400)
  expect((await client.post("/v1/scans", smallestRequest())).status).toBe(201)
  const { account } = (await client.get("/v1/usage")).body
  expect(account.used.readBytes).toBeGreaterThan(100_000)
  expect(account.used.parsedValues).toBeGreaterThanOrEqual(5_000)
  for (const unit of ["threadMs", "databaseMs", "storedBytes"])
    expect([unit, account.used[unit] > 0]).toEqual([unit, true])
  expect(account.refused).toBe(0)
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const read = Number(/share_cost_total\{unit="readBytes"\} (\d+)/.exec(metrics)?.[1])
  expect(read).toBe(account.used.readBytes)
})

test("tiers come from the operator's file", async () => {
  const tier = { monthlyScans: 2, beyondQuota: "refuse", priceEurPerScan: 1.5, overagePriceEurPerScan: 0 }
  const { address } = await start({
    TIERS_FILE: fileWith(JSON.stringify({ defaultTier: "small", tiers: { small: tier } })),
  })
  expect((await createClient(address).get("/v1/usage")).body).toMatchObject({ tier: "small", quota: 2, used: 0 })
})

// @covers scans: limits: scan quota
test("a scan counts when it is created, in its mode; beyond a hard cap it is refused and not counted", async () => {
  const tier = { monthlyScans: 2, beyondQuota: "refuse", priceEurPerScan: 1.5, overagePriceEurPerScan: 0 }
  const tiers = JSON.stringify({ defaultTier: "small", tiers: { small: tier } })
  const { address } = await start({ TIERS_FILE: fileWith(tiers) })
  const [live, sandbox] = [createClient(address), createClient(address, TEST_KEY)]
  const used = async () => (await live.get("/v1/usage")).body.used
  expect((await live.post("/v1/scans", { yearlyKwh: 1 })).status).toBe(400)
  for (let i = 0; i < 3; i++) expect((await sandbox.post("/v1/scans", smallestRequest())).status).toBe(201)
  expect(await used()).toBe(0)
  const first = await live.post("/v1/scans", smallestRequest(), { prefer: "wait=30" })
  await live.post("/v1/scans", smallestRequest())
  expect(await used()).toBe(2)

  const refused = await live.post("/v1/scans", smallestRequest())
  expect(refused.status).toBe(429)
  expect(refused.body.message).toStartWith("the 2 scans a month of the tier small are used up")
  expect(refused.body.code).toBe("QUOTA_USED_UP")
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(refused.headers.get("ratelimit-policy")).toMatch(/^"scans-of-month";q=2;w=\d{7}$/)
  expect(refused.headers.get("ratelimit")).toBe(`"scans-of-month";r=0;t=${refused.headers.get("retry-after")}`)
  expect(Number(refused.headers.get("ratelimit-remaining"))).toBeGreaterThan(2)
  expect(await used()).toBe(2)

  const adjusted = await live.post("/v1/scans", { copiedFromId: first.body.id, goal: "self-sufficiency" })
  expect(adjusted.status).toBe(201)
  expect((await sandbox.post("/v1/scans", smallestRequest())).status).toBe(201)
  expect(await used()).toBe(2)
  const costs = (await live.get("/v1/scans")).body.items.map((item: { cost: number | null }) => item.cost)
  expect(costs).toEqual([null, 1.5, 1.5])
})

test("a file of tiers that is wrong stops the start with one line", async () => {
  for (const [content, reason] of [
    ["{", "JSON"],
    ['{"defaultTier": "a", "tiers": {}}', "defaultTier must be one of"],
  ]) {
    const failed = await start({ TIERS_FILE: fileWith(content!) }).catch(error => error)
    expect(failed.message).toContain("solar-scan: TIERS_FILE takes the path of a JSON file of tiers: ")
    expect(failed.message).toContain(reason)
  }
})
