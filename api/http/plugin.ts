import { Value } from "@sinclair/typebox/value"
import { Elysia } from "elysia"
import { violation } from "../../domain/validation/violation.ts"
import { violations } from "../../domain/validation/violations.ts"
import { newId } from "../../infra/ids.ts"
import { hasHost } from "../../infra/listen.ts"
import type { Log } from "../../infra/log.ts"
import type { Metrics } from "../../infra/metrics.ts"
import { answerHeaders } from "./answer.ts"
import { createCors } from "./cors.ts"
import { isDatabaseDown } from "./databaseDown.ts"
import { errorBody } from "./errorBody.ts"
import { HttpError, InvalidHost, MethodNotAllowed, Unavailable } from "./errors.ts"
import { type Failure, failureOf } from "./failure.ts"
import { finish } from "./finish.ts"
import type { MethodsOf } from "./methods.ts"
import { securityHeaders } from "./securityHeaders.ts"

const SANE_REQUEST_ID = /^[\w.-]{1,128}$/
const HEADER = "x-request-id"
const MAX_LOGGED_PATH = 200

/** The request's own id where it is sane, else a new one. */
const chooseRequestId = (request: Request): string => {
  const given = request.headers.get(HEADER)
  return given && SANE_REQUEST_ID.test(given) ? given : newId()
}

/** The id that the answer of a request carries, for events, jobs and logs. */
export const requestIdOf = (set: { headers: Record<string, unknown> }): string => String(set.headers[HEADER])

interface BasicsOptions {
  log: Log
  metrics: Metrics
  corsOrigins: readonly string[]
  publicUrl: string
  methodsOf: MethodsOf
}

/**
 * What every path has: a request id, security and cross-origin headers, errors in the shape of the path's document,
 * ETags, compression, a log line and a measurement.
 */
export const httpBasics = ({ log, metrics, corsOrigins, publicUrl, methodsOf }: BasicsOptions) => {
  const cors = createCors(corsOrigins)
  const security = securityHeaders(publicUrl)
  const startedAtMs = new WeakMap<Request, number>()
  return new Elysia({ name: "http-basics" })
    .onRequest(({ request, set }) => {
      startedAtMs.set(request, performance.now())
      Object.assign(set.headers, security, { [HEADER]: chooseRequestId(request) }, cors.headers(request))
      if (!hasHost(request)) throw new InvalidHost()
      return cors.preflight(request)
    })
    .onError({ as: "global" }, ({ code, error, set, request }) => {
      const path = pathOf(request)
      const methods = isUnrouted(code, error) ? methodsOf(path) : []
      if (methods.length > 0 && request.method === "OPTIONS")
        return new Response(null, { status: 204, headers: { allow: methods.join(", ") } })
      const failure = answerTo(code, methods.length > 0 ? new MethodNotAllowed(request.method, methods) : error)
      set.status = failure.status
      Object.assign(set.headers, failure.headers)
      if (failure.status >= 500)
        log.error({ err: error, requestId: requestIdOf(set), path: pathForLog(path) }, "request failed")
      return errorBody(request, path, failure)
    })
    .mapResponse({ as: "global" }, async ({ request, responseValue, set }) => {
      Object.assign(set.headers, answerHeaders(request))
      const answer = await finish({
        request,
        value: responseValue,
        status: Number(set.status ?? 200),
        headers: set.headers,
      })
      if (answer) set.status = answer.status
      return answer
    })
    .onAfterResponse({ as: "global" }, ({ request, route, set }) => {
      const status = Number(set.status ?? 200)
      const seconds = (performance.now() - (startedAtMs.get(request) ?? performance.now())) / 1000
      const labels = { method: request.method, route: route || "unknown" }
      metrics.httpRequests.inc({ ...labels, status: String(status) })
      metrics.httpSeconds.observe(labels, seconds)
      log.debug({ requestId: requestIdOf(set), ...labels, status, durationMs: Math.round(seconds * 1000) }, "request")
    })
}

/** The URL of a request whose host is none cannot be parsed: its path is what follows the host. */
const pathOf = ({ url }: Request): string =>
  URL.canParse(url) ? new URL(url).pathname : url.replace(/^http:\/\/[^/]*/, "").split("?", 1)[0]

/** A share token in a path is a credential. */
const pathForLog = (path: string): string =>
  path.slice(0, MAX_LOGGED_PATH).replace(/\/shared\/[^/]+/, "/shared/{token}")

const answerTo = (code: string | number, error: unknown): Failure => {
  const known = failureOf(error)
  if (known) return known
  if (isUnrouted(code, error))
    return { status: 404, code: "NO_SUCH_PATH", reason: "there is no such path; /docs lists all" }
  if (code === "VALIDATION") return validationFailure(error)
  if (isDatabaseDown(error)) return failureOf(new Unavailable()) as Failure
  return internal("something went wrong in the service; the request id finds it in the log")
}

const internal = (reason: string): Failure => ({ status: 500, code: "INTERNAL_ERROR", reason })

/** No route took the request, as opposed to a route that did not find a thing. */
const isUnrouted = (code: string | number, error: unknown): boolean =>
  code === "NOT_FOUND" && !(error instanceof HttpError)

interface ValidationFailure {
  type: string
  validator: { schema: Parameters<typeof violations>[0] }
  value: unknown
}

/** A query or path parameter that breaks its schema is the caller's error; an answer that does is ours. */
const validationFailure = (error: unknown): Failure => {
  const { type, validator, value } = error as ValidationFailure
  if (type === "response") return internal("the service made an answer that breaks its own contract")
  const found = violations(validator.schema, Value.Convert(validator.schema, structuredClone(value)))
  const reason = found.length > 0 ? found : [violation([], "type", { expected: [{ type: "other" }] })]
  return { status: 400, code: "INVALID_INPUT", reason }
}
