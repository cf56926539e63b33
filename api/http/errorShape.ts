import type { TSchema } from "@sinclair/typebox"
import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import type { Language } from "../../domain/texts/render.ts"
import { JSON_LIMIT_BYTES } from "./body.ts"
import {
  BodyTooLarge,
  CursorGone,
  Forbidden,
  type HttpError,
  InternalError,
  NotAcceptable,
  NotFound,
  PreconditionFailed,
  ScanNotCompleted,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
  UnsupportedMediaType,
} from "./errors.ts"
import { answerOfFailure, ErrorAnswer, type Failure, failureOf } from "./failure.ts"

/** Text of a status's error, for the document. */
interface Shown {
  description: string
  example: object
}

/** Error format of an interface. */
export interface ErrorShape {
  /** `isHandling`: the request was read, and its handler was at work. */
  body(failure: Failure, language: Language, isHandling: boolean): object
  /** Media type of the bodies. */
  schema: TSchema
  /** Undefined if the status has no text of its own. */
  shown(status: number): Shown | undefined
}

/** Errors of interface v1. */
export const v1Errors: ErrorShape = {
  body: answerOfFailure,
  schema: ErrorAnswer,
  shown(status) {
    const [description, error] = ERRORS[status] ?? []
    const failure = failureOf(error)
    return description && failure ? { description, example: answerOfFailure(failure, "en") } : undefined
  },
}

const ERRORS: Record<number, readonly [description: string, example: InvalidInput | HttpError]> = {
  400: [
    "The request breaks a rule; all violations are listed",
    new InvalidInput([
      violation(["newPv", 0, "maxPanelCount"], "at-least", { minimum: 1 }),
      violation(["yearlyKWh"], "unknown-field", { other: ["yearlyKwh"] }),
    ]),
  ],
  401: ["No valid credential", new Unauthenticated("credential-missing")],
  403: ["The credential may not do this", new Forbidden("owners-only")],
  404: ["There is no such thing in this organization and mode", new NotFound("not-found", { what: "scan" })],
  406: ["The service has no form that Accept names", new NotAcceptable(["application/json", "text/csv"])],
  409: ["Not possible in the present state", new ScanNotCompleted("scan-not-completed", { status: "pending" })],
  410: ["The target of the cursor or the link is no longer stored", new CursorGone()],
  412: ["The thing is no longer as If-Match says", new PreconditionFailed()],
  413: ["The body is too large", new BodyTooLarge(JSON_LIMIT_BYTES)],
  415: [
    "The body is of another type",
    new UnsupportedMediaType("body-of-another-type", { mediaType: "application/json" }),
  ],
  429: [
    "Too many requests; Retry-After says when to try again",
    new TooManyRequests(12, "too-many-in-a-minute", { limit: 6000, counted: "calls-of-key", seconds: 12 }),
  ],
  500: ["A fault of the service; the log has the reason by X-Request-Id", new InternalError()],
  503: [
    "The service cannot do this at the moment; Retry-After says when to try again",
    new Unavailable("database-unreachable"),
  ],
}
