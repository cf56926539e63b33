import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { verifyWebhook } from "solar-scan-service/webhooks/verify"
import type { Reader } from "../../api/v1/webhooks/deliveries.ts"
import type { Delivery } from "../../api/v1/webhooks/schemas.ts"
import { newId } from "../../infra/ids.ts"
import { createOutbound, type Outbound } from "../../infra/outbound/client.ts"
import { scanEvents } from "../../store/tables.ts"
import { claimDeliveries } from "../../store/webhooks/claims.ts"
import { relayEvents } from "../../store/webhooks/events.ts"
import { webhookDeliveries } from "../../store/webhooks/tables.ts"
import { passesSixSteps, type Receiver, startReceiver } from "../support/receiver.ts"
import { until } from "../support/service.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

let harness: WebhookHarness
const receivers: Receiver[] = []

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
const arrived = (at: Receiver, count: number) => until(() => (at.arrivals.length >= count ? true : undefined))

/** The log of an endpoint once `count` deliveries have ended, oldest first. */
const logOf = (manager: Reader, id: string, count: number): Promise<Delivery[]> =>
  until(async () => {
    const [waiting, all] = [
      await harness.deliveries.list(manager, id, { outcome: "waiting" }),
      await harness.deliveries.list(manager, id, { limit: 100 }),
    ]
    return waiting.total === 0 && all.total >= count ? all.items.reverse() : undefined
  })

// @covers scans: states: processing
// @covers scans: events: types and data
test("a scan's events arrive signed, once, in the order of its states, with the data of the document", async () => {
  const manager = await harness.newOrganization()
  const at = await receiver()
  const { id, secret } = await harness.register(manager, { url: `${at.url}/hook?a=1`, headers: { "X-Tenant": "7" } })
  const sender = await harness.startSender()
  const scanId = await harness.acceptScan(manager)
  await harness.move(scanId, "processing")
  await harness.move(scanId, "completed")
  await arrived(at, 3)
  expect(at.arrivals.map(({ event }) => event)).toEqual(["scan.pending", "scan.processing", "scan.completed"])
  const [pending, processing, completed] = at.arrivals.map(({ raw }) => JSON.parse(raw.toString()))
  const { runUuid, createdAt } = pending.data
  expect(pending).toEqual({ event: "scan.pending", data: { id: scanId, status: "pending", runUuid, createdAt } })
  expect(runUuid).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Date(createdAt).toISOString()).toBe(createdAt)
  expect(processing).toEqual({ event: "scan.processing", data: { id: scanId, status: "processing", createdAt } })
  expect(completed).toEqual({ event: "scan.completed", data: { id: scanId, status: "completed", runUuid, createdAt } })
  for (const arrival of at.arrivals) {
    expect(arrival.path).toBe("/hook?a=1")
    expect(arrival.headers).toMatchObject({ "content-type": "application/json", "x-tenant": "7" })
    expect(arrival.headers["user-agent"]).toStartWith("solar-scan")
    expect(passesSixSteps(arrival, secret)).toBe(true)
    expect(verifyWebhook(arrival.raw, arrival.headers["x-service-signature"], secret)).toBe(true)
    expect(passesSixSteps(arrival, `${secret}x`)).toBe(false)
  }
  const log = await logOf(manager, id, 3)
  expect(log.map(({ id, event }) => [id, event])).toEqual(
    at.arrivals.map(({ deliveryId, event }) => [deliveryId, event]),
  )
  for (const row of log) {
    expect(row).toMatchObject({ scanId, statusCode: 200, responseBody: "ok", error: null })
    expect(row.durationMs).toBeGreaterThanOrEqual(0)
    expect(row.attemptedAt).not.toBeNull()
  }
  await sender.stop()
})

// @covers scans: events: scan.failed
test("the event of a failed scan has the reason", async () => {
  const manager = await harness.newOrganization()
  const at = await receiver()
  await harness.register(manager, { url: at.url, events: ["scan.failed"] })
  const sender = await harness.startSender()
  const scanId = await harness.acceptScan(manager)
  await harness.move(scanId, "processing")
  await harness.move(scanId, "error")
  await arrived(at, 1)
  const { event, data } = JSON.parse(at.arrivals[0]!.raw.toString())
  expect(event).toBe("scan.failed")
  expect(data).toMatchObject({ id: scanId, status: "error", errorMessage: "no sun" })
  expect(Object.keys(data).sort()).toEqual(["createdAt", "errorMessage", "id", "runUuid", "status"])
  await sender.stop()
})

