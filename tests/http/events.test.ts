import { afterAll, beforeAll, expect, test } from "bun:test"
import { readEvents } from "../../client/eventReader.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, until } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

const PATH = "/v1/events"

interface Event {
  cursor: string
  id: string
  event: string
  createdAt: string
  data: { id: string; status: string; runUuid?: string | undefined; createdAt: string }
}

let service: ServiceOfOrganization
let client: Client
let sandbox: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  sandbox = createClient(service, service.testKey)
})
afterAll(() => service.end())

/** All events after a cursor, read in parts of `limit`. */
const readAll = async (caller: Client, after: string | undefined, limit: number): Promise<Event[]> => {
  const events: Event[] = []
  for (let cursor = after; ; ) {
    const from: string = cursor === undefined ? "" : `&after=${cursor}`
    const { status, body } = await caller.get(`${PATH}?limit=${limit}${from}`)
    expect(status).toBe(200)
    events.push(...body.items)
    cursor = body.cursor
    if (!body.hasMore) return events
  }
}
const latest = async (caller: Client): Promise<string> => (await caller.get(`${PATH}?after=latest`)).body.cursor
/** The last cursor, after every scan of earlier tests has ended and its events have their places. */
const settled = (caller: Client): Promise<string> =>
  until(async () => {
    for (const state of ["pending", "processing"])
      if ((await caller.get(`/v1/scans?limit=1&status=${state}`)).body.total > 0) return undefined
    const { items, cursor } = (await caller.get(`${PATH}?after=latest&wait=1`)).body
    return items.length === 0 ? cursor : undefined
  }, 60_000)
