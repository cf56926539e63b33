import { afterAll, beforeAll, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { eq } from "drizzle-orm"
import { canonicalJson } from "../../domain/report/offer/canonical.ts"
import { offers } from "../../store/scans/offersTable.ts"
import { startReceiver } from "../support/receiver.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import {
  createClient,
  freshDataDir,
  openDatabaseOf,
  type RunningService,
  startProcess,
  TEST_KEY,
  until,
} from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"

/** Offers: proposed from reports, changed by versions, read and accepted by anyone with the link of the scan. */
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: "1", LOG_LEVEL: "trace", TRUST_PROXY: "1" }
let dataDir: string
let service: RunningService
let live: Client
let sandbox: Client
let anyone: Client
let owner: Client

const connect = async () => {
  service = await startProcess(dataDir, SETTINGS)
  live = createClient(service.address)
  sandbox = createClient(service.address, TEST_KEY)
  anyone = createClient(service.address, null)
  owner = await logIn(service.address)
}
beforeAll(async () => {
  dataDir = await freshDataDir()
  await connect()
})
afterAll(() => service.end())

const LINES = [
  { kind: "modules", description: "12 panels", quantity: 12, unitPrice: 215.5, vatPercent: 0 },
  { kind: "battery", description: "Battery of 10 kWh", quantity: 1, unitPrice: 5200, vatPercent: 21 },
  { kind: "subsidy", description: "Subsidy", quantity: 1, unitPrice: -750, vatPercent: 0 },
]
const GROSS = 8128

let callers = 0
/** Accepts from an address of its own, so that tests do not share a limit. */
const accept = (token: string, body: object) =>
  anyone.post(`/v1/scans/shared/${token}/acceptance`, body, { "x-forwarded-for": `203.0.113.${++callers}` })

