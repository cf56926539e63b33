import { ScanApiError } from "./errors.ts"
import type { ErrorAnswer } from "./operations.ts"
import { PASSING, retryAfterMs } from "./passing.ts"

export interface CallOptions {
  /** Such as `http://127.0.0.1:3000`; empty for a page of the service itself. */
  baseUrl: string
  apiKey?: string
  /** Token instead of a key: from POST /v1/auth/token for the legacy interface, or of a session. */
  accessToken?: string
  /** Headers of every request, such as accept-language. */
  headers?: () => Record<string, string>
  /** Fetch function instead of the platform's. */
  fetch?: typeof fetch
}

/** A request, and how its answer is read. */
export interface CallRequest<T> {
  method: string
  url: string
  /** A form, lines with their media type, or a value sent as JSON. */
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  /** Shown by the errors of the call. */
  idempotencyKey?: string | undefined
  /** Reads a successful answer. Throws the error of `unexpected` for a foreign answer. */
  read: (response: Response, unexpected: Unexpected) => Promise<T>
}

/** An error about an answer that is not the service's. */
export type Unexpected = (what: string, cause?: unknown) => ScanApiError

/** The base of all paths, without a slash at the end. */
export const rootOf = ({ baseUrl }: CallOptions): string => baseUrl.replace(/(?<!\/)\/+$/, "")

export interface SendOptions {
  signal?: AbortSignal | undefined
  now: () => number
}

/** Sends a request once. Throws ScanApiError, or the platform's error without an answer. */
export const createSend =
  (options: CallOptions) =>
  async <T>(request: CallRequest<T>, { signal, now }: SendOptions): Promise<T> => {
    const { fetch: ask = fetch } = options
    const init = { ...requestInit(options, request), ...(signal ? { signal } : {}) }
    return readResponse(await ask(request.url, init), request, now())
  }

const requestInit = (
  { apiKey, accessToken, headers: ofAll }: CallOptions,
  { method, body, headers }: CallRequest<unknown>,
) => {
  const isOther = body instanceof FormData || body instanceof Blob
  const isJson = body !== undefined && !isOther
  return {
    method,
    headers: {
      ...(apiKey ? { "x-api-key": apiKey } : {}),
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...ofAll?.(),
      ...headers,
    },
    // The service never redirects; following a redirect would send the key to another host.
    redirect: "manual" as const,
    ...(body === undefined ? {} : { body: isOther ? body : JSON.stringify(body) }),
  }
}

const readResponse = async <T>(
  response: Response,
  { method, url, idempotencyKey, read }: CallRequest<T>,
  nowMs: number,
): Promise<T> => {
  const { status, headers } = response
  const about = {
    ...{ idempotencyKey, requestId: headers.get("x-request-id") },
    retryAfterMs: retryAfterMs(headers.get("retry-after"), nowMs),
  }
  const foreign = (cause: unknown) => ({ ...about, code: "UNEXPECTED_ANSWER", cause })
  const unexpected: Unexpected = (what, cause) => {
    // A page of the service itself has no address to check.
    if (url.startsWith("/")) return new ScanApiError(status, response.statusText || `status ${status}`, foreign(cause))
    const hint = PASSING.includes(status) ? "" : ": is baseUrl the address of the service?"
    const message = `${method} ${url} answered ${status} with ${what}${hint}`
    return new ScanApiError(status, message, foreign(cause))
  }
  if (response.ok) return read(response, unexpected)
  if (response.type === "opaqueredirect" || isRedirect(response))
    throw unexpected(`a redirect${headers.has("location") ? ` to ${headers.get("location")}` : ""}`)
  const text = await response.text()
  const answer = jsonIn(text)
  if (answer === undefined) throw unexpected(`${typeOf(response)}, not JSON`)
  const { code, reason, errors, ...said } = answer as Partial<ErrorAnswer> & { reason?: string; error?: string }
  const message = said.message ?? said.error ?? (response.statusText || `status ${status}`)
  throw new ScanApiError(status, message, { ...about, code, reason, errors, answer })
}

const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400 && status !== 304

/** The content type as an error names it. */
export const typeOf = ({ headers }: Response): string => headers.get("content-type") ?? "no content type"

const jsonIn = (text: string): object | undefined => {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}
