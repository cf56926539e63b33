/** An answer of the service to one of its operations. */
export interface Asked {
  status: number
  /** JSON. */
  body: unknown
}

/** Calls an operation of the service with the credential of the tool's caller. The body is JSON, or a form. */
export type Ask = (
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Asked>

/** The service refused a tool's call; the message is its own sentence. */
export class ToolRefused extends Error {
  readonly code = "TOOL_REFUSED"
}

/** The body of a success. Throws ToolRefused with the service's sentence. */
export const bodyOf = <T>({ status, body }: Asked): T => {
  if (status >= 200 && status < 300) return body as T
  const { message } = (body ?? {}) as { message?: string | null }
  throw new ToolRefused(`${message ?? "the service refused the call"} (status ${status})`)
}

/** Calls a service by fetch. @param fetchFrom takes a request, such as `fetch` or a service's own */
export const askBy =
  (baseUrl: string, apiKey: string, fetchFrom: (request: Request) => Promise<Response>): Ask =>
  async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData
    const response = await fetchFrom(
      new Request(`${baseUrl}${path}`, {
        method,
        headers: {
          host: new URL(baseUrl).host,
          "x-api-key": apiKey,
          ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: await response.json().catch(() => null) }
  }
