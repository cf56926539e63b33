import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { drizzle } from "drizzle-orm/pglite"
import { migrate } from "drizzle-orm/pglite/migrator"
import { openEmbeddedConnection } from "../../infra/database/embedded/connection.ts"
import { newId } from "../../infra/ids.ts"
import { type Database, databaseOver } from "../../store/database.ts"
import { claimScans, unclaimAll } from "../../store/scans/relay.ts"
import { MIGRATIONS } from "../../store/template.ts"
import { claimDeliveries, endAbandoned, logResults } from "../../store/webhooks/claims.ts"
import { relayEvents } from "../../store/webhooks/events.ts"
import { TRIES_ALL } from "../support/cases.ts"
import { dumpTables } from "../support/dumpDatabase.ts"
import { misfits } from "../support/jsonSchema.ts"
import { startLonelyApi } from "../support/legacy.ts"
import { answerSchema, type Document } from "../support/openApi.ts"
import { createClient, TEST_KEY } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { fillEngine, type StoredDatabase, type StoredTable } from "../support/storedDatabase.ts"
import { readStoredSchema, storedSchemas } from "../support/storedSchemas.ts"

/**
 * A small database of each schema, written by that schema's own code (tests/fixtures/schemas), is migrated to the
 * current schema and used.
 */
const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(join(MIGRATIONS, "meta/_journal.json"), "utf8"))
const tags = journal.entries.map(({ tag }) => tag)

/** Columns whose values a migration changes on purpose, and the first schema with the new values. */
const CHANGED: Record<string, string> = {
  "profile_states.definitions": "0017_sessions_of_plaza",
  "scan_batches.completed_at": "0026_batch_events",
  "price_lists.list": "0047_price_list_currency",
}

/** Reports of development versions before this schema lack fields that each released version has. */
const REPORTS_WHOLE_SINCE = "0011_report_cuts"
const NOT_YET = /\/(nettingCredit|nettingEurPerKwh|fromKeptCuts) is missing$|^completed : +fits none of 2$/

/** No commit with this schema could start: it imported names that a file did not have yet. */
const NEVER_RAN = ["0005_scan_costs"]

// With each new migration, store the database of the schema before it: CONTRIBUTING.md.
test("every schema but the newest has a database", () => {
  const kept = storedSchemas()
  expect(tags.slice(0, -1).filter(tag => !kept.includes(tag))).toEqual(NEVER_RAN)
  expect(kept.filter(tag => !tags.includes(tag))).toEqual([])
})

const rowsOf = (tables: StoredTable[], name: string): Record<string, string | null>[] => {
  const table = tables.find(found => found.name === name)
  return (table?.rows ?? []).map(row => Object.fromEntries(row.map((value, i) => [table!.columns[i]!.name, value])))
}

/** True for a row that 0033 changes on purpose; formerController.test.ts tests these. */
const namesFormerController = (row: readonly (string | null)[]): boolean =>
  row.some(value => value?.includes('"zeroExport"'))

/**
 * Stored rows that are missing from the current table, compared in columns that existed and were not changed on
 * purpose.
 */
const lostRows = (stored: StoredDatabase, now: StoredTable[]): string[] =>
  stored.tables.flatMap(({ name, columns, rows }) => {
    const kept = now.find(table => table.name === name)
    if (!kept) return [`the table ${name}`]
    const isMeant = (column: string) => {
      const since = CHANGED[`${name}.${column}`]
      return since !== undefined && stored.migration < since
    }
    const compared = columns.flatMap(({ name: column }, i) => (isMeant(column) ? [] : { column, i }))
    const places = compared.map(({ column }) => kept.columns.findIndex(found => found.name === column))
    const present = new Set(kept.rows.map(row => JSON.stringify(places.map(place => row[place]))))
    const lasting = rows.filter(row => !namesFormerController(row))
    return lasting.map(row => JSON.stringify(compared.map(({ i }) => row[i]))).filter(row => !present.has(row))
  })

let engine: PGlite
let document: Document
beforeAll(async () => {
  engine = await PGlite.create()
})
afterAll(() => engine.close())

const isUnfinished = ({ status }: Record<string, string | null>) => status === "pending" || status === "processing"

