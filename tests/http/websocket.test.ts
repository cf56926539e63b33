import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { scans } from "../../store/tables.ts"
import {
  followRun,
  legacyClient,
  legacyHouse,
  legacyToken,
  openFreshDatabase,
  smallestRun,
  solvedRun,
  startLonelyApi,
} from "../support/legacy.ts"
import { addOtherOrganization, OTHER_KEY } from "../support/profiles.ts"
import { createClient, LIVE_KEY, type ServiceOfOrganization, until } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client
let token: string

beforeAll(async () => {
  service = await startShared()
  client = await legacyClient(service)
  token = await legacyToken(service)
})
afterAll(() => service.end())

const follow = (query: string, credential: Parameters<typeof followRun>[2] = { header: `Bearer ${token}` }) =>
  followRun(service.address, query, credential)

// @covers legacy: events: WebSocket until the scan is complete
test("a scan is followed to its end: a start, progress, the end, and 1000", async () => {
  const { body } = await client.post("/v1/scan", legacyHouse())
  const { messages, code } = await follow(`?run-uuid=${body.run_uuid}`)
  expect(code).toBe(1000)
  const steps = messages.map(({ progression }) => progression)
  expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
  for (const message of messages.slice(0, -1))
    expect(message).toEqual({ run_uuid: body.run_uuid, status: "calculating", progression: expect.any(Number) })
  expect(messages.at(-1)).toEqual({ run_uuid: body.run_uuid, status: "optimal", progression: 100 })
})

test("a slash may end the path, as that of any other; a query that names another mode finds no scan", async () => {
  const runUuid = await solvedRun(client, smallestRun())
  const at = (path: string) => `${service.address.replace("http", "ws")}${path}?run-uuid=${runUuid}`
  const closed = (url: string) =>
    new Promise<number>(resolve => {
      const socket = new WebSocket(url, `bearer.${token}`)
      socket.onclose = ({ code }) => resolve(code)
    })
  expect(await closed(at("/v1/scan/ws/"))).toBe(1000)
  expect(await closed(`${at("/v1/scan/ws")}&mode=live`)).toBe(1000)
  expect(await closed(`${at("/v1/scan/ws")}&mode=sandbox`)).toBe(4404)
})

// @covers legacy: events: late
test("after the end a client receives the end state", async () => {
  const runUuid = await solvedRun(client, smallestRun())
  const { messages, code } = await follow(`?run-uuid=${runUuid}`)
  expect(messages).toEqual([{ run_uuid: runUuid, status: "optimal", progression: 100 }])
  expect(code).toBe(1000)
})

// @covers legacy: events: a scan that fails
test("a scan that fails ends with its message, and 1000", async () => {
  const { body } = await createClient(service).post("/v1/scans", {
    location: { lat: 52, lon: 5 },
    inputMethod: "known",
    yearlyKwh: 3000,
    goal: "renewable-minimum",
    renewableElectricityMinFraction: 0.9,
  })
  const { messages, code } = await follow(`?run-uuid=${body.id}`)
  expect(messages.at(-1)).toEqual({
    run_uuid: expect.any(String),
    status: "error",
    progression: expect.any(Number),
    message: expect.stringContaining("the best allowed system reaches 0 %"),
  })
  expect(code).toBe(1000)
})

test("the token may come as a subprotocol, which the service takes", async () => {
  const runUuid = await solvedRun(client, smallestRun())
  const { messages, code, protocol } = await follow(`?run-uuid=${runUuid}`, { protocols: ["x", `bearer.${token}`] })
  expect([messages.length, code, protocol]).toEqual([1, 1000, `bearer.${token}`])
})

// @covers legacy: events: no credential
test("without a token of this interface the connection is accepted and closed with 4401", async () => {
  const runUuid = await solvedRun(client, smallestRun())
  const credentials = [
    {},
    { header: "Bearer none" },
    { protocols: ["bearer.none"] },
    { header: `Bearer ${service.liveKey}` },
  ]
  for (const credential of credentials) {
    const { messages, code } = await follow(`?run-uuid=${runUuid}`, credential)
    expect([messages, code]).toEqual([[], 4401])
  }
})

// @covers legacy: events: unknown scan
test("an unknown scan, another mode's, or none at all closes with 4404", async () => {
  const runUuid = await solvedRun(client, smallestRun())
  const foreign = await legacyToken(service, service.testKey)
  for (const query of ["", "?run-uuid=none", "?run-uuid=00000000-0000-7000-8000-000000000000"])
    expect(await follow(query)).toMatchObject({ messages: [], code: 4404 })
  const { code } = await follow(`?run-uuid=${runUuid}`, { header: `Bearer ${foreign}` })
  expect(code).toBe(4404)
})

