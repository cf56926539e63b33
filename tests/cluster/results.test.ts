import { afterAll, beforeAll, expect } from "bun:test"
import { eq } from "drizzle-orm"
import postgres from "postgres"
import { consumeResults } from "../../dispatcher/results.ts"
import { encodeMessage, type ScanResult } from "../../domain/report/messages.ts"
import { fixtureFor, fixtureResult } from "../../domain/report/sandbox/fixtures.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { createLog } from "../../infra/log.ts"
import { createMetrics } from "../../infra/metrics.ts"
import { type Database, openPostgres } from "../../store/database.ts"
import { scanEvents } from "../../store/tables.ts"
import { until } from "../support/child.ts"
import { clusterTest, newDatabaseUrl, whyNoServers } from "../support/cluster.ts"
import { SCAN_INPUT } from "../support/scans.ts"
import { openHarness, type WebhookHarness } from "../support/webhookSender.ts"

let database: Database
let harness: WebhookHarness
let sql: postgres.Sql

beforeAll(async () => {
  if (whyNoServers()) return
  const url = await newDatabaseUrl("results")
  database = await openPostgres(url)
  harness = await openHarness(database)
  sql = postgres(url, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await harness?.close()
})

const solved = (scanId: string): ScanResult => ({
  kind: "solved",
  scanId,
  attempt: 0,
  report: fixtureResult(fixtureFor(SCAN_INPUT).name).report,
  summary: { selfSufficiency: 0.5, returnPeriod: 8, co2SavedKg: 100 },
  series: new Uint8Array([1]),
  cuts: new Uint8Array([1]),
})

const eventsOf = async (scanId: string): Promise<string[]> => {
  const rows = await database.queries.select().from(scanEvents).where(eq(scanEvents.scanId, scanId))
  return rows.map(({ name }) => name).sort()
}

clusterTest("a result that comes while the scan's start is being stored waits for that, and counts", async () => {
  const bus = createMemoryBus()
  const [log, metrics] = [createLog("test", "silent"), createMetrics()]
  const ended: string[] = []
  const consumer = await consumeResults({ database, bus, log, metrics, onEnded: () => ended.push("one") })
  const scanId = await harness.acceptScan(await harness.newOrganization())
  await sql.begin(async starting => {
    await starting`update scans set status = 'processing', processing_at = now() where id = ${scanId}`
    await bus.publish("results", `${scanId}.0.ended`, encodeMessage(solved(scanId)))
    await until(async () => {
      const { waiting } = (await sql`select count(*)::int as waiting from pg_locks where not granted`)[0]!
      return waiting > 0 || undefined
    })
  })
  await until(() => ended[0])
  expect(await sql`select status from scans where id = ${scanId}`).toEqual([{ status: "completed" }] as never)
  expect(await eventsOf(scanId)).toEqual(["scan.completed", "scan.pending"])
  await consumer.stop()
})

clusterTest("a result whose start was never reported passes through processing", async () => {
  const bus = createMemoryBus()
  const [log, metrics] = [createLog("test", "silent"), createMetrics()]
  const ended: string[] = []
  const consumer = await consumeResults({ database, bus, log, metrics, onEnded: () => ended.push("one") })
  const scanId = await harness.acceptScan(await harness.newOrganization())
  await bus.publish("results", `${scanId}.0.ended`, encodeMessage(solved(scanId)))
  await until(() => ended[0])
  expect(await eventsOf(scanId)).toEqual(["scan.completed", "scan.pending", "scan.processing"])
  await consumer.stop()
})
