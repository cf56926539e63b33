/** An outbound call that brought no complete answer; each subclass is one cause. Messages may be shown to customers. */
export abstract class OutboundError extends Error {
  abstract readonly code: string
  /** Status of the answer, when its head had arrived before the call failed. */
  status?: number
  /** The part of the answer's body that had arrived. */
  body?: Uint8Array
}

/** The text is not an http or https URL that can be called. */
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

/** The host name has no address. */
export class HostNotFound extends OutboundError {
  readonly code = "OUTBOUND_HOST_NOT_FOUND"
  constructor(host: string) {
    super(`the host name ${host} could not be resolved`)
  }
}

/** An address of the host is not public. The address itself is not shown: it may be another network's secret. */
export class AddressNotPublic extends OutboundError {
  readonly code = "OUTBOUND_ADDRESS_NOT_PUBLIC"
  constructor(readonly host: string) {
    super(`${host} leads to an address that is not public`)
  }
}

/** No connection could be made. */
export class ConnectionFailed extends OutboundError {
  readonly code = "OUTBOUND_CONNECTION_FAILED"
  constructor(reason: string) {
    super(`no connection could be made (${reason})`)
  }
}

/** The connection is not secure: an unknown issuer, a wrong name, or no TLS at all. */
export class TlsFailed extends OutboundError {
  readonly code = "OUTBOUND_TLS_FAILED"
  constructor(reason: string) {
    super(`no secure connection could be made (${reason})`)
  }
}

/** The connection was closed before the answer was complete. */
export class ConnectionLost extends OutboundError {
  readonly code = "OUTBOUND_CONNECTION_LOST"
  constructor() {
    super("the connection was closed before the answer was complete")
  }
}

/** The answer is not HTTP, or its head is too large. */
export class AnswerNotHttp extends OutboundError {
  readonly code = "OUTBOUND_ANSWER_NOT_HTTP"
  constructor(reason: string) {
    super(`the answer is not valid HTTP (${reason})`)
  }
}

/** The answer was not complete in time. */
export class DeadlinePassed extends OutboundError {
  readonly code = "OUTBOUND_DEADLINE_PASSED"
  constructor(deadlineMs: number) {
    super(`no complete answer within ${deadlineMs / 1000} s`)
  }
}

/** The caller gave the call up by its signal. */
export class CallAbandoned extends OutboundError {
  readonly code = "OUTBOUND_CALL_ABANDONED"
  constructor() {
    super("the call was given up before the answer was complete")
  }
}
