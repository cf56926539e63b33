import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq, sql } from "drizzle-orm"
import type { Manager } from "../../api/v1/webhooks/endpoints.ts"
import { endBatches } from "../../dispatcher/batches.ts"
import { newId } from "../../infra/ids.ts"
import { openEmbeddedDatabase } from "../../store/database.ts"
import { placeEvents } from "../../store/events/place.ts"
import { eventsAfter } from "../../store/events/read.ts"
import { closeAbandonedBatches, completeBatches, sweepBatches } from "../../store/scans/batchEnds.ts"
import { findBatch, insertBatch, noteBatch } from "../../store/scans/batches.ts"
import { scanBatches } from "../../store/scans/batchesTable.ts"
import { deleteScan } from "../../store/scans/change.ts"
import { organizations, scans } from "../../store/tables.ts"
import { relayEvents } from "../../store/webhooks/events.ts"
import { SCAN_INPUT } from "../support/scans.ts"
import { fillEmbedded } from "../support/storedDatabase.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

const DAY_MS = 86_400_000
const LINES = { lines: 3, accepted: 2, refused: 1 }
const COUNTS = { ...LINES, lastLine: 3 }

let harness: WebhookHarness

beforeAll(async () => {
  harness = await openHarness(await openThrowAway())
})
afterAll(() => harness.close())

/** A batch of two scans, closed by default. */
const begin = async (manager: Manager, { id = newId(), isClosed = true } = {}) => {
  const { queries } = harness.database
  await insertBatch(queries, manager, id)
  const scanIds = [await harness.acceptScan(manager), await harness.acceptScan(manager)]
  for (const [i, scanId] of scanIds.entries())
    await queries
      .update(scans)
      .set({ batchId: id, batchLine: i + 1 })
      .where(eq(scans.id, scanId))
  await noteBatch(queries, manager, id, { ...COUNTS, isClosed })
  return { id, scanIds }
}

const end = async (scanIds: string[]) => {
  for (const scanId of scanIds) {
    await harness.move(scanId, "processing")
    await harness.move(scanId, "completed")
  }
  await placeEvents(harness.database.queries)
}

const batchEvents = async (manager: Manager) => {
  await placeEvents(harness.database.queries)
  const events = await eventsAfter(harness.database.queries, 0, 100, manager)
  return events.filter(({ name }) => name === "batch.completed")
}

test("a batch ends once, after its request and its last scan, whoever ends it and how many at once", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  const { id, scanIds } = await begin(manager, { isClosed: false })
  await end(scanIds.slice(0, 1))
  await completeBatches(queries)
  await end(scanIds.slice(1))
  expect(await completeBatches(queries)).toBe(0)
  await noteBatch(queries, manager, id, { ...COUNTS, isClosed: true })
  const counted = await Promise.all([1, 2, 3, 4].map(() => completeBatches(queries)))
  expect(counted.reduce((all, each) => all + each)).toBe(1)
  const { batch } = (await findBatch(queries, manager, id))!
  await endBatches(harness)
  expect((await batchEvents(manager)).map(({ data }) => data)).toEqual([
    { id, ...LINES, status: "completed", scans: { completed: 2, error: 0 }, createdAt: batch.createdAt.toISOString() },
  ])
  expect(batch.completedAt).toBeInstanceOf(Date)
  const all = await eventsAfter(queries, 0, 100, manager)
  expect(all.map(({ name }) => name).at(-1)).toBe("batch.completed")
})

test("a batch waits until the events of its scans have their places", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  const { scanIds } = await begin(manager)
  await end(scanIds.slice(0, 1))
  await harness.move(scanIds[1]!, "error")
  expect(await completeBatches(queries)).toBe(0)
  await placeEvents(queries)
  expect(await completeBatches(queries)).toBe(1)
  expect((await batchEvents(manager))[0]?.data).toMatchObject({ scans: { completed: 1, error: 1 } })
})

