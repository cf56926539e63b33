import { afterAll, beforeAll, expect, test } from "bun:test"
import { createAccessLog } from "../../api/http/accessLog.ts"
import { newId } from "../../infra/ids.ts"
import { createLog } from "../../infra/log.ts"
import { createMetrics } from "../../infra/metrics.ts"
import { accessRows } from "../../store/accessLog.ts"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"
import { organizations } from "../../store/tables.ts"
import { folderOfFile } from "../support/folders.ts"

/** Writes of the access log: one row that is refused takes no other row with it, and is counted. */
let database: Database
const organizationId = newId()

beforeAll(async () => {
  database = await openEmbeddedDatabase(await folderOfFile("access"))
  await database.queries.insert(organizations).values({ id: organizationId, displayName: "A" })
}, 60_000)
afterAll(() => database.close())

const read = (objectId: string) => ({
  caller: undefined,
  object: { organizationId, mode: "live" as const, id: objectId },
})
const operation = { place: "GET /v1/scans/{id}", accessLog: "named" as const }

test("a refused row is counted as lost and logged, and rows of the same insert are written", async () => {
  const metrics = createMetrics()
  const log = createAccessLog(database.queries, createLog("test", "silent"), metrics)
  const [first, last] = [newId(), newId()]
  for (const id of [first, "no uuid", last]) log.add(operation, read(id), {})
  await log.settled()
  const rows = await accessRows(database.queries, organizationId, {}, 10)
  expect(rows.map(({ objectId, reader }) => [objectId, reader])).toEqual([
    [last, "none"],
    [first, "none"],
  ])
  expect((await metrics.accessRowsLost.get()).values[0]?.value).toBe(1)
}, 60_000)

test("an operation that is not logged, or whose handler names no object, adds nothing", async () => {
  const log = createAccessLog(database.queries, createLog("test", "silent"), createMetrics())
  const before = await accessRows(database.queries, organizationId, {}, 10)
  log.add({ place: operation.place }, read(newId()), { id: newId() })
  log.add(operation, { caller: undefined, object: undefined }, { id: newId() })
  await log.settled()
  expect(await accessRows(database.queries, organizationId, {}, 10)).toEqual(before)
}, 60_000)
