import { Elysia } from "elysia"
import type { Metrics } from "../../infra/metrics.ts"

/** Names what a process needs, each with whether it is there. */
export type Readiness = () => Promise<Record<string, boolean>>

/** /healthz (alive), /readyz (what it needs is there), /metrics (Prometheus' text). */
export const systemRoutes = (metrics: Metrics, readiness: Readiness) =>
  new Elysia({ name: "system", tags: ["Operations"] })
    .get("/healthz", () => ({ status: "ok" }), { detail: { summary: "The process is alive", security: [] } })
    .get(
      "/readyz",
      async ({ set }) => {
        const checks = await readiness()
        const isReady = Object.values(checks).every(Boolean)
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
