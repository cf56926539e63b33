import type { Config } from "../config.ts"
import { addressOf, listen } from "../listen.ts"
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
    fetch: request =>
      answers[new URL(request.url).pathname]?.() ??
      Response.json({ statusCode: 404, message: "only /healthz, /readyz and /metrics are here" }, { status: 404 }),
  })
  return { address: addressOf(server), stop: () => server.stop() }
}
