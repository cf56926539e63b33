import { AsyncLocalStorage } from "node:async_hooks"
import { randomBytes } from "node:crypto"
import packageJson from "../../package.json"
import type { Log } from "../log.ts"
import { createExporter } from "./exporter.ts"
import type { TracingSettings } from "./settings.ts"
import { parseTraceParent, type TraceParent, writeTraceParent } from "./traceParent.ts"
import type { Span, Tracing } from "./tracing.ts"

const TRACE_BYTES = 16
const SPAN_BYTES = 8

/** Active tracing. A span that the sampler leaves out is not sent, and passes this decision to its child spans. */
export const createTracing = (settings: TracingSettings, log: Log): Tracing => {
  const exporter = createExporter(settings, packageJson.version, log)
  const spans = new AsyncLocalStorage<string>()

  const placeIn = (parent: TraceParent | undefined): TraceParent => {
    const traceId = parent?.traceId ?? randomBytes(TRACE_BYTES).toString("hex")
    const isSampled = settings.sampler(traceId, parent)
    return { traceId, spanId: randomBytes(SPAN_BYTES).toString("hex"), isSampled }
  }
  return {
    current: () => spans.getStore(),
    async span({ name, kind, parent: parentText, mayBeFirst = false, startedMs, attributes: first = {} }, work) {
      const parent = parseTraceParent(parentText)
      if (!parent && !mayBeFirst) return work({ traceParent: undefined, set() {}, fail() {} })
      const place = placeIn(parent)
      const traceParent = writeTraceParent(place)
      const startMs = performance.timeOrigin + (startedMs ?? performance.now())
      const attributes = { ...first }
      let hasFailed = false
      const span: Span = {
        traceParent,
        set: more => void Object.assign(attributes, more),
        fail(cause) {
          hasFailed = true
          Object.assign(attributes, { "error.type": cause })
        },
      }
      try {
        return await spans.run(traceParent, () => work(span))
      } catch (error) {
        span.fail(causeOf(error))
        throw error
      } finally {
        const endMs = performance.timeOrigin + performance.now()
        if (place.isSampled)
          exporter.add({ place, parentSpanId: parent?.spanId, name, kind, startMs, endMs, attributes, hasFailed })
      }
    },
    close: exporter.close,
  }
}

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "unknown"
  const { code } = error as { code?: unknown }
  return typeof code === "string" ? code : error.name
}
