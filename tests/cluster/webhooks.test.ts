import { afterAll, beforeAll, expect } from "bun:test"
import { eq, sql } from "drizzle-orm"
import { newId } from "../../infra/ids.ts"
import { openPostgres } from "../../store/database.ts"
import { claimDeliveries, endAbandoned } from "../../store/webhooks/claims.ts"
import { relayEvents } from "../../store/webhooks/events.ts"
import { webhookDeliveries } from "../../store/webhooks/tables.ts"
import { clusterTest, whyNoServers } from "../support/cluster.ts"
import { startPostgres, type TestServer } from "../support/programs.ts"
import { startReceiver } from "../support/receiver.ts"
import { until } from "../support/service.ts"
import { openHarness, type WebhookHarness } from "../support/webhookSender.ts"

const DISPATCHERS = 3
const SCANS = 100

let server: TestServer | undefined
let harnesses: WebhookHarness[] = []

beforeAll(async () => {
  if (whyNoServers()) return
  server = await startPostgres()
  const { url } = server
  harnesses = await Promise.all(Array.from({ length: DISPATCHERS }, async () => openHarness(await openPostgres(url))))
})
afterAll(async () => {
  for (const harness of harnesses) await harness.close()
  await server?.close()
})

clusterTest(
  "dispatchers with connections of their own send each event once, and a scan's in the order of its states",
  async () => {
    const [harness] = harnesses
    const manager = await harness!.newOrganization()
    const at = await startReceiver()
    for (const path of ["a", "b"]) await harness!.register(manager, { url: `${at.url}/${path}` })
    const senders = await Promise.all(harnesses.map(each => each.startSender()))
    const ids = await Promise.all(
      Array.from({ length: SCANS }, async (_, i) => {
        const each = harnesses[i % DISPATCHERS]!
        const id = await each.acceptScan(manager)
        await harnesses[(i + 1) % DISPATCHERS]!.move(id, "processing")
        await harnesses[(i + 2) % DISPATCHERS]!.move(id, i % 2 ? "completed" : "error")
        return id
      }),
    )
    await until(() => (at.arrivals.length >= SCANS * 3 * 2 ? true : undefined))
    for (const sender of senders) await sender.stop()
    expect(at.arrivals).toHaveLength(SCANS * 3 * 2)
    for (const path of ["/a", "/b"])
      expect(
        ids.map(id => at.arrivals.filter(each => each.path === path && each.scanId === id).map(({ event }) => event)),
      ).toEqual(ids.map((_, i) => ["scan.pending", "scan.processing", i % 2 ? "scan.completed" : "scan.failed"]))
    await at.close()
  },
)

clusterTest("a claim is left alone while its sender may live, and ended with the reason when it cannot", async () => {
  const { database, ...harness } = harnesses[0]!
  const manager = await harness.newOrganization()
  await harness.register(manager, { url: "http://127.0.0.1:9/", events: ["scan.pending"] })
  await harness.acceptScan(manager)
  await relayEvents(database.queries)
  const [claimed] = await claimDeliveries(database.queries, newId(), {
    inAll: 1,
    ofOrganization: 100,
    ofEndpoint: 1,
    sizes: {},
    openOfEndpoint: {},
    openOfOrganization: {},
  })
  const ofClaimed = eq(webhookDeliveries.id, claimed!.id)
  const row = async () => (await database.queries.select().from(webhookDeliveries).where(ofClaimed))[0]
  await endAbandoned(database.queries, "old", new Date())
  expect(await row()).toMatchObject({ state: "sending", error: null })
  const attemptedAt = sql`now() - interval '61 seconds'`
  await database.queries.update(webhookDeliveries).set({ attemptedAt }).where(ofClaimed)
  await endAbandoned(database.queries, "old", new Date())
  expect(await row()).toMatchObject({ state: "ended", error: expect.stringContaining("outcome was logged") })
})
