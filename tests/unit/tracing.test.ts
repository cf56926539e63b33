import { expect, test } from "bun:test"
import { createLog } from "../../infra/log.ts"
import { openTracing } from "../../infra/tracing/open.ts"
import { readTracing } from "../../infra/tracing/settings.ts"
import { createTracing } from "../../infra/tracing/spans.ts"
import { parseTraceParent, writeTraceParent } from "../../infra/tracing/traceParent.ts"
import { NO_TRACING, type Tracing } from "../../infra/tracing/tracing.ts"
import { until } from "../support/child.ts"
import { startCollector } from "../support/collector.ts"

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const SPAN = "00f067aa0ba902b7"
const PLACE = `00-${TRACE}-${SPAN}-01`
const log = createLog("test", "silent")

test("traceparent is read by W3C Trace Context, and what it does not allow is ignored", () => {
  expect(parseTraceParent(PLACE)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true })
  expect(parseTraceParent(`00-${TRACE}-${SPAN}-00`)?.isSampled).toBe(false)
  expect(parseTraceParent(`cc-${TRACE}-${SPAN}-03-what-is-to-come`)?.isSampled).toBe(true)
  for (const text of [
    null,
    "",
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `cc-${TRACE}-${SPAN}-01-${"x".repeat(300)}`,
  ])
    expect(parseTraceParent(text)).toBeUndefined()
  expect(writeTraceParent(parseTraceParent(PLACE)!)).toBe(PLACE)
})

test("tracing is off unless a variable names an exporter or an endpoint", async () => {
  const URL = "http://127.0.0.1:4318"
  for (const environment of [
    {},
    { OTEL_SERVICE_NAME: "scans" },
    { OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: URL },
    { OTEL_SDK_DISABLED: "TRUE", OTEL_TRACES_EXPORTER: "otlp" },
  ]) {
    expect(readTracing(environment, "solar-scan")).toBeUndefined()
    expect(await openTracing(environment, "solar-scan", log)).toBe(NO_TRACING)
  }
  expect(readTracing({ OTEL_TRACES_EXPORTER: "otlp" }, "solar-scan")).toMatchObject({
    url: "http://localhost:4318/v1/traces",
    headers: {},
    timeoutMs: 10_000,
    resource: { "service.name": "solar-scan" },
    maxQueued: 2_048,
    maxPerRequest: 512,
    delayMs: 5_000,
  })
})

test("endpoints, headers and the name of the service are those of the standard variables", () => {
  const read = (environment: Record<string, string>) => readTracing(environment, "solar-scan")
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector:1/base/" })?.url).toBe(
    "https://collector:1/base/v1/traces",
  )
  expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector:1/as/given" })?.url).toBe(
    "https://collector:1/as/given",
  )
  const named = read({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc%3D, x-team = solar",
    OTEL_RESOURCE_ATTRIBUTES: "service.name=other,deployment.environment.name=test",
    OTEL_SERVICE_NAME: "scans",
  })
  const both = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://all",
    OTEL_EXPORTER_OTLP_TIMEOUT: "7000",
    OTEL_EXPORTER_OTLP_HEADERS: "a=all",
  }
  expect(read(both)).toMatchObject({ url: "http://all/v1/traces", timeoutMs: 7000, headers: { a: "all" } })
  const ofTraces = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://traces",
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: "3000",
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: "a=traces",
  }
  expect(read({ ...both, ...ofTraces })).toMatchObject({
    url: "http://traces",
    timeoutMs: 3000,
    headers: { a: "traces" },
  })
  expect(named?.headers).toEqual({ authorization: "Bearer abc=", "x-team": "solar" })
  expect(named?.resource).toEqual({ "service.name": "scans", "deployment.environment.name": "test" })
})

