import type { ErrorAnswer } from "../../../api/http/failure.ts"
import { languageHeader } from "./language.ts"

/** An answer other than success; the message is the service's own sentence, in the language of the page. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Each rule that the request broke, by the path of its field. */
    readonly errors: NonNullable<ErrorAnswer["errors"]> = [],
  ) {
    super(message)
    this.name = "ApiError"
  }
}

export interface CallOptions {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Calls a path of the service with the session's cookie; the answer's JSON. Throws ApiError. */
export const call = async <T>(
  path: string,
  { method = "GET", body, headers, signal }: CallOptions = {},
): Promise<T> => {
  const isForm = body instanceof FormData
  const response = await fetch(path, {
    method,
    signal,
    headers: {
      ...languageHeader(),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const isJson = response.headers.get("content-type")?.includes("json")
  const answer = isJson ? await response.json() : undefined
  if (!response.ok)
    throw new ApiError(response.status, answer?.message ?? answer?.error ?? response.statusText, answer?.errors)
  return answer as T
}
