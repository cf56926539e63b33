import { expect, test } from "bun:test"
import fc from "fast-check"
import { type Accounts, createAccounts, isTicket, type Lane, type Ticket } from "../../domain/organization/accounts.ts"
import { COST_UNITS, type Cost, noCost } from "../../domain/organization/cost.ts"
import { casesOf } from "../support/cases.ts"

const CAPACITY = { ...noCost(), ...Object.fromEntries(COST_UNITS.map(unit => [unit, 1_000])) }
const RUNS = casesOf(400, 60)
const lane = (slots: number, maxWaiting = 1_000): Lane => ({ name: "lane", slots, maxWaiting, unit: "threadMs" })
const account = (name: string, weight = 1) => ({ name, weight })

/** Enters a ticket that is not refused. */
const entered = (
  accounts: Accounts,
  name: string,
  lanes: Lane,
  more: { weight?: number; cost?: Cost; atMs?: number },
) => {
  const { weight = 1, cost = { threadMs: 10 }, atMs = 0 } = more
  const ticket = accounts.enter({ payer: account(name, weight), lane: lanes, estimate: cost }, atMs)
  if (!isTicket(ticket)) throw new Error("refused")
  return ticket
}

/**
 * Serves a lane whose accounts always wait with several tickets, each of a cost that is also its time on one slot.
 * Returns the costs of each account while it was served.
 */
const served = (weights: readonly number[], costs: readonly number[], rounds: number): number[] => {
  const accounts = createAccounts(CAPACITY)
  const single = lane(1)
  const sums = weights.map(() => 0)
  let nowMs = 0
  let running: Ticket | undefined
  const ask = (i: number) => {
    // Estimates are wrong; the measured cost corrects them.
    const ticket = entered(accounts, String(i), single, { weight: weights[i]!, cost: { threadMs: 7 }, atMs: nowMs })
    if (ticket.isRunning) running = ticket
  }
  // The first account is hostile: fifty tickets at once, before any other.
  for (let n = 0; n < 50; n++) ask(0)
  for (let i = 1; i < weights.length; i++) for (let n = 0; n < 2; n++) ask(i)
  for (let round = 0; round < rounds; round++) {
    const ticket: Ticket = running!
    const i = Number(ticket.payer.name)
    nowMs += costs[i]!
    sums[i]! += costs[i]!
    running = accounts.leave(ticket, { threadMs: costs[i]! }, nowMs)
    ask(i)
    expect(running).toBeDefined()
  }
  return sums
}

const weight = fc.integer({ min: 1, max: 4 })
const costMs = fc.integer({ min: 1, max: 40 })

test("accounts that always wait share a lane by their weights, however many tickets one has", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(weight, costMs), { minLength: 2, maxLength: 5 }), drawn => {
      const weights = drawn.map(([value]) => value)
      const costs = drawn.map(([, value]) => value)
      const sums = served(weights, costs, 600)
      const normal = sums.map((sum, i) => sum / weights[i]!)
      const largest = costs.map((cost, i) => (2 * Math.max(cost, 7)) / weights[i]!)
      for (const [i, one] of normal.entries())
        for (const [j, other] of normal.entries())
          expect(Math.abs(one - other)).toBeLessThanOrEqual(largest[i]! + largest[j]! + 1e-6)
    }),
    { numRuns: RUNS },
  )
})

/** Steps of a random history: a ticket of an account, the end of a running ticket, or the end of a wait. */
const step = fc.record({
  kind: fc.constantFrom("enter", "enter", "leave", "abandon"),
  name: fc.constantFrom("a", "b", "c", "d"),
  lane: fc.integer({ min: 0, max: 1 }),
  pick: fc.nat(),
  estimate: fc.integer({ min: 0, max: 50 }),
  measured: fc.integer({ min: 0, max: 50 }),
  passedMs: fc.integer({ min: 0, max: 30 }),
})

