import type { Config } from "../config.ts"
import { addressOf, hasHost, listen } from "../listen.ts"
import type { Log } from "../log.ts"
import type { Metrics } from "../metrics.ts"
import type { AskReadiness } from "./readiness.ts"

/** Health and metrics of a process without an interface of its own. */
export interface HealthListener {
  address: string
  stop(): Promise<void>
}

/** Serves /healthz, /readyz and /metrics where PORT is set; undefined where it is not. Throws PortInUse. */
export const startHealthListener = (
  { portIsSet, host, port }: Config,
  metrics: Metrics,
  readiness: AskReadiness,
  log: Log,
): HealthListener | undefined => {
  if (!portIsSet) return undefined
  const answers: Record<string, () => Promise<Response>> = {
    "/healthz": async () => Response.json({ status: "ok" }),
    "/readyz": async () => {
      const { isReady, checks } = await readiness()
      return Response.json({ status: isReady ? "ready" : "not ready", checks }, { status: isReady ? 200 : 503 })
    },
    "/metrics": async () =>
      new Response(await metrics.registry.metrics(), { headers: { "content-type": metrics.registry.contentType } }),
  }
  const server = listen({
    host,
    port,
    log,
    fetch: request =>
      hasHost(request)
        ? (answers[new URL(request.url).pathname]?.() ?? refusal(404, "only /healthz, /readyz and /metrics are here"))
        : refusal(400, "the Host header is missing or is not a host"),
  })
  return { address: addressOf(server), stop: () => server.stop() }
}

const refusal = (statusCode: number, message: string) => Response.json({ statusCode, message }, { status: statusCode })