test("a call that is no WebSocket is refused with the reason", async () => {
  const { status, headers, body } = await client.get("/v1/scan/ws?run-uuid=x")
  expect([status, headers.get("upgrade")]).toEqual([426, "websocket"])
  expect(body).toEqual({ error: "Upgrade required", message: "connect to this path as a WebSocket" })
})

test("an open connection does not keep the service from stopping", async () => {
  const { database, dataDir, close } = await openFreshDatabase()
  const api = await startLonelyApi(database, dataDir)
  const { body } = await (await legacyClient(api.address)).post("/v1/scan", smallestRun())
  const header = `Bearer ${await legacyToken(api.address)}`
  const { promise: isConnected, resolve } = Promise.withResolvers<object>()
  const followed = followRun(api.address, `?run-uuid=${body.run_uuid}`, { header }, resolve)
  await isConnected
  await api.stop()
  expect((await followed).code).toBe(1001)
  await close()
})

test("an organization has its share of connections; one more closes with 1013, another organization has its own", async () => {
  const { database, dataDir, close } = await openFreshDatabase()
  await addOtherOrganization(database)
  const api = await startLonelyApi(database, dataDir, { socketsPerOrganization: 2 })
  const open = async (key: string, leaving?: AbortSignal) => {
    const { body } = await (await legacyClient(api.address, key)).post("/v1/scan", smallestRun())
    const header = `Bearer ${await legacyToken(api.address, key)}`
    const { promise: isConnected, resolve } = Promise.withResolvers<string>()
    const ended = followRun(api.address, `?run-uuid=${body.run_uuid}`, { header }, () => resolve("open"), leaving)
    return { ended, outcome: await Promise.race([isConnected, ended.then(({ code }) => code)]) }
  }
  const leaving = new AbortController()
  const [first, second] = [await open(LIVE_KEY, leaving.signal), await open(LIVE_KEY)]
  expect([first.outcome, second.outcome]).toEqual(["open", "open"])
  expect((await open(LIVE_KEY)).outcome).toBe(1013)
  const other = await open(OTHER_KEY)
  expect(other.outcome).toBe("open")
  leaving.abort()
  await first.ended
  const next = await until(async () => {
    const again = await open(LIVE_KEY)
    return again.outcome === "open" ? again : undefined
  })
  expect((await open(LIVE_KEY)).outcome).toBe(1013)
  await api.stop()
  for (const { ended } of [second, other, next]) expect((await ended).code).toBe(1001)
  await close()
})

// @covers legacy: events: solved by another process
test("when other processes solve, every API answers the same progression, which never decreases", async () => {
  const { database, dataDir, close } = await openFreshDatabase()
  const [api, other] = [await startLonelyApi(database, dataDir), await startLonelyApi(database, dataDir)]
  const own = await legacyClient(api.address)
  const header = `Bearer ${await legacyToken(api.address)}`
  const { body } = await own.post("/v1/scan", smallestRun())
  const query = `?run-uuid=${body.run_uuid}`
  const calculating = (progression: number) => ({ run_uuid: body.run_uuid, status: "calculating", progression })
  const { id: scanId } = (await createClient(api.address).get("/v1/scans")).body.items[0]
  const move = (changes: object) => database.queries.update(scans).set(changes).where(eq(scans.id, scanId))

  const early: object[] = []
  const first = followRun(api.address, query, { header }, message => early.push(message))
  await until(() => early.length === 1 || undefined)
  await move({ status: "processing" })
  api.say({ scanId, status: "processing", progression: 0 })
  await until(() => early.length === 2 || undefined)
  api.say({ scanId, status: "processing", progression: 60 })
  await until(() => early.length === 3 || undefined)
  expect(early).toEqual([calculating(0), calculating(1), calculating(60)])

  // The scan is retried from the start, and the other API has received no message on it.
  api.say({ scanId, status: "processing", progression: 20 })
  expect((await own.get(`/v1/scan/status${query}`)).body).toEqual(calculating(60))
  expect((await (await legacyClient(other.address)).get(`/v1/scan/status${query}`)).body).toEqual(calculating(60))
  const late: object[] = []
  const second = followRun(other.address, query, { header }, message => late.push(message))
  await until(() => late.length === 1 || undefined)
  expect(late).toEqual([calculating(60)])

  // The end is sent to one API only; the other finds it in the database.
  await move({ status: "error", error: "out of reach" })
  api.say({ scanId, status: "error", progression: 0 })
  const end = { ...calculating(60), status: "error", message: "out of reach" }
  expect(await first).toMatchObject({ messages: [calculating(0), calculating(1), calculating(60), end], code: 1000 })
  expect(await second).toMatchObject({ messages: [calculating(60), end], code: 1000 })
  await api.stop()
  await other.stop()
  await close()
})
