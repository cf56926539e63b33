import { scanError } from "../domain/base/scanError.ts"
import {
  decodeMessage,
  encodeMessage,
  isDetailJob,
  type ScanJob,
  type ScanProgress,
  TOPICS,
  UnknownMessageVersion,
} from "../domain/report/messages.ts"
import { ACK_WAIT_MS, type Bus, type Delivery, Unprocessable } from "../infra/bus/bus.ts"
import type { Log } from "../infra/log.ts"
import type { Metrics } from "../infra/metrics.ts"
import { NO_TRACING, type Span, type Tracing } from "../infra/tracing/tracing.ts"
import { compileCore } from "../wasm/index.ts"
import { withSentence } from "./failed.ts"
import { createPool, SolveBroken, SolveInterrupted, SystemLacking, type ThreadPool } from "./pool.ts"

/** Attempts per job: a job that killed this many threads is dropped, and its scan fails. */
const MAX_DELIVERIES = 3
/** How often a running solve reports to the bus that it still works. */
const WORKING_INTERVAL_MS = ACK_WAIT_MS / 3
/** Pause of a slot before it returns a scan for lack of a system resource, or publishes a result again. */
const REST_MS = 2_000
/**
 * Minimum time between progress messages, enough for a progress bar. Every API process receives the progress of every
 * scan.
 */
const PROGRESS_INTERVAL_MS = 150

export interface WorkerService {
  /** True if all threads run and each has solved a probe. */
  isReady(): boolean
  /** Accepts no more jobs and returns its unfinished jobs, for another worker or the next start. */
  stop(): Promise<void>
}

interface ThreadOptions {
  threads: number
  /** Relative gap at which a sizing stops. */
  sizingTolerance: number
  /** Solver time limit of one scan, about core-milliseconds (search/model/budget.ts). */
  budgetMs: number
  /** False: the engine alone frees memory of scans (MEMORY_PROFILE=throughput). */
  collects: boolean
  log: Log
}

/** Starts the solver threads. */
export const startThreads = async (options: ThreadOptions): Promise<ThreadPool> =>
  createPool({ ...options, core: await compileCore() })

interface WorkerOptions {
  bus: Bus
  pool: ThreadPool
  threads: number
  log: Log
  metrics: Metrics
  /** Tracing; off by default. */
  tracing?: Tracing
  /** Pause of a slot before a retry [ms]; 2 s by default. */
  restMs?: number
}

interface Working extends WorkerOptions {
  restMs: number
  isStopping(): boolean
}

/** Takes scans from the bus, solves each on a thread, and publishes results on the bus. Uses no database. */
export const startWorker = async (options: WorkerOptions): Promise<WorkerService> => {
  const { bus, pool, threads } = options
  let isStopping = false
  const working: Working = { restMs: REST_MS, ...options, isStopping: () => isStopping }
  const unsubscribe = bus.subscribe(TOPICS.cancel, body => pool.cancel(new TextDecoder().decode(body)))
  const consumer = await bus.consume(
    "jobs",
    {
      slots: threads,
      maxDeliveries: MAX_DELIVERIES,
      onExhausted: (id, body) => reportGivenUp(working, id, body),
    },
    delivery =>
      traceJob(delivery, working).catch(error => {
        if (!(error instanceof UnknownMessageVersion)) throw error
        return leaveToOthers(error, working)
      }),
  )
  return {
    isReady: pool.isWhole,
    async stop() {
      isStopping = true
      const stopped = consumer.stop()
      pool.interrupt()
      await stopped
      unsubscribe()
      pool.close()
    },
  }
}

const traceJob = async (delivery: Delivery, options: Working): Promise<void> => {
  const { bus, tracing = NO_TRACING } = options
  const job = decodeJob(delivery.body)
  const attributes = {
    "messaging.system": bus.engine,
    "messaging.destination.name": "jobs",
    "scan.id": job.scanId,
    "scan.attempt": job.attempt,
  }
  await tracing.span({ name: "solve a scan", kind: "consumer", parent: job.traceParent, attributes }, span =>
    handleJob(delivery, job, options, span),
  )
}

