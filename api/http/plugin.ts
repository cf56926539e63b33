import { Elysia } from "elysia"
import { newId } from "../../infra/ids.ts"
import { hasHost } from "../../infra/listen.ts"
import type { Log } from "../../infra/log.ts"
import type { Metrics } from "../../infra/metrics.ts"
import { createCors } from "./cors.ts"
import { databaseRefusal } from "./databaseDown.ts"
import { type ErrorShape, v1Errors } from "./errorShape.ts"
import { HttpError, InternalError, InvalidHost, MethodNotAllowed, NoSuchPath } from "./errors.ts"
import type { Exchange } from "./exchange.ts"
import { type Failure, failureOf, failureOfHttp } from "./failure.ts"
import { finish } from "./finish.ts"
import { languageOf } from "./language.ts"
import type { MethodsOf } from "./methods.ts"
import { securityHeaders } from "./securityHeaders.ts"
import { inFewestCalls } from "./wholeBody.ts"

const SANE_REQUEST_ID = /^[\w.-]{1,128}$/
const HEADER = "x-request-id"
const MAX_LOGGED_PATH = 200

/** The request's own id where it is sane, else a new one. */
const chooseRequestId = (request: Request): string => {
  const given = request.headers.get(HEADER)
  return given && SANE_REQUEST_ID.test(given) ? given : newId()
}

/** Used until a request comes, which has its own. */
const NO_EXCHANGE: Exchange = {
  request: new Request("http://localhost/"),
  headers: {},
  requestId: "",
  startedAtMs: 0,
}

interface BasicsOptions {
  log: Log
  metrics: Metrics
  corsOrigins: readonly string[]
  publicUrl: string
  methodsOf: MethodsOf
  /** How errors of a path are written that no operation takes; as v1's where it is undefined. */
  errorShapeOf: (path: string) => ErrorShape | undefined
}

/**
 * What every path has: a request id, security and cross-origin headers, errors in the shape of the path's document,
 * ETags, compression, a log line and a measurement.
 */
export const httpBasics = ({ log, metrics, corsOrigins, publicUrl, methodsOf, errorShapeOf }: BasicsOptions) => {
  const cors = createCors(corsOrigins)
  const security = securityHeaders(publicUrl)
  const headersOf = createHeadersOf(security)
  return new Elysia({ name: "http-basics" })
    .decorate("exchange", NO_EXCHANGE)
    .onRequest(context => {
      const { request, set } = context
      const requestId = chooseRequestId(request)
      Object.assign(set.headers, security, { [HEADER]: requestId }, cors.headers(request))
      context.exchange = { request, headers: set.headers, requestId, startedAtMs: performance.now() }
      if (!hasHost(request)) throw new InvalidHost()
      return cors.preflight(request)
    })
    .onError({ as: "global" }, ({ code, error, set, request, exchange }) => {
      const path = pathOf(request)
      const methods = isUnrouted(code, error) ? methodsOf(path) : []
      if (methods.length > 0 && request.method === "OPTIONS")
        return new Response(null, { status: 204, headers: { allow: methods.join(", ") } })
      const failure = failureFor(code, methods.length > 0 ? new MethodNotAllowed(request.method, methods) : error)
      set.status = failure.status
      Object.assign(set.headers, failure.headers)
      if (failure.status >= 500)
        log.error({ err: error, requestId: exchange.requestId, path: pathForLog(path) }, "request failed")
      const shape = errorShapeOf(path) ?? v1Errors
      const write = exchange.errorBody ?? ((...given) => shape.body(...given, false))
      return write(failure, languageOf(request))
    })
    .mapResponse({ as: "global" }, async ({ request, responseValue, set }) => {
      const answer = await finish({
        request,
        value: responseValue,
        status: Number(set.status ?? 200),
        headers: set.headers,
      })
      if (!answer) return undefined
      const { status, body } = answer
      set.status = status
      const whole = new Response(inFewestCalls(request.method, body), { status, headers: headersOf(set.headers) })
      // With headers of its own left to add, the framework would copy the answer.
      set.headers = {}
      return whole
    })
    .onAfterResponse({ as: "global" }, ({ request, route, set, exchange }) => {
      const status = Number(set.status ?? 200)
      const seconds = (performance.now() - exchange.startedAtMs) / 1000
      const labels = { method: request.method, route: route || "unknown" }
      metrics.httpRequests.inc({ ...labels, status: String(status) })
      metrics.httpSeconds.observe(labels, seconds)
      log.debug({ requestId: exchange.requestId, ...labels, status, durationMs: Math.round(seconds * 1000) }, "request")
    })
}

/** Makes the headers of answers. Those that nearly all answers have are copied: to add one by its name takes several times as long. */
const createHeadersOf = (common: Record<string, string>) => {
  const copied = new Headers(common)
  return (wanted: Exchange["headers"]): Headers => {
    const headers = new Headers(copied)
    for (const [name, value] of Object.entries(wanted))
      if (value !== undefined && value !== common[name]) headers.set(name, String(value))
    return headers
  }
}

/** The URL of a request whose host is none cannot be parsed: its path is what follows the host. */
const pathOf = ({ url }: Request): string =>
  URL.canParse(url) ? new URL(url).pathname : url.replace(/^http:\/\/[^/]*/, "").split("?", 1)[0]!

/** A share token in a path is a credential. */
const pathForLog = (path: string): string =>
  path.slice(0, MAX_LOGGED_PATH).replace(/\/shared\/[^/]+/, "/shared/{token}")

const failureFor = (code: string | number, error: unknown): Failure => {
  const known = failureOf(error) ?? failureOf(databaseRefusal(error))
  if (known) return known
  return failureOfHttp(isUnrouted(code, error) ? new NoSuchPath() : new InternalError())
}

/** No route took the request, as opposed to a route that did not find a thing. */
const isUnrouted = (code: string | number, error: unknown): boolean =>
  code === "NOT_FOUND" && !(error instanceof HttpError)
