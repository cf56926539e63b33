import type { TSchema } from "@sinclair/typebox"
import type { Language } from "../../domain/texts/render.ts"
import { answerOfFailure, ErrorAnswer, type Failure } from "./failure.ts"

/** What an error of a status says, for the document. */
interface Shown {
  description: string
  example: object
}

/** How an interface writes errors. */
export interface ErrorShape {
  /** `isHandling`: the request was read, and its handler was at work. */
  body(failure: Failure, language: Language, isHandling: boolean): object
  /** Of the bodies. */
  schema: TSchema
  /** Undefined where the status has no words of its own. */
  shown(status: number): Shown | undefined
}

/** Errors of interface v1. */
export const v1Errors: ErrorShape = {
  body: answerOfFailure,
  schema: ErrorAnswer,
  shown(status) {
    const { meaning, example } = ERRORS[status] ?? {}
    return meaning && example ? { description: meaning, example: { statusCode: status, ...example } } : undefined
  },
}

const ERRORS: Record<number, { meaning: string; example: Omit<ErrorAnswer, "statusCode"> }> = {
  400: {
    meaning: "The request breaks a rule; all violations are listed",
    example: {
      message: "newPv[0].maxPanelCount must be at least 1; unknown field yearlyKWh, did you mean yearlyKwh?",
      code: "INVALID_INPUT",
      errors: [
        {
          path: ["newPv", 0, "maxPanelCount"],
          rule: "at-least",
          message: "newPv[0].maxPanelCount must be at least 1",
        },
        { path: ["yearlyKWh"], rule: "unknown-field", message: "unknown field yearlyKWh, did you mean yearlyKwh?" },
      ],
    },
  },
  401: {
    meaning: "No valid credential",
    example: { message: "Authentication required: send an API key in the x-api-key header", code: "UNAUTHENTICATED" },
  },
  403: {
    meaning: "The credential may not do this",
    example: { message: "only an owner of the organization may do this", code: "FORBIDDEN" },
  },
  404: {
    meaning: "There is no such thing in this organization and mode",
    example: { message: "scan not found", code: "NOT_FOUND" },
  },
  409: {
    meaning: "Not possible in the present state",
    example: { message: "the scan is pending: its report is not there yet", code: "CONFLICT" },
  },
  413: {
    meaning: "The body is too large",
    example: { message: "the body is larger than 1048576 bytes, the limit of this path", code: "BODY_TOO_LARGE" },
  },
  415: {
    meaning: "The body is of another type",
    example: { message: "send the body as application/json", code: "UNSUPPORTED_MEDIA_TYPE" },
  },
  429: {
    meaning: "Too many requests; Retry-After says when to try again",
    example: {
      message: "more than 6000 calls of this API key in a minute: try again in 12 s",
      code: "TOO_MANY_REQUESTS",
    },
  },
  503: {
    meaning: "The service cannot do this at the moment; Retry-After says when to try again",
    example: { message: "the service cannot reach its database; try again in a moment", code: "UNAVAILABLE" },
  },
}
