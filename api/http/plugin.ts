import { Elysia } from "elysia"
import { InvalidInput } from "../../domain/errors.ts"
import { newId } from "../../infra/ids.ts"
import type { Log } from "../../infra/log.ts"
import type { Metrics } from "../../infra/metrics.ts"
import { answerHeaders } from "./answer.ts"
import { HttpError } from "./errors.ts"

const SANE_REQUEST_ID = /^[\w.-]{1,128}$/
const HEADER = "x-request-id"

/** The request's own id where it is sane, else a new one. */
const chooseRequestId = (request: Request): string => {
  const given = request.headers.get(HEADER)
  return given && SANE_REQUEST_ID.test(given) ? given : newId()
}

/** The id that the answer of a request carries, for events, jobs and logs. */
export const requestIdOf = (set: { headers: Record<string, unknown> }): string => String(set.headers[HEADER])

/** What every path has: a request id, a log line, a measurement, and errors as `{statusCode, message}`. */
export const httpBasics = (log: Log, metrics: Metrics) =>
  new Elysia({ name: "http-basics" })
    .derive({ as: "global" }, ({ request, set }) => {
      set.headers[HEADER] = chooseRequestId(request)
      return { startedAtMs: performance.now() }
    })
    .onAfterHandle({ as: "global" }, ({ request, set }) => {
      Object.assign(set.headers, answerHeaders(request))
    })
    .onError({ as: "global" }, ({ code, error, set, request }) => {
      set.headers[HEADER] ??= chooseRequestId(request)
      const { status, message, headers } = answerTo(code, error)
      set.status = status
      Object.assign(set.headers, answerHeaders(request), headers)
      if (status >= 500)
        log.error({ err: error, requestId: requestIdOf(set), path: new URL(request.url).pathname }, "request failed")
      return { statusCode: status, message }
    })
    .onAfterResponse({ as: "global" }, ({ request, route, set, startedAtMs }) => {
      const status = Number(set.status ?? 200)
      const seconds = startedAtMs ? (performance.now() - startedAtMs) / 1000 : 0
      const labels = { method: request.method, route: route || "unknown" }
      metrics.httpRequests.inc({ ...labels, status: String(status) })
      metrics.httpSeconds.observe(labels, seconds)
      log.debug({ requestId: requestIdOf(set), ...labels, status, durationMs: Math.round(seconds * 1000) }, "request")
    })

interface Answer {
  status: number
  message: string
  headers?: Record<string, string>
}

const answerTo = (code: string | number, error: unknown): Answer => {
  if (error instanceof InvalidInput) return { status: 400, message: error.message }
  if (error instanceof HttpError) return { status: error.status, message: error.message, headers: error.headers }
  if (code === "NOT_FOUND") return { status: 404, message: "there is no such path; /docs lists all" }
  return { status: 500, message: "something went wrong in the service; the request id finds it in the log" }
}
