import { afterAll, beforeAll, expect, test } from "bun:test"
import { scans } from "../../store/tables.ts"
import { type Collector, startCollector } from "../support/collector.ts"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { smallestRequest } from "../support/requests.ts"
import {
  createClient,
  ENGINE,
  LIVE_KEY,
  OWNER,
  openDatabaseOf,
  type RunningService,
  startFresh,
  until,
} from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

const EVENTS = ["scan.pending", "scan.processing", "scan.completed", "scan.failed"]
const PARENT = "00f067aa0ba902b7"
/** Spans of a scan with one receiver: request, job, solve, two results, three webhooks. */
const SPANS_OF_SCAN = 8

let service: RunningService
let collector: Collector
let at: Receiver

beforeAll(async () => {
  collector = startCollector()
  at = await startReceiver()
  service = await startFresh({
    WEBHOOK_ALLOW_PRIVATE: "1",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of%20the%20collector",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  })
  const owner = await logIn(service.address)
  await owner.post("/v1/webhook-endpoints", { url: `${at.url}/private-path`, events: EVENTS })
})
afterAll(async () => {
  await service.end()
  await at.close()
  collector.close()
})

const traceOf = (digit: string) => digit.repeat(32)
const create = (traceparent: string) =>
  createClient(service.address).post(
    "/v1/scans",
    { ...smallestRequest(), dossierId: "a private dossier" },
    { traceparent, prefer: "wait=60" },
  )

test("the spans of a scan form one tree below the caller's span, across all processes, to the webhooks", async () => {
  const { body } = await create(`00-${traceOf("a")}-${PARENT}-01`)
  const spans = await until(() => {
    const found = collector.ofTrace(traceOf("a"))
    return found.length >= SPANS_OF_SCAN ? found : undefined
  })
  const ids = new Set(spans.map(({ spanId }) => spanId))
  expect(ids.size).toBe(spans.length)
  const roots = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ""))
  expect(roots.map(({ name, kind, parentSpanId }) => [name, kind, parentSpanId])).toEqual([
    ["POST /v1/scans", 2, PARENT],
  ])
  const parentOf = ({ parentSpanId }: (typeof spans)[number]) =>
    spans.find(({ spanId }) => spanId === parentSpanId)?.name
  expect(spans.map(span => `${parentOf(span)} > ${span.name}`).sort()).toEqual(
    [
      "undefined > POST /v1/scans",
      "POST /v1/scans > put a job on the bus",
      "put a job on the bus > solve a scan",
      "solve a scan > store a result",
      "put a job on the bus > store a result",
      ...Array.from({ length: 3 }, () => "POST /v1/scans > send a webhook"),
    ].sort(),
  )
  const sent = at.arrivals.map(({ headers }) => headers.traceparent).toSorted()
  const webhooks = spans.filter(({ name }) => name === "send a webhook")
  expect(sent).toEqual(webhooks.map(({ spanId }) => `00-${traceOf("a")}-${spanId}-01`).toSorted())
  for (const { attributes, startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(attributes["scan.id"] ?? body.id).toBe(body.id)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  }
  const names = ENGINE === "cluster" ? ["solar-scan-api", "solar-scan-dispatcher", "solar-scan-worker"] : ["solar-scan"]
  expect([...new Set(spans.map(span => span.service))].sort()).toEqual(names)
})

test("spans carry the headers of the collector, and nothing of customers, receivers or credentials", () => {
  expect(collector.requests.length).toBeGreaterThan(0)
  for (const { path, headers, text } of collector.requests) {
    expect([path, headers.get("authorization")]).toEqual(["/v1/traces", "Bearer of the collector"])
    for (const secret of [LIVE_KEY, OWNER.email, OWNER.password, "private", "of the collector", "52.1", at.url])
      expect(text).not.toContain(secret)
  }
})

test("a caller that does not sample is followed, and no span is sent of its scan", async () => {
  expect((await create(`00-${traceOf("b")}-${PARENT}-00`)).body.status).toBe("completed")
  const later = await create(`00-${traceOf("c")}-${PARENT}-01`)
  expect(later.status).toBe(201)
  await until(() => (collector.ofTrace(traceOf("c")).length >= SPANS_OF_SCAN ? true : undefined))
  expect(collector.ofTrace(traceOf("b"))).toEqual([])
})

test("a traceparent that is none begins a trace of its own, and a refusal is no failure", async () => {
  const client = createClient(service.address)
  await client.get("/v1/scans?unknown=1", { traceparent: `00-${"0".repeat(32)}-${PARENT}-01` })
  const refused = await until(() => collector.spans.find(({ name }) => name === "GET /v1/scans"))
  expect([refused.parentSpanId, refused.attributes["http.response.status_code"], refused.status]).toEqual([
    undefined,
    400,
    {},
  ])
})

test("who has no valid credential neither chooses a trace nor has it sampled", async () => {
  const traced = { traceparent: `00-${traceOf("e")}-${PARENT}-01` }
  for (const key of [null, `${LIVE_KEY}x`]) {
    const { status } = await createClient(service.address, key).get("/v1/usage", traced)
    expect(status).toBe(401)
  }
  expect((await createClient(service.address, null).get("/healthz", traced)).status).toBe(200)
  const known = await createClient(service.address).get("/v1/usage", { traceparent: `00-${traceOf("f")}-${PARENT}-01` })
  expect(known.status).toBe(200)
  await until(() => (collector.ofTrace(traceOf("f")).length > 0 ? true : undefined))
  const refused = await until(() => {
    const found = collector.spans.filter(({ name, parentSpanId }) => name === "GET /v1/usage" && !parentSpanId)
    return found.length === 2 ? found : undefined
  })
  expect(refused.map(({ attributes }) => attributes["http.response.status_code"])).toEqual([401, 401])
  expect(collector.ofTrace(traceOf("e"))).toEqual([])
})

test("where a variable switches it off nothing is sent or stored, also of a caller's trace", async () => {
  const unused = startCollector()
  const off = await startFresh({ OTEL_SDK_DISABLED: "true", OTEL_EXPORTER_OTLP_ENDPOINT: unused.url })
  const traced = { traceparent: `00-${traceOf("d")}-${PARENT}-01`, prefer: "wait=60" }
  expect((await createClient(off.address).post("/v1/scans", smallestRequest(), traced)).body.status).toBe("completed")
  await off.end("SIGTERM")
  const database = await openDatabaseOf(off.dataDir)
  expect(await database.queries.select({ traceParent: scans.traceParent }).from(scans)).toEqual([{ traceParent: null }])
  await database.close()
  expect(unused.requests).toEqual([])
  unused.close()
})
