import type { ErrorAnswer } from "./operations.ts"

/** A violated rule of a request: path, rule, and the service's own sentence. */
export type FieldError = NonNullable<ErrorAnswer["errors"]>[number]

/** Fields of an error in addition to its message. */
export interface ErrorDetails {
  code?: string | undefined
  reason?: string | undefined
  errors?: readonly FieldError[] | undefined
  requestId?: string | null
  answer?: unknown
  idempotencyKey?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/**
 * An answer of the service that is no success; `message` is its own sentence. An answer from another source, such as
 * the HTML of a proxy or a redirect, has the code UNEXPECTED_ANSWER and may have the status 200.
 */
export class ScanApiError extends Error {
  /** The code of the cause as the service gives it, such as INVALID_INPUT; UNEXPECTED_ANSWER for a foreign answer. */
  readonly code: string | undefined
  /** The finer cause within `code`, if the answer names one. */
  readonly reason: string | undefined
  /** Violated rules of the request. */
  readonly errors: readonly FieldError[]
  /** Id of the request in the service's log. */
  readonly requestId: string | null
  /** The body as JSON, such as the checks of GET /readyz; undefined without JSON. */
  readonly answer: unknown
  /** The key of a creating call, of createBulk its batchId: a repetition under it creates nothing twice. */
  readonly idempotencyKey: string | undefined
  /** Milliseconds of Retry-After; undefined without one. */
  readonly retryAfterMs: number | undefined
  constructor(
    readonly status: number,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
    this.code = details.code
    this.reason = details.reason
    this.errors = details.errors ?? []
    this.requestId = details.requestId ?? null
    this.answer = details.answer
    this.idempotencyKey = details.idempotencyKey
    this.retryAfterMs = details.retryAfterMs
    this.name = "ScanApiError"
  }
}

/**
 * NO_ANSWER: no connection, or a broken connection. TIMEOUT: timeoutMs has passed. ABORTED: the caller's signal fired.
 */
export type CallFailure = "NO_ANSWER" | "TIMEOUT" | "ABORTED"

/** A call that ended without an answer; `cause` is the last failure, or the reason of the signal. */
export class ScanCallError extends Error {
  constructor(
    readonly code: CallFailure,
    message: string,
    readonly url: string,
    /** The key of a creating call, of createBulk its batchId: a repetition under it creates nothing twice. */
    readonly idempotencyKey: string | undefined,
    cause: unknown,
  ) {
    super(message, { cause })
    // An aborted call has the name that fetch gives it.
    this.name = code === "ABORTED" && cause instanceof Error ? cause.name : "ScanCallError"
  }
}

/** Messages of an error and its causes: fetch hides the failure of a connection in a cause. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { message, cause, code } = error as Error & { code?: unknown }
  const text = message || String(code ?? error.name)
  return cause instanceof Error && messageOf(cause) !== text ? `${text}: ${messageOf(cause)}` : text
}