test("a slot is never idle while a ticket waits, and every ticket is served once", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 3 }), (steps, slots) => {
      const accounts = createAccounts(CAPACITY)
      const lanes = [lane(slots), { ...lane(1), name: "other" }]
      const open = new Set<Ticket>()
      const used = new Map<string, number>()
      let nowMs = 0
      const leave = (ticket: Ticket, threadMs: number) => {
        open.delete(ticket)
        used.set(ticket.payer.name, (used.get(ticket.payer.name) ?? 0) + threadMs)
        const next = accounts.leave(ticket, { threadMs }, nowMs)
        if (next) expect([open.has(next), next.isRunning]).toEqual([true, true])
      }
      for (const { kind, name, pick, estimate, measured, passedMs, lane: index } of steps) {
        nowMs += passedMs
        if (kind === "enter")
          open.add(entered(accounts, name, lanes[index]!, { cost: { threadMs: estimate }, atMs: nowMs }))
        const chosen = [...open].filter(({ isRunning }) => isRunning === (kind === "leave"))
        const ticket = chosen[pick % Math.max(1, chosen.length)]
        if (ticket && kind === "leave") leave(ticket, measured)
        if (ticket && kind === "abandon") {
          open.delete(ticket)
          accounts.abandon(ticket, nowMs)
        }
        for (const each of lanes) {
          const here = [...open].filter(other => other.lane.name === each.name)
          const running = here.filter(({ isRunning }) => isRunning).length
          expect(running).toBe(Math.min(each.slots, here.length))
        }
      }
      while (open.size > 0) leave([...open].find(({ isRunning }) => isRunning)!, 5)
      // Charges and corrections balance: the totals are the measured costs, and no debt stays.
      for (const [name, sum] of used) expect(accounts.shown(name, nowMs).used.threadMs).toBe(sum)
      expect(accounts.debts(nowMs + 1e9)).toEqual([])
      expect(accounts.usedByAll.threadMs).toBe([...used.values()].reduce((sum, one) => sum + one, 0))
    }),
    { numRuns: RUNS },
  )
})

test("no account starves: the work before a ticket is bounded while new accounts come all the time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 2, max: 20 }), (hostileMs, taskMs) => {
      const accounts = createAccounts(CAPACITY)
      const single = lane(1)
      const other = entered(accounts, "other", single, { cost: { threadMs: taskMs } })
      const hostile = entered(accounts, "hostile", single, { cost: { threadMs: hostileMs } })
      const waiting = entered(accounts, "hostile", single, {})
      let nowMs = taskMs
      let running: Ticket = accounts.leave(other, { threadMs: taskMs }, nowMs)!
      expect(running).toBe(hostile)
      for (let n = 0; !waiting.isRunning; n++) {
        entered(accounts, `new ${n}`, single, { cost: { threadMs: taskMs }, atMs: nowMs })
        const cost = running === hostile ? hostileMs : taskMs
        nowMs += cost
        running = accounts.leave(running, { threadMs: cost }, nowMs)!
        // At most two accounts wait at a time: the others get as much again as this one had, and two tasks.
        expect(nowMs).toBeLessThanOrEqual(3 * (hostileMs + 10 + 3 * taskMs))
      }
    }),
    { numRuns: RUNS },
  )
})

test("an account beyond its tickets is refused by the unit that it owes most, with the time to pay it", () => {
  const accounts = createAccounts(CAPACITY)
  const narrow = lane(1, 2)
  accounts.charge(account("hostile"), { childMs: 4_000, databaseMs: 1_000 }, 0)
  for (let n = 0; n < 3; n++) entered(accounts, "hostile", narrow, { cost: {} })
  const refused = accounts.enter({ payer: account("hostile"), lane: narrow, estimate: {} }, 1_000)
  expect(refused).toEqual({ unit: "childMs", seconds: 3 })
  expect(accounts.shown("hostile", 1_000)).toMatchObject({ refused: 1, used: { childMs: 4_000 } })
  expect(entered(accounts, "other", narrow, { atMs: 1_000 }).isRunning).toBe(false)
  const unknown = createAccounts(CAPACITY)
  for (let n = 0; n < 3; n++) entered(unknown, "new", narrow, { cost: {} })
  expect(unknown.enter({ payer: account("new"), lane: narrow, estimate: {} }, 0)).toEqual({
    unit: "threadMs",
    seconds: 1,
  })
})

test("work that continues is never refused, and passes before the other tickets of its account alone", () => {
  const accounts = createAccounts(CAPACITY)
  const narrow = lane(1, 1)
  const running = entered(accounts, "a", narrow, { cost: {} })
  const queued = entered(accounts, "a", narrow, { cost: {} })
  const continued = accounts.enter({ payer: account("a"), lane: narrow, estimate: {}, isContinued: true }, 0)
  expect(accounts.leave(running, {}, 0)).toBe(continued as Ticket)
  expect(accounts.leave(continued as Ticket, {}, 0)).toBe(queued)
})

test("more accounts than are remembered share one", () => {
  const accounts = createAccounts(CAPACITY)
  for (let n = 0; n < 1_500; n++) accounts.charge(account(`account ${n}`), { threadMs: 100 }, 0)
  expect(accounts.debts(0)).toHaveLength(1_001)
  expect(accounts.shown("account 1400", 0).used.threadMs).toBe(100)
})
