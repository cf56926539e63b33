import { afterAll, beforeAll, expect, test } from "bun:test"
import { REPORT_EXAMPLE } from "../../api/v1/scans/examples.ts"
import { createEncodedReports } from "../../api/v1/scans/reportCache.ts"
import type { Manager } from "../../api/v1/webhooks/endpoints.ts"
import { newId } from "../../infra/ids.ts"
import type { Database } from "../../store/database.ts"
import { deleteScan } from "../../store/scans/change.ts"
import { createFindScan, createFindStatus } from "../../store/scans/states.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

let harness: WebhookHarness
let database: Database
let owner: Manager

beforeAll(async () => {
  harness = await openHarness(await openThrowAway())
  database = harness.database
  owner = await harness.newOrganization()
})
afterAll(() => harness.close())

test("calls at the same time find their own scans, and nothing of other owners", async () => {
  const find = createFindScan(database.queries)
  const another = await harness.newOrganization()
  const [ours, theirs, sandbox] = [
    await harness.acceptScan(owner),
    await harness.acceptScan(another),
    await harness.acceptScan(owner, "sandbox"),
  ]
  const sandboxOwner = { ...owner, mode: "sandbox" as const }
  const found = await Promise.all([
    find(owner, ours),
    find(owner, ours.toUpperCase()),
    find(another, theirs),
    find(owner, theirs),
    find(another, ours),
    find(owner, sandbox),
    find(sandboxOwner, sandbox),
    find(owner, newId()),
    find(owner, "no id"),
  ])
  expect(found.map(scan => scan?.id)).toEqual([
    ours,
    ours,
    theirs,
    undefined,
    undefined,
    undefined,
    sandbox,
    undefined,
    undefined,
  ])
})

test("the state alone is found as the scan is, by its owner alone", async () => {
  const find = createFindStatus(database.queries)
  const another = await harness.newOrganization()
  const [ours, theirs] = [await harness.acceptScan(owner), await harness.acceptScan(another)]
  const whole = (await createFindScan(database.queries)(owner, ours))!
  expect(await Promise.all([find(owner, ours), find(owner, theirs), find(another, theirs)])).toEqual([
    { id: ours, status: "pending", createdAt: whole.createdAt },
    undefined,
    expect.objectContaining({ id: theirs }),
  ])
  expect(await deleteScan(database.queries, owner, ours)).toBe("pending")
  expect(await find(owner, ours)).toBeUndefined()
})

test("a call sees what was committed before it, though another call is under way", async () => {
  const find = createFindScan(database.queries)
  const id = await harness.acceptScan(owner)
  const early = find(owner, id)
  expect(await deleteScan(database.queries, owner, id)).toBe("pending")
  expect(await find(owner, id)).toBeUndefined()
  await early
})

test("no more reports are kept than fit, the one not asked for longest goes first", async () => {
  const asked: string[] = []
  const scan = (await createFindScan(database.queries)(owner, await harness.acceptScan(owner)))!
  const size = (await createEncodedReports(async () => REPORT_EXAMPLE)(scan, "en")).text.length
  const reports = createEncodedReports(async ({ id }) => {
    asked.push(id)
    return REPORT_EXAMPLE
  }, 3.5 * size)
  for (const id of ["a", "b", "c", "a", "d", "a", "b"]) await reports({ ...scan, id }, "en")
  expect(asked).toEqual(["a", "b", "c", "d", "b"])
  await reports({ ...scan, id: "b" }, "nl")
  await reports({ ...scan, id: "b", isShared: true, shareToken: "token" }, "en")
  expect(asked.slice(5)).toEqual(["b", "b"])
})
