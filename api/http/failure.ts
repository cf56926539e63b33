import { type Static, Type } from "@sinclair/typebox"
import { InvalidInput } from "../../domain/base/errors.ts"
import { StringEnum } from "../../domain/base/validation/schema.ts"
import type { Violation } from "../../domain/base/validation/violation.ts"
import { COST_UNITS } from "../../domain/organization/cost.ts"
import type { Refusal } from "../../domain/organization/refusal.ts"
import { REFUSAL_REASONS, refusalText } from "../../domain/texts/refusals.ts"
import type { Language } from "../../domain/texts/render.ts"
import { messageOf, sentenceOf } from "../../domain/texts/violations.ts"
import { ERROR_CODES, type ErrorCode, HttpError } from "./errors.ts"

/** Cause of a failed request: a refusal, or violated rules. They become sentences in the language of the answer. */
export interface Failure {
  status: number
  /** Stable, one for each cause: docs/errors.md. */
  code: ErrorCode
  reason: Refusal | readonly Violation[]
  /** The legacy interface's `error`; unless given, the status's own. */
  title?: string | undefined
  headers?: Record<string, string> | undefined
}

/** Converts an error to a failure; undefined for an error that callers must not see. */
export const failureOf = (error: unknown): Failure | undefined => {
  if (error instanceof InvalidInput) return { status: 400, code: error.code, reason: error.violations }
  return error instanceof HttpError ? failureOfHttp(error) : undefined
}

export const failureOfHttp = ({ status, code, refusal, violations, title, headers }: HttpError): Failure => ({
  status,
  code,
  reason: violations ?? refusal,
  title,
  headers,
})

/** A run of 200 or more characters without a space, which only a request contains: its beginning is shown. */
const LONG_RUN = /\S{200,}/g
const SHOWN_CHARS = 199
/** Maximum number of path steps in an answer; no schema is as deep. */
const SHOWN_STEPS = 32

const clipped = (text: string): string => text.replace(LONG_RUN, run => `${run.slice(0, SHOWN_CHARS)}…`)

const isRefusal = (reason: Failure["reason"]): reason is Refusal => "params" in reason

/** One human sentence, or all violations as one joined by "; ". */
export const messageOfFailure = ({ reason }: Failure, language: Language): string =>
  clipped(isRefusal(reason) ? refusalText(reason, language) : messageOf(reason, language))

/** Error of one field of a request. */
export const FieldError = Type.Object({
  path: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
    description: "Its place in the body: keys and indices from the outside in; empty for the whole body",
  }),
  rule: Type.String({ description: "The rule that it breaks; docs/errors.md lists them" }),
  message: Type.String({ description: "One sentence, in the language of Accept-Language" }),
})

/** The body of an error; of one scan in a batch too. */
export const ErrorAnswer = Type.Object(
  {
    statusCode: Type.Integer({ description: "The answer's status" }),
    message: Type.String({
      description: "One sentence that names the field and says what to do, in the language of Accept-Language",
    }),
    code: Type.Optional(
      StringEnum(ERROR_CODES, {
        description: "Stable, one for each cause; docs/errors.md lists them. Versions add values",
      }),
    ),
    reason: Type.Optional(
      StringEnum(REFUSAL_REASONS, {
        description: "Stable, the finer cause of a code; missing with `errors`. Versions add values",
      }),
    ),
    errors: Type.Optional(Type.Array(FieldError, { description: "At 400, each rule that the request breaks" })),
    unit: Type.Optional(
      StringEnum(COST_UNITS, { description: "With SHARE_USED_UP, the unit of work that the account has used most" }),
    ),
  },
  { description: "Description of the error" },
)
export type ErrorAnswer = Static<typeof ErrorAnswer>

/** The body of a failure in the shape of documents 1 and 3. */
export const answerOfFailure = (failure: Failure, language: Language): ErrorAnswer => ({
  statusCode: failure.status,
  message: messageOfFailure(failure, language),
  code: failure.code,
  ...(isRefusal(failure.reason)
    ? { reason: failure.reason.reason, ...unitOf(failure.reason) }
    : { errors: failure.reason.map(violation => fieldError(violation, language)) }),
})

const unitOf = (refusal: Refusal): Pick<ErrorAnswer, "unit"> =>
  refusal.reason === "share-used-up" ? { unit: refusal.params.unit } : {}

const fieldError = (broken: Violation, language: Language): Static<typeof FieldError> => ({
  path: broken.path.slice(0, SHOWN_STEPS).map(step => (typeof step === "string" ? clipped(step) : step)),
  rule: broken.rule,
  message: clipped(sentenceOf(broken, language)),
})
