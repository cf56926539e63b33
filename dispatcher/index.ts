import { TOPICS } from "../domain/report/messages.ts"
import { pvgisProvider } from "../domain/site/solar/pvgis.ts"
import type { Bus } from "../infra/bus/bus.ts"
import { createRounds, repeat } from "../infra/coalesce.ts"
import type { Log } from "../infra/log.ts"
import type { Metrics } from "../infra/metrics.ts"
import type { Outbound } from "../infra/outbound/client.ts"
import { askPvgis } from "../infra/pvgis/ask.ts"
import type { Tracing } from "../infra/tracing/tracing.ts"
import { sweepAccess } from "../store/accessLog.ts"
import type { Database } from "../store/database.ts"
import { sweepEvents } from "../store/events/sweep.ts"
import { sweepCurves } from "../store/pvgisCurves.ts"
import { closeAbandonedBatches, sweepBatches } from "../store/scans/batchEnds.ts"
import { foldCounts } from "../store/scans/counts.ts"
import { unclaimAllDetails } from "../store/scans/details.ts"
import { createGatherForJobs } from "../store/scans/jobInputs.ts"
import { unclaimAll } from "../store/scans/relay.ts"
import { foldBytes } from "../store/storedBytes.ts"
import { endBatches } from "./batches.ts"
import { measureBus, measureScans, measureStorage } from "./measure.ts"
import { reconcile } from "./reconcile.ts"
import { createRelay } from "./relay.ts"
import { consumeResults } from "./results.ts"
import { sweepScans } from "./retention.ts"
import { startSandboxClock } from "./sandbox/clock.ts"
import { startWebhookSender } from "./webhooks/index.ts"

/** Interval of searches in the database for changes without a message. */
const SWEEP_INTERVAL_MS = 1_000
/** Interval of the checks of the bus's contents. */
const BUS_INTERVAL_MS = 5_000
/** Interval at which a table of an engine without autovacuum is tidied; short, so that each run is short. */
const TIDY_INTERVAL_MS = 10_000
const DAY_MS = 86_400_000

export interface DispatcherService {
  /** Accepts no more results and resolves when current results are stored. */
  stop(): Promise<void>
}

interface DispatcherOptions {
  database: Database
  bus: Bus
  /** Sends the webhooks. */
  outbound: Outbound
  /** Base of a PVGIS server's API; absent: production comes from the built-in model. */
  pvgisUrl?: string | undefined
  /** Default year of the day-ahead prices; absent: the newest whole one. */
  priceYear?: number | undefined
  log: Log
  metrics: Metrics
  /** Tracing; off by default. */
  tracing?: Tracing
}

/** Relays accepted scans to the solvers, stores their results, moves sandbox scans and sends the webhooks. */
export const startDispatcher = async (options: DispatcherOptions): Promise<DispatcherService> => {
  const { database, bus, pvgisUrl, priceYear, log, metrics, tracing } = options
  // A bus in memory is empty after a start, so its previous jobs are relayed again as new attempts.
  if (bus.engine === "memory") {
    await unclaimAll(database.queries)
    await unclaimAllDetails(database.queries)
  }
  await closeAbandonedBatches(database.queries, database.engine === "embedded" ? "all" : "silent")

  const provider = pvgisUrl ? pvgisProvider(askPvgis(pvgisUrl)) : undefined
  let jobSlots = 0
  const gather = createGatherForJobs({ database, provider, priceYear, log })
  const jobs = createRelay({ database, bus, log, gather, slots: () => jobSlots, tracing })
  const { wake: relay } = createRounds({
    round: jobs.round,
    onError: error => log.error({ err: error }, "jobs were not relayed; trying again at the next sweep"),
  })
  const webhooks = await startWebhookSender(options)
  const sandbox = startSandboxClock(options)
  const onEnded = (organizationId?: string) => {
    if (organizationId === undefined || jobs.ended(organizationId)) relay()
  }
  const results = await consumeResults({ ...options, onEnded })
  const unsubscribe = bus.subscribe(TOPICS.accepted, relay)
  const countSlots = async () => {
    jobSlots = await measureBus(bus, metrics)
  }
  await countSlots().catch(error => log.warn({ err: error }, "the slots of the workers are not known yet"))
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const repeated = [
    repeat(async () => relay(), SWEEP_INTERVAL_MS, warn("the relay did not look for scans")),
    repeat(() => measureScans(database, metrics), SWEEP_INTERVAL_MS, warn("the waiting scans were not measured")),
    repeat(() => endBatches(options), SWEEP_INTERVAL_MS, warn("batches were not ended; trying again")),
    repeat(countSlots, BUS_INTERVAL_MS, warn("the queues were not measured")),
    repeat(() => reconcile(options), BUS_INTERVAL_MS, warn("lost scans were not looked for; trying again")),
    repeat(() => database.tidy(), TIDY_INTERVAL_MS, warn("the database was not tidied")),
    repeat(() => foldCounts(database.queries), TIDY_INTERVAL_MS, warn("the counts of scans were not summed up")),
    repeat(() => foldBytes(database.queries), TIDY_INTERVAL_MS, warn("the stored bytes were not summed up")),
    repeat(() => measureStorage(database, metrics), TIDY_INTERVAL_MS, warn("the stored bytes were not measured")),
    repeat(() => sweepEvents(database.queries, new Date()), TIDY_INTERVAL_MS, warn("old events were not swept")),
    repeat(() => sweepScans(database, options), TIDY_INTERVAL_MS, warn("expired scans were not deleted")),
    repeat(() => sweepAccess(database.queries, new Date()), TIDY_INTERVAL_MS, warn("old reads were not swept")),
    repeat(() => sweepBatches(database.queries, new Date()), TIDY_INTERVAL_MS, warn("old batches were not swept")),
    repeat(() => sweepCurves(database.queries, new Date()), DAY_MS, warn("old curves were not swept")),
  ]
  relay()

  return {
    async stop() {
      unsubscribe()
      await Promise.all(repeated.map(({ stop }) => stop()))
      await sandbox.stop()
      await jobs.settled()
      await results.stop()
      await webhooks.stop()
    },
  }
}
