import { afterAll, beforeAll, expect, test } from "bun:test"
import { startReceiver } from "../support/receiver.ts"
import { houseRequest } from "../support/requests.ts"
import { completedScan, endOf } from "../support/scans.ts"
import { createClient, type RunningService, startFresh, TEST_KEY, until } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"

let service: RunningService
let client: Client
let anyone: Client
let owner: Client
let id: string
/** A sandbox scan that ends after 10 s, while other tests run. */
let sandboxId: string

beforeAll(async () => {
  service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1", LOG_LEVEL: "trace", TRUST_PROXY: "1" })
  client = createClient(service.address)
  anyone = createClient(service.address, null)
  sandboxId = (await createClient(service.address, TEST_KEY).post("/v1/scans", houseRequest())).body.id
  owner = await logIn(service.address)
  id = await completedScan(client, { ...houseRequest(), customerDetails: { name: "Quist" } })
})
afterAll(() => service.end())

const share = async (body: object = { enabled: true }, scanId = id) =>
  (await client.put(`/v1/scans/${scanId}/share`, body)).body
const accept = (token: string, name: unknown = "Zoë Müller", address = "203.0.113.1") =>
  anyone.post(`/v1/scans/shared/${token}/acceptance`, { name }, { "x-forwarded-for": address })
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const DAY_MS = 86_400_000

// @covers scans: POST /v1/scans/shared/{token}/acceptance
// @covers scans: GET /v1/scans/{id}/share
test("whoever has the link accepts once; the plant is that of the report, and lists and owner see it", async () => {
  const scanId = await completedScan(client, houseRequest())
  const { shareToken } = await share({ enabled: true }, scanId)
  const before = await client.get(`/v1/scans/${scanId}/share`)
  expect(before.body.acceptance).toBe(null)
  const { status, body } = await accept(shareToken)
  expect([status, body.scanId, body.mode, body.acceptance.name]).toEqual([200, scanId, "live", "Zoë Müller"])
  const report = (await client.get(`/v1/scans/${scanId}/result`)).body
  const panels = report.solar.newSystems.map(({ panelCount }: { panelCount: number }) => panelCount)
  expect(body.acceptance.plant).toMatchObject({
    panelCount: panels.reduce((sum: number, count: number) => sum + count, 0),
    batteryKwh: report.battery.specs.capacityKwh,
  })
  expect((await accept(shareToken, "Somebody else")).body).toEqual(body)
  const all = await Promise.all(Array.from({ length: 5 }, (_, n) => accept(shareToken, `Name ${n}`)))
  for (const again of all) expect(again.body).toEqual(body)
  expect((await client.get(`/v1/scans/${scanId}/share`)).body.acceptance).toEqual(body.acceptance)
  expect((await anyone.get(`/v1/scans/shared/${shareToken}`)).body.acceptance).toEqual(body.acceptance)
  const { items } = (await client.get("/v1/scans?accepted=true")).body
  expect(items).toMatchObject([{ id: scanId, acceptedAt: body.acceptance.acceptedAt, status: "completed" }])
  const others = (await client.get("/v1/scans?accepted=false")).body.items
  expect(others.map((item: { id: string }) => item.id)).not.toContain(scanId)
  expect(others[0].acceptedAt).toBe(null)
})

test("of several who accept at once the first counts for all, and one event tells it", async () => {
  const scanId = await completedScan(client, houseRequest())
  const { shareToken } = await share({ enabled: true }, scanId)
  const names = Array.from({ length: 5 }, (_, n) => `Name ${n}`)
  const answers = await Promise.all(names.map(name => accept(shareToken, name, "203.0.113.4")))
  const { acceptance } = (await client.get(`/v1/scans/${scanId}/share`)).body
  expect(names).toContain(acceptance.name)
  for (const { status, body } of answers) expect([status, body.acceptance]).toEqual([200, acceptance])
  // An event is listed once it has its place, shortly after its write. A further accepted report has a later place.
  const last = await completedScan(client, houseRequest())
  await accept((await share({ enabled: true }, last)).shareToken, "Last", "203.0.113.4")
  const told = await until(async () => {
    const { items } = (await client.get("/v1/events?limit=1000")).body
    const ids = items.filter(({ event }: { event: string }) => event === "report.accepted")
    const ofScans: string[] = ids.map(({ data }: { data: { id: string } }) => data.id)
    return ofScans.includes(last) ? ofScans : undefined
  })
  expect(told.filter(ofScan => ofScan === scanId)).toHaveLength(1)
})

