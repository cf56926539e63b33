import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq, sql } from "drizzle-orm"
import type { Manager } from "../../api/v1/webhooks/endpoints.ts"
import { SCAN_STATUSES, type ScanStatus } from "../../domain/organization/events/states.ts"
import { deleteScan } from "../../store/scans/change.ts"
import { countScans, foldCounts } from "../../store/scans/counts.ts"
import { scanCounts } from "../../store/scans/countsTable.ts"
import { listScans } from "../../store/scans/read.ts"
import { organizations, scans } from "../../store/tables.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

/** Number of scans that end in the test of sums: enough for the service to fold them into sums. */
const MANY = 250
let harness: WebhookHarness

beforeAll(async () => {
  harness = await openHarness(await openThrowAway())
})
afterAll(() => harness.close())

/** Checks the listed total of each state against the scans themselves. */
const expectCounted = async (owner: Manager) => {
  const { queries } = harness.database
  for (const statuses of [
    undefined,
    ...SCAN_STATUSES.map(status => [status]),
    ["pending", "processing"] as ScanStatus[],
  ]) {
    const listed = await listScans(queries, owner, { statuses }, { limit: 1_000, offset: 0 })
    expect([statuses, listed.total]).toEqual([statuses, listed.rows.length])
  }
}

const moved = async (owner: Manager, ...states: ScanStatus[]): Promise<string> => {
  const id = await harness.acceptScan(owner)
  for (const state of states) await harness.move(id, state)
  return id
}

test("lists count scans in every state, through moves and deletions, for each owner", async () => {
  const [owner, other] = [await harness.newOrganization(), await harness.newOrganization()]
  await moved(owner)
  const running = await moved(owner, "processing")
  await moved(owner, "processing", "error")
  const completed = await moved(owner, "processing", "completed")
  await moved(owner, "processing", "completed")
  await moved(other, "processing", "completed")
  await harness.acceptScan(owner, "sandbox")
  await expectCounted(owner)
  expect(await countScans(harness.database.queries, owner)).toBe(5)
  await deleteScan(harness.database.queries, owner, completed)
  await deleteScan(harness.database.queries, owner, running)
  await expectCounted(owner)
  expect(await countScans(harness.database.queries, owner)).toBe(3)
  await expectCounted(other)
  await expectCounted({ ...owner, mode: "sandbox" })
})

test("rows of a sum are summed up, and the counts stay", async () => {
  const { queries } = harness.database
  const owner = await harness.newOrganization()
  const ids: string[] = []
  for (let i = 0; i < MANY; i++) ids.push(await harness.acceptScan(owner))
  const rows = async () =>
    (await queries.select().from(scanCounts).where(eq(scanCounts.organizationId, owner.organizationId))).length
  await queries.update(scans).set({ status: "completed" }).where(eq(scans.organizationId, owner.organizationId))
  await deleteScan(queries, owner, ids[0]!)
  expect(await rows()).toBe(MANY + 1)
  await foldCounts(queries)
  expect(await rows()).toBe(1)
  await expectCounted(owner)
  await queries.delete(organizations).where(eq(organizations.id, owner.organizationId))
  await foldCounts(queries)
  expect(await rows()).toBe(0)
})

test("a transaction that is undone counts nothing", async () => {
  const { queries } = harness.database
  const owner = await harness.newOrganization()
  const id = await moved(owner, "processing")
  const undone = queries.transaction(async tx => {
    await tx.update(scans).set({ status: "completed" }).where(eq(scans.id, id))
    await tx.execute(sql`select 1 / 0`)
  })
  expect(await undone.catch(() => "undone")).toBe("undone")
  await expectCounted(owner)
})