// @covers scans: sandbox: events to sandbox endpoints only
test("only active endpoints of the organization and mode that subscribed receive an event", async () => {
  const [manager, stranger] = [await harness.newOrganization(), await harness.newOrganization()]
  const at = await receiver()
  const to = (path: string) => ({ url: `${at.url}/${path}` })
  await harness.register(manager, { ...to("live"), events: ["scan.completed"] })
  await harness.register(manager, { ...to("sandbox"), events: ["scan.completed"], mode: "sandbox" })
  await harness.register(manager, { ...to("unsubscribed"), events: ["scan.failed", "test"] })
  await harness.register(manager, { ...to("inactive"), active: false })
  await harness.register(stranger, to("stranger"))
  const sender = await harness.startSender()
  const [live, sandbox] = [await harness.acceptScan(manager, "live"), await harness.acceptScan(manager, "sandbox")]
  for (const id of [live, sandbox]) {
    await harness.move(id, "processing")
    await harness.move(id, "completed")
  }
  await arrived(at, 2)
  await sender.stop()
  expect(at.arrivals.map(({ path, scanId }) => [path, scanId]).sort()).toEqual(
    [
      ["/live", live],
      ["/sandbox", sandbox],
    ].sort(),
  )
})

test("the next event of a scan leaves when the one before has ended", async () => {
  const manager = await harness.newOrganization()
  const held: (() => void)[] = []
  const at = await receiver((_arrival, response) => held.push(() => response.end()))
  await harness.register(manager, { url: at.url })
  const scanId = await harness.acceptScan(manager)
  await harness.move(scanId, "processing")
  await harness.move(scanId, "completed")
  const sender = await harness.startSender()
  for (const expected of ["scan.pending", "scan.processing", "scan.completed"]) {
    const release = await until(() => held.shift())
    expect([at.arrivals.at(-1)?.event, held.length]).toEqual([expected, 0])
    release()
  }
  await sender.stop()
  expect(at.arrivals).toHaveLength(3)
  expect(at.mostUnderWay()).toBe(1)
})

// @covers scans: events: sent once, every attempt logged
test("whatever a receiver does is one attempt and one explained row", async () => {
  const manager = await harness.newOrganization()
  const at = await receiver(({ path }, response, { socket }) => {
    const behaviours: Record<string, () => void> = {
      "/ok": () => response.end("fine"),
      "/created": () => response.writeHead(201).end(),
      "/500": () => response.writeHead(500).end("broken\0 \u20ac"),
      "/redirect": () => response.writeHead(302, { location: "/ok" }).end(),
      "/reset": () => socket.resetAndDestroy(),
      "/half": () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
      "/hang": () => {},
      "/drip": () => response.write("x") && setInterval(() => response.write("x"), 20).unref(),
      "/big": () => response.end("\u20ac".repeat(4_000_000)),
      "/nonsense": () => socket.end("nonsense\r\n\r\n"),
    }
    behaviours[path]!()
  })
  const paths = ["ok", "created", "500", "redirect", "reset", "half", "hang", "drip", "big", "nonsense"]
  const ids = new Map<string, string>()
  for (const path of paths)
    ids.set(path, (await harness.register(manager, { url: `${at.url}/${path}`, events: ["scan.pending"] })).id)
  const others = { refused: "http://127.0.0.1:1/", unknown: "http://nothing.invalid/" }
  for (const [name, url] of Object.entries(others))
    ids.set(name, (await harness.register(manager, { url, events: ["scan.pending"] })).id)
  const open = createOutbound({ allowPrivate: true })
  const isEndless = (url: string) => /\/(hang|drip)$/.test(url)
  const outbound: Outbound = request => open({ ...request, ...(isEndless(request.url) ? { deadlineMs: 4000 } : {}) })
  const sender = await harness.startSender({ outbound })
  await harness.acceptScan(manager)
  const log = Object.fromEntries(
    await Promise.all([...ids].map(async ([name, id]) => [name, (await logOf(manager, id, 1))[0]])),
  )
  await sender.stop()
  expect(at.arrivals.map(({ path }) => path).sort()).toEqual(paths.map(path => `/${path}`).sort())
  const outcome = (name: string) => [log[name].statusCode, log[name].responseBody, log[name].error]
  expect(outcome("ok")).toEqual([200, "fine", null])
  expect(outcome("created")).toEqual([201, "", null])
  expect(outcome("500")).toEqual([500, "broken\ufffd \u20ac", "the receiver answered 500 instead of 2xx"])
  expect(outcome("redirect").slice(0, 2)).toEqual([302, ""])
  expect(log.redirect.error).toContain("redirect")
  expect(outcome("reset")).toEqual([null, null, "the connection was closed before the answer was complete"])
  expect(outcome("half")).toEqual([200, "half", "the connection was closed before the answer was complete"])
  expect(outcome("hang")).toEqual([null, null, "no complete answer within 4 s"])
  expect(outcome("drip").slice(0, 1)).toEqual([200])
  expect(log.drip.error).toBe("no complete answer within 4 s")
  expect(outcome("big")).toEqual([200, "\u20ac".repeat(Math.floor(2048 / 3)), null])
  expect(log.nonsense.error).toContain("not valid HTTP")
  expect(log.refused.error).toContain("ECONNREFUSED")
  expect(log.unknown.error).toContain("could not be resolved")
  for (const [name, id] of [...ids].filter(([name]) => log[name].error !== null)) {
    const [inDutch] = (await harness.deliveries.list({ ...manager, language: "nl" }, id, {})).items
    expect([name, inDutch?.error]).toEqual([name, expect.stringMatching(/\b(de|geen|het|er)\b/)])
    expect([name, inDutch?.error]).not.toEqual([name, log[name].error])
  }
})

