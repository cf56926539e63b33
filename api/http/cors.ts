import type { Exchange } from "./exchange.ts"

/** Headers that pages of other origins may read on top of the safelisted headers. */
const EXPOSED = [
  "content-disposition",
  "content-location",
  "etag",
  "location",
  "preference-applied",
  "ratelimit",
  "ratelimit-policy",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "idempotent-replayed",
  "idempotent-resource",
  "x-request-id",
].join(", ")
const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
const PREFLIGHT_SECONDS = 600

export interface Cors {
  /** The answer to a browser that asks whether a page of an allowed origin may send a request. */
  preflight(request: Request): Response | undefined
  /** Adds the headers that let a page of an allowed origin read an answer. */
  write(headers: Exchange["headers"], request: Request): void
}

/** Cross-origin calls (Fetch standard) from the listed origins, or from any with `*`; cookies only from listed ones. */
export const createCors = (origins: readonly string[]): Cors => {
  const headers = (request: Request): Record<string, string> => {
    if (origins.length === 0) return {}
    const origin = request.headers.get("origin")
    if (origin !== null && origins.includes(origin))
      return { "access-control-allow-origin": origin, "access-control-allow-credentials": "true", ...SHARED }
    return origins.includes("*") ? { "access-control-allow-origin": "*", ...SHARED } : { vary: "origin" }
  }
  return {
    write(into, request) {
      Object.assign(into, headers(request))
    },
    preflight(request) {
      if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) return undefined
      const wantedHeaders = request.headers.get("access-control-request-headers")
      const allowing = headers(request)
      return new Response(null, {
        status: 204,
        headers: {
          ...allowing,
          ...("access-control-allow-origin" in allowing
            ? {
                "access-control-allow-methods": ALLOWED_METHODS,
                "access-control-max-age": String(PREFLIGHT_SECONDS),
                ...(wantedHeaders ? { "access-control-allow-headers": wantedHeaders } : {}),
              }
            : {}),
        },
      })
    },
  }
}

const SHARED = { "access-control-expose-headers": EXPOSED, vary: "origin" }