const put = (id: string, body: object, headers = {}) => live.put(`/v1/scans/${id}/offer`, body, headers)
const read = async (id: string) => (await live.get(`/v1/scans/${id}/offer`)).body
const shared = async (token: string) => (await anyone.get(`/v1/scans/shared/${token}`)).body
const sharing = async (id: string, client = live) =>
  (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body.shareToken as string

/** A scan with a sent offer and a link. */
const sent = async (more: object = {}) => {
  const id = await completedScan(live)
  const { status, body } = await put(id, { lines: LINES, status: "sent", ...more })
  expect([status, body.status]).toEqual([200, "sent"])
  return { id, offer: body, token: await sharing(id) }
}

// @covers scans: GET /v1/scans/{id}/offer
// @covers scans: PUT /v1/scans/{id}/offer
test("an offer is proposed from the report, then has a number, versions and states", async () => {
  const id = await completedScan(live, houseRequest())
  const report = (await live.get(`/v1/scans/${id}/result`)).body
  const { solarInvestment, batteryPurchaseCost } = report.financial.investment
  const proposal = await read(id)
  expect(proposal).toMatchObject({ number: null, version: 0, status: "draft", currency: "EUR", acceptance: null })
  expect(proposal.lines.map(({ kind }: { kind: string }) => kind)).toEqual(
    ["modules", "battery"].slice(0, batteryPurchaseCost > 0 ? 2 : 1),
  )
  expect(proposal.lines[0]).toMatchObject({ vatPercent: 0, quantity: report.solar.newSystems[0].panelCount })
  expect(Math.abs(proposal.totals.gross - solarInvestment - batteryPurchaseCost)).toBeLessThan(0.1)

  const first = await put(id, {})
  expect(first.body).toMatchObject({ version: 1, status: "draft", lines: proposal.lines })
  expect(first.body.number).toBeGreaterThan(0)
  const changed = await put(id, {
    lines: LINES,
    terms: "Two\nlines",
    loan: { amount: 5000, ratePercent: 6, years: 10 },
  })
  expect(changed.body).toMatchObject({ number: first.body.number, version: 2, status: "draft", sentAt: null })
  expect(changed.body.totals.gross).toBe(GROSS)
  expect(changed.body.loan).toEqual({ amount: 5000, ratePercent: 6, years: 10, monthlyPayment: 55.51 })
  expect(await read(id)).toEqual(changed.body)
  // The same content again, and a state alone, keep the version.
  expect((await put(id, { lines: LINES })).body).toEqual(changed.body)
  const sending = (await put(id, { status: "sent" })).body
  expect(sending).toMatchObject({ version: 2, status: "sent", terms: "Two\nlines", sentAt: expect.any(String) })
  expect((await put(id, { terms: null })).body).toMatchObject({
    version: 3,
    status: "draft",
    terms: null,
    sentAt: null,
  })
  expect((await put(id, { status: "withdrawn" })).body).toMatchObject({ version: 3, status: "withdrawn" })
})

test("numbers count by organization and mode, and are not used again", async () => {
  const [one, two] = [await completedScan(live), await completedScan(live)]
  const { number } = (await put(one, { lines: LINES })).body
  await live.delete(`/v1/scans/${one}`)
  expect((await put(two, { lines: LINES })).body.number).toBe(number + 1)
  const test = await completedScan(sandbox, { ...smallestRequest(), dossierId: "sandbox:instant" })
  const made = await sandbox.put(`/v1/scans/${test}/offer`, { lines: LINES, status: "sent" })
  expect([made.status, made.body.number]).toEqual([200, 1])
  expect((await live.get(`/v1/scans/${test}/offer`)).status).toBe(404)
  const answer = await accept(await sharing(test, sandbox), { name: "Test", offerVersion: 1 })
  expect(answer.body).toMatchObject({ mode: "sandbox", offer: { status: "accepted" } })
})

test("wrong offers are refused with their fields, and an unfinished scan has none", async () => {
  const id = await completedScan(live)
  const messageOf = async (body: object) => {
    const answer = await put(id, body)
    return [answer.status, answer.body.message]
  }
  const [modules, battery] = LINES
  expect(await messageOf({ lines: [{ ...modules, unitPrice: -1 }] })).toEqual([
    400,
    "lines[0].unitPrice must be at least 0",
  ])
  expect(await messageOf({ lines: [modules, { ...battery, kind: "discount" }] })).toEqual([
    400,
    "lines[1].unitPrice must be at most 0",
  ])
  expect(await messageOf({ lines: [{ ...modules, price: 1 }] })).toEqual([
    400,
    expect.stringContaining("lines[0].price"),
  ])
  expect(await messageOf({ validUntil: "2026-02-30" })).toEqual([400, expect.stringContaining("validUntil")])
  const { vatPercent: _, ...open } = modules!
  expect(await messageOf({ lines: [open], status: "sent" })).toEqual([400, "lines[0].vatPercent is required"])
  expect(await messageOf({ lines: [], status: "sent" })).toEqual([400, expect.stringContaining("lines")])
  expect(await messageOf({ validUntil: "2020-01-01", lines: LINES, status: "sent" })).toEqual([
    400,
    expect.stringContaining("validUntil"),
  ])
  expect(await messageOf({ status: "accepted" })).toEqual([400, expect.stringContaining("status")])
  expect(await read(id)).toMatchObject({ version: 0 })
  const failing = { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.9 }
  const failed = (await live.post("/v1/scans", failing, { prefer: "wait=60" })).body.id
  expect((await live.get(`/v1/scans/${failed}/offer`)).status).toBe(409)
})

test("customers read a sent offer, and no draft; they accept its version", async () => {
  const { id, offer, token } = await sent()
  const { updatedAt: _, wasSent: _s, ...rest } = offer
  expect((await shared(token)).offer).toEqual(rest)
  await put(id, { terms: "New" })
  expect((await shared(token)).offer).toBe(null)
  const late = await accept(token, { name: "Ann", offerVersion: 1 })
  expect([late.status, late.body.reason]).toEqual([409, "offer-not-sent"])
  await put(id, { status: "sent" })
  for (const [body, reason] of [
    [{ name: "Ann", offerVersion: 1 }, "offer-version"],
    [{ name: "Ann" }, "offer-version"],
  ] as const) {
    const answer = await accept(token, body)
    expect([answer.status, answer.body.reason]).toEqual([409, reason])
  }
  const drawing = "M10 20L30 40"
  expect((await accept(token, { name: "Ann", drawing })).body.message).toBe("offerVersion is required")
  expect((await accept(token, { name: "Ann", offerVersion: 2, drawing: "<svg>" })).status).toBe(400)
  const { status, body } = await accept(token, { name: "Ann Roe", offerVersion: 2, drawing })
  expect([status, body.offer.status, body.acceptance.name]).toEqual([200, "accepted", "Ann Roe"])
  expect(body.offer.acceptance).toEqual({
    acceptedAt: body.acceptance.acceptedAt,
    ...{ name: "Ann Roe", drawing, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect((await shared(token)).offer).toEqual(body.offer)
  // Its organization reads the address of the caller too, and recomputes the hash.
  const own = await read(id)
  expect(own.acceptance).toEqual({ ...body.offer.acceptance, address: `203.0.113.${callers}` })
  const { number, version, currency, lines, totals, validUntil, terms, payment, loan } = own
  const text = canonicalJson({ scanId: id, number, version, currency, lines, totals, validUntil, terms, payment, loan })
  expect(own.acceptance.hash).toBe(createHash("sha256").update(text).digest("hex"))
  // The first acceptance counts; another version is still refused.
  expect((await accept(token, { name: "Other", offerVersion: 2 })).body).toEqual(body)
  expect((await accept(token, { name: "Other", offerVersion: 3 })).status).toBe(409)
  expect((await live.get("/v1/scans?accepted=true&limit=1")).body.items[0].id).toBe(id)
})

test("an accepted offer stays as it was", async () => {
  const { id, token } = await sent()
  await accept(token, { name: "Ann", offerVersion: 1 })
  const before = await read(id)
  for (const body of [{ terms: "Other" }, { status: "draft" }, { status: "withdrawn" }, { lines: [] }]) {
    const answer = await put(id, body)
    expect([answer.status, answer.body.reason]).toEqual([409, "offer-accepted"])
  }
  expect((await put(id, { lines: LINES })).body).toEqual(before)
})

// @covers scans: GET /v1/scans/{id}/offer
// @covers scans: GET /v1/scans/{id}/offer/versions
// @covers scans: GET /v1/scans/{id}/offer/versions/{version}
test("each sent version stays as it was sent", async () => {
  const { id, offer } = await sent()
  const versions = async () => (await live.get(`/v1/scans/${id}/offer/versions`)).body.items
  const version = async (number: string) => live.get(`/v1/scans/${id}/offer/versions/${number}`)
  const shown = ({ status: _, updatedAt: _u, wasSent: _s, acceptance: _a, ...rest }: Record<string, unknown>) => rest
  expect(await versions()).toEqual([
    { version: 1, currency: "EUR", gross: GROSS, validUntil: null, sentAt: offer.sentAt },
  ])
  await put(id, { terms: "Second" })
  await put(id, { terms: "Third", status: "sent" })
  await put(id, { status: "withdrawn" })
  await put(id, { status: "sent" })
  expect((await versions()).map(({ version }: { version: number }) => version)).toEqual([3, 1])
  expect((await version("1")).body).toEqual(shown(offer))
  expect((await version("3")).body).toMatchObject({ number: offer.number, version: 3, terms: "Third" })
  for (const unknown of ["2", "0", "4", "x", "99999999999"]) expect((await version(unknown)).status).toBe(404)
  expect((await live.delete(`/v1/scans/${id}/customer`)).status).toBe(204)
  expect((await version("1")).body).toEqual(shown(offer))
  await live.delete(`/v1/scans/${id}`)
  expect((await version("1")).status).toBe(404)
})

// @covers scans: DELETE /v1/scans/{id}/offer
test("an offer that was never sent can be deleted; a sent one is 409", async () => {
  const id = await completedScan(live)
  const remove = () => live.delete(`/v1/scans/${id}/offer`)
  expect((await remove()).status).toBe(404)
  expect((await put(id, { lines: LINES })).body.wasSent).toBe(false)
  const { number } = (await put(id, { status: "withdrawn" })).body
  expect((await remove()).status).toBe(204)
  expect(await read(id)).toMatchObject({ number: null, version: 0, wasSent: false })
  expect((await live.get(`/v1/scans/${id}/offer/versions`)).body).toEqual({ items: [] })
  expect((await put(id, { lines: LINES, status: "sent" })).body.number).toBe(number + 1)
  await put(id, { terms: "Draft again" })
  const refused = await remove()
  expect([refused.status, refused.body.reason]).toEqual([409, "offer-sent"])
  expect(await read(id)).toMatchObject({ version: 2, status: "draft", wasSent: true })
})

test("the link of an offer shows the company and the address of the customer, and without an offer only the name", async () => {
  const { organization } = (await owner.get("/v1/auth/session")).body
  const company = { name: "Zon & Zo B.V.", address: "Kade 1", registrationNumber: "12345678", vatNumber: "NL1" }
  const path = `/v1/organizations/${organization.id}`
  expect((await owner.patch(path, { company })).body.company).toEqual(company)
  const customerDetails = { name: "Ann", reference: "R-1", address: "Lane 2", postalCode: "3511 AB", town: "Utrecht" }
  const id = await completedScan(live, { ...smallestRequest(), customerDetails })
  const token = await sharing(id)
  expect(await shared(token)).toMatchObject({ company: null, customerName: "Ann", customerAddress: null })
  await put(id, { lines: LINES, status: "sent" })
  const page = await shared(token)
  expect(page).toMatchObject({ company, customerName: "Ann", customerAddress: "Lane 2, 3511 AB Utrecht" })
  expect(JSON.stringify(page)).not.toContain("R-1")
  await live.delete(`/v1/scans/${id}/customer`)
  expect(await shared(token)).toMatchObject({ customerName: null, customerAddress: null })
  expect((await owner.patch(path, { company: { phone: "1" } })).status).toBe(400)
  expect((await owner.patch(path, { company: {} })).body.company).toBe(null)
})

test("one of many acceptances at once counts, also next to a change", async () => {
  const { id, token } = await sent()
  const names = Array.from({ length: 5 }, (_, n) => `Name ${n}`)
  const [change, ...answers] = await Promise.all([
    put(id, { terms: "Late" }),
    ...names.map(name => accept(token, { name, offerVersion: 1 })),
  ])
  const { status, acceptance } = await read(id)
  if (change!.status === 200) {
    expect(status).toBe("draft")
    for (const answer of answers) expect(answer.status).toBe(409)
  } else {
    expect([change!.status, status]).toEqual([409, "accepted"])
    for (const { body } of answers) expect(body.offer.acceptance.name).toBe(acceptance.name)
  }
})

test("offer.accepted goes out once, in place of report.accepted, and neither it nor the log has the person", async () => {
  const receiver = await startReceiver()
  const events = ["report.accepted", "offer.accepted"]
  await owner.post("/v1/webhook-endpoints", { url: receiver.url, events })
  const { id, offer, token } = await sent()
  await accept(token, { name: "Wilhelmina Secretname", offerVersion: 1 })
  await accept(token, { name: "Wilhelmina Secretname", offerVersion: 1 })
  const plain = await completedScan(live)
  await accept(await sharing(plain), { name: "Wilhelmina Secretname" })
  await until(() => (receiver.arrivals.length >= 2 ? true : undefined))
  const bodies = receiver.arrivals.map(({ raw }) => JSON.parse(raw.toString()))
  expect(bodies).toHaveLength(2)
  const { event, data } = bodies.find(({ data }) => data.id === id)
  expect([event, data]).toEqual([
    "offer.accepted",
    {
      ...{ id, status: "accepted", acceptedAt: expect.any(String), createdAt: expect.any(String) },
      ...{ offerNumber: offer.number, offerVersion: 1 },
    },
  ])
  expect(bodies.find(({ data }) => data.id === plain).event).toBe("report.accepted")
  expect(service.output()).not.toContain("Secretname")
  await receiver.close()
})

test("the person's data is deleted with the customer's details; the offer ends with its scan", async () => {
  const { id, token } = await sent()
  await accept(token, { name: "Ann", offerVersion: 1, drawing: "M1 2L3 4" })
  const { hash, acceptedAt } = (await read(id)).acceptance
  expect((await live.delete(`/v1/scans/${id}/customer`)).status).toBe(204)
  expect((await read(id)).acceptance).toEqual({ acceptedAt, name: null, drawing: null, hash, address: null })
  expect((await live.delete(`/v1/scans/${id}`)).status).toBe(204)
  expect((await live.get(`/v1/scans/${id}/offer`)).status).toBe(404)
})

test("an erasure counts the offers of the customer", async () => {
  const customerDetails = { name: "Erased", reference: "K-99" }
  const id = await completedScan(live, { ...smallestRequest(), customerDetails })
  await put(id, { lines: LINES })
  const { body } = await live.post("/v1/customers/erasure", { by: "reference", value: "K-99" })
  expect(body).toMatchObject({ scans: 1, offers: 1 })
})

test("an offer expires after its last day: it is shown as expired, and cannot be accepted", async () => {
  const { id, token } = await sent({ validUntil: "2126-04-30" })
  expect(await read(id)).toMatchObject({ validUntil: "2126-04-30", status: "sent" })
  await service.end()
  const database = await openDatabaseOf(dataDir)
  const [row] = await database.queries.select().from(offers).where(eq(offers.scanId, id))
  // The end of the day in the Netherlands, in summer time.
  expect(row?.endsAt?.toISOString()).toBe("2126-04-30T22:00:00.000Z")
  const content = { ...row!.content, validUntil: "2026-04-30" }
  await database.queries
    .update(offers)
    .set({ content, endsAt: new Date(Date.now() - 1000) })
    .where(eq(offers.scanId, id))
  await database.close()
  await connect()
  expect((await read(id)).status).toBe("expired")
  expect((await shared(token)).offer.status).toBe("expired")
  const idsOf = async (status: string) =>
    (await live.get(`/v1/scans?offerStatus=${status}`)).body.items.map((item: { id: string }) => item.id)
  expect(await idsOf("expired")).toEqual([id])
  expect(await idsOf("sent")).not.toContain(id)
  for (const body of [{ name: "Ann", offerVersion: 1 }, { name: "Ann" }]) {
    const answer = await accept(token, body)
    expect([answer.status, answer.body.reason]).toEqual([409, "offer-expired"])
  }
  const again = await put(id, { status: "sent" })
  expect([again.status, again.body.errors?.[0].path]).toEqual([400, ["validUntil"]])
  expect((await put(id, {})).body.status).toBe("expired")
  expect((await put(id, { validUntil: "2126-05-31", status: "sent" })).body).toMatchObject({
    version: 2,
    status: "sent",
  })
  expect((await accept(token, { name: "Ann", offerVersion: 2 })).status).toBe(200)
}, 60_000)