test("a receiver that hangs delays no other, and holds few requests", async () => {
  const manager = await harness.newOrganization()
  const held: (() => void)[] = []
  const dead = await receiver((_arrival, response) => held.push(() => response.end()))
  const quick = await receiver()
  await harness.register(manager, { url: dead.url, events: ["scan.pending"] })
  await harness.register(manager, { url: quick.url, events: ["scan.pending"] })
  for (let i = 0; i < 100; i++) await harness.acceptScan(manager)
  const sender = await harness.startSender()
  await arrived(quick, 100)
  expect(dead.arrivals.length).toBe(4)
  expect(quick.mostUnderWay()).toBeLessThanOrEqual(32)
  for (const release of held) release()
  const released = setInterval(() => {
    for (const release of held.splice(0)) release()
  }, 1)
  await arrived(dead, 100)
  clearInterval(released)
  expect(dead.mostUnderWay()).toBeLessThanOrEqual(32)
  await sender.stop()
})

test("a claim whose sender died is logged with the reason and never sent again; what waits is sent", async () => {
  const manager = await harness.newOrganization()
  const at = await receiver()
  const { id } = await harness.register(manager, { url: at.url, events: ["scan.pending"] })
  const lost = await harness.acceptScan(manager)
  await relayEvents(harness.database.queries)
  expect(
    await claimDeliveries(harness.database.queries, newId(), {
      inAll: 10,
      ofOrganization: 100,
      ofEndpoint: 4,
      sizes: {},
      openOfEndpoint: {},
      openOfOrganization: {},
    }),
  ).toHaveLength(1)
  const sender = await harness.startSender()
  const sent = await harness.acceptScan(manager)
  const log = await logOf(manager, id, 2)
  expect(log.map(({ scanId, statusCode }) => [scanId, statusCode])).toEqual([
    [lost, null],
    [sent, 200],
  ])
  expect(log[0]!.error).toContain("ended before the outcome was logged")
  expect(at.arrivals.map(({ scanId }) => scanId)).toEqual([sent])
  await sender.stop()
})

test("several senders on one database send each event once, and a scan's in order", async () => {
  const manager = await harness.newOrganization()
  const at = await receiver()
  await harness.register(manager, { url: at.url })
  const senders = await Promise.all([1, 2, 3].map(() => harness.startSender()))
  const ids: string[] = []
  for (let i = 0; i < 50; i++) ids.push(await harness.acceptScan(manager))
  for (const id of ids) await harness.move(id, "processing")
  for (const id of ids) await harness.move(id, "completed")
  await arrived(at, 150)
  for (const sender of senders) await sender.stop()
  expect(at.arrivals).toHaveLength(150)
  for (const id of ids)
    expect(at.arrivals.filter(({ scanId }) => scanId === id).map(({ event }) => event)).toEqual([
      "scan.pending",
      "scan.processing",
      "scan.completed",
    ])
})

test("what waits for an endpoint that is switched off is not sent, and the log says so", async () => {
  const manager = await harness.newOrganization()
  const at = await receiver()
  const { id } = await harness.register(manager, { url: at.url, events: ["scan.pending"] })
  await harness.acceptScan(manager)
  await relayEvents(harness.database.queries)
  await harness.endpoints.update(manager, id, { active: false })
  const sender = await harness.startSender()
  const [row] = await logOf(manager, id, 1)
  expect([row!.statusCode, row!.durationMs, row!.attemptedAt]).toEqual([null, null, null])
  expect(row!.error).toContain("switched off")
  await sender.stop()
  expect(at.arrivals).toEqual([])
})

