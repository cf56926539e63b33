import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"

/** The measurements of one process, in Prometheus' text format at /metrics. */
export interface Metrics {
  registry: Registry
  httpRequests: Counter<"method" | "route" | "status">
  httpSeconds: Histogram<"method" | "route">
  scansEnded: Counter<"status">
  scansExpired: Counter<"mode">
  storedBytes: Gauge<"mode">
  solveSeconds: Histogram
  queueWaitSeconds: Histogram
  pendingScans: Gauge
  oldestPendingSeconds: Gauge
  lastProgressSeconds: Gauge
  outboxSeconds: Gauge
  queueMessages: Gauge<"queue">
  queueSlots: Gauge<"queue">
  deliveries: Counter<"queue" | "outcome">
  lostScans: Counter
  accessRowsLost: Counter
  webhooksEnded: Counter<"outcome">
  webhookSeconds: Histogram
  /** All measurements as text, at most RENDERED_MS old. */
  text(): Promise<string>
}

/** Time for which the text of all measurements is cached. */
const RENDERED_MS = 1_000

/** Costs of accounts at the time of a read. */
export interface MeasuredShares {
  used: Readonly<Record<string, number>>
  waiting: readonly (readonly [lane: string, turns: number])[]
  debts: readonly (readonly [account: string, seconds: number])[]
}

/** Accounts that the metrics name: those with the highest debts. */
const MAX_SHOWN_ACCOUNTS = 20

/** Adds the accounts of an API process to its metrics. */
export const addShareMetrics = ({ registry }: Metrics, measured: () => MeasuredShares): void => {
  const registers = [registry]
  new Counter({
    name: "share_cost_total",
    help: "Costs of all accounts, by unit",
    labelNames: ["unit"],
    registers,
    collect() {
      this.reset()
      for (const [unit, amount] of Object.entries(measured().used)) this.inc({ unit }, amount)
    },
  })
  new Gauge({
    name: "share_waiting_turns",
    help: "Turns that wait, by lane",
    labelNames: ["lane"],
    registers,
    collect() {
      for (const [lane, turns] of measured().waiting) this.set({ lane }, turns)
    },
  })
  new Gauge({
    name: "share_debt_seconds",
    help: "Time until the costs of an account are paid off, of the accounts that owe most",
    labelNames: ["account"],
    registers,
    collect() {
      this.reset()
      const highest = measured().debts.toSorted(([, a], [, b]) => b - a)
      for (const [account, seconds] of highest.slice(0, MAX_SHOWN_ACCOUNTS)) this.set({ account }, seconds)
    },
  })
}

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

export const createMetrics = (): Metrics => {
  const registry = processRegistry()
  const registers = [registry]
  return {
    registry,
    text: createCachedText(registry),
    httpRequests: new Counter({
      name: "http_requests_total",
      help: "Answered requests",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    httpSeconds: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time to answer a request",
      labelNames: ["method", "route"],
      buckets: SECONDS,
      registers,
    }),
    scansEnded: new Counter({ name: "scans_ended_total", help: "Scans that ended", labelNames: ["status"], registers }),
    scansExpired: new Counter({
      name: "scans_expired_total",
      help: "Scans that were deleted at the end of their retention",
      labelNames: ["mode"],
      registers,
    }),
    storedBytes: storageGauge(registers),
    solveSeconds: new Histogram({
      name: "scan_solve_seconds",
      help: "Time a solver thread spent on a scan",
      buckets: SECONDS,
      registers,
    }),
    queueWaitSeconds: new Histogram({
      name: "scan_queue_wait_seconds",
      help: "Time from acceptance of a scan to the start of its solve",
      buckets: SECONDS,
      registers,
    }),
    pendingScans: new Gauge({ name: "scans_pending", help: "Accepted scans that no solver has started", registers }),
    oldestPendingSeconds: new Gauge({
      name: "scans_oldest_pending_seconds",
      help: "Age of the oldest scan that no solver has started",
      registers,
    }),
    lastProgressSeconds: new Gauge({
      name: "scans_last_progress_timestamp_seconds",
      help: "When a scan last moved forward",
      registers,
    }),
    outboxSeconds: new Gauge({
      name: "scans_outbox_lag_seconds",
      help: "Age of the oldest accepted scan that is not on the bus",
      registers,
    }),
    queueMessages: new Gauge({
      name: "bus_queue_messages",
      help: "Messages that no consumer has taken",
      labelNames: ["queue"],
      registers,
    }),
    queueSlots: new Gauge({
      name: "bus_queue_slots",
      help: "Messages that all consumers of a queue handle at once, in all processes",
      labelNames: ["queue"],
      registers,
    }),
    deliveries: new Counter({
      name: "bus_deliveries_total",
      help: "Messages that this process was given: handled, failed (tried again), given up",
      labelNames: ["queue", "outcome"],
      registers,
    }),
    lostScans: new Counter({
      name: "scans_found_lost_total",
      help: "Scans that the bus had lost and that were put on it again",
      registers,
    }),
    accessRowsLost: new Counter({
      name: "access_rows_lost_total",
      help: "Rows of the access log that could not be written",
      registers,
    }),
    ...webhookMetrics(registers),
  }
}

/** Registry with the metrics of the process. */
const processRegistry = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

const storageGauge = (registers: Registry[]) =>
  new Gauge({
    name: "stored_bytes",
    help: "Stored data of all organizations, before compression",
    labelNames: ["mode"],
    registers,
  })

const createCachedText = (registry: Registry): (() => Promise<string>) => {
  let cached: { text: Promise<string>; atMs: number } | undefined
  return () => {
    if (!cached || performance.now() - cached.atMs > RENDERED_MS)
      cached = { text: registry.metrics(), atMs: performance.now() }
    return cached.text
  }
}

const webhookMetrics = (registers: Registry[]): Pick<Metrics, "webhooksEnded" | "webhookSeconds"> => ({
  webhooksEnded: new Counter({
    name: "webhook_deliveries_total",
    help: "Webhook deliveries: delivered (2xx), refused (another status), failed (no answer), unsent",
    labelNames: ["outcome"],
    registers,
  }),
  webhookSeconds: new Histogram({
    name: "webhook_delivery_seconds",
    help: "Time from the start of a webhook request to its end",
    buckets: SECONDS,
    registers,
  }),
})
