import { afterAll, beforeAll, expect } from "bun:test"
import { eq } from "drizzle-orm"
import postgres from "postgres"
import { newId } from "../../infra/ids.ts"
import { type Database, openPostgres, type Queries } from "../../store/database.ts"
import { eraseCustomer } from "../../store/scans/eraseCustomer.ts"
import { scans } from "../../store/tables.ts"
import { transaction } from "../../store/transaction.ts"
import { type ClaimedDelivery, claimDeliveries, logResults } from "../../store/webhooks/claims.ts"
import { findDelivery, insertResend, replayDeliveries } from "../../store/webhooks/deliveries.ts"
import { relayEvents } from "../../store/webhooks/events.ts"
import { until } from "../support/child.ts"
import { clusterTest, newDatabaseUrl, whyNoServers } from "../support/cluster.ts"
import { openHarness, type WebhookHarness } from "../support/webhookSender.ts"

/** Erasures at the same time as a transaction that makes rows of the customer's scan. No row stays. */
const SENDER = newId()
let database: Database
let harness: WebhookHarness
let sql: postgres.Sql

beforeAll(async () => {
  if (whyNoServers()) return
  const url = await newDatabaseUrl("races")
  database = await openPostgres(url)
  harness = await openHarness(database)
  sql = postgres(url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await harness?.close()
})

/** A scan of a customer with an event that an endpoint with retries receives. */
const customerScan = async () => {
  const manager = await harness.newOrganization()
  const events = ["scan.pending" as const]
  const { id: endpointId } = await harness.register(manager, { url: "http://127.0.0.1:9/", events, retries: true })
  const scanId = await harness.acceptScan(manager)
  await database.queries.update(scans).set({ dossierId: "D-1" }).where(eq(scans.id, scanId))
  const erase = (queries: Queries) =>
    eraseCustomer(queries, { organizationId: manager.organizationId, by: "dossierId", value: "D-1" })
  return { endpointId, scanId, erase }
}

const claimOne = async (): Promise<ClaimedDelivery> => {
  const room = { inAll: 1, ofOrganization: 1, ofEndpoint: 1, sizes: {}, openOfEndpoint: {}, openOfOrganization: {} }
  const [claimed] = await claimDeliveries(database.queries, SENDER, room)
  return claimed!
}
const fail = (queries: Queries, delivery: ClaimedDelivery) => {
  const result = { id: delivery.id, statusCode: 500, responseBody: null, durationMs: 1, error: "500" }
  return logResults(queries, SENDER, [{ delivery, result }], new Date())
}
const rowsOf = (scanId: string) =>
  sql`select 'delivery' as kind, id from webhook_deliveries where scan_id = ${scanId}
    union all select 'event', id from scan_events where scan_id = ${scanId}`

/** Commits the first work after the second one waits for it. */
const during = async <T>(first: (tx: Queries) => Promise<unknown>, second: (queries: Queries) => Promise<T>) => {
  const [made, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const committed = transaction(database.queries, async tx => {
    await first(tx)
    made.resolve()
    await commit.promise
  })
  await Promise.race([made.promise, committed])
  const running = second(database.queries)
  await until(async () => {
    const { waiting } = (await sql`select count(*)::int as waiting from pg_locks where not granted`)[0]!
    return waiting > 0 || undefined
  }).finally(() => commit.resolve())
  await committed
  return running
}

clusterTest("an erasure deletes the retry of a delivery whose failure is being logged", async () => {
  const { scanId, erase } = await customerScan()
  await relayEvents(database.queries)
  const claimed = await claimOne()
  const erased = await during(tx => fail(tx, claimed), erase)
  expect([erased.deliveries, await rowsOf(scanId)]).toEqual([2, []] as never)
})

clusterTest("an erasure deletes deliveries that the relay is making", async () => {
  const { scanId, erase } = await customerScan()
  const erased = await during(relayEvents, erase)
  expect([erased.deliveries, await rowsOf(scanId)]).toEqual([1, []] as never)
})

clusterTest("the relay makes no deliveries of events that an erasure is deleting", async () => {
  const { scanId, erase } = await customerScan()
  await during(erase, relayEvents)
  expect(await rowsOf(scanId)).toEqual([] as never)
})

clusterTest("an erasure deletes deliveries that a replay or a resend is making", async () => {
  const range = { from: new Date(0), to: new Date(Date.now() + 60_000), outcome: "all" as const }
  const again = {
    replay: (tx: Queries, endpointId: string) => replayDeliveries(tx, endpointId, range),
    resend: async (tx: Queries, endpointId: string, id: string) =>
      insertResend(tx, newId(), (await findDelivery(tx, endpointId, id))!),
  }
  for (const [kind, send] of Object.entries(again)) {
    const { endpointId, scanId, erase } = await customerScan()
    await relayEvents(database.queries)
    const claimed = await claimOne()
    await fail(database.queries, claimed)
    const erased = await during(tx => send(tx, endpointId, claimed.id), erase)
    expect([kind, erased.deliveries, await rowsOf(scanId)]).toEqual([kind, 3, []] as never)
  }
})

clusterTest("a delivery that an erasure is deleting is not sent again", async () => {
  const { endpointId, scanId, erase } = await customerScan()
  await relayEvents(database.queries)
  const claimed = await claimOne()
  await fail(database.queries, claimed)
  const ended = (await findDelivery(database.queries, endpointId, claimed.id))!
  expect(await during(erase, queries => insertResend(queries, newId(), ended))).toBe(false)
  expect(await rowsOf(scanId)).toEqual([] as never)
})