test("nobody accepts by a link that was taken away or has expired, or with a name that is none", async () => {
  const first = (await share()).shareToken
  for (const name of ["", " ", "\u00a0\u3000", "x".repeat(201), "a\nb", 7])
    expect([name, (await accept(first, name, "203.0.113.2")).status]).toEqual([name, 400])
  expect((await accept(first, "x".repeat(13_000), "203.0.113.2")).status).toBe(413)
  await share({ enabled: false })
  expect((await accept(first)).status).toBe(404)
  expect((await accept("x".repeat(43))).status).toBe(404)
  const { shareToken: second } = await share({ enabled: true, expiresAt: inMs(1_500) })
  expect(second).not.toBe(first)
  await until(async () => ((await anyone.get(`/v1/scans/shared/${second}`)).status === 410 ? true : undefined))
  const refused = await accept(second)
  expect([refused.status, refused.body.code]).toEqual([410, "LINK_EXPIRED"])
  expect((await client.get(`/v1/scans/${id}/share`)).body.acceptance).toBe(null)
})

test("a link ends when it expires, for the scan's id too, and the next one is new", async () => {
  const scanId = await completedScan(client)
  const expiresAt = inMs(30 * DAY_MS)
  const shared = await share({ enabled: true, expiresAt }, scanId)
  expect(shared).toMatchObject({ isShared: true, expiresAt })
  expect((await anyone.get(`/v1/scans/shared/${shared.shareToken}`)).body.expiresAt).toBe(expiresAt)
  expect(await share({ enabled: true }, scanId)).toEqual(shared)
  const sooner = await share({ enabled: true, expiresAt: inMs(1_500) }, scanId)
  expect(sooner.shareToken).toBe(shared.shareToken)
  await until(async () => ((await client.get(`/v1/scans/${scanId}/share`)).body.isShared ? undefined : true))
  for (const path of ["", "/series"])
    expect((await anyone.get(`/v1/scans/shared/${shared.shareToken}${path}`)).body).toMatchObject({
      statusCode: 410,
      code: "LINK_EXPIRED",
      reason: "link-expired",
    })
  expect((await anyone.get(`/v1/scans/${scanId}`)).status).toBe(404)
  expect((await client.get(`/v1/scans/${scanId}`)).body).toMatchObject({ isShared: false, shareToken: null })
  const again = await share({ enabled: true }, scanId)
  expect(again).toMatchObject({ isShared: true, expiresAt: null })
  expect(again.shareToken).not.toBe(shared.shareToken)
  const dated = await share({ enabled: true, expiresAt }, scanId)
  expect(dated).toEqual({ ...again, expiresAt })
  expect(await share({ enabled: true, expiresAt: null }, scanId)).toEqual(again)
})

test("an expiry that is past or no moment is refused, and leaves the link as it was", async () => {
  const before = await share()
  for (const expiresAt of ["2020-01-01", inMs(-1_000), "tomorrow", "", 30])
    expect([
      expiresAt,
      (await client.put(`/v1/scans/${id}/share`, { enabled: true, expiresAt })).body.errors?.[0].path,
    ]).toEqual([expiresAt, ["expiresAt"]])
  expect((await client.get(`/v1/scans/${id}/share`)).body).toEqual(before)
})

