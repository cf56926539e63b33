import type { Config } from "../config.ts"
import { addressOf, hasHost, type ListenVariables, listen, METRICS_VARIABLES } from "../listen.ts"
import type { Log } from "../log.ts"
import type { Metrics } from "../metrics.ts"
import type { AskReadiness } from "./readiness.ts"

/** A listener separate from the interface of a service, or for a process without an interface. */
export interface HealthListener {
  address: string
  stop(): Promise<void>
}

type Answers = Record<string, () => Promise<Response>>

/**
 * Serves /healthz and /readyz if PORT is set, and /metrics too unless it has its own port; undefined if it does not
 * listen. Throws PortInUse.
 */
export const startHealthListener = (
  { portIsSet, host, port, metricsPort }: Config,
  metrics: Metrics,
  readiness: AskReadiness,
  log: Log,
): HealthListener | undefined => {
  if (!portIsSet) return undefined
  return serve(
    { host, port, log },
    {
      "/healthz": async () => Response.json({ status: "ok" }),
      "/readyz": async () => {
        const { isReady, checks } = await readiness()
        return Response.json({ status: isReady ? "ready" : "not ready", checks }, { status: isReady ? 200 : 503 })
      },
      ...(metricsPort === undefined ? measurements(metrics) : {}),
    },
  )
}

/** Serves only /metrics if METRICS_PORT is set; undefined if it does not listen. Throws PortInUse, CannotListen. */
export const startMetricsListener = (
  { metricsHost, metricsPort }: Config,
  metrics: Metrics,
  log: Log,
): HealthListener | undefined =>
  metricsPort === undefined
    ? undefined
    : serve({ host: metricsHost, port: metricsPort, log, variables: METRICS_VARIABLES }, measurements(metrics))

const measurements = ({ registry, text }: Metrics): Answers => ({
  "/metrics": async () => new Response(await text(), { headers: { "content-type": registry.contentType } }),
})

interface Place {
  host: string
  port: number
  log: Log
  variables?: ListenVariables
}

const serve = (place: Place, answers: Answers): HealthListener => {
  const paths = Object.keys(answers).join(", ")
  const server = listen({
    ...place,
    fetch: request =>
      hasHost(request)
        ? (answers[new URL(request.url).pathname]?.() ?? refusal(404, `only ${paths} can be read here`))
        : refusal(400, "the Host header is missing or is not a host"),
  })
  return { address: addressOf(server), stop: () => server.stop() }
}

const refusal = (statusCode: number, message: string) => Response.json({ statusCode, message }, { status: statusCode })
