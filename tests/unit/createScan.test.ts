import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Caller } from "../../api/credentials/callers.ts"
import { createAdmission } from "../../api/http/admission.ts"
import { Unavailable } from "../../api/http/errors.ts"
import { createTasks } from "../../api/tasks/index.ts"
import { createScan, createScans, reportAtOnce } from "../../api/v1/scans/create.ts"
import type { InsertScans } from "../../api/v1/scans/insert.ts"
import { newId } from "../../infra/ids.ts"
import { createLog } from "../../infra/log.ts"
import { createFindCurrency } from "../../store/currencies.ts"
import type { Queries } from "../../store/database.ts"
import { closeAbandonedBatches } from "../../store/scans/batchEnds.ts"
import { listBatches } from "../../store/scans/batches.ts"
import type { NewScan } from "../../store/scans/change.ts"
import { insertScans } from "../../store/scans/change.ts"
import { createFindScan } from "../../store/scans/states.ts"
import { smallestRequest } from "../support/requests.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

let harness: WebhookHarness
const tasks = createTasks(createLog("test", "silent"), createAdmission(1))

beforeAll(async () => {
  harness = await openHarness(await openThrowAway())
})
afterAll(async () => {
  tasks.close()
  await harness.close()
})

test("a scan is waited for once it is stored, so that one that takes long to store is not taken for a deleted one", async () => {
  const { queries } = harness.database
  const owner = { ...(await harness.newOrganization()), language: "en" as const }
  const find = createFindScan(queries)
  let isStored = false
  const insert: InsertScans = async drafts => {
    await insertScans(queries, drafts)
    isStored = true
    return drafts.map((scan: NewScan) => ({ scan }))
  }
  const waits: boolean[] = []
  const wait = () => {
    waits.push(isStored)
    return { over: Promise.resolve(), end: () => {} }
  }
  const progress = { watch: () => () => {}, wait, close: () => {} }
  const context = { queries, tasks, find, findCurrency: createFindCurrency(queries), insert, progress, complete }
  expect((await createScan(context, owner, smallestRequest(), { ...ASKED, wait: { seconds: 5, hold } })).status).toBe(
    "pending",
  )
  expect(waits).toEqual([true])
})

test("a created scan is answered, and the fault logged, if its report cannot be read", async () => {
  const { queries } = harness.database
  const owner = await harness.newOrganization()
  const lines: string[] = []
  const log = createLog("test", "warn", { write: line => lines.push(line) })
  const context = { queries, log, find: () => Promise.reject(lost()), complete }
  const caller: Caller = { ...owner, kind: "key", keyId: newId(), scopes: ["read"] }
  const created = { id: newId(), status: "completed", createdAt: new Date().toISOString() } as const
  expect(await reportAtOnce(context, caller, created)).toBeUndefined()
  expect(lines.map(line => JSON.parse(line).scanId)).toEqual([created.id])
})

const complete = async () => {}
const hold = () => ({ signal: new AbortController().signal, assert() {}, release() {} })
const ASKED = { requestId: "request-1", keepAnswer: undefined }

const lost = () => Object.assign(new Error("the connection was lost"), { code: "CONNECTION_CLOSED" })

/** Queries whose updates fail like updates on a lost connection. */
const withoutUpdates = (queries: Queries): Queries =>
  new Proxy(queries, {
    get(target, name) {
      if (name !== "update") return Reflect.get(target, name, target)
      return () => {
        throw lost()
      }
    },
  })

/** Creates a batch of two scans; `insert` replaces the statement that stores them. */
const createTwo = async (queries: Queries, insert: InsertScans) => {
  const owner = { ...(await harness.newOrganization()), language: "en" as const }
  const context = {
    queries,
    tasks,
    findCurrency: async () => undefined,
    insert,
    complete,
    bus: harness.bus,
    log: createLog("test", "silent"),
  }
  const created = createScans(context, owner, [smallestRequest(), smallestRequest()], ASKED)
  const outcome = await created.catch((error: Error) => error)
  const batches = await listBatches(harness.database.queries, owner, { offset: 0, limit: 10 })
  return { owner, outcome, batches: batches.rows.map(({ batch }) => batch) }
}
const stores: InsertScans = async drafts => {
  await insertScans(harness.database.queries, drafts)
  return drafts.map((scan: NewScan) => ({ scan }))
}

test("a batch whose scans are accepted is answered, though the database is lost before it is closed", async () => {
  const { owner, outcome, batches } = await createTwo(withoutUpdates(harness.database.queries), stores)
  expect(outcome).toMatchObject({ items: [{ status: "pending" }, { status: "pending" }] })
  expect(batches).toMatchObject([{ closedAt: null }])
  await closeAbandonedBatches(harness.database.queries, "all")
  const [closed] = (await listBatches(harness.database.queries, owner, { offset: 0, limit: 10 })).rows
  expect(closed?.batch).toMatchObject({ closedAt: expect.any(Date), lines: 2, accepted: 2, refused: 0 })
})

test("a batch of which nothing was accepted leaves nothing, and after a lost commit it ends with the scans that are there", async () => {
  const refused = await createTwo(harness.database.queries, () =>
    Promise.reject(new Unavailable("too-many-scans-waiting")),
  )
  expect(refused.outcome).toBeInstanceOf(Unavailable)
  expect(refused.batches).toEqual([])
  const unknown = await createTwo(harness.database.queries, async drafts => {
    await stores(drafts)
    throw lost()
  })
  expect(unknown.outcome).toBeInstanceOf(Error)
  expect(unknown.batches).toMatchObject([{ closedAt: null }])
  await closeAbandonedBatches(harness.database.queries, "all")
  const [closed] = (await listBatches(harness.database.queries, unknown.owner, { offset: 0, limit: 10 })).rows
  expect(closed?.batch).toMatchObject({ lines: 2, accepted: 2, refused: 0 })
})
