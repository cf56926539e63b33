import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { eq, sql } from "drizzle-orm"
import { scanError } from "../../domain/base/scanError.ts"
import type { ScanEventName, ScanStatus } from "../../domain/organization/events/states.ts"
import { webhookBody } from "../../domain/organization/events/webhookEvents.ts"
import { newId } from "../../infra/ids.ts"
import type { Database } from "../../store/database.ts"
import { contentOf, SUBJECT } from "../../store/events/content.ts"
import { failScan } from "../../store/scans/recover.ts"
import { claimScans, unclaimScan } from "../../store/scans/relay.ts"
import { scans } from "../../store/tables.ts"
import { MIGRATIONS } from "../../store/template.ts"
import { ROOT } from "../support/child.ts"
import { SCAN_INPUT } from "../support/scans.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

/**
 * Processes of the released version run together with the current ones on one PostgreSQL (docs/decisions/057). The
 * statements of the released version are written out here.
 */

interface Column {
  name: string
  type: string
  notNull: boolean
  default?: unknown
}
interface Index {
  name: string
  isUnique: boolean
  columns: { expression: string }[]
}
interface Snapshot {
  tables: Record<string, { name: string; columns: Record<string, Column>; indexes: Record<string, Index> }>
}
const snapshot = (number: string): Snapshot =>
  JSON.parse(readFileSync(join(MIGRATIONS, `meta/${number}_snapshot.json`), "utf8"))
const newest = readdirSync(join(MIGRATIONS, "meta"))
  .flatMap(name => /^(\d+)_snapshot\.json$/.exec(name)?.[1] ?? [])
  .sort()
  .at(-1)!
/** Released versions that may run together with the current one, by the number of their last migration. */
const BESIDE = { "0.1.0": "0012" }

describe.each(Object.entries(BESIDE))("the schema keeps what %s names", (_version, number) => {
  const [then, now] = [snapshot(number), snapshot(newest)]
  const isFilled = ({ notNull, default: value }: Column) => !notNull || value !== undefined

  test("every column is there, of its type, and every column since fills itself", () => {
    for (const [key, table] of Object.entries(then.tables)) {
      const columns = now.tables[key]?.columns ?? {}
      for (const { name, type, ...was } of Object.values(table.columns)) {
        expect([table.name, name, columns[name]?.type]).toEqual([table.name, name, type])
        if (isFilled({ name, type, ...was })) expect([table.name, name, isFilled(columns[name]!)]).toContain(true)
      }
      for (const column of Object.values(columns))
        if (!table.columns[column.name])
          expect([table.name, column.name, isFilled(column)]).toEqual([table.name, column.name, true])
    }
  })

  test("every unique index since is of a column that it does not write", () => {
    for (const [key, table] of Object.entries(then.tables))
      for (const { name, isUnique, columns } of Object.values(now.tables[key]!.indexes))
        if (isUnique && !table.indexes[name])
          expect([name, columns.some(({ expression }) => !table.columns[expression])]).toEqual([name, true])
  })
})

