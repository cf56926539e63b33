import type { Attributes, EndedSpan } from "./exporter.ts"

export interface SpanStart {
  /** A name with few values: a route, a queue; never an id. */
  name: string
  kind: EndedSpan["kind"]
  /**
   * The span that it belongs to, as `traceparent` says it. Work outside a trace is no span, unless it may start one.
   */
  parent: string | null | undefined
  /** It starts a trace if it has none. */
  mayBeFirst?: boolean
  /** Its start by `performance.now()`, where that is before the call. */
  startedMs?: number
  attributes?: Attributes
}

/** A span under way. */
export interface Span {
  /** For what belongs to it, in other processes too; undefined without a span. */
  readonly traceParent: string | undefined
  set(attributes: Attributes): void
  /** It failed for this cause: a code or the name of an error, never a message. */
  fail(cause: string): void
}

/** Notes how long parts of a scan's life take, and how they belong together. */
export interface Tracing {
  /** `traceparent` of the span within which this is called; undefined outside of all. */
  current(): string | undefined
  /** Runs work within a span. Its errors are thrown again, and the span has failed. */
  span<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
  /** Sends what waits. */
  close(): Promise<void>
}

const NO_SPAN: Span = { traceParent: undefined, set() {}, fail() {} }

/** Tracing that is off: the work alone. */
export const NO_TRACING: Tracing = {
  current: () => undefined,
  span: (_, work) => work(NO_SPAN),
  close: async () => {},
}