const handleJob = async (delivery: Delivery, job: ScanJob, working: Working, span: Span): Promise<void> => {
  const { pool, bus, log, metrics, restMs } = working
  const { scanId, attempt, requestId } = job
  const scanLog = log.child({ scanId, attempt, requestId })
  const publish = (kind: string, body: Uint8Array) =>
    publishResult(working, `${scanId}.${attempt}.${kind}`, body, scanLog)
  const { traceParent } = span
  const about = { scanId, attempt, ...(traceParent === undefined ? {} : { traceParent }) }
  const beat = setInterval(delivery.working, WORKING_INTERVAL_MS)
  const isCompletion = isDetailJob(job)
  try {
    if (!isCompletion) await publish("started", encodeMessage({ kind: "started", ...about }))
    const startedAtMs = performance.now()
    const onProgress = isCompletion ? () => {} : createProgressReporter(bus, scanId)
    const outcome = await pool.solve(job, delivery.body, onProgress)
    if (!outcome) return scanLog.info("scan cancelled")
    const solveMs = performance.now() - startedAtMs
    metrics.solveSeconds.observe(solveMs / 1000)
    await publish(isCompletion ? `detailed.${delivery.id}` : "ended", outcome)
    scanLog.info({ solveMs: Math.round(solveMs) }, "scan solved")
  } catch (error) {
    const giveBack = () => publish("returned", encodeMessage({ kind: "returned", ...about }))
    span.fail(error instanceof Error ? error.name : "unknown")
    if (isCompletion) return noteIncomplete(error, scanLog)
    if (error instanceof SolveInterrupted) {
      scanLog.info("scan given back: this worker stops")
      return await giveBack()
    }
    scanLog.error({ err: error, delivery: delivery.attempt }, "scan not solved")
    if (error instanceof SystemLacking) {
      await Bun.sleep(restMs)
      return await giveBack()
    }
    if (!(error instanceof SolveBroken)) throw error
    await reportGivenUp(working, delivery.id, delivery.body)
  } finally {
    clearInterval(beat)
  }
}

/** Logs a failed completion. Another worker takes it over, unless it would break down there too. */
const noteIncomplete = (error: unknown, log: Log): void => {
  log.error({ err: error }, "a report was not completed")
  if (!(error instanceof SolveBroken)) throw error
}

/**
 * Returns a scan whose job has a later message version. Another worker may know the version, or this worker after an
 * upgrade.
 */
const leaveToOthers = async (
  { scanId, attempt, message }: UnknownMessageVersion,
  { bus, log, restMs }: Working,
): Promise<void> => {
  log.warn({ scanId, attempt }, `scan given back: ${message}; upgrade this worker`)
  await Bun.sleep(restMs)
  await bus.publish("results", `${scanId}.${attempt}.returned`, encodeMessage({ kind: "returned", scanId, attempt }))
}

const decodeJob = (body: Uint8Array): ScanJob => {
  try {
    return decodeMessage<ScanJob>(body)
  } catch (error) {
    if (error instanceof UnknownMessageVersion) throw error
    throw new Unprocessable(String(error))
  }
}

/**
 * Broadcasts the progress of a solve, at most once per interval, as 1 to 99 %. The dispatcher reports 0 and 100 %,
 * which mark state changes.
 */
const createProgressReporter = (bus: Bus, scanId: string): ((share: number) => void) => {
  let lastReportMs = performance.now()
  return share => {
    const nowMs = performance.now()
    if (nowMs - lastReportMs < PROGRESS_INTERVAL_MS) return
    lastReportMs = nowMs
    const progression = Math.max(1, Math.min(99, Math.floor(share * 100)))
    const progress: ScanProgress = { scanId, status: "processing", progression }
    bus.broadcast(TOPICS.progress, encodeMessage(progress))
  }
}

const reportGivenUp = async (working: Working, id: string, body: Uint8Array): Promise<void> => {
  const { log } = working
  const job = readJob(body)
  if (job instanceof Error) return log.error({ err: job, messageId: id }, "a job that cannot be read was dropped")
  const { scanId, attempt, traceParent } = job
  const failed = withSentence({ kind: "failed", scanId, attempt, error: scanError("solver-broke", {}) })
  const message = encodeMessage(traceParent === undefined ? failed : { ...failed, traceParent })
  await publishResult(working, `${scanId}.${attempt}.ended`, message, log)
}

const readJob = (body: Uint8Array): ScanJob | Error => {
  try {
    return decodeMessage<ScanJob>(body)
  } catch (error) {
    return error as Error
  }
}

/**
 * Publishes a result, retrying until the broker accepts it, because a busy broker is no failure of the scan. Throws if
 * the worker stops meanwhile.
 */
const publishResult = async (working: Working, id: string, body: Uint8Array, log: Log): Promise<void> => {
  const { bus, isStopping, restMs } = working
  for (;;)
    try {
      return await bus.publish("results", id, body)
    } catch (error) {
      if (isStopping()) throw error
      log.warn({ reason: String(error) }, "a result was not put on the bus; trying again in a moment")
      await Bun.sleep(restMs)
    }
}
