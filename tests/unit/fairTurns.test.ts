import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { newId } from "../../infra/ids.ts"
import type { Database } from "../../store/database.ts"
import { claimScans, type Turn } from "../../store/scans/relay.ts"
import { organizations, scans } from "../../store/tables.ts"
import { SCAN_INPUT } from "../support/scans.ts"
import { openThrowAway } from "../support/webhookSender.ts"

/** Turns of more organizations than one round reaches. */
const ORGANIZATIONS = 250
const LIMITS = { inAll: 100, alone: 4, amongOthers: 2 }
const ids = Array.from({ length: ORGANIZATIONS }, () => newId())
let database: Database

beforeAll(async () => {
  database = await openThrowAway()
  await database.queries.insert(organizations).values(ids.map(id => ({ id, displayName: "One of many" })))
  const waiting = ids.flatMap(organizationId =>
    Array.from({ length: 3 }, () => {
      const scan = { id: newId(), organizationId, mode: "live" as const, status: "pending" as const, runId: newId() }
      return { ...scan, input: SCAN_INPUT, goal: SCAN_INPUT.goal, createdAt: new Date() }
    }),
  )
  await database.queries.insert(scans).values(waiting)
})
afterAll(() => database.close())

test("a look goes on where the last one stopped, until every organization has what it may have", async () => {
  const claimed: string[] = []
  let turn: Turn = { first: [] }
  const look = async () => {
    const { scans: found, after } = await claimScans(database, LIMITS, turn)
    turn = { after, first: [] }
    claimed.push(...found.map(({ organizationId }) => organizationId))
    return found.length
  }
  for (let i = 0; i < 3; i++) expect(await look()).toBe(LIMITS.inAll)
  expect(new Set(claimed).size).toBe(ORGANIZATIONS)
  for (let i = 0; i < 5; i++) await look()
  const counts = Map.groupBy(claimed, organizationId => organizationId)
  expect([...counts.values()].map(({ length }) => length)).toEqual(new Array(ORGANIZATIONS).fill(LIMITS.amongOthers))
  expect(await look()).toBe(0)
})

test("an organization of which a job has ended has its turn at once, wherever the last look stopped", async () => {
  const { queries } = database
  const served = ids[ORGANIZATIONS - 1]!
  const [job] = await queries.select({ id: scans.id }).from(scans).where(eq(scans.organizationId, served)).limit(1)
  await queries.update(scans).set({ status: "completed", queuedAt: new Date() }).where(eq(scans.id, job!.id))
  const { scans: found } = await claimScans(database, LIMITS, { after: ids[0], first: [served] })
  expect(found.map(({ organizationId }) => organizationId)).toEqual([served])
})
