import { afterAll, beforeAll, expect } from "bun:test"
import postgres from "postgres"
import { newId } from "../../infra/ids.ts"
import { type Database, openPostgres } from "../../store/database.ts"
import { placeEvents } from "../../store/events/place.ts"
import { eventBounds, eventsAfter, type PlacedEvent } from "../../store/events/read.ts"
import { transaction } from "../../store/transaction.ts"
import { until } from "../support/child.ts"
import { clusterTest, newDatabaseUrl, whyNoServers } from "../support/cluster.ts"
import { openHarness, type WebhookHarness } from "../support/webhookSender.ts"

let database: Database
let harness: WebhookHarness
let sql: postgres.Sql

beforeAll(async () => {
  if (whyNoServers()) return
  const url = await newDatabaseUrl("events")
  database = await openPostgres(url)
  harness = await openHarness(database)
  sql = postgres(url, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await harness?.close()
})

/** Writes an event with a connection of its own. Resolves after the write; `commit` resolves after its commit. */
const writeSlowly = async (organizationId: string) => {
  const scanId = newId()
  const written = Promise.withResolvers<void>()
  const may = Promise.withResolvers<void>()
  const committed = sql.begin(async tx => {
    await tx`insert into scan_events (id, scan_id, organization_id, mode, name, data, created_at)
      values (${newId()}, ${scanId}, ${organizationId}, 'live', 'scan.pending', '{}', now())`
    written.resolve()
    await may.promise
  })
  await written.promise
  const commit = async () => {
    may.resolve()
    await committed
  }
  return { scanId, commit }
}

const isLockWaited = () =>
  until(async () => {
    const [row] = await sql`select count(*)::int as waits from pg_locks where not granted`
    return row!.waits > 0 ? true : undefined
  })

clusterTest(
  "an event that is committed after a later one was read comes after it, and is not passed over",
  async () => {
    const owner = await harness.newOrganization()
    const { queries } = database
    const late = await writeSlowly(owner.organizationId)
    const early = await harness.acceptScan(owner)
    await placeEvents(queries)
    const first = await eventsAfter(queries, 0, 10, owner)
    expect(first.map(({ data }) => (data as { id: string }).id)).toEqual([early])
    await late.commit()
    await placeEvents(queries)
    const after = await eventsAfter(queries, first[0]!.position, 10, owner)
    expect(after).toHaveLength(1)
    expect(after[0]!.position).toBeGreaterThan(first[0]!.position)
  },
)

clusterTest(
  "of two processes that give places one waits for the other: no place is seen before all earlier ones",
  async () => {
    const owner = await harness.newOrganization()
    const { queries } = database
    const { last } = await eventBounds(queries)
    const ids = [await harness.acceptScan(owner), await harness.acceptScan(owner)]
    const may = Promise.withResolvers<void>()
    const placed = Promise.withResolvers<PlacedEvent[]>()
    const slow = transaction(queries, async tx => {
      await placeEvents(tx)
      placed.resolve(await eventsAfter(tx, last, 10, owner))
      await may.promise
    })
    const first = await placed.promise
    ids.push(await harness.acceptScan(owner))
    const quick = placeEvents(queries)
    await isLockWaited()
    // The third event would have its place if the other process did not wait.
    expect(await eventsAfter(queries, last, 10, owner)).toEqual([])
    may.resolve()
    await Promise.all([slow, quick])
    const events = await eventsAfter(queries, last, 10, owner)
    expect(events.map(({ data }) => (data as { id: string }).id)).toEqual(ids)
    expect(events.slice(0, 2)).toEqual(first)
    const [counted] = await sql`select count(distinct position)::int as places, count(*)::int as events from scan_events
    where organization_id = ${owner.organizationId}`
    expect(counted).toEqual({ places: 3, events: 3 })
  },
)
