import { afterAll, beforeEach, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { createRelay } from "../../dispatcher/relay.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { newId } from "../../infra/ids.ts"
import { createLog } from "../../infra/log.ts"
import type { Database } from "../../store/database.ts"
import { claimScans } from "../../store/scans/relay.ts"
import { organizations, scans } from "../../store/tables.ts"
import { SCAN_INPUT } from "../support/scans.ts"
import { openThrowAway } from "../support/webhookSender.ts"

/** Turns within one organization: single scans pass before its batches, and batches still end. */

const LIMITS = { inAll: 100, alone: 4, amongOthers: 2 }
const ORGANIZATION = newId()
const database: Database = await openThrowAway()
const { queries } = database
await queries.insert(organizations).values({ id: ORGANIZATION, displayName: "Both" })

beforeEach(async () => {
  await queries.delete(scans)
})
afterAll(() => database.close())

const accept = async (count: number, isBatch: boolean) => {
  const accepted = Array.from({ length: count }, () => ({
    ...{ id: newId(), organizationId: ORGANIZATION, mode: "live" as const, status: "pending" as const },
    ...{ runId: newId(), input: SCAN_INPUT, goal: SCAN_INPUT.goal, createdAt: new Date(), isBatch },
  }))
  await queries.insert(scans).values(accepted)
  return accepted.map(({ id }) => id)
}

test("scans that came alone are claimed before an older batch, both in their order", async () => {
  const batch = await accept(10, true)
  const alone = await accept(3, false)
  const claimed = await claimScans(database, LIMITS, { first: [] })
  expect(claimed.scans.map(({ id }) => id)).toEqual([...alone, batch[0]!])
})

test("where it is the batch's turn, its oldest scan comes first", async () => {
  const batch = await accept(10, true)
  const alone = await accept(5, false)
  const claimed = await claimScans(database, LIMITS, { first: [], batchFirst: [ORGANIZATION] })
  expect(claimed.scans.map(({ id }) => id)).toEqual([batch[0]!, ...alone.slice(0, 3)])
})

test("a batch ends although scans that came alone never stop coming: every fifth turn is its own", async () => {
  const log = createLog("test", "silent")
  const bus = createMemoryBus()
  const relay = createRelay({ database, bus, gather: async () => undefined, slots: () => 1, log })
  await accept(4, true)
  const order: string[] = []
  for (let round = 0; round < 8 && order.filter(kind => kind === "batch").length < 4; round++) {
    await accept(6, false)
    await relay.round()
    await relay.settled()
    const claimed = await queries.query.scans.findMany({ where: (scan, { isNotNull }) => isNotNull(scan.queuedAt) })
    order.push(...claimed.map(({ isBatch }) => (isBatch ? "batch" : "alone")))
    for (const { id } of claimed) await queries.delete(scans).where(eq(scans.id, id))
  }
  expect(order.filter(kind => kind === "batch")).toHaveLength(4)
  expect(order.filter(kind => kind === "alone").length).toBeGreaterThanOrEqual(4 * 3)
  await bus.close()
})

test("an end asks for a look where scans may wait, and for none after a look that found no more than it claimed", async () => {
  const log = createLog("test", "silent")
  const relay = createRelay({
    ...{ database, bus: createMemoryBus(), log },
    gather: async () => undefined,
    slots: () => 1,
  })
  const look = async () => {
    await relay.round()
    await relay.settled()
  }
  expect(relay.ended(ORGANIZATION)).toBe(true)
  await accept(LIMITS.alone, false)
  await look()
  expect(relay.ended(ORGANIZATION)).toBe(false)
  await accept(1, true)
  await look()
  // It waits, because the organization has its maximum of jobs on the bus.
  expect(relay.ended(ORGANIZATION)).toBe(true)
  await queries.update(scans).set({ status: "completed" }).where(eq(scans.isBatch, false))
  const looking = relay.round()
  // A round in progress may miss scans that end meanwhile.
  expect(relay.ended(ORGANIZATION)).toBe(true)
  await looking
  await relay.settled()
  expect(relay.ended(ORGANIZATION)).toBe(false)
})
