import { Elysia } from "elysia"
import type { AskReadiness } from "../../infra/health/readiness.ts"
import type { Metrics } from "../../infra/metrics.ts"
import pkg from "../../package.json"

/** /healthz (alive), /readyz (what it needs is there), /metrics (Prometheus' text). */
export const systemRoutes = (metrics: Metrics, readiness: AskReadiness) =>
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
    .get(
      "/metrics",
      async ({ set }) => {
        set.headers["content-type"] = metrics.registry.contentType
        return metrics.registry.metrics()
      },
      { detail: { summary: "Measurements in Prometheus' text format", security: [] } },
    )
