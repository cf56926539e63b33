import type { Violation } from "../../domain/validation/violation.ts"

/** An answer other than success; each subclass is one cause. */
export abstract class HttpError extends Error {
  abstract readonly status: number
  abstract readonly code: string
  /** The rules that the request breaks, where these are the cause; the message is theirs then. */
  readonly violations?: readonly Violation[]
  /** What document 2 calls `error`, where it is not the status's usual name. */
  readonly title?: string
  readonly headers: Record<string, string> = {}
}

/** 400: the Host header names no host. */
export class InvalidHost extends HttpError {
  readonly status = 400
  readonly code = "INVALID_HOST"
  constructor() {
    super("the Host header is missing or is not a host: send the name or address of this service")
  }
}

/** 400: the body is not JSON at all. */
export class InvalidJson extends HttpError {
  readonly status = 400
  readonly code = "INVALID_JSON"
  constructor(reason: string) {
    super(`the body is not valid JSON: ${reason}`)
  }
}

/** 400: there is no body, nor a type of one. */
export class MissingBody extends HttpError {
  readonly status = 400
  readonly code = "MISSING_BODY"
  constructor() {
    super("the body is missing: send a JSON object as application/json")
  }
}

/** 400: the caller hung up before the body was whole; the answer reaches nobody. */
export class BodyBrokenOff extends HttpError {
  readonly status = 400
  readonly code = "BODY_BROKEN_OFF"
  constructor() {
    super("the connection was closed before the body was whole")
  }
}

/** 401: no credential, or one that is not valid. */
export class Unauthenticated extends HttpError {
  readonly status = 401
  readonly code = "UNAUTHENTICATED"
  override readonly headers = { "www-authenticate": 'Bearer realm="solar-scan-service"' }
  constructor(message = "Authentication required: send an API key in the x-api-key header") {
    super(message)
  }
}

/** 403: the credential is valid, but of a kind or role that may not do this. */
export class Forbidden extends HttpError {
  readonly status = 403
  readonly code = "FORBIDDEN"
}

/** 404: there is no such thing, or it is another organization's. */
export class NotFound extends HttpError {
  readonly status = 404
  readonly code = "NOT_FOUND"
  constructor(what: string) {
    super(`${what} not found`)
  }
}

/** 405: the path exists, for other methods. */
export class MethodNotAllowed extends HttpError {
  readonly status = 405
  readonly code = "METHOD_NOT_ALLOWED"
  override readonly headers: Record<string, string>
  constructor(method: string, allowed: string[]) {
    super(`${method} is not possible here, only ${allowed.join(", ")}`)
    this.headers = { allow: allowed.join(", ") }
  }
}

/** 409: the thing is not in a state that allows this. */
export class Conflict extends HttpError {
  readonly status = 409
  readonly code = "CONFLICT"
}

/** 413: the body is larger than this path takes. */
export class BodyTooLarge extends HttpError {
  readonly status = 413
  readonly code = "BODY_TOO_LARGE"
  constructor(limitBytes: number) {
    super(`the body is larger than ${limitBytes} bytes, the limit of this path`)
  }
}

/** 415: the body is of a type this path does not take. */
export class UnsupportedMediaType extends HttpError {
  readonly status = 415
  readonly code = "UNSUPPORTED_MEDIA_TYPE"
  constructor(expected: string) {
    super(`send the body as ${expected}`)
  }
}

/** 429: more calls than a limit allows. */
export class TooManyRequests extends HttpError {
  readonly status = 429
  readonly code: string = "TOO_MANY_REQUESTS"
  override readonly headers: Record<string, string>
  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.headers = { "retry-after": String(retryAfterSeconds) }
  }
}

/** 503: the database does not answer, or the system lacks something that it may have again later. */
export class Unavailable extends HttpError {
  readonly status = 503
  readonly code = "UNAVAILABLE"
  override readonly headers = { "retry-after": "2" }
  constructor(message = "the service cannot reach its database; try again in a moment", options?: ErrorOptions) {
    super(message, options)
  }
}

/** 426: the path is a WebSocket's. */
export class UpgradeRequired extends HttpError {
  readonly status = 426
  readonly code = "UPGRADE_REQUIRED"
  override readonly title = "Upgrade required"
  override readonly headers = { upgrade: "websocket", connection: "Upgrade" }
  constructor() {
    super("connect to this path as a WebSocket")
  }
}
