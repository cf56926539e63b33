import { Type } from "@sinclair/typebox"
import type { ErrorShape } from "../http/errorShape.ts"
import { messageOfFailure } from "../http/failure.ts"

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

/** `error` and `message` of an error, by its status. */
type Examples = Record<number, readonly [error: string, message: string | null]>

const OF_EVERY_PATH: Examples = {
  401: ["Authentication required", null],
  403: ["Forbidden", "this path takes a token of POST /v1/auth/token, not an API key"],
  429: ["Too many requests", "more than 6000 calls of this API key in a minute: try again in 12 s"],
  503: ["Service unavailable", "the service cannot reach its database; try again in a moment"],
}

const schema = Type.Object({
  error: Type.String({ description: "What failed" }),
  message: Type.Union([Type.String(), Type.Null()], { description: "Why, and what to do" }),
})

/**
 * Errors of the legacy interface: `{error, message}`. `titles` are what `error` says where an error has no title of its own,
 * until the request is read and afterwards; unless given, the status's name. A missing credential keeps its own.
 */
export const legacyErrors = (
  titles: { reading?: string; handling?: string } = {},
  examples: Examples = {},
): ErrorShape => ({
  schema,
  body(failure, language, isHandling) {
    const { status, title } = failure
    const ofOperation = status === 401 ? undefined : isHandling ? titles.handling : titles.reading
    const error = title ?? ofOperation ?? TITLES[status] ?? TITLES[500]
    return { error, message: status === 401 ? null : messageOfFailure(failure, language) }
  },
  shown(status) {
    const [error, message] = examples[status] ?? OF_EVERY_PATH[status] ?? []
    return error ? { description: error, example: { error, message } } : undefined
  },
})

/** Whether a path that no operation takes belongs to the legacy interface. */
export const isLegacyPath = (path: string): boolean => PATH.test(path)