const open = (after: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${service.address}${PATH}?after=${after}`, {
    headers: { "x-api-key": service.liveKey, accept: "text/event-stream", ...headers },
    ...(signal ? { signal } : {}),
  })

test("the events of a scan come in the order of its states, as its webhooks have them, to its organization and mode alone", async () => {
  const [from, ofSandbox] = [await latest(client), await latest(sandbox)]
  const { id, createdAt } = (await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })).body
  const events = await until(async () => {
    const read = await readAll(client, from, 2)
    return read.length === 3 ? read : undefined
  })
  const { runUuid } = events[0]!.data
  expect(events.map(({ event, data }) => ({ event, data }))).toEqual([
    { event: "scan.pending", data: { id, status: "pending", runUuid, createdAt } },
    { event: "scan.processing", data: { id, status: "processing", createdAt } },
    { event: "scan.completed", data: { id, status: "completed", runUuid, createdAt } },
  ])
  for (const event of events) {
    expect(Object.keys(event)).toEqual(["cursor", "id", "event", "createdAt", "data"])
    expect(new Date(event.createdAt).toISOString()).toBe(event.createdAt)
  }
  expect(await readAll(sandbox, ofSandbox, 100)).toEqual([])
  expect(await readAll(client, events[1]!.cursor, 100)).toEqual([events[2]!])
  // Without a cursor: all stored events.
  expect((await readAll(client, undefined, 1000)).slice(-3)).toEqual(events)
})

test("the form that Accept chooses is named in Vary", async () => {
  const page = await client.get(PATH)
  const stream = await open("latest")
  for (const { headers } of [page, stream]) expect(headers.get("vary")?.split(", ")).toContain("accept")
  await stream.body?.cancel()
})

test("HEAD of a stream is answered at once, and leaves none open: 250 of an organization are", async () => {
  const { id } = (await sandbox.post("/v1/scans", smallestRequest())).body
  const headers = { "x-api-key": service.testKey, accept: "text/event-stream" }
  const heads = Array.from({ length: 260 }, (_, i) => (i % 2 === 0 ? `${PATH}?after=latest` : `/v1/scans/${id}/events`))
  for (const path of heads) {
    const { status, headers: told } = await fetch(`${service.address}${path}`, { method: "HEAD", headers })
    expect([path, status, told.get("content-type")]).toEqual([path, 200, "text/event-stream"])
  }
  expect((await sandbox.get(`${PATH}?after=latest&wait=1`)).status).toBe(200)
  // Later tests wait until all scans have ended.
  expect((await sandbox.delete(`/v1/scans/${id}`)).status).toBe(204)
})

test("who goes on from each cursor misses no event and sees none twice, however many scans are accepted meanwhile", async () => {
  let cursor = await latest(sandbox)
  const made: string[] = []
  const make = async () => {
    for (let i = 0; i < 25; i++) made.push((await sandbox.post("/v1/scans", smallestRequest())).body.id)
  }
  let isMade = false
  const making = Promise.all(Array.from({ length: 8 }, make)).then(() => {
    isMade = true
  })
  const seen: Event[] = []
  await until(async () => {
    const { body } = await sandbox.get(`${PATH}?after=${cursor}&limit=7&wait=1`)
    seen.push(...body.items)
    cursor = body.cursor
    return isMade && seen.filter(({ event }) => event === "scan.pending").length >= made.length ? true : undefined
  }, 60_000)
  await making
  const pending = seen.filter(({ event }) => event === "scan.pending").map(({ data }) => data.id)
  expect(pending.sort()).toEqual(made.sort())
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
})

test("a wait ends with the first event, and without one when its time has passed", async () => {
  const cursor = await settled(client)
  const waiting = client.get(`${PATH}?after=${cursor}&wait=60`)
  const { id } = (await client.post("/v1/scans", smallestRequest())).body
  const { body } = await waiting
  expect(body.items[0]).toMatchObject({ event: "scan.pending", data: { id } })
  await settled(sandbox)
  const nothing = await sandbox.get(`${PATH}?after=latest&wait=1`)
  expect(nothing.body).toEqual({ items: [], cursor: expect.stringMatching(/^\d+$/), hasMore: false })
})

test("a stream goes on after the id that its client has seen last", async () => {
  const from = await settled(client)
  const take = async (response: Response, count: number): Promise<Event[]> => {
    const events: Event[] = []
    for await (const data of readEvents(response.body!)) {
      events.push(JSON.parse(data))
      if (events.length === count) break
    }
    return events
  }
  const leaving = new AbortController()
  const first = await open(from, {}, leaving.signal)
  expect(first.headers.get("content-type")).toBe("text/event-stream")
  const taken = take(first, 2)
  const { id } = (await client.post("/v1/scans", houseRequest())).body
  const seen = await taken
  leaving.abort()
  expect(seen.map(({ event, data }) => [event, data.id])).toEqual([
    ["scan.pending", id],
    ["scan.processing", id],
  ])
  const again = await open(from, { "last-event-id": seen[1]!.cursor })
  expect((await take(again, 1))[0]).toMatchObject({ event: "scan.completed", data: { id } })
  await again.body?.cancel().catch(() => {})
})

test("ids of the stream's messages are cursors, from its beginning", async () => {
  const from = await latest(client)
  const reader = (await open(from)).body!.getReader()
  const text = new TextDecoder().decode((await reader.read()).value)
  expect(text).toBe(`retry: 1000\nid: ${from}\n\n`)
  await reader.cancel()
})

test("the events of a scan outlive it, with what they said", async () => {
  const from = await latest(sandbox)
  const { id } = (await sandbox.post("/v1/scans", smallestRequest())).body
  const [before] = (await sandbox.get(`${PATH}?after=${from}&wait=10`)).body.items
  expect((await sandbox.delete(`/v1/scans/${id}`)).status).toBe(204)
  const [after] = await readAll(sandbox, from, 100)
  expect(JSON.stringify(after)).toBe(JSON.stringify(before))
})

test("wrong queries are refused, and so is a cursor of another database", async () => {
  for (const wrong of ["after=abc", "after=-1", "wait=61", "wait=-1", "limit=0", "limit=1001", "afer=1"])
    expect([wrong, (await client.get(`${PATH}?${wrong}`)).status]).toEqual([wrong, 400])
  const ahead = await client.get(`${PATH}?after=999999999999`)
  expect([ahead.status, ahead.body.code]).toEqual([410, "CURSOR_GONE"])
  expect((await open("999999999999")).status).toBe(410)
  expect((await createClient(service.address, null).get(PATH)).status).toBe(401)
})

test("an organization has so many streams and waits, and one that is left is given back", async () => {
  const from = await latest(client)
  const leaving = new AbortController()
  const streams = await Promise.all(Array.from({ length: 250 }, () => open(from, {}, leaving.signal)))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await open(from)).status).toBe(429)
  expect((await client.get(`${PATH}?after=${from}&wait=1`)).status).toBe(429)
  expect((await client.get(`${PATH}?after=${from}`)).status).toBe(200)
  leaving.abort()
  await until(async () => {
    const again = new AbortController()
    const { status } = await open(from, {}, again.signal)
    again.abort()
    return status === 200 ? true : undefined
  })
})