test("two organizations have a batch of one id each, and a scan that is deleted holds none up", async () => {
  const { queries } = harness.database
  const [one, other] = [await harness.newOrganization(), await harness.newOrganization()]
  const id = newId()
  const first = await begin(one, { id })
  const second = await begin(other, { id })
  await end(first.scanIds)
  await completeBatches(queries)
  expect([await batchEvents(one), await batchEvents(other)].map(events => events.length)).toEqual([1, 0])
  await end(second.scanIds.slice(0, 1))
  await deleteScan(queries, other, second.scanIds[1]!)
  await completeBatches(queries)
  expect((await batchEvents(other))[0]?.data).toMatchObject({ id, scans: { completed: 1, error: 0 } })
})

test("endpoints that ask for it are sent it, and a resend names the same batch", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  const asking = await harness.register(manager, { url: "http://127.0.0.1:9/", events: ["batch.completed"] })
  const other = await harness.register(manager, { url: "http://127.0.0.1:9/", events: ["scan.completed"] })
  const { id, scanIds } = await begin(manager)
  await end(scanIds)
  await completeBatches(queries)
  while (await relayEvents(queries));
  while (await relayEvents(queries));
  const { items } = await harness.deliveries.list(manager, asking.id, {})
  expect(items).toMatchObject([{ event: "batch.completed", batchId: id, scanId: null }])
  const ofOther = (await harness.deliveries.list(manager, other.id, {})).items
  expect(ofOther.map(({ event, batchId }) => [event, batchId])).toEqual([
    ["scan.completed", null],
    ["scan.completed", null],
  ])
})

test("a batch whose request was lost is closed after ten minutes of silence, or when the one process starts again", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  const { id, scanIds } = await begin(manager, { isClosed: false })
  const isClosed = async () => (await findBatch(queries, manager, id))?.batch.closedAt !== null
  const age = (minutes: number) =>
    queries
      .update(scanBatches)
      .set({ notedAt: sql`now() - make_interval(mins => ${minutes})` })
      .where(eq(scanBatches.id, id))
  await age(9)
  await closeAbandonedBatches(queries, "silent")
  expect(await isClosed()).toBe(false)
  await age(11)
  await closeAbandonedBatches(queries, "silent")
  expect(await isClosed()).toBe(true)
  await end(scanIds)
  await endBatches(harness)
  expect(await batchEvents(manager)).toHaveLength(1)
  const young = await begin(manager, { isClosed: false })
  await closeAbandonedBatches(queries, "all")
  expect((await findBatch(queries, manager, young.id))?.batch.closedAt).not.toBeNull()
})

/** Reads of scans and events by one call of completeBatches. */
const rowsOfLook = (): Promise<number> =>
  harness.database.queries.transaction(async tx => {
    const rowsRead = async () => {
      const [sum] = await tx.execute<{ rows: number }>(sql`select sum(seq_tup_read + idx_tup_fetch)::int as rows
        from pg_stat_xact_user_tables where relname in ('scans', 'scan_events')`)
      return sum!.rows
    }
    const before = await rowsRead()
    expect(await completeBatches(tx)).toBe(0)
    return (await rowsRead()) - before
  })

test("a look for batches to end reads a few scans, however many wait", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  const first = await harness.acceptScan(manager)
  const ids = Array.from({ length: 5 }, newId)
  for (const id of ids) {
    await insertBatch(queries, manager, id)
    await noteBatch(queries, manager, id, { ...COUNTS, isClosed: true })
  }
  // Leaves ended scans by one statement: 400 scans of each batch, of which the database has no statistics yet.
  await queries.execute(sql`insert into scans (id, organization_id, mode, status, input, goal, run_id, batch_id, created_at)
    select gen_random_uuid(), s.organization_id, s.mode, status, '{}', goal, gen_random_uuid(), b.id, s.created_at
    from scans s, generate_series(1, 400), scan_batches b
    where s.id = ${first} and b.organization_id = ${manager.organizationId}`)
  expect(await rowsOfLook()).toBeLessThan(100)
  await queries.delete(scans).where(eq(scans.organizationId, manager.organizationId))
})

