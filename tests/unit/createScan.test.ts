import { afterAll, beforeAll, expect, test } from "bun:test"
import { createTasks } from "../../api/tasks/index.ts"
import { createScan } from "../../api/v1/scans/create.ts"
import type { InsertScans } from "../../api/v1/scans/insert.ts"
import { createLog } from "../../infra/log.ts"
import type { NewScan } from "../../store/scans/change.ts"
import { insertScans } from "../../store/scans/change.ts"
import { createFindScan } from "../../store/scans/states.ts"
import { smallestRequest } from "../support/requests.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

let harness: WebhookHarness
const tasks = createTasks(createLog("test", "silent"))

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
  const context = { queries, tasks, find, insert, progress }
  expect((await createScan(context, owner, smallestRequest(), "request-1", 5)).status).toBe("pending")
  expect(waits).toEqual([true])
})