const readScans = async (client: Client, scans: Record<string, string | null>[]): Promise<string[]> => {
  const { body: list } = await client.get("/v1/scans?limit=100")
  const wrong = list.total === scans.length ? [] : [`${list.total} scans are counted instead of ${scans.length}`]
  for (const status of ["completed", "error"]) {
    const counted = (await client.get(`/v1/scans?status=${status}`)).body.total
    const meant = scans.filter(scan => scan.status === status).length
    if (counted !== meant) wrong.push(`${counted} ${status} scans are counted instead of ${meant}`)
  }
  for (const { id, status } of scans)
    for (const path of ["", "/status", "/request", ...(status === "completed" ? ["/result", "/chart"] : [])]) {
      const answer = await client.get(`/v1/scans/${id}${path}`)
      const schema = answerSchema(document, document.paths[`/v1/scans/{id}${path}`]!.get!, answer.status)
      const found = schema ? misfits(document, schema, answer.body) : []
      if (answer.status !== 200) found.push(`${answer.status} ${JSON.stringify(answer.body)}`)
      wrong.push(...found.map(misfit => `${status} ${path}: ${misfit}`))
    }
  return wrong
}

/** Sends all waiting deliveries, each answered at once. Returns the ids of the claimed deliveries. */
const deliverAll = async ({ queries }: Database, now: Date): Promise<string[]> => {
  await endAbandoned(queries, "all", now)
  while (await relayEvents(queries));
  const sender = newId()
  const ended: string[] = []
  for (;;) {
    const claimed = await claimDeliveries(queries, sender, {
      inAll: 100,
      ofOrganization: 100,
      ofEndpoint: 100,
      sizes: {},
      openOfEndpoint: {},
      openOfOrganization: {},
    })
    if (claimed.length === 0) return ended
    for (const { id, body } of claimed) {
      expect(JSON.parse(body).data.id).toBeString()
      ended.push(id)
    }
    const answer = { statusCode: 200, responseBody: "", durationMs: 1, error: null }
    await logResults(
      queries,
      sender,
      claimed.map(delivery => ({ delivery, result: { id: delivery.id, ...answer } })),
      now,
    )
  }
}

/** True for the tested databases: `npm test` has every third and the newest. */
const isTried = (_: string, index: number, all: readonly string[]) => TRIES_ALL || (all.length - 1 - index) % 3 === 0

describe.each(storedSchemas().filter(isTried))("a database of %s", tag => {
  const stored = readStoredSchema(tag)
  const scans = rowsOf(stored.tables, "scans")
  let database: Database

  beforeAll(async () => {
    await engine.exec(
      "deallocate all; drop schema if exists drizzle cascade; drop schema public cascade; create schema public",
    )
    await fillEngine(engine, stored)
    await migrate(drizzle({ client: engine }), { migrationsFolder: MIGRATIONS })
    database = databaseOver(codecs => openEmbeddedConnection(engine, codecs), "embedded", 1)
  })

  test("keeps every row", async () => {
    expect(scans.length).toBeGreaterThan(3)
    expect(lostRows(stored, await dumpTables(engine))).toEqual([])
  })

  test("is read by its keys, its user and its links as today's interface declares", async () => {
    const api = await startLonelyApi(database, tmpdir())
    document ??= (await createClient(api.address, null).get("/openapi.json")).body
    const isMeant = (wrong: string) => tag < REPORTS_WHOLE_SINCE && NOT_YET.test(wrong)
    const wrongOf = async (client: Client, mode: string) =>
      (await readScans(client, of(mode))).filter(wrong => !isMeant(wrong))
    const of = (mode: string) => scans.filter(scan => scan.mode === mode)
    expect(await wrongOf(createClient(api.address), "live")).toEqual([])
    expect(await wrongOf(createClient(api.address, TEST_KEY), "sandbox")).toEqual([])
    const owner = await logIn(api.address)
    const { status, body } = await owner.get("/v1/webhook-endpoints")
    expect([status, body.total]).toEqual([200, rowsOf(stored.tables, "webhook_endpoints").length])
    const shared = scans.flatMap(({ share_token: token }) => token ?? [])
    for (const token of shared)
      expect((await createClient(api.address, null).get(`/v1/scans/shared/${token}`)).status).toBe(200)
    await api.stop()
  })

  test("goes on with its deliveries and its scans", async () => {
    const deliveries = rowsOf(stored.tables, "webhook_deliveries")
    const newest = deliveries.map(row => Date.parse(row.created_at!)).reduce((a, b) => Math.max(a, b), 0)
    const ended = await deliverAll(database, new Date(newest))
    const waiting = deliveries.filter(({ state }) => state === "waiting").map(({ id }) => id)
    expect(ended).toEqual(expect.arrayContaining(waiting))
    await unclaimAll(database.queries)
    const limits = { inAll: 100, alone: 100, amongOthers: 100 }
    const claimed = (await claimScans(database, limits, { first: [] })).scans.map(({ id }) => id).sort()
    const meant = scans.filter(scan => scan.mode === "live" && isUnfinished(scan)).map(({ id }) => id)
    expect(claimed).toEqual(meant.map(String).sort())
  })
})