test("a look for batches to end reads a few rows, however many events of other scans wait for their places", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  await completeBatches(queries)
  // Events of scans that are older than the batch, as after a large bulk.
  const earlier = await harness.acceptScan(manager)
  await queries.execute(sql`insert into scan_events (id, scan_id, organization_id, mode, name, created_at)
    select overlay(gen_random_uuid()::text placing '00' from 1)::uuid, gen_random_uuid(), organization_id, mode,
      'scan.completed', created_at
    from scans, generate_series(1, 3000) where scans.id = ${earlier}`)
  const { scanIds } = await begin(manager)
  for (const scanId of scanIds) await harness.move(scanId, "error")
  expect(await rowsOfLook()).toBeLessThan(100)
  while (await placeEvents(queries));
  expect(await completeBatches(queries)).toBe(1)
})

test("a batch can be read until 30 days after its end", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  const { id, scanIds } = await begin(manager)
  const open = await begin(manager)
  await end(scanIds)
  await completeBatches(queries)
  const now = Date.now()
  await sweepBatches(queries, new Date(now + 29.9 * DAY_MS))
  expect(await findBatch(queries, manager, id)).toBeDefined()
  await sweepBatches(queries, new Date(now + 30.1 * DAY_MS))
  expect(await findBatch(queries, manager, id)).toBeUndefined()
  expect(await findBatch(queries, manager, open.id)).toBeDefined()
})

test("a database of before: batches that are over have no event, those under way have theirs when they end", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "solar-scan-batches-")), "database")
  const [organizationId, over, underWay, scanId] = [newId(), newId(), newId(), newId()]
  const columns = (types: Record<string, string>) => Object.entries(types).map(([name, type]) => ({ name, type }))
  const at = "2026-03-01T10:30:00.000Z"
  await fillEmbedded(folder, {
    migration: "0025_batches",
    tables: [
      {
        name: "organizations",
        columns: columns({ id: "uuid", display_name: "text" }),
        rows: [[organizationId, "Test"]],
      },
      {
        name: "scan_batches",
        columns: columns({
          organization_id: "uuid",
          mode: "text",
          id: "uuid",
          created_at: "timestamptz",
          closed_at: "timestamptz",
        }),
        rows: [over, underWay].map(id => [organizationId, "live", id, at, at]),
      },
      {
        name: "scans",
        columns: columns({
          id: "uuid",
          organization_id: "uuid",
          mode: "text",
          status: "text",
          input: "json",
          goal: "text",
          run_id: "uuid",
          batch_id: "uuid",
          created_at: "timestamptz",
        }),
        rows: [
          [
            scanId,
            organizationId,
            "live",
            "processing",
            JSON.stringify(SCAN_INPUT),
            SCAN_INPUT.goal,
            newId(),
            underWay,
            at,
          ],
        ],
      },
      {
        name: "scan_events",
        columns: columns({
          id: "uuid",
          scan_id: "uuid",
          organization_id: "uuid",
          mode: "text",
          name: "text",
          created_at: "timestamptz",
          position: "bigint",
        }),
        rows: [[newId(), scanId, organizationId, "live", "scan.pending", at, "1"]],
      },
    ],
  })
  const database = await openEmbeddedDatabase(folder)
  const { queries } = database
  expect(await completeBatches(queries)).toBe(0)
  await queries.update(scans).set({ status: "completed" }).where(eq(scans.id, scanId))
  expect(await completeBatches(queries)).toBe(1)
  const found = await queries.execute<{ batch_id: string | null; scan_id: string | null }>(
    sql`select batch_id, scan_id from scan_events order by name desc`,
  )
  expect([...found]).toEqual([
    { batch_id: null, scan_id: scanId },
    { batch_id: underWay, scan_id: null },
  ])
  expect(await queries.select({ id: organizations.id }).from(organizations)).toEqual([{ id: organizationId }])
  await database.close()
})
