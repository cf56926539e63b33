import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { createEventFeed } from "../../api/v1/events/feed.ts"
import { createEventFollower } from "../../api/v1/events/follower.ts"
import type { ScanEventName } from "../../domain/organization/events/states.ts"
import { TOPICS } from "../../domain/report/messages.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { newId } from "../../infra/ids.ts"
import { createLog } from "../../infra/log.ts"
import { placeEvents } from "../../store/events/place.ts"
import { eventBounds, eventsAfter, type PlacedEvent } from "../../store/events/read.ts"
import { sweepEvents } from "../../store/events/sweep.ts"
import { scanEvents } from "../../store/tables.ts"
import { until } from "../support/service.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

let harness: WebhookHarness

beforeAll(async () => {
  harness = await openHarness(await openThrowAway())
})
afterAll(() => harness.close())

const DAY_MS = 86_400_000

/** An id with a given time. */
const idOf = (ms: number): string => `${Bun.randomUUIDv7("hex", ms)}`
const NEVER = new AbortController().signal
const holdForEver = () => ({ signal: NEVER, assert() {}, release() {} })

test("events of one scan have places in the order of its states, also when a clock was behind", async () => {
  const { queries } = harness.database
  const { organizationId, mode } = await harness.newOrganization()
  const scanId = newId()
  const now = Date.now()
  const write = (name: ScanEventName, ms: number) =>
    queries
      .insert(scanEvents)
      .values({ id: idOf(ms), scanId, organizationId, mode, name, createdAt: new Date(ms), data: {} })
  await write("scan.completed", now - 2_000)
  await write("scan.pending", now)
  await write("scan.processing", now - 1_000)
  await placeEvents(queries)
  const events = await eventsAfter(queries, 0, 10, { organizationId, mode })
  expect(events.map(({ name }) => name)).toEqual(["scan.pending", "scan.processing", "scan.completed"])
  await placeEvents(queries)
  expect(await eventsAfter(queries, 0, 10, { organizationId, mode })).toEqual(events)
})

test("events of more than 30 days are deleted, and a cursor from before them is refused", async () => {
  const { queries } = harness.database
  const manager = await harness.newOrganization()
  const scanId = await harness.acceptScan(manager)
  await placeEvents(queries)
  const now = Date.now()
  const age = (days: number) =>
    queries
      .update(scanEvents)
      .set({ id: idOf(now - days * DAY_MS), relayedAt: new Date() })
      .where(eq(scanEvents.scanId, scanId))
  await age(29.9)
  await sweepEvents(queries, new Date(now))
  const [kept] = await eventsAfter(queries, 0, 10, manager)
  expect(kept).toMatchObject({ name: "scan.pending" })
  await age(30.1)
  expect(await sweepEvents(queries, new Date(now))).toBe(false)
  expect(await eventsAfter(queries, 0, 10, manager)).toEqual([])
  expect((await eventBounds(queries)).swept).toBe(kept!.position)

  const feed = createEventFeed(queries, harness.bus, createLog("test", "silent"))
  const page = (after?: string) =>
    feed.page({ owner: manager, after, filter: {} }, {}, { hold: holdForEver, left: NEVER })
  await expect(page(String(kept!.position - 1))).rejects.toMatchObject({ status: 410 })
  expect((await page(String(kept!.position))).items).toEqual([])
  expect((await page()).items).toEqual([])
  feed.close()
})

test("an event that was not handed to the webhooks yet, or has no place, is not deleted", async () => {
  const { queries } = harness.database
  const { organizationId, mode } = await harness.newOrganization()
  const old = Date.now() - 40 * DAY_MS
  const event = { organizationId, mode, name: "scan.pending", createdAt: new Date(old), data: {} } as const
  const [unplaced, unrelayed] = [idOf(old), idOf(old)]
  await queries.insert(scanEvents).values([
    { ...event, id: unplaced, scanId: newId(), relayedAt: new Date() },
    { ...event, id: unrelayed, scanId: newId(), position: 1_000_000 },
  ])
  await sweepEvents(queries, new Date())
  const rows = await queries.select().from(scanEvents).where(eq(scanEvents.organizationId, organizationId))
  expect(rows.map(({ id }) => id).sort()).toEqual([unplaced, unrelayed].sort())
  await queries.delete(scanEvents).where(eq(scanEvents.organizationId, organizationId))
})

/** An event source in place of a database, with counts of its calls. */
const fakeSource = () => {
  const events: PlacedEvent[] = []
  const asked = { last: 0, after: 0 }
  return {
    asked,
    add(organizationId: string) {
      const position = events.length + 1
      const event = { id: newId(), organizationId, mode: "live", name: "scan.pending", data: {}, createdAt: new Date() }
      events.push({ ...event, position } as PlacedEvent)
    },
    last: async () => {
      asked.last++
      return events.length
    },
    after: async (position: number, limit: number) => {
      asked.after++
      return events.slice(position, position + limit)
    },
  }
}

test("a thousand who wait are served by one question to the database", async () => {
  const [source, bus] = [fakeSource(), createMemoryBus()]
  const follower = createEventFollower(source, bus, createLog("test", "silent"))
  const owners = ["a", "b"].map(organizationId => ({ organizationId, mode: "live" as const }))
  const wait = (owner: (typeof owners)[number]) => follower.wait(owner, 0, 60_000, NEVER)
  // The first wait starts the follower; it returns so that its caller reads the database.
  await wait(owners[0]!)
  const keeps = follower.wait(owners[1]!, 0, 60_000, NEVER)
  const waits = Promise.all(Array.from({ length: 1000 }, () => wait(owners[0]!)))
  const beforeAsked = { ...source.asked }
  source.add("a")
  bus.broadcast(TOPICS.events, new Uint8Array())
  await waits
  expect(source.asked.after - beforeAsked.after).toBeLessThanOrEqual(2)
  expect(follower.held(owners[0]!, 0)?.events).toHaveLength(1)
  expect(follower.held(owners[1]!, 0)).toEqual({ events: [], upTo: 1 })
  source.add("b")
  bus.broadcast(TOPICS.events, new Uint8Array())
  await keeps
  follower.close()
})

test("an event whose message the bus lost is found all the same, and while nobody waits nothing is asked", async () => {
  const [source, bus] = [fakeSource(), createMemoryBus()]
  const follower = createEventFollower(source, bus, createLog("test", "silent"))
  const owner = { organizationId: "a", mode: "live" } as const
  await follower.wait(owner, 0, 60_000, NEVER)
  const waiting = follower.wait(owner, 0, 60_000, NEVER)
  source.add("a")
  await waiting
  await until(() => (follower.held(owner, 1) === undefined ? true : undefined))
  const { after, last } = source.asked
  bus.broadcast(TOPICS.events, new Uint8Array())
  await Bun.sleep(0)
  expect(source.asked).toEqual({ after, last })
  follower.close()
  // After the close a wait returns at once.
  await follower.wait(owner, 0, 60_000, NEVER)
})

test("a wait that has ended leaves nothing at the signal of its caller", async () => {
  const [source, bus] = [fakeSource(), createMemoryBus()]
  const follower = createEventFollower(source, bus, createLog("test", "silent"))
  const { signal } = new AbortController()
  const listening = new Set<unknown>()
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    listening.add(given[1])
    add(...given)
  }
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    listening.delete(given[1])
    remove(...given)
  }
  await follower.wait({ organizationId: "a", mode: "live" }, 0, 60_000, signal)
  expect(listening.size).toBe(0)
  follower.close()
})
