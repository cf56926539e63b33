/** An answer of the service that is no success; `message` is its own sentence. */
export class ScanApiError extends Error {
  readonly code = "SCAN_API_ERROR"
  constructor(
    readonly status: number,
    message: string,
    /** Finds the request in the service's log. */
    readonly requestId: string | null,
  ) {
    super(message)
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
  const text = await response.text()
  return new ScanApiError(response.status, messageIn(text) ?? response.statusText, response.headers.get("x-request-id"))
}

const messageIn = (text: string): string | undefined => {
  try {
    const { message, error } = JSON.parse(text) as { message?: string | null; error?: string }
    return message ?? error
  } catch {
    return undefined
  }
}
