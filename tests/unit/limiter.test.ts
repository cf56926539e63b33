import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test"
import { sql } from "drizzle-orm"
import { createAddressOf, networkOf } from "../../api/http/address.ts"
import { createMemoryLimiter, createSharedLimiter, type Limiter } from "../../api/http/limiter.ts"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"
import { rateLimits } from "../../store/tables.ts"

let database: Database
let clockMs = Date.parse("2026-03-01T00:00:00Z")
const now = () => clockMs
/** Moves time ahead: for the clock of processes, and for the database by earlier starts of its windows. */
const pass = async (ms: number) => {
  clockMs += ms
  const endsAt = sql`${rateLimits.endsAt} - make_interval(secs => ${ms / 1000})`
  await database.queries.update(rateLimits).set({ endsAt })
}

beforeAll(async () => {
  database = await openEmbeddedDatabase("memory://limiter")
})
afterAll(() => database.close())

const LIMIT = { hits: 3, windowMs: 60_000 }
const allowedOf = async (limiter: Limiter, name: string, times: number, limit = LIMIT) => {
  let allowed = 0
  for (let i = 0; i < times; i++) if ((await limiter(name, limit)).isAllowed) allowed++
  return allowed
}

const LIMITERS = {
  memory: () => createMemoryLimiter(now),
  database: () => createSharedLimiter(database.queries, now),
}

test("a window that has just begun is over in no more seconds than it has, whatever fraction the clock shows", async () => {
  const resets = await Promise.all(
    Array.from(
      { length: 1000 },
      async (_, i) => (await createMemoryLimiter(() => 1e6 + i * 0.137)("a", LIMIT)).resetSeconds,
    ),
  )
  expect(new Set(resets)).toEqual(new Set([60]))
})

for (const [kind, create] of Object.entries(LIMITERS)) {
  test(`${kind}: a window begins with the first hit, grants its hits, and then begins anew`, async () => {
    const limiter = create()
    expect(await limiter("a", LIMIT)).toEqual({
      isAllowed: true,
      limit: 3,
      windowSeconds: 60,
      remaining: 2,
      resetSeconds: 60,
    })
    await pass(20_000)
    expect(await limiter("a", LIMIT)).toEqual({
      isAllowed: true,
      limit: 3,
      windowSeconds: 60,
      remaining: 1,
      resetSeconds: 40,
    })
    expect((await limiter("a", LIMIT)).remaining).toBe(0)
    expect(await limiter("a", LIMIT)).toEqual({
      isAllowed: false,
      limit: 3,
      windowSeconds: 60,
      remaining: 0,
      resetSeconds: 40,
    })
    await pass(39_000)
    expect(await limiter("a", LIMIT)).toEqual({
      isAllowed: false,
      limit: 3,
      windowSeconds: 60,
      remaining: 0,
      resetSeconds: 1,
    })
    await pass(1_000)
    expect((await limiter("a", LIMIT)).isAllowed).toBe(true)
  })

  test(`${kind}: names do not count for one another`, async () => {
    const limiter = create()
    expect(await allowedOf(limiter, "b", 5)).toBe(3)
    expect(await allowedOf(limiter, "c", 2)).toBe(2)
  })

  test(`${kind}: hits at the same moment are counted one by one`, async () => {
    const limiter = create()
    const standings = await Promise.all(Array.from({ length: 500 }, () => limiter("d", { ...LIMIT, hits: 250 })))
    expect(standings.filter(({ isAllowed }) => isAllowed)).toHaveLength(250)
    expect(new Set(standings.filter(({ isAllowed }) => isAllowed).map(({ remaining }) => remaining)).size).toBe(250)
  })
}

for (const [kind, create] of Object.entries({
  memory: () => createMemoryLimiter(),
  database: () => createSharedLimiter(database.queries),
}))
  test(`${kind}: who sets the clock of the machine neither ends a window nor prolongs it`, async () => {
    const limiter = create()
    const name = `clock of ${kind}`
    expect(await allowedOf(limiter, name, 5)).toBe(3)
    for (const days of [1, -2]) {
      setSystemTime(new Date(Date.now() + days * 86_400_000))
      const { isAllowed, resetSeconds } = await limiter(name, LIMIT)
      setSystemTime()
      expect([isAllowed, resetSeconds <= 60]).toEqual([false, true])
    }
  })

test("a window that lies further ahead than any does, since the database's clock was set back, is over", async () => {
  expect(await allowedOf(LIMITERS.database(), "set back", 5)).toBe(3)
  await pass(-86_400_000)
  expect((await LIMITERS.database()("set back", LIMIT)).isAllowed).toBe(true)
})

test("two processes share a limit", async () => {
  const [one, other] = [LIMITERS.database(), LIMITERS.database()]
  expect(await allowedOf(one, "e", 2)).toBe(2)
  expect(await allowedOf(other, "e", 5)).toBe(1)
  expect(await allowedOf(one, "e", 5)).toBe(0)
})

test("a large limit is shared to within a share of each process", async () => {
  const processes = [LIMITERS.database(), LIMITERS.database(), LIMITERS.database()]
  const limit = { hits: 6_000, windowMs: 60_000 }
  const allowed = await Promise.all(processes.map(limiter => allowedOf(limiter, "f", 4_000, limit)))
  const total = allowed.reduce((sum, each) => sum + each, 0)
  expect(total).toBeWithin(6_000 - 3 * 60, 6_001)
})

/** Caller of a request whose connection comes from `address`, behind `proxies` trusted proxies. */
const callerOf = (proxies: number, address: string, forwarded?: string) => {
  const request = new Request("http://localhost/", forwarded ? { headers: { "x-forwarded-for": forwarded } } : {})
  return createAddressOf(proxies, () => address)(request)
}

test("without a trusted proxy the connection's address counts, whatever the header claims", () => {
  expect(callerOf(0, "192.0.2.1", "203.0.113.9")).toBe("192.0.2.1")
})

test("behind proxies the address counts that the outermost of them saw", () => {
  const forwarded = "203.0.113.66, 203.0.113.9, 10.0.0.2"
  expect(callerOf(1, "10.0.0.3", forwarded)).toBe("10.0.0.2")
  expect(callerOf(2, "10.0.0.3", forwarded)).toBe("203.0.113.9")
  expect(callerOf(5, "10.0.0.3", forwarded)).toBe("203.0.113.66")
  expect(callerOf(1, "10.0.0.3")).toBe("10.0.0.3")
  expect(callerOf(1, "10.0.0.3", "a".repeat(5_000))).toHaveLength(64)
})

test("an IPv6 customer has one network, however many addresses; IPv4 in IPv6 clothes is IPv4", () => {
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64")
  expect(networkOf("2001:DB8:1:0002::9")).toBe("2001:db8:1:2::/64")
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64")
  expect(networkOf("::1")).toBe("0:0:0:0::/64")
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64")
  expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1")
  expect(networkOf("192.0.2.1")).toBe("192.0.2.1")
})