test("an endpoint may be deleted while it is being called", async () => {
  const manager = await harness.newOrganization()
  const held: (() => void)[] = []
  const at = await receiver((_arrival, response) => held.push(() => response.end()))
  const { id } = await harness.register(manager, { url: at.url })
  const sender = await harness.startSender()
  await harness.acceptScan(manager)
  const release = await until(() => held.shift())
  await harness.endpoints.remove(manager, id)
  release()
  await sender.stop()
  const rows = await harness.database.queries
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, id))
  expect(rows).toEqual([])
})

test("another organization's endpoint and its log do not exist", async () => {
  const [manager, stranger] = [await harness.newOrganization(), await harness.newOrganization()]
  const at = await receiver()
  const { id } = await harness.register(manager, { url: at.url })
  const sender = await harness.startSender()
  const { id: deliveryId } = await harness.deliveries.test(manager, id)
  await sender.stop()
  const { endpoints, deliveries } = harness
  const refused = [
    endpoints.read(stranger, id),
    endpoints.update(stranger, id, { active: false }),
    endpoints.remove(stranger, id),
    endpoints.regenerateSecret(stranger, id),
    deliveries.list(stranger, id, {}),
    deliveries.test(stranger, id),
    deliveries.resend(stranger, id, deliveryId),
  ]
  const codes = (await Promise.allSettled(refused)).map(each => each.status === "rejected" && each.reason.code)
  expect(codes).toEqual(refused.map(() => "NOT_FOUND"))
  expect((await endpoints.list(stranger, {})).total).toBe(0)
  expect((await endpoints.read(manager, id)).active).toBe(true)
  const other = await harness.register(manager, { url: at.url })
  expect(await deliveries.resend(manager, other.id, deliveryId).catch(error => error.code)).toBe("NOT_FOUND")
})

test("an organization has a bounded number of endpoints", async () => {
  const manager = await harness.newOrganization()
  const register = () => harness.register(manager, { url: "http://127.0.0.1:9/" })
  for (let i = 0; i < 100; i++) await register()
  expect(await register().catch(error => error.code)).toBe("CONFLICT")
})

// @covers scans: events: logs for 30 days
test("logs are kept for 30 days by the clock, and what waits for a day is given up", async () => {
  const manager = await harness.newOrganization()
  const at = await receiver()
  const { id } = await harness.register(manager, { url: at.url, events: ["scan.pending"] })
  const first = await harness.startSender()
  await harness.acceptScan(manager)
  await logOf(manager, id, 1)
  await first.stop()
  const daysAhead = (days: number) => () => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
  const rows = async () => (await harness.deliveries.list(manager, id, {})).total
  await (await harness.startSender({ now: daysAhead(29.9) })).stop()
  expect(await rows()).toBe(1)
  await (await harness.startSender({ now: daysAhead(30.1) })).stop()
  expect(await rows()).toBe(0)

  await harness.acceptScan(manager)
  await relayEvents(harness.database.queries)
  const late = await harness.startSender({ now: daysAhead(1.1) })
  const [row] = await logOf(manager, id, 1)
  await late.stop()
  expect([row!.statusCode, row!.attemptedAt]).toEqual([null, null])
  expect(row!.error).toContain("24 hours")
  expect(at.arrivals).toHaveLength(1)
})

test("a stop gives up what hangs, and says so in the log", async () => {
  const manager = await harness.newOrganization()
  const at = await receiver(() => {})
  const { id } = await harness.register(manager, { url: at.url, events: ["scan.pending"] })
  const sender = await harness.startSender()
  await harness.acceptScan(manager)
  await arrived(at, 1)
  await sender.stop()
  const [row] = await logOf(manager, id, 1)
  expect(row!.error).toBe("the service was stopped before the receiver had answered")
})

test("an event that an earlier version wrote is delivered with what it says itself", async () => {
  const manager = await harness.newOrganization()
  const scanId = await harness.acceptScan(manager)
  const at = await receiver()
  await harness.register(manager, { url: at.url, events: ["scan.completed"] })
  const data = { id: scanId, status: "completed", runUuid: "of then", createdAt: "2026-01-01T00:00:00.000Z" }
  const { organizationId, mode } = manager
  const event = { id: newId(), scanId, organizationId, mode, name: "scan.completed" as const, createdAt: new Date() }
  await harness.database.queries.insert(scanEvents).values({ ...event, data })
  const sender = await harness.startSender()
  await arrived(at, 1)
  expect(JSON.parse(at.arrivals[0]!.raw.toString())).toEqual({ event: "scan.completed", data })
  await sender.stop()
})
