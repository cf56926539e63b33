import { Elysia } from "elysia"
import { newId } from "../../infra/ids.ts"
import { hasHost } from "../../infra/listen.ts"
import type { Log } from "../../infra/log.ts"
import type { Metrics } from "../../infra/metrics.ts"
import { createAnswers } from "./answers.ts"
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
import { STREAM_HEADERS } from "./streams.ts"

const SANE_REQUEST_ID = /^[\w.-]{1,128}$/
const HEADER = "x-request-id"
const MAX_LOGGED_PATH = 200
const NO_CONTENT = 204

/** The request's own id if valid, else a new id. */
const chooseRequestId = (request: Request): string => {
  const requestId = request.headers.get(HEADER)
  return requestId && SANE_REQUEST_ID.test(requestId) ? requestId : newId()
}

/** Placeholder until a request arrives with its own value. */
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
  /** Error format of paths without an operation; the format of v1 if undefined. */
  errorShapeOf: (path: string) => ErrorShape | undefined
}

/**
 * Common parts of every path: a request id, security and cross-origin headers, errors in the shape of the path's
 * document, ETags, compression, a log line and a measurement.
 */
export const httpBasics = ({ log, metrics, corsOrigins, publicUrl, methodsOf, errorShapeOf }: BasicsOptions) => {
  const cors = createCors(corsOrigins)
  const security = securityHeaders(publicUrl)
  const answerOf = createAnswers(security)
  const measure = ({ request, route, exchange }: Answered, status: number): void => {
    const seconds = (performance.now() - exchange.startedAtMs) / 1000
    const labels = { method: request.method, route: route || "unknown" }
    metrics.httpRequests.inc({ method: labels.method, route: labels.route, status: String(status) })
    metrics.httpSeconds.observe(labels, seconds)
    if (log.isLevelEnabled("debug")) {
      const durationMs = Math.round(seconds * 1000)
      log.debug({ requestId: exchange.requestId, ...labels, status, durationMs }, "request")
    }
  }
  return new Elysia({ name: "http-basics" })
    .decorate("exchange", NO_EXCHANGE)
    .onRequest(context => {
      const { request, set } = context
      const requestId = chooseRequestId(request)
      set.headers[HEADER] = requestId
      cors.write(set.headers, request)
      context.exchange = { request, headers: set.headers, requestId, startedAtMs: performance.now() }
      if (!hasHost(request)) throw new InvalidHost()
      const preflight = cors.preflight(request)
      if (preflight) Object.assign(set.headers, security)
      return preflight
    })
    .onError({ as: "global" }, ({ code, error, set, request, route, exchange }) => {
      const path = pathOf(request)
      const methods = isUnrouted(code, error) ? methodsOf(path) : []
      if (methods.length > 0 && request.method === "OPTIONS") {
        // Every answer except a Response passes through mapResponse.
        measure({ request, route, exchange }, NO_CONTENT)
        Object.assign(set.headers, security)
        return new Response(null, { status: NO_CONTENT, headers: { allow: methods.join(", ") } })
      }
      // A target with a fragment is refused: its method is listed for the path without it.
      const isOther = methods.length > 0 && !methods.includes(request.method)
      const failure = failureFor(code, isOther ? new MethodNotAllowed(request.method, methods) : error)
      set.status = failure.status
      Object.assign(set.headers, failure.headers)
      if (failure.status >= 500)
        log.error({ err: error, requestId: exchange.requestId, path: pathForLog(path) }, "request failed")
      const shape = errorShapeOf(path) ?? v1Errors
      const write = exchange.errorBody ?? ((...parts) => shape.body(...parts, false))
      const language = languageOf(request)
      set.headers["content-language"] = language
      return write(failure, language)
    })
    .mapResponse({ as: "global" }, ({ request, responseValue, set, route, exchange }) => {
      const status = Number(set.status ?? 200)
      const { headers } = set
      const answer = finish({ request, value: responseValue, status, headers })
      if (!answer) {
        const head = request.method === "HEAD" ? headOfStream(responseValue, { ...security, ...headers }) : undefined
        set.headers = head ? {} : { ...security, ...headers }
        measure({ request, route, exchange }, status)
        return head
      }
      // Reset, because the framework copies an answer if a status or headers remain to be added.
      set.headers = {}
      set.status = 200
      // Most answers are synchronous.
      const whole = (body: string | Buffer | null): Response => {
        const response = answerOf({ method: request.method, status: answer.status, body }, headers)
        measure({ request, route, exchange }, answer.status)
        return response
      }
      return answer.body instanceof Promise ? answer.body.then(whole) : whole(answer.body)
    })
}

/**
 * Answer to HEAD of a stream of events, without the stream; undefined for any other value. For the length the framework
 * would read the stream to its end, an hour later, even without a client.
 */
const headOfStream = (value: unknown, headers: Exchange["headers"]): Response | undefined => {
  if (!(value instanceof Response) || value.headers.get("content-type") !== STREAM_HEADERS["content-type"])
    return undefined
  value.body?.cancel().catch(() => {})
  const head = new Response(null, { headers: STREAM_HEADERS })
  for (const [name, text] of Object.entries(headers)) if (text !== undefined) head.headers.set(name, String(text))
  return head
}

/** Labels of a measurement. */
interface Answered {
  request: Request
  /** Path of the operation. */
  route: string | undefined
  exchange: Exchange
}

/** The URL of a request with an invalid host cannot be parsed; its path follows the host. */
const pathOf = ({ url }: Request): string =>
  URL.canParse(url) ? new URL(url).pathname : url.replace(/^http:\/\/[^/]*/, "").split("?", 1)[0]!

/** A share token in a path is a credential. */
const pathForLog = (path: string): string =>
  path.slice(0, MAX_LOGGED_PATH).replace(/\/shared\/[^/]+/, "/shared/{token}")

const failureFor = (code: string | number, error: unknown): Failure => {
  const failure = failureOf(error) ?? failureOf(databaseRefusal(error))
  if (failure) return failure
  return failureOfHttp(isUnrouted(code, error) ? new NoSuchPath() : new InternalError())
}

/** True if no route took the request, in contrast to a route that did not find an object. */
const isUnrouted = (code: string | number, error: unknown): boolean =>
  code === "NOT_FOUND" && !(error instanceof HttpError)
