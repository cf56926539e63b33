import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { type Collector, startCollector } from "../support/collector.ts"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, type RunningService, startFresh, until } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"

/**
 * Secrecy of a scan's customer: the data stays in the database and in the answers to authorized callers, for every
 * request and every refusal.
 */
const JANSEN = {
  ...{ name: "Zonneveld-Quist", reference: "KLANT-88123", address: "Mereldreef 417", postalCode: "7431 QX" },
  ...{ town: "Zonneveld", email: "quist@zonneveld.example", phone: "+31 570 88123" },
}
/** Secret values, also as encoded in an address. */
const SECRETS = /Zonneveld|Quist|88123|Mereldreef|7431(%20|\+| )?QX/i
const CHROMIUM = process.env.TEST_CHROMIUM ?? "/usr/bin/chromium"
const wait = { prefer: "wait=60" }
const EVENTS = [
  "scan.pending",
  "scan.processing",
  "scan.completed",
  "scan.failed",
  "batch.completed",
  "report.accepted",
  "offer.accepted",
]

let service: RunningService
let collector: Collector
let receiver: Receiver
let client: Client

beforeAll(async () => {
  collector = startCollector()
  receiver = await startReceiver()
  service = await startFresh({
    LOG_LEVEL: "trace",
    WEBHOOK_ALLOW_PRIVATE: "1",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    ...(existsSync(CHROMIUM) ? { PDF_CHROMIUM: CHROMIUM } : {}),
  })
  client = createClient(service.address)
  const owner = await logIn(service.address)
  await owner.post("/v1/webhook-endpoints", { url: receiver.url, events: EVENTS })
})
afterAll(async () => {
  await service.end()
  await receiver.close()
  collector.close()
})

const named = () => ({ ...smallestRequest(), customerDetails: JANSEN })
const fetched = async (path: string, init: RequestInit = {}) => {
  const headers = { "x-api-key": LIVE_KEY, "content-type": "application/json", ...init.headers }
  const answer = await fetch(service.address + path, { ...init, headers })
  await answer.arrayBuffer()
  return answer.status
}

/** Makes every call about a customer and reads every answer. Returns the scan's id. */
const ask = async (): Promise<string> => {
  const { id } = (await client.post("/v1/scans", named(), wait)).body
  expect((await client.get(`/v1/scans/${id}/customer`)).body).toEqual(JANSEN)
  for (const { name, postalCode } of [JANSEN])
    for (const search of [name, postalCode])
      expect((await client.get(`/v1/scans?search=${encodeURIComponent(search)}`)).body.items).toHaveLength(1)
  expect(await fetched("/v1/scans/export?format=csv")).toBe(200)
  await client.put(`/v1/scans/${id}/customer`, { ...JANSEN, reference: "KLANT-88123-B" })
  await client.post("/v1/scans", { copiedFromId: id, analysisYears: 20 }, wait)
  await client.post("/v1/scans/batch", { scans: [named(), { ...named(), yearlyKwh: 0 }] })
  const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  expect((await client.get(`/v1/scans/shared/${shareToken}`)).body.customerName).toBe(JANSEN.name)
  expect(await fetched(`/shared/${shareToken}`)).toBe(200)
  const accept = (body: object) =>
    createClient(service.address, null).post(`/v1/scans/shared/${shareToken}/acceptance`, body)
  await accept({ name: "Someone" })
  const lines = [{ kind: "other", description: JANSEN.name, quantity: 1, unitPrice: 1, vatPercent: 21 }]
  expect((await client.put(`/v1/scans/${id}/offer`, { lines, terms: JANSEN.address, status: "sent" })).status).toBe(200)
  expect((await client.get(`/v1/scans/${id}/offer`)).body.lines).toEqual(lines)
  expect((await accept({ name: JANSEN.name, offerVersion: 1 })).status).toBe(200)
  if (existsSync(CHROMIUM))
    expect(await fetched(`/v1/scans/${id}/result`, { headers: { accept: "application/pdf" } })).toBe(200)
  return id
}

/** Makes wrong calls with a customer's details: status 400, or 404 for a missing scan. */
const askWrongly = async (id: string) => {
  const { name, address, postalCode, email } = JANSEN
  const details = [
    { name: name.repeat(20) },
    { ...JANSEN, mobile: name },
    { email: `${email} ${name}` },
    { [name]: "x" },
    { address: `${address}\u0000` },
    { postalCode: [postalCode] },
    name,
    [JANSEN],
  ]
  for (const customerDetails of details) {
    expect((await client.post("/v1/scans", { ...smallestRequest(), customerDetails })).status).toBe(400)
    expect((await client.put(`/v1/scans/${id}/customer`, customerDetails as object)).status).toBe(400)
  }
  const cut = JSON.stringify(named()).slice(0, -2)
  for (const [method, path] of [["POST", "/v1/scans"] as const, ["PUT", `/v1/scans/${id}/customer`] as const])
    expect(await fetched(path, { method, body: cut })).toBe(400)
  expect((await client.get(`/v1/scans?search=${encodeURIComponent(name.repeat(20))}`)).status).toBe(400)
  expect((await client.get(`/v1/scans?sort=${name}`)).status).toBe(400)
  expect((await client.put(`/v1/scans/${crypto.randomUUID()}/customer`, JANSEN)).status).toBe(404)
  await client.post("/v1/scans/batch", { scans: [{ ...named(), location: name }] })
}

test("no log, webhook, event or trace has anything of a customer, whatever is asked or refused, with everything logged", async () => {
  const id = await ask()
  await askWrongly(id)
  const hasArrived = (event: string) => receiver.arrivals.some(({ raw }) => raw.toString().includes(event))
  await until(() =>
    hasArrived("batch.completed") && hasArrived("report.accepted") && hasArrived("offer.accepted") ? true : undefined,
  )
  await until(() => (collector.requests.length > 0 && collector.spans.length > 40 ? true : undefined))
  // An event is listed shortly after its write, and may have been delivered earlier.
  const items = await until(async () => {
    const page = (await client.get("/v1/events?limit=1000")).body
    return page.items.length >= receiver.arrivals.length ? page.items : undefined
  })
  expect((await client.delete(`/v1/scans/${id}/customer`)).status).toBe(204)
  const seen = {
    logs: service.output(),
    webhooks: receiver.arrivals.map(({ raw }) => raw.toString()).join("\n"),
    events: JSON.stringify(items),
    traces: collector.requests.map(({ text }) => text).join("\n"),
  }
  for (const [where, text] of Object.entries(seen)) {
    expect([where, text.length > 500]).toEqual([where, true])
    expect([where, text.split("\n").filter(line => SECRETS.test(line))]).toEqual([where, []])
  }
})
