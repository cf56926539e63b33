import { Type } from "@sinclair/typebox"
import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import type { Language } from "../../domain/texts/render.ts"
import { JSON_LIMIT_BYTES } from "../http/body.ts"
import type { ErrorShape } from "../http/errorShape.ts"
import {
  BodyTooLarge,
  Forbidden,
  type HttpError,
  IdempotencyKeyReused,
  InternalError,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
  UnsupportedMediaType,
} from "../http/errors.ts"
import { type Failure, failureOf, messageOfFailure } from "../http/failure.ts"

const PATH = /^\/v1\/(scan|load-profile)(\/|$)/
const TITLES: Record<number, string> = {
  400: "Invalid request",
  401: "Authentication required",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  413: "Body too large",
  415: "Unsupported media type",
  429: "Too many requests",
  500: "Internal error",
  503: "Service unavailable",
}

/** An error by its status. */
type Examples = Record<number, InvalidInput | HttpError>

const OF_EVERY_PATH: Examples = {
  400: new InvalidInput([violation(["pages"], "unknown-parameter", { nearest: "page" })]),
  401: new Unauthenticated("credential-missing"),
  403: new Forbidden("credential-of-another-kind", { taken: ["token"], given: "api-key" }),
  409: new IdempotencyKeyReused(),
  413: new BodyTooLarge(JSON_LIMIT_BYTES),
  415: new UnsupportedMediaType("body-of-another-type", { mediaType: "application/json" }),
  429: new TooManyRequests(12, "too-many-in-a-minute", { limit: 6000, counted: "calls-of-key", seconds: 12 }),
  500: new InternalError(),
  503: new Unavailable("database-unreachable"),
}
/** Errors of reading a body. */
const OF_READING = [413, 415]

const schema = Type.Object({
  error: Type.String({ description: "Description of the error" }),
  message: Type.Union([Type.String(), Type.Null()], { description: "Why, and what to do" }),
})

/**
 * Errors of the legacy interface: `{error, message}`. `titles` are the values of `error` for an error without its own
 * title, before and after the request is read; unless given, the status's name. A missing credential keeps its own.
 */
export const legacyErrors = (
  titles: { reading?: string; handling?: string } = {},
  examples: Examples = {},
): ErrorShape => {
  const body = (failure: Failure, language: Language, isHandling: boolean) => {
    const { status, title } = failure
    const ofOperation = status === 401 ? undefined : isHandling ? titles.handling : titles.reading
    const error = title ?? ofOperation ?? TITLES[status] ?? TITLES[500]!
    return { error, message: status === 401 ? null : messageOfFailure(failure, language) }
  }
  return {
    schema,
    body,
    shown(status) {
      const failure = failureOf(examples[status] ?? OF_EVERY_PATH[status])
      const example = failure && body(failure, "en", !OF_READING.includes(status))
      return example && { description: example.error, example }
    },
  }
}

/** True if a path without an operation belongs to the legacy interface. */
export const isLegacyPath = (path: string): boolean => PATH.test(path)