// @covers scans: event report.accepted
test("the event goes to endpoints that name it, once, and neither it nor the log says who accepted", async () => {
  const [asking, others] = [await startReceiver(), await startReceiver()]
  const states = ["scan.pending", "scan.processing", "scan.completed", "scan.failed", "batch.completed", "test"]
  await owner.post("/v1/webhook-endpoints", { url: asking.url, events: ["report.accepted"] })
  await owner.post("/v1/webhook-endpoints", { url: others.url, events: states })
  const scanId = await completedScan(client)
  const { shareToken } = await share({ enabled: true }, scanId)
  const { acceptedAt } = (await accept(shareToken, "Wilhelmina Secretname")).body.acceptance
  await accept(shareToken, "Wilhelmina Secretname")
  await completedScan(client)
  const [arrival] = await until(() => (asking.arrivals.length > 0 ? asking.arrivals : undefined))
  const { event, data } = JSON.parse(arrival!.raw.toString())
  expect([event, Object.keys(data).sort()]).toEqual(["report.accepted", ["acceptedAt", "createdAt", "id", "status"]])
  expect(data).toMatchObject({ id: scanId, status: "accepted", acceptedAt })
  await until(() => (others.arrivals.length >= 6 ? true : undefined))
  expect(others.arrivals.map(({ headers }) => headers["x-service-event"])).not.toContain("report.accepted")
  expect(asking.arrivals).toHaveLength(1)
  const ofScan = await until(async () => {
    const { items } = (await client.get("/v1/events?limit=1000")).body
    const listed = items.filter((item: { data: { id: string } }) => item.data.id === scanId)
    return listed.length >= 4 ? listed : undefined
  })
  expect(ofScan.map((item: { event: string }) => item.event)).toEqual([
    "scan.pending",
    "scan.processing",
    "scan.completed",
    "report.accepted",
  ])
  expect(ofScan.at(-1).data).toEqual(data)
  expect(service.output()).not.toContain("Secretname")
  expect(service.output()).not.toContain(shareToken)
  await client.delete(`/v1/scans/${scanId}`)
  const kept = (await client.get("/v1/events?limit=1000")).body.items
  expect(kept.find((item: { event: string }) => item.event === "report.accepted")?.data).toBeDefined()
  await asking.close()
  await others.close()
})

test("who accepted is deleted with the customer's details; that it was accepted stays", async () => {
  const { shareToken } = await share()
  await accept(shareToken)
  expect((await client.delete(`/v1/scans/${id}/customer`)).status).toBe(204)
  const { acceptance } = (await client.get(`/v1/scans/${id}/share`)).body
  expect(acceptance).toMatchObject({ name: null, acceptedAt: expect.any(String) })
})

test("reports of the sandbox are accepted under their mark, and calls of an address are limited", async () => {
  const sandbox = createClient(service.address, TEST_KEY)
  expect(await endOf(sandbox, sandboxId)).toBe("completed")
  const { shareToken } = (await sandbox.put(`/v1/scans/${sandboxId}/share`, { enabled: true })).body
  expect((await accept(shareToken)).body).toMatchObject({ mode: "sandbox", scanId: sandboxId })
  expect((await client.get("/v1/scans?accepted=true")).body.items.map((item: { id: string }) => item.id)).not.toContain(
    sandboxId,
  )
  const answers = await Promise.all(Array.from({ length: 25 }, () => accept(shareToken, "Ann", "203.0.113.3")))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]!.body.message).toContain("acceptances of reports")
})

test("colour and contact of the organization are in its settings and on shared reports, and can be taken away", async () => {
  const path = `/v1/organizations/${(await owner.get("/v1/auth/session")).body.organization.id}`
  const set = { brandingColor: "#1d5c4a", contact: { name: "Ann", email: "ann@example.org", phone: "+31 30 123" } }
  expect((await owner.patch(path, set)).body).toMatchObject(set)
  const { shareToken } = await share()
  expect((await anyone.get(`/v1/scans/shared/${shareToken}`)).body).toMatchObject(set)
  for (const brandingColor of ["red", "#FFFFFF", "#12345", "url(x)"])
    expect([brandingColor, (await owner.patch(path, { brandingColor })).status]).toEqual([brandingColor, 400])
  expect((await owner.patch(path, { brandingColor: "red" })).body.errors[0].rule).toBe("text-form")
  for (const contact of [{ email: "nobody" }, { phone: "x".repeat(41) }, { url: "https://example.org" }])
    expect([contact, (await owner.patch(path, { contact })).status]).toEqual([contact, 400])
  expect((await owner.patch(path, { contact: {} })).body.contact).toBe(null)
  await owner.patch(path, set)
  const none = { brandingColor: null, contact: null }
  expect((await owner.patch(path, none)).body).toMatchObject(none)
})
