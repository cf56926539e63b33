import type { ScanStatus } from "../domain/organization/events/states.ts"
import {
  decodeMessage,
  encodeMessage,
  type ScanFailed,
  type ScanProgress,
  type ScanResult,
  TOPICS,
  UnknownMessageVersion,
} from "../domain/report/messages.ts"
import { type Bus, type Consumer, type Delivery, Unprocessable } from "../infra/bus/bus.ts"
import type { Log } from "../infra/log.ts"
import type { Metrics } from "../infra/metrics.ts"
import { NO_TRACING, type SpanStart, type Tracing } from "../infra/tracing/tracing.ts"
import type { Database } from "../store/database.ts"
import { createGroupCommit } from "../store/groupCommit.ts"
import { storeResults } from "../store/scans/results.ts"

/** Maximum number of results stored together; results that arrive during a transaction share the next. */
const SLOTS = 16
/**
 * Number of failed attempts, a quarter of an hour in total, after which a result is dropped and its scan solved again.
 */
const MAX_DELIVERIES = 100

interface ResultsOptions {
  database: Database
  bus: Bus
  log: Log
  metrics: Metrics
  /** Tracing; off by default. */
  tracing?: Tracing
  /** Called after a scan ended or was requeued, when a slot or a scan is free. */
  onEnded: (organizationId?: string) => void
}

/** Stores the workers' reports. A repeated or outdated result changes nothing. */
export const consumeResults = (options: ResultsOptions): Promise<Consumer> => {
  const { database, bus, log, metrics, tracing = NO_TRACING, onEnded } = options
  const store = createGroupCommit({
    commit: (results: ScanResult[]) => storeResults(database.queries, results),
    maxItems: SLOTS,
    maxWaiting: SLOTS,
    refusal: () => new Error("more results wait than are taken"),
    lingerMs: 0,
    isCommon: () => false,
  })
  return bus.consume(
    "results",
    { slots: SLOTS, maxDeliveries: MAX_DELIVERIES, drains: true },
    async (delivery: Delivery) => {
      const result = decodeResult(delivery.body, log)
      const resultLog = log.child({ scanId: result.scanId, attempt: result.attempt, result: result.kind })
      const [scan] = await tracing
        .span(storingOf(bus, result), () => store([result]))
        .catch(error => {
          resultLog.warn(
            { err: error, delivery: delivery.attempt },
            "a result was not stored; trying again in a moment",
          )
          throw error
        })
      if (result.kind === "returned") {
        resultLog.info("a worker let go of the scan unsolved; it is put on the bus again")
        return onEnded()
      }
      if (!scan) return resultLog.info("result dropped: the scan is gone, ended, or at another attempt")
      broadcastStatus(bus, scan.id, scan.status)
      if (result.kind === "detailed") return resultLog.info("report completed")
      metrics.lastProgressSeconds.setToCurrentTime()
      if (scan.processingAt && result.kind === "started")
        metrics.queueWaitSeconds.observe((scan.processingAt.getTime() - scan.createdAt.getTime()) / 1000)
      if (result.kind === "started") return
      metrics.scansEnded.inc({ status: scan.status })
      resultLog.info({ status: scan.status, requestId: scan.requestId }, "scan ended")
      onEnded(scan.organizationId)
    },
  )
}

const storingOf = ({ engine }: Bus, { kind, scanId, attempt, traceParent }: ScanResult): SpanStart => ({
  name: "store a result",
  kind: "consumer",
  parent: traceParent,
  attributes: {
    "messaging.system": engine,
    "messaging.destination.name": "results",
    "scan.id": scanId,
    "scan.attempt": attempt,
    "scan.result": kind,
  },
})

/** Error of a failed result of any version; workers of 0.1 send only the sentence. */
const withError = ({ errorMessage = "", ...failed }: ScanFailed): ScanFailed => ({
  ...failed,
  error: failed.error ?? errorMessage,
})

/** A result of a later version stays on the bus, for a dispatcher that knows it. */
const decodeResult = (body: Uint8Array, log: Log): ScanResult => {
  try {
    const result = decodeMessage<ScanResult>(body)
    return result.kind === "failed" ? withError(result) : result
  } catch (error) {
    if (!(error instanceof UnknownMessageVersion)) throw new Unprocessable(String(error))
    log.warn({ scanId: error.scanId, attempt: error.attempt }, `result left: ${error.message}; upgrade this dispatcher`)
    throw error
  }
}

/** Broadcasts the status of a scan to its watchers. */
export const broadcastStatus = (bus: Bus, scanId: string, status: ScanStatus): void => {
  const progress: ScanProgress = { scanId, status, progression: status === "completed" ? 100 : 0 }
  bus.broadcast(TOPICS.progress, encodeMessage(progress))
}
