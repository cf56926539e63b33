import { Elysia } from "elysia"
import type { AskReadiness } from "../../infra/health/readiness.ts"
import type { Metrics } from "../../infra/metrics.ts"
import pkg from "../../package.json"
import type { CallLimit, CountAddress } from "../http/limiter.ts"

/** Of one address: measurements take time to collect. */
export const METRICS_LIMIT: CallLimit = {
  hits: 120,
  windowMs: 60_000,
  name: "metrics",
  per: "address",
  what: "reads of the measurements from this address",
}

/** /healthz (alive) and /readyz (what it needs is there). */
export const systemRoutes = (readiness: AskReadiness) =>
  new Elysia({ name: "system", tags: ["Operations"] })
    .get("/healthz", () => ({ status: "ok", version: pkg.version }), {
      detail: { summary: "The process is alive", security: [] },
    })
    .get(
      "/readyz",
      async ({ set }) => {
        const { isReady, checks } = await readiness()
        set.status = isReady ? 200 : 503
        return { status: isReady ? "ready" : "not ready", checks }
      },
      { detail: { summary: "The process has all it needs", security: [] } },
    )

/** /metrics (Prometheus' text), where it has no port of its own. */
export const metricsRoute = (metrics: Metrics, count: CountAddress) =>
  new Elysia({ name: "metrics", tags: ["Operations"] }).get(
    "/metrics",
    async ({ request, set }) => {
      await count(request)
      set.headers["content-type"] = metrics.registry.contentType
      return metrics.registry.metrics()
    },
    { detail: { summary: "Measurements in Prometheus' text format", security: [] } },
  )