test("a value that cannot be used is refused by its variable, and never repeated", () => {
  for (const [variable, value] of [
    ["OTEL_TRACES_EXPORTER", "zipkin"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a-secret-without-a-name"],
    ["OTEL_TRACES_SAMPLER", "sometimes"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_BSP_MAX_QUEUE_SIZE", "many"],
  ] as const) {
    const read = () => readTracing({ OTEL_TRACES_EXPORTER: "otlp", [variable]: value }, "solar-scan")
    expect(read).toThrow(variable)
    expect(read).not.toThrow(value)
  }
})

test("samplers take the traces that their names say, and a caller's decision where they go by it", () => {
  const sample = (name: string, argument?: string) =>
    readTracing(
      {
        OTEL_TRACES_EXPORTER: "otlp",
        OTEL_TRACES_SAMPLER: name,
        ...(argument ? { OTEL_TRACES_SAMPLER_ARG: argument } : {}),
      },
      "solar-scan",
    )!.sampler
  const parent = (isSampled: boolean) => ({ traceId: TRACE, spanId: SPAN, isSampled })
  const decisions = (name: string, argument?: string) => {
    const sampler = sample(name, argument)
    return [sampler(TRACE, undefined), sampler(TRACE, parent(true)), sampler(TRACE, parent(false))]
  }
  expect(decisions("always_on")).toEqual([true, true, true])
  expect(decisions("always_off")).toEqual([false, false, false])
  expect(decisions("parentbased_always_on")).toEqual([true, true, false])
  expect(decisions("parentbased_always_off")).toEqual([false, true, false])
  expect(decisions("parentbased_traceidratio", "0")).toEqual([false, true, false])
  const low = `${"f".repeat(18)}${"0".repeat(14)}`
  const high = `${"0".repeat(18)}${"f".repeat(14)}`
  expect([low, high].map(traceId => sample("traceidratio", "0.5")(traceId, undefined))).toEqual([true, false])
})

const open = (url: string, more: Record<string, string> = {}): Tracing =>
  createTracing(
    readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: "600000", ...more }, "solar-scan")!,
    log,
  )
const one = (tracing: Tracing, name = "one") =>
  tracing.span({ name, kind: "internal", parent: PLACE }, async () => tracing.current())

test("a span within another belongs to it, an error fails it by its code, and its message is not sent", async () => {
  const collector = startCollector()
  const tracing = open(collector.url)
  const inner = async () => {
    throw Object.assign(new Error("a private message"), { code: "SOME_CODE" })
  }
  const outer = tracing.span({ name: "outer", kind: "server", parent: undefined, mayBeFirst: true }, span =>
    tracing.span({ name: "inner", kind: "client", parent: span.traceParent, attributes: { n: 1.5, ok: true } }, inner),
  )
  await expect(outer).rejects.toThrow("private")
  expect(tracing.current()).toBeUndefined()
  await tracing.close()
  const [first, second] = collector.spans
  expect([first?.name, second?.name, first?.parentSpanId]).toEqual(["inner", "outer", second?.spanId])
  expect(first?.attributes).toEqual({ n: 1.5, ok: true, "error.type": "SOME_CODE" })
  expect(first?.status).toEqual({ code: 2 })
  expect(collector.requests.map(({ text }) => text).join("")).not.toContain("private")
  collector.close()
})

test("what the sampler leaves out is not sent, and says so to what belongs to it", async () => {
  const collector = startCollector()
  const tracing = open(collector.url)
  const unsampled = { kind: "internal", parent: `00-${TRACE}-${SPAN}-00` } as const
  const seen = await tracing.span({ ...unsampled, name: "left out" }, async span => span.traceParent)
  expect(parseTraceParent(seen)).toMatchObject({ traceId: TRACE, isSampled: false })
  await one(tracing, "taken")
  await tracing.close()
  expect(collector.spans.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([["taken", SPAN]])
  collector.close()
})

test("what belongs to no trace is no span", async () => {
  const collector = startCollector()
  const tracing = open(collector.url)
  const seen = await tracing.span({ name: "alone", kind: "consumer", parent: null }, async span => span.traceParent)
  await tracing.close()
  expect([seen, collector.requests.length]).toEqual([undefined, 0])
  collector.close()
})

test("a full queue drops what comes, and what a collector cannot take for now is sent again", async () => {
  const collector = startCollector(request => (request === 0 ? 503 : 200))
  const tracing = open(collector.url, { OTEL_BSP_MAX_QUEUE_SIZE: "3", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "2" })
  await Promise.all(Array.from({ length: 20 }, (_, i) => one(tracing, `span ${i}`)))
  await until(() => (collector.spans.length >= 2 ? true : undefined))
  await tracing.close()
  expect(collector.requests[1]?.text).toBe(collector.requests[0]?.text)
  expect(collector.spans.length).toBeLessThanOrEqual(5)
  expect(collector.spans.length).toBeGreaterThanOrEqual(3)
  collector.close()
})

test("a collector that is away keeps neither work nor the end waiting for long", async () => {
  const tracing = open("http://127.0.0.1:1")
  expect(await one(tracing)).toStartWith(`00-${TRACE}-`)
  await tracing.close()
})
