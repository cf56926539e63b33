import type { Attributes, EndedSpan } from "./exporter.ts"

export interface SpanStart {
  /** Name with few values, such as a route or a queue; never an id. */
  name: string
  kind: EndedSpan["kind"]
  /**
   * The span that it belongs to, as `traceparent` says it. Work outside a trace has no span, unless it may start a
   * trace.
   */
  parent: string | null | undefined
  /** True if the span may start a trace. */
  mayBeFirst?: boolean
  /** Its start by `performance.now()`, if it was before the call. */
  startedMs?: number
  attributes?: Attributes
}

/** A running span. */
export interface Span {
  /** Parent for spans within it, in other processes too; undefined without a span. */
  readonly traceParent: string | undefined
  set(attributes: Attributes): void
  /** Marks the span as failed with a cause: a code or the name of an error, never a message. */
  fail(cause: string): void
}

/** Records durations of parts of a scan's life and their relations. */
export interface Tracing {
  /** `traceparent` of the current span; undefined outside of spans. */
  current(): string | undefined
  /** Runs work within a span. Errors are rethrown and mark the span as failed. */
  span<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
  /** Sends waiting spans. */
  close(): Promise<void>
}

const NO_SPAN: Span = { traceParent: undefined, set() {}, fail() {} }

/** Disabled tracing, which only runs the work. */
export const NO_TRACING: Tracing = {
  current: () => undefined,
  span: (_, work) => work(NO_SPAN),
  close: async () => {},
}
