import type { Violation } from "../../domain/base/validation/violation.ts"
import { type Faults, type GivenRefusal, type Refusal, refusal, type Thing } from "../../domain/organization/refusal.ts"

/** Stable causes of error answers, explained in docs/errors.md. */
export const ERROR_CODES = [
  "INVALID_INPUT",
  "TARIFF_NEEDED",
  "INVALID_HOST",
  "INVALID_JSON",
  "MISSING_BODY",
  "BODY_BROKEN_OFF",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "NO_SUCH_PATH",
  "METHOD_NOT_ALLOWED",
  "NOT_ACCEPTABLE",
  "CONFLICT",
  "SCAN_NOT_COMPLETED",
  "SCAN_FAILED",
  "IDEMPOTENCY_KEY_REUSED",
  "BATCH_EXISTS",
  "STILL_RUNNING",
  "CURSOR_GONE",
  "LINK_EXPIRED",
  "PRECONDITION_FAILED",
  "BODY_TOO_LARGE",
  "STORAGE_USED_UP",
  "UNSUPPORTED_MEDIA_TYPE",
  "UPGRADE_REQUIRED",
  "TOO_MANY_REQUESTS",
  "SHARE_USED_UP",
  "QUOTA_USED_UP",
  "INTERNAL_ERROR",
  "UNAVAILABLE",
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * An answer other than success; each subclass is one `code`. Its message is for logs: `domain/texts` has the sentences.
 */
export abstract class HttpError extends Error {
  abstract readonly status: number
  abstract readonly code: ErrorCode
  readonly refusal: Refusal
  /** Violated rules, if they are the cause. */
  readonly violations?: readonly Violation[]
  /** The legacy interface's `error`, if it differs from the status's usual name. */
  readonly title?: string
  readonly headers: Record<string, string> = {}
  constructor(...reason: GivenRefusal) {
    super(reason[0])
    this.refusal = refusal(...reason)
  }
}

/** 400: the Host header names no host. */
export class InvalidHost extends HttpError {
  readonly status = 400
  readonly code = "INVALID_HOST"
  constructor() {
    super("host-missing")
  }
}

/** 400: the body is not JSON at all. */
export class InvalidJson extends HttpError {
  readonly status = 400
  readonly code = "INVALID_JSON"
}

/** 400: the body is missing or empty. */
export class MissingBody extends HttpError {
  readonly status = 400
  readonly code = "MISSING_BODY"
  constructor() {
    super("body-missing")
  }
}

/** 400: the caller hung up before the body was whole; the answer reaches no client. */
export class BodyBrokenOff extends HttpError {
  readonly status = 400
  readonly code = "BODY_BROKEN_OFF"
  constructor() {
    super("body-broken-off")
  }
}

/** 401: no credential, or one that is not valid. */
export class Unauthenticated extends HttpError {
  readonly status = 401
  readonly code = "UNAUTHENTICATED"
  override readonly headers = { "www-authenticate": 'Bearer realm="solar-scan-service"' }
}

/** 403: the credential is valid, but its kind or role does not allow this. */
export class Forbidden extends HttpError {
  readonly status = 403
  readonly code = "FORBIDDEN"
}

/** 404: the object does not exist, or belongs to another organization. */
export class NotFound extends HttpError {
  readonly status = 404
  readonly code = "NOT_FOUND"
}

/** The searched object, or true for a change. Throws NotFound, which names it, if it does not exist. */
export const orNotFound = <T>(value: T | false | undefined, what: Thing): T => {
  if (value === undefined || value === false) throw new NotFound("not-found", { what })
  return value
}

/** 404: no operation has this path. */
export class NoSuchPath extends HttpError {
  readonly status = 404
  readonly code = "NO_SUCH_PATH"
  constructor() {
    super("path-unknown")
  }
}

/** 405: the path exists, for other methods. */
export class MethodNotAllowed extends HttpError {
  readonly status = 405
  readonly code = "METHOD_NOT_ALLOWED"
  override readonly headers: Record<string, string>
  constructor(method: string, allowed: string[]) {
    super("method-not-allowed", { method, allowed })
    this.headers = { allow: allowed.join(", ") }
  }
}

/** 406: the answer has no form that Accept names. */
export class NotAcceptable extends HttpError {
  readonly status = 406
  readonly code = "NOT_ACCEPTABLE"
  constructor(offered: readonly string[]) {
    super("not-acceptable", { offered: [...offered] })
  }
}

/** 409: the state of the object does not allow this. */
export class Conflict extends HttpError {
  readonly status = 409
  readonly code: ErrorCode = "CONFLICT"
}

/** 409: the scan has not ended; its report or series may be there later. */
export class ScanNotCompleted extends Conflict {
  override readonly code = "SCAN_NOT_COMPLETED"
  override readonly headers = { "retry-after": "2" }
}

/** 409: the scan has failed and never has a report. */
export class ScanFailed extends Conflict {
  override readonly code = "SCAN_FAILED"
}

/** 409: the Idempotency-Key belongs to another request. */
export class IdempotencyKeyReused extends Conflict {
  override readonly code = "IDEMPOTENCY_KEY_REUSED"
  constructor() {
    super("idempotency-key-reused")
  }
}

/** 409: the organization has a batch with this id. */
export class BatchExists extends Conflict {
  override readonly code = "BATCH_EXISTS"
  constructor(id: string) {
    super("batch-exists", { id })
  }
}

/** 410: the cursor's target is deleted. */
export class CursorGone extends HttpError {
  readonly status = 410
  readonly code = "CURSOR_GONE"
  constructor() {
    super("cursor-gone")
  }
}

/** 410: the link to a shared report has expired. */
export class LinkExpired extends HttpError {
  readonly status = 410
  readonly code = "LINK_EXPIRED"
  constructor() {
    super("link-expired")
  }
}

/** 412: the object has changed since the version in If-Match. */
export class PreconditionFailed extends HttpError {
  readonly status = 412
  readonly code = "PRECONDITION_FAILED"
  constructor() {
    super("changed-meanwhile")
  }
}

/** 413: the body is too large for this path. */
export class BodyTooLarge extends HttpError {
  readonly status = 413
  readonly code = "BODY_TOO_LARGE"
  constructor(limitBytes: number) {
    super("body-too-large", { limitBytes })
  }
}

/** 413: the body has too many lines for this path. */
export class TooManyLines extends HttpError {
  readonly status = 413
  readonly code = "BODY_TOO_LARGE"
  constructor(maximum: number) {
    super("too-many-lines", { maximum })
  }
}

/** 413: the organization's stored data of a mode leave no room. */
export class StorageUsedUp extends HttpError {
  readonly status = 413
  readonly code = "STORAGE_USED_UP"
  constructor(params: { mode: "live" | "sandbox"; storedBytes: number; limitBytes: number }) {
    super("storage-used-up", params)
  }
}

/** 415: the path does not accept the type of the body. */
export class UnsupportedMediaType extends HttpError {
  readonly status = 415
  readonly code = "UNSUPPORTED_MEDIA_TYPE"
}

/** 415: the body has a content coding (RFC 9110, 15.5.16); none is decoded. */
export class EncodedBody extends UnsupportedMediaType {
  override readonly headers = { "accept-encoding": "identity" }
  constructor() {
    super("body-encoded")
  }
}

/** 429: more calls than a limit allows. */
export class TooManyRequests extends HttpError {
  readonly status = 429
  readonly code: ErrorCode = "TOO_MANY_REQUESTS"
  override readonly headers: Record<string, string>
  constructor(retryAfterSeconds: number, ...reason: GivenRefusal) {
    super(...reason)
    this.headers = { "retry-after": String(retryAfterSeconds) }
  }
}

/** 500: a fault of the service. */
export class InternalError extends HttpError {
  readonly status = 500
  readonly code = "INTERNAL_ERROR"
  constructor() {
    super("internal-error")
  }
}

/** 503: the database does not answer, or the system temporarily lacks a resource. */
export class Unavailable extends HttpError {
  readonly status = 503
  readonly code = "UNAVAILABLE"
  override readonly headers = { "retry-after": "2" }
  constructor(reason: Exclude<keyof Faults, "internal-error">, cause?: unknown) {
    super(reason)
    this.cause = cause
  }
}

/** 426: the path accepts only WebSocket upgrades. */
export class UpgradeRequired extends HttpError {
  readonly status = 426
  readonly code = "UPGRADE_REQUIRED"
  override readonly title = "Upgrade required"
  override readonly headers = { upgrade: "websocket", connection: "Upgrade" }
  constructor() {
    super("websocket-only")
  }
}
