import { afterAll, beforeAll, expect, test } from "bun:test"
import { and, eq } from "drizzle-orm"
import type { Reader } from "../../api/v1/webhooks/deliveries.ts"
import type { Delivery } from "../../api/v1/webhooks/schemas.ts"
import { createWindows } from "../../dispatcher/webhooks/windows.ts"
import { TOPICS } from "../../domain/report/messages.ts"
import { newId } from "../../infra/ids.ts"
import { placeEvents } from "../../store/events/place.ts"
import { insertRows } from "../../store/insertRows.ts"
import { claimDeliveries, endAbandoned } from "../../store/webhooks/claims.ts"
import { relayEvents } from "../../store/webhooks/events.ts"
import { RETRY_DELAYS_S, releaseDue } from "../../store/webhooks/retries.ts"
import { webhookDeliveries } from "../../store/webhooks/tables.ts"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { until } from "../support/service.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

/** Retries that an endpoint asks for, with a clock that the tests move. */
let harness: WebhookHarness
const receivers: Receiver[] = []
let nowMs = Date.now()
const now = () => new Date(nowMs)

beforeAll(async () => {
  harness = await openHarness(await openThrowAway())
})
afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
  await harness.close()
})

const receiver = async (...behaviour: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const started = await startReceiver(...behaviour)
  receivers.push(started)
  return started
}
const register = (manager: Reader, url: string, more: object = {}) =>
  harness.register(manager, { url, events: ["scan.pending"], retries: true, ...more })
const logOf = async (manager: Reader, id: string, outcome?: "exhausted" | "waiting"): Promise<Delivery[]> =>
  (await harness.deliveries.list(manager, id, { limit: 100, ...(outcome ? { outcome } : {}) })).items.toReversed()
const ended = (manager: Reader, id: string, count: number): Promise<Delivery[]> =>
  until(async () => {
    const log = await logOf(manager, id)
    return log.filter(({ error, statusCode }) => error !== null || statusCode !== null).length >= count
      ? log
      : undefined
  })
/** Moves the clock beyond a delay with its random part, and lets due attempts leave. */
const advance = async (seconds: number) => {
  nowMs += seconds * 1100 + 1000
  await releaseDue(harness.database.queries, now())
  harness.bus.broadcast(TOPICS.webhooks, new Uint8Array())
}

test("all due attempts are released, also more than one statement releases", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  const { id } = await register(manager, "http://127.0.0.1:9/")
  await harness.acceptScan(manager)
  while (await placeEvents(queries));
  while (await relayEvents(queries));
  const [delivery] = await queries.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id))
  const copies = Array.from({ length: 1_001 }, () => ({
    ...{ ...delivery!, id: newId(), originalId: delivery!.id, attempt: 2, dueAt: now() },
    ...{ kind: "retry" as const, state: "scheduled" as const },
  }))
  await insertRows(queries, webhookDeliveries, copies)
  expect(await releaseDue(queries, now())).toBe(true)
  const left = and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.state, "scheduled"))
  expect(await queries.$count(webhookDeliveries, left)).toBe(0)
  await queries.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id))
})

