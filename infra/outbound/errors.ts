/**
 * Error: an outbound call without a complete answer; each subclass is one cause. Messages may be shown to customers.
 */
export abstract class OutboundError extends Error {
  abstract readonly code: string
  /** Status of the answer, if its head arrived before the failure. */
  status?: number
  /** The part of the answer's body that arrived. */
  body?: Uint8Array
}

/** Error: the text is no valid http or https URL. */
export class UrlNotCallable extends OutboundError {
  readonly code = "OUTBOUND_URL_NOT_CALLABLE"
  constructor(readonly reason: keyof typeof NOT_CALLABLE) {
    super(NOT_CALLABLE[reason])
  }
}

const NOT_CALLABLE = {
  "not-absolute": "must be an absolute URL, such as https://example.org/hook",
  protocol: "must start with https:// or http://",
  credentials: "must not hold a user name or password: send them as an Authorization header",
}

/** Error: the host name has no address. */
export class HostNotFound extends OutboundError {
  readonly code = "OUTBOUND_HOST_NOT_FOUND"
  constructor(host: string) {
    super(`the host name ${host} could not be resolved`)
  }
}

/**
 * Error: an address of the host is not public. The address itself is not shown, because it may be another network's
 * secret.
 */
export class AddressNotPublic extends OutboundError {
  readonly code = "OUTBOUND_ADDRESS_NOT_PUBLIC"
  constructor(readonly host: string) {
    super(`${host} leads to an address that is not public`)
  }
}

/** Error: no connection could be made. */
export class ConnectionFailed extends OutboundError {
  readonly code = "OUTBOUND_CONNECTION_FAILED"
  constructor(reason: string) {
    super(`no connection could be made (${reason})`)
  }
}

/** Error: the connection is not secure (unknown issuer, wrong name, or no TLS). */
export class TlsFailed extends OutboundError {
  readonly code = "OUTBOUND_TLS_FAILED"
  constructor(reason: string) {
    super(`no secure connection could be made (${reason})`)
  }
}

/** Error: the connection was closed before the answer was complete. */
export class ConnectionLost extends OutboundError {
  readonly code = "OUTBOUND_CONNECTION_LOST"
  constructor() {
    super("the connection was closed before the answer was complete")
  }
}

/** Error: the answer is not HTTP, or its head is too large. */
export class AnswerNotHttp extends OutboundError {
  readonly code = "OUTBOUND_ANSWER_NOT_HTTP"
  constructor(reason: string) {
    super(`the answer is not valid HTTP (${reason})`)
  }
}

/** Error: the answer was not complete in time. */
export class DeadlinePassed extends OutboundError {
  readonly code = "OUTBOUND_DEADLINE_PASSED"
  constructor(deadlineMs: number) {
    super(`no complete answer within ${deadlineMs / 1000} s`)
  }
}

/** Error: the caller cancelled the call by its signal. */
export class CallAbandoned extends OutboundError {
  readonly code = "OUTBOUND_CALL_ABANDONED"
  constructor() {
    super("the call was given up before the answer was complete")
  }
}
