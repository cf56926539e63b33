import { Type } from "@sinclair/typebox"
import type { AskReadiness } from "../../infra/health/readiness.ts"
import type { Metrics } from "../../infra/metrics.ts"
import pkg from "../../package.json"
import { type Handlers, operationsOf } from "./operation.ts"

const Health = Type.Object(
  {
    status: Type.Literal("ok", { description: "The process answers" }),
    version: Type.String({ description: "Version of the service" }),
  },
  { description: "The process answers", examples: [{ status: "ok", version: pkg.version }] },
)
const checks = Type.Record(Type.String(), Type.Boolean(), {
  description: "Parts that the service needs, and their state",
})
const Ready = Type.Object(
  { status: Type.String({ description: "ready or not ready" }), checks },
  {
    description: "State of the parts that the service needs",
    examples: [{ status: "ready", checks: { database: true, bus: true } }],
  },
)

const operation = operationsOf("Operations")

/** Operators' paths: they answer without a credential and without the database. */
export const systemOperations = {
  health: operation("GET /healthz", {
    summary: "The process is alive",
    description:
      "Answers whenever the process runs, without asking the database: for a supervisor that restarts what hangs.",
    by: ["anyone"],
    answers: { 200: Health },
  }),
  ready: operation("GET /readyz", {
    summary: "The process has all it needs",
    description:
      "Asks the database and the broker: for a load balancer that leaves out what cannot work. 503 names the missing part.",
    by: ["anyone"],
    answers: { 200: Ready, 503: Ready },
  }),
}

export const systemHandlers = (readiness: AskReadiness): Handlers<typeof systemOperations> => ({
  health: () => ({ status: "ok", version: pkg.version }),
  async ready() {
    const { isReady, checks } = await readiness()
    return { status: isReady ? 200 : 503, body: { status: isReady ? "ready" : "not ready", checks } }
  },
})

/** Used if the metrics have no port of their own. */
export const metricsOperations = {
  metrics: operation("GET /metrics", {
    summary: "Measurements in Prometheus' text format",
    description:
      "Counters and durations of requests, scans, deliveries and the process. Served here unless METRICS_PORT gives them a port of their own.",
    by: ["anyone"],
    // Collecting them takes time.
    limit: {
      hits: 120,
      windowMs: 60_000,
      name: "metrics",
      per: "address",
      counted: "reads-of-measurements",
      isOfProcess: true,
    },
    answers: { 200: Type.String({ description: "Lines of names, labels and values" }) },
    mediaType: "text/plain",
  }),
}

export const metricsHandlers = ({ registry, text }: Metrics): Handlers<typeof metricsOperations> => ({
  metrics({ setHeader }) {
    setHeader("content-type", registry.contentType)
    return text()
  },
})