describe("processes of 0.1.0", () => {
  let harness: WebhookHarness
  let database: Database
  let organizationId: string
  beforeAll(async () => {
    harness = await openHarness(await openThrowAway())
    database = harness.database
    organizationId = (await harness.newOrganization()).organizationId
  })
  afterAll(() => harness.close())

  /** Inserts a scan as the API of version 0.1 does. Returns its id. */
  const insertOf01 = async (): Promise<string> => {
    const id = newId()
    await database.queries.execute(sql`insert into scans (id, organization_id, mode, status, input, goal, dossier_id, run_id, attempt,
        progression, queued_at, processing_at, ended_at, error_message, self_sufficiency, return_period, co2_saved_kg, has_seen_report,
        cost_eur, fixture, root_id, share_token, request_id, created_at)
      values (${id}, ${organizationId}, 'live', 'pending', ${JSON.stringify(SCAN_INPUT)}::json, 'payback-time', default, ${newId()}, default,
        default, default, default, default, default, default, default, default, default,
        default, default, default, default, default, now())`)
    return id
  }
  /** Claims a scan as the dispatcher of version 0.1 does. Returns the claimed ids. */
  const claimOf01 = async (id: string): Promise<string[]> => {
    const rows = await database.queries.execute<{
      id: string
    }>(sql`update scans set queued_at = now(), attempt = attempt + 1
      where id in (select id from scans where id = ${id} and queued_at is null and status in ('pending', 'processing')
        for update skip locked) returning id, error_message`)
    return [...rows].map(row => row.id)
  }
  const claimNow = async () =>
    (await claimScans(database, { inAll: 100, alone: 100, amongOthers: 100 }, { first: [] })).scans
  const rowOf = async (id: string) => (await database.queries.select().from(scans).where(eq(scans.id, id)))[0]!

  test("claim what their API accepted, as today's dispatcher does, whose jobs they can read", async () => {
    const [theirs, ours] = [await insertOf01(), await insertOf01()]
    expect(await claimOf01(theirs)).toEqual([theirs])
    expect((await claimNow()).map(({ id, jobVersion }) => [id, jobVersion])).toEqual([[ours, 1]])
  })

  test("leave what today's API accepted to today's dispatcher, at each attempt", async () => {
    const id = await harness.acceptScan({ organizationId, mode: "live" })
    expect(await claimOf01(id)).toEqual([])
    const [claimed] = await claimNow()
    expect(claimed).toMatchObject({ id, jobVersion: 2, attempt: 1 })
    await unclaimScan(database.queries, claimed!)
    expect(await claimOf01(id)).toEqual([])
    expect(await claimNow()).toMatchObject([{ id, attempt: 2 }])
  })

  test("give the sentence of a failure and are given it", async () => {
    const [theirs, ours] = [await insertOf01(), await insertOf01()]
    await database.queries.execute(
      sql`update scans set error_message = ${"no sun"}, status = 'error', ended_at = now() where id = ${theirs}`,
    )
    expect((await rowOf(theirs)).error).toBe("no sun")
    await failScan(database.queries, { id: ours, attempt: 0 }, scanError("time-limit", { minutes: 15 }))
    expect(await rowOf(ours)).toMatchObject({
      error: { code: "time-limit", params: { minutes: 15 } },
      errorMessage: expect.stringContaining("15 minutes"),
    })
  })

  test("send webhooks whose events have no content of their own with the content that today's dispatcher sends", async () => {
    const { id: endpointId } = await harness.register({ organizationId, mode: "live" }, { url: "http://127.0.0.1:9" })
    const scanId = await insertOf01()
    const deliver = async (event: ScanEventName, step: number): Promise<string> => {
      const rows = await database.queries.execute<{ body: string }>(sql`insert into webhook_deliveries
        (id, endpoint_id, scan_id, event, kind, step, body, created_at)
        values (${newId()}, ${endpointId}, ${scanId}, ${event}, 'event', ${step}, ${JSON.stringify({ event, data: null })}, now())
        on conflict do nothing returning body`)
      return [...rows][0]!.body
    }
    const entered: [ScanStatus | undefined, ScanEventName][] = [
      [undefined, "scan.pending"],
      ["processing", "scan.processing"],
      ["error", "scan.failed"],
    ]
    for (const [step, [status, name]] of entered.entries()) {
      if (status) await harness.move(scanId, status)
      const [subject] = await database.queries.select(SUBJECT).from(scans).where(eq(scans.id, scanId))
      expect(await deliver(name, step)).toBe(webhookBody(name, contentOf({ name, scanId, data: null }, subject!)))
    }
  })

  test("scans of a later version than today's are left by today's dispatcher", async () => {
    const id = await insertOf01()
    await database.queries.update(scans).set({ jobVersion: 3 }).where(eq(scans.id, id))
    expect(await claimNow()).toEqual([])
    await database.queries.delete(scans).where(eq(scans.id, id))
  })
})

test("each released version has a database from which it is known", () => {
  expect(Object.keys(BESIDE)).toEqual(
    readdirSync(join(ROOT, "tests/fixtures/databases"), { withFileTypes: true }).flatMap(entry =>
      entry.isDirectory() ? entry.name : [],
    ),
  )
})
