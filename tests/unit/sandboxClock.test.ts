import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { moveDue, nextMoveAtMs } from "../../dispatcher/sandbox/moves.ts"
import { newId } from "../../infra/ids.ts"
import type { Database } from "../../store/database.ts"
import { organizations, scanEvents, scans } from "../../store/tables.ts"
import { SCAN_INPUT } from "../support/scans.ts"
import { freshDataDir, openDatabaseOf } from "../support/service.ts"

/** Moves sandbox scans in a database, with a clock of the test's own. */
let database: Database
let organizationId: string

beforeAll(async () => {
  database = await openDatabaseOf(await freshDataDir())
  const [organization] = await database.queries.select().from(organizations)
  organizationId = organization!.id
})
afterAll(() => database.close())

const CREATED_MS = Date.UTC(2026, 2, 2, 9, 0, 0)
const at = (seconds: number) => new Date(CREATED_MS + seconds * 1000)

const accept = async (mode: "sandbox" | "live" = "sandbox", createdAt = at(0)): Promise<string> => {
  const id = newId()
  const { goal } = SCAN_INPUT
  const row = { id, organizationId, mode, status: "pending" as const, input: SCAN_INPUT, goal, runId: newId() }
  await database.queries.insert(scans).values({ ...row, createdAt })
  return id
}

const statusOf = async (id: string) => {
  const { status } = (await database.queries.select().from(scans).where(eq(scans.id, id)))[0]!
  return status
}

const eventsOf = async (id: string) => {
  const events = await database.queries
    .select()
    .from(scanEvents)
    .where(eq(scanEvents.scanId, id))
    .orderBy(scanEvents.id)
  return events.map(({ name, mode }) => `${name} ${mode}`)
}

// @covers scans: states: sandbox timeline
test("pending from 0 to 5 s, processing from 5 to 10 s, completed from 10 s on", async () => {
  const id = await accept()
  const states: string[] = []
  for (const seconds of [0, 4.999, 5, 9.999, 10, 60]) {
    await moveDue(database, at(seconds))
    states.push(await statusOf(id))
  }
  expect(states).toEqual(["pending", "pending", "processing", "processing", "completed", "completed"])
  expect(await eventsOf(id)).toEqual(["scan.processing sandbox", "scan.completed sandbox"])
})

test("a scan that nobody looked after passes through every state at once", async () => {
  const id = await accept()
  const moved = await moveDue(database, at(3600))
  expect(moved.filter(scan => scan.id === id).map(({ status }) => status)).toEqual(["processing", "completed"])
  expect(await eventsOf(id)).toEqual(["scan.processing sandbox", "scan.completed sandbox"])
})

test("several dispatchers at once move each scan once", async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => accept()))
  const moved = (await Promise.all(Array.from({ length: 4 }, () => moveDue(database, at(7))))).flat()
  expect(moved.map(({ id }) => id).sort()).toEqual(ids.sort())
  for (const id of ids) expect(await eventsOf(id)).toEqual(["scan.processing sandbox"])
  await moveDue(database, at(11))
})

test("of many overdue scans the first end before the last begin", async () => {
  await Promise.all(Array.from({ length: 250 }, () => accept()))
  const states = (await moveDue(database, at(60))).map(({ status }) => status)
  expect(states.filter(status => status === "completed")).toHaveLength(250)
  expect(states.indexOf("completed")).toBeLessThan(states.lastIndexOf("processing"))
})

test("more scans than fit in one round are all moved", async () => {
  const ids = await Promise.all(Array.from({ length: 250 }, () => accept()))
  await moveDue(database, at(10))
  for (const id of [ids[0]!, ids[249]!]) expect(await statusOf(id)).toBe("completed")
})

test("production scans are left alone", async () => {
  const id = await accept("live")
  await moveDue(database, at(60))
  expect(await statusOf(id)).toBe("pending")
  expect(await eventsOf(id)).toEqual([])
})

test("the next move is known beforehand", async () => {
  expect(await nextMoveAtMs(database)).toBe(Number.POSITIVE_INFINITY)
  await accept("sandbox", at(100))
  await accept("sandbox", at(103))
  expect(await nextMoveAtMs(database)).toBe(at(105).getTime())
  await moveDue(database, at(105))
  expect(await nextMoveAtMs(database)).toBe(at(108).getTime())
  await moveDue(database, at(108))
  expect(await nextMoveAtMs(database)).toBe(at(110).getTime())
})
