import type { Log } from "../log.ts"
import type { TracingSettings } from "./settings.ts"
import type { TraceParent } from "./traceParent.ts"

/** Values of attributes: identifiers, names and numbers of the service, never a caller's text. */
export type Attributes = Record<string, string | number | boolean>

/** An ended span. */
export interface EndedSpan {
  place: TraceParent
  parentSpanId: string | undefined
  name: string
  kind: "internal" | "server" | "client" | "producer" | "consumer"
  /** Since 1970 [ms]. */
  startMs: number
  endMs: number
  attributes: Attributes
  hasFailed: boolean
}

export interface Exporter {
  /** Queues a span; it is dropped if the queue is full. */
  add(span: EndedSpan): void
  /** Sends waiting spans within a time limit. */
  close(): Promise<void>
}

/** Attempts per request, and the pause before the second attempt, doubled for each later attempt. */
const MAX_TRIES = 3
const FIRST_REST_MS = 1_000
/** Statuses for which the OTLP specification allows a retry. */
const RETRYABLE = [429, 502, 503, 504]
/** Time for sending waiting spans at a stop. */
const CLOSE_LIMIT_MS = 3_000
/** Minimum interval of log lines about spans that do not arrive. */
const WARN_INTERVAL_MS = 60_000

/**
 * Sends spans to a collector as OTLP over HTTP in JSON, in batches, one request at a time. Spans that cannot be sent
 * are dropped, so that no work waits.
 */
export const createExporter = (settings: TracingSettings, version: string, log: Log): Exporter => {
  const { url, headers, timeoutMs, maxQueued, maxPerRequest, delayMs } = settings
  const waiting: EndedSpan[] = []
  let sending: Promise<void> | undefined
  let isClosed = false
  let dropped = 0
  let warnedAtMs = Number.NEGATIVE_INFINITY

  const warn = (reason: string) => {
    const nowMs = performance.now()
    if (nowMs - warnedAtMs < WARN_INTERVAL_MS) return
    warnedAtMs = nowMs
    log.warn({ dropped, reason }, "spans do not reach the collector and are dropped")
    dropped = 0
  }
  /** The status of the answer; 0 without one. */
  const post = async (body: string): Promise<number> => {
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
      return answer.status
    } catch {
      return 0
    }
  }
  const send = async (spans: EndedSpan[]): Promise<void> => {
    const body = JSON.stringify(otlpOf(spans, settings.resource, version))
    let status = 0
    for (let i = 0; i < MAX_TRIES; i++) {
      status = await post(body)
      if (status >= 200 && status < 300) return
      const isLast = i === MAX_TRIES - 1
      if (isLast || isClosed || (status !== 0 && !RETRYABLE.includes(status))) break
      await Bun.sleep(FIRST_REST_MS * 2 ** i)
    }
    dropped += spans.length
    warn(status === 0 ? "no answer" : `status ${status}`)
  }
  const sendAll = async () => {
    while (waiting.length > 0) await send(waiting.splice(0, maxPerRequest))
  }
  const flush = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(flush, delayMs)
  timer.unref()
  return {
    add(span) {
      if (waiting.length >= maxQueued) {
        dropped++
        return warn("the queue is full")
      }
      waiting.push(span)
      if (waiting.length >= maxPerRequest) flush()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.race([flush().then(flush), Bun.sleep(CLOSE_LIMIT_MS)])
    },
  }
}

const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const
const STATUS_ERROR = 2
const FLAG_SAMPLED = 1

/** ExportTraceServiceRequest of opentelemetry-proto 1.x in its JSON form: ids in hex, 64-bit numbers as texts. */
const otlpOf = (spans: readonly EndedSpan[], resource: Record<string, string>, version: string): object => ({
  resourceSpans: [
    {
      resource: { attributes: keyValues({ "service.version": version, ...resource }) },
      scopeSpans: [{ scope: { name: "solar-scan-service", version }, spans: spans.map(spanOf) }],
    },
  ],
})

const spanOf = ({ place, parentSpanId, name, kind, startMs, endMs, attributes, hasFailed }: EndedSpan): object => ({
  traceId: place.traceId,
  spanId: place.spanId,
  ...(parentSpanId === undefined ? {} : { parentSpanId }),
  flags: FLAG_SAMPLED,
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: keyValues(attributes),
  status: hasFailed ? { code: STATUS_ERROR } : {},
})

const nanoseconds = (ms: number): string => `${BigInt(Math.round(ms * 1_000)) * 1_000n}`

const keyValues = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValueOf(value) }))

const anyValueOf = (value: string | number | boolean): object => {
  if (typeof value === "string") return { stringValue: value }
  if (typeof value === "boolean") return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
