import type { ErrorAnswer } from "./operations.ts"
import { pause } from "./pause.ts"

/** A rule that a request broke: where, which, and the service's own sentence. */
export type FieldError = NonNullable<ErrorAnswer["errors"]>[number]

/** Fields of a body in addition to its message. */
type Said = Pick<Partial<ErrorAnswer>, "code" | "errors">

/** An answer of the service that is no success; `message` is its own sentence. */
export class ScanApiError extends Error {
  readonly code = "SCAN_API_ERROR"
  /** The service's code of the cause, such as INVALID_INPUT. */
  readonly reason: string | undefined
  /** Each rule that the request broke. */
  readonly errors: readonly FieldError[]
  constructor(
    readonly status: number,
    message: string,
    /** Finds the request in the service's log. */
    readonly requestId: string | null,
    { code, errors = [] }: Said = {},
    /**
     * The body as JSON, where it is more than an error, such as that of GET /readyz; undefined for one that is no JSON.
     */
    readonly answer?: unknown,
  ) {
    super(message)
    this.reason = code
    this.errors = errors
    this.name = "ScanApiError"
  }
}

export interface CallOptions {
  /** Such as `http://127.0.0.1:3000`; empty for a page of the service itself. */
  baseUrl: string
  apiKey?: string
  /** In place of a key: of POST /v1/auth/token for the legacy interface, or of a session. */
  accessToken?: string
  /** Headers of every request, such as accept-language. */
  headers?: () => Record<string, string>
  /** In place of the platform's. */
  fetch?: typeof fetch
  /** How often a request is sent in all when the service says to try again, 3 unless given. */
  maxAttempts?: number
}

interface Details {
  /** A form, or lines with their type, or a value that is sent as JSON. */
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

/** Sends a request; the answer once its status says success. Throws ScanApiError. */
export type Call = (method: string, path: string, details: Details) => Promise<Response>

/** Answers after which the same request is sent again, when the service says how soon. */
const PASSING = [429, 503]
const MAX_ATTEMPTS = 3
const LONGEST_PAUSE_SECONDS = 30

/** The base of all paths, without a slash at the end. */
export const rootOf = ({ baseUrl }: CallOptions): string => baseUrl.replace(/(?<!\/)\/+$/, "")

export const createCall = (options: CallOptions): Call => {
  const { apiKey, accessToken, headers: ofAll, fetch: ask = fetch, maxAttempts = MAX_ATTEMPTS } = options
  const send = (method: string, path: string, { body, headers, signal }: Details) => {
    const isOther = body instanceof FormData || body instanceof Blob
    const isJson = body !== undefined && !isOther
    return ask(`${rootOf(options)}${path}`, {
      method,
      headers: {
        ...(apiKey ? { "x-api-key": apiKey } : {}),
        ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
        ...(isJson ? { "content-type": "application/json" } : {}),
        ...ofAll?.(),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isOther ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  }
  return async (method, path, details) => {
    for (let attempt = 1; ; attempt++) {
      const response = await send(method, path, details)
      if (response.ok) return response
      const pauseSeconds = Number(response.headers.get("retry-after") ?? Number.NaN)
      const isPassing = PASSING.includes(response.status) && pauseSeconds <= LONGEST_PAUSE_SECONDS
      if (!isPassing || attempt >= maxAttempts) throw await errorOf(response)
      await response.body?.cancel()
      await pause(pauseSeconds * 1000, details.signal)
      details.signal?.throwIfAborted()
    }
  }
}

const errorOf = async (response: Response): Promise<ScanApiError> => {
  const answer = jsonIn(await response.text())
  const said: Said & { message?: string | null; error?: string } = answer ?? {}
  const message = said.message ?? said.error ?? response.statusText
  return new ScanApiError(response.status, message, response.headers.get("x-request-id"), said, answer)
}

const jsonIn = (text: string): object | undefined => {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}
