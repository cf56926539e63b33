import { NO_TRACING, type SpanStart, type Tracing } from "../../infra/tracing/tracing.ts"
import { databaseRefusal } from "./databaseDown.ts"
import type { Exchange } from "./exchange.ts"
import { failureOf } from "./failure.ts"
import { type Operation, placeOf } from "./operation.ts"

interface Answering {
  operation: Operation
  exchange: Exchange
  set: { status?: number | string }
}

const SERVER_ERROR = 500

/** Answers a request within a span that is named by the route, never by the path. It belongs to the caller's trace where `traceparent` names one. */
export const traced = async <T>(
  tracing: Tracing,
  { operation, exchange, set }: Answering,
  answer: () => Promise<T>,
): Promise<T> => {
  if (tracing === NO_TRACING) return answer()
  const [method, route] = placeOf(operation)
  const start: SpanStart = {
    name: `${method} ${route}`,
    kind: "server",
    parent: exchange.request.headers.get("traceparent"),
    mayBeFirst: true,
    attributes: { "http.request.method": method, "http.route": route },
  }
  const outcome = await tracing.span(start, async span => {
    const [settled] = await Promise.allSettled([answer()])
    const status = settled.status === "fulfilled" ? Number(set.status ?? 200) : statusOf(settled.reason)
    span.set({ "http.response.status_code": status })
    if (status >= SERVER_ERROR) span.fail(String(status))
    return settled
  })
  if (outcome.status === "rejected") throw outcome.reason
  return outcome.value
}

const statusOf = (error: unknown): number =>
  (failureOf(error) ?? failureOf(databaseRefusal(error)))?.status ?? SERVER_ERROR
