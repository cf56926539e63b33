import type { ErrorAnswer } from "../api/http/failure.ts"

/** A rule that a request broke: where, which, and the service's own sentence. */
export type FieldError = NonNullable<ErrorAnswer["errors"]>[number]

/** What a body says beside its message. */
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
  ) {
    super(message)
    this.reason = code
    this.errors = errors
    this.name = "ScanApiError"
  }
}

interface CallOptions {
  baseUrl: string
  apiKey?: string
  fetch?: typeof fetch
}

interface Details {
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface Call {
  /** The answer's JSON. */
  json(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<unknown>
  /** The answer itself, once its status says success. */
  raw(method: string, path: string, details?: Details): Promise<Response>
}

/** Answers after which the same request is sent again, when the service says how soon. */
const PASSING = [429, 503]
const MAX_ATTEMPTS = 3
const LONGEST_PAUSE_SECONDS = 30

export const createCall = ({ baseUrl, apiKey, fetch: ask = fetch }: CallOptions): Call => {
  const root = baseUrl.replace(/(?<!\/)\/+$/, "")
  const send = (method: string, path: string, { body, headers, signal }: Details) =>
    ask(`${root}${path}`, {
      method,
      headers: {
        ...(apiKey ? { "x-api-key": apiKey } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    })
  const raw: Call["raw"] = async (method, path, details = {}) => {
    for (let attempt = 1; ; attempt++) {
      const response = await send(method, path, details)
      if (response.ok) return response
      const pauseSeconds = Number(response.headers.get("retry-after") ?? Number.NaN)
      const isPassing = PASSING.includes(response.status) && pauseSeconds <= LONGEST_PAUSE_SECONDS
      if (!isPassing || attempt === MAX_ATTEMPTS) throw await errorOf(response)
      await response.body?.cancel()
      await new Promise(done => setTimeout(done, pauseSeconds * 1000))
    }
  }
  return {
    raw,
    json: async (method, path, body, headers) => (await raw(method, path, { body, headers })).json(),
  }
}

const errorOf = async (response: Response): Promise<ScanApiError> => {
  const said = errorIn(await response.text())
  const message = said.message ?? said.error ?? response.statusText
  return new ScanApiError(response.status, message, response.headers.get("x-request-id"), said)
}

const errorIn = (text: string): Said & { message?: string | null; error?: string } => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