test("a failed delivery is repeated with its id until it arrives", async () => {
  const manager = await harness.newOrganization()
  const at: Receiver = await receiver((_, response) => response.writeHead(at.arrivals.length < 3 ? 500 : 200).end())
  const { id } = await register(manager, at.url)
  const sender = await harness.startSender({ now })
  await harness.acceptScan(manager)
  const [first, second] = await ended(manager, id, 1)
  expect([first!.attempt, first!.dueAt, first!.exhaustedAt]).toEqual([1, null, null])
  expect(second).toMatchObject({ attempt: 2, originalId: first!.id, attemptedAt: null, statusCode: null })
  const delayMs = Date.parse(second!.dueAt!) - nowMs
  expect([delayMs >= 5000, delayMs <= 5500]).toEqual([true, true])
  expect(await releaseDue(harness.database.queries, now())).toBe(false)
  await advance(5)
  await ended(manager, id, 2)
  await advance(300)
  const log = await ended(manager, id, 3)
  await sender.stop()
  expect(log.map(({ attempt, statusCode }) => [attempt, statusCode])).toEqual([
    [1, 500],
    [2, 500],
    [3, 200],
  ])
  expect(new Set(at.arrivals.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
  expect(at.arrivals.map(({ headers }) => headers["x-service-original-delivery"])).toEqual([
    undefined,
    first!.id,
    first!.id,
  ])
  expect(await logOf(manager, id, "exhausted")).toEqual([])
})

test("after ten attempts an event is exhausted, and leaves that list when it is sent again with success", async () => {
  const manager = await harness.newOrganization()
  let isDown = true
  const at = await receiver((_, response) => response.writeHead(isDown ? 503 : 204).end())
  const { id } = await register(manager, at.url)
  const sender = await harness.startSender({ now })
  await harness.acceptScan(manager)
  for (const [made, delay] of RETRY_DELAYS_S.entries()) {
    await ended(manager, id, made + 1)
    expect(await logOf(manager, id, "exhausted")).toEqual([])
    await endAbandoned(harness.database.queries, "old", now())
    await advance(delay)
  }
  const log = await ended(manager, id, 10)
  expect([log.length, at.arrivals.length]).toEqual([10, 10])
  const exhausted = await logOf(manager, id, "exhausted")
  expect(exhausted).toMatchObject([{ id: log[0]!.id, attempt: 1, exhaustedAt: now().toISOString() }])
  isDown = false
  const replay = (outcome: "exhausted") =>
    harness.deliveries.replay(manager, id, { from: "2020-01-01", to: "2100-01-01", outcome })
  expect((await replay("exhausted")).replayed).toBe(1)
  await ended(manager, id, 11)
  await until(async () => ((await logOf(manager, id, "exhausted")).length === 0 ? true : undefined))
  expect((await replay("exhausted")).replayed).toBe(0)
  await sender.stop()
}, 60_000)

test("a retry that runs during a successful resend is not repeated when it fails", async () => {
  const manager = await harness.newOrganization()
  let fail = () => {}
  const at: Receiver = await receiver((_, response) => {
    if (at.arrivals.length === 2) fail = () => response.writeHead(500).end()
    else response.writeHead(at.arrivals.length === 1 ? 500 : 200).end()
  })
  const { id } = await register(manager, at.url)
  const sender = await harness.startSender({ now })
  await harness.acceptScan(manager)
  const [first] = await ended(manager, id, 1)
  await advance(5)
  await until(() => (at.arrivals.length === 2 ? true : undefined))
  expect(await harness.deliveries.resend(manager, id, first!.id)).toMatchObject({ statusCode: 200, error: null })
  fail()
  await ended(manager, id, 3)
  await sender.stop()
  const [waiting, exhausted] = [await logOf(manager, id, "waiting"), await logOf(manager, id, "exhausted")]
  expect([waiting, exhausted]).toEqual([[], []])
})

test("no retry follows an answer of 410, or goes to an endpoint that was switched off", async () => {
  const manager = await harness.newOrganization()
  const at = await receiver(({ path }, response) => response.writeHead(path === "/gone" ? 410 : 500).end())
  const [gone, off, once] = [
    await register(manager, `${at.url}/gone`),
    await register(manager, `${at.url}/off`),
    await register(manager, `${at.url}/once`, { retries: false }),
  ]
  const sender = await harness.startSender({ now })
  await harness.acceptScan(manager)
  for (const { id } of [gone, off, once]) await ended(manager, id, 1)
  await harness.endpoints.update(manager, off.id, { active: false })
  await advance(5)
  const log = await ended(manager, off.id, 2)
  await sender.stop()
  expect(log[1]!.error).toContain("switched off")
  const countsOf = async (id: string) => [
    (await logOf(manager, id)).length,
    (await logOf(manager, id, "exhausted")).length,
  ]
  expect(await Promise.all([gone, off, once].map(({ id }) => countsOf(id)))).toEqual([
    [1, 1],
    [2, 1],
    [1, 0],
  ])
})

test("a delivery whose sender was killed is repeated", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  const { id } = await register(manager, "http://127.0.0.1:9/")
  await harness.acceptScan(manager)
  await relayEvents(queries)
  const claimed = await claimDeliveries(queries, newId(), createWindows().room())
  expect(claimed.filter(({ endpointId }) => endpointId === id)).toHaveLength(1)
  await endAbandoned(queries, "all", now())
  expect(await logOf(manager, id)).toMatchObject([
    { attempt: 1, error: expect.stringContaining("outcome was logged") },
    { attempt: 2, error: null, dueAt: expect.any(String) },
  ])
  await queries.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id))
})

test("an endpoint has the requests at the same time that it asks for", async () => {
  const manager = await harness.newOrganization()
  const held: (() => void)[] = []
  const at = await receiver((_, response) => held.push(() => response.end()))
  await register(manager, at.url, { parallelRequests: 7 })
  for (let i = 0; i < 20; i++) await harness.acceptScan(manager)
  const sender = await harness.startSender({ now })
  for (let arrived = 7; arrived < 20; arrived++) {
    await until(() => (at.arrivals.length >= arrived ? true : undefined))
    held.shift()!()
  }
  await until(() => (at.arrivals.length === 20 ? true : undefined))
  for (const release of held) release()
  await sender.stop()
  expect(at.mostUnderWay()).toBe(7)
})

test("the endpoints of an organization have a share of all requests, and leave room for others", async () => {
  const { queries } = harness.database
  const [many, other] = [await harness.newOrganization(), await harness.newOrganization()]
  for (let i = 0; i < 3; i++) await register(many, `http://127.0.0.1:9/${i}`, { parallelRequests: 32 })
  await register(other, "http://127.0.0.1:9/")
  for (let i = 0; i < 4; i++) await harness.acceptScan(many)
  await harness.acceptScan(other)
  await relayEvents(queries)
  const room = { ...createWindows().room(), ofOrganization: 5, openOfOrganization: { [many.organizationId]: 2 } }
  const claimed = await claimDeliveries(queries, newId(), room)
  const of = ({ organizationId }: Reader) => claimed.filter(each => each.organizationId === organizationId)
  expect([of(many).length, new Set(of(many).map(({ endpointId }) => endpointId)).size]).toEqual([3, 3])
  expect(of(other)).toHaveLength(1)
})
