import { NO_TRACING, type SpanStart, type Tracing } from "../../infra/tracing/tracing.ts"
import type { Caller } from "../credentials/callers.ts"
import { databaseRefusal } from "./databaseDown.ts"
import type { Exchange } from "./exchange.ts"
import { failureOf } from "./failure.ts"
import { type Operation, placeOf } from "./operation.ts"

interface Answering {
  operation: Operation
  exchange: Exchange
  set: { status?: number | string }
  /** Admits the caller; undefined if the path answers anyone. */
  admit: (exchange: Exchange) => Promise<Caller | undefined>
}

const SERVER_ERROR = 500

/**
 * Admits the caller and answers within a span that is named by the route, never by the path. The span joins the trace
 * in `traceparent` if the credential is valid. Other requests begin a new trace, so that only the operator's sampler
 * decides about it.
 */
export const traced = async <T>(
  tracing: Tracing,
  { operation, exchange, set, admit }: Answering,
  answer: (caller: Caller | undefined) => Promise<T>,
): Promise<T> => {
  if (tracing === NO_TRACING) return answer(await admit(exchange))
  const startedMs = performance.now()
  const [admitted] = await Promise.allSettled([admit(exchange)])
  const isKnown = admitted.status === "fulfilled" && admitted.value !== undefined
  const carryOut = async () => {
    if (admitted.status === "rejected") throw admitted.reason
    return answer(admitted.value)
  }
  const [method, route] = placeOf(operation)
  const start: SpanStart = {
    name: `${method} ${route}`,
    kind: "server",
    parent: isKnown ? exchange.request.headers.get("traceparent") : undefined,
    mayBeFirst: true,
    startedMs,
    attributes: { "http.request.method": method, "http.route": route },
  }
  const outcome = await tracing.span(start, async span => {
    const [settled] = await Promise.allSettled([carryOut()])
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
