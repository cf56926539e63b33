import { scanError } from "../domain/base/scanError.ts"
import type { Bus } from "../infra/bus/bus.ts"
import type { Log } from "../infra/log.ts"
import type { Metrics } from "../infra/metrics.ts"
import type { Database } from "../store/database.ts"
import type { Attempt } from "../store/scans/move.ts"
import { failScan, giveBackScans, overdueScans, queuedScans } from "../store/scans/recover.ts"
import { broadcastStatus } from "./results.ts"

/**
 * Minimum time after the claim before a scan is searched on the bus, because collecting its inputs takes up to 20 s.
 */
const GRACE_SECONDS = 30
/** Time limit of a scan from its first start to its end, including all attempts. */
const TIME_LIMIT_MINUTES = 15
const TOO_LONG = scanError("time-limit", { minutes: TIME_LIMIT_MINUTES })
/** Maximum number of scans checked per round; the next round continues with the rest. */
const MAX_PER_ROUND = 20_000

interface ReconcileOptions {
  database: Database
  bus: Bus
  log: Log
  metrics: Metrics
}

/**
 * Recovers scans that the bus lost: a scan recorded as on the bus, without a job or a result there, is requeued for a
 * new attempt. Scans past their time limit end in error. Returns the number of requeued scans. Rejects without a change
 * while the bus does not report its contents. Ages are measured by the database's clock alone, and every change names
 * its attempt, so any number of processes may run it.
 */
export const reconcile = async (options: ReconcileOptions): Promise<number> => {
  const { database, log, metrics } = options
  await failOverdue(options)
  const lost = await findLost(options)
  await giveBackScans(database.queries, lost)
  if (lost.length > 0) {
    metrics.lostScans.inc(lost.length)
    log.warn({ scans: lost.length }, "the bus had lost scans; they are put on it again")
  }
  return lost.length
}

/**
 * The database is read first, then the jobs, then the results. A worker publishes its result before it acknowledges the
 * job, and a dispatcher stores it before it acknowledges the result. A scan in neither queue is lost, or has just been
 * stored, which the guarded update of `giveBackScans` detects.
 */
const findLost = async ({ database, bus }: ReconcileOptions): Promise<Attempt[]> => {
  const queued = await queuedScans(database.queries, GRACE_SECONDS, MAX_PER_ROUND)
  if (queued.length === 0) return []
  const jobs = await bus.held("jobs")
  const results = new Set([...(await bus.held("results"))].map(withoutKind))
  return queued.filter(({ id, attempt }) => !jobs.has(`${id}.${attempt}`) && !results.has(`${id}.${attempt}`))
}

/** `scan.attempt` of a result's id, `scan.attempt.kind`. */
const withoutKind = (resultId: string): string => resultId.slice(0, resultId.lastIndexOf("."))

const failOverdue = async ({ database, bus, log, metrics }: ReconcileOptions): Promise<void> => {
  for (const overdue of await overdueScans(database.queries, TIME_LIMIT_MINUTES)) {
    const { id, attempt } = overdue
    if (!(await failScan(database.queries, overdue, TOO_LONG))) continue
    log.error({ scanId: id, attempt }, "a scan was not solved in time")
    metrics.scansEnded.inc({ status: "error" })
    broadcastStatus(bus, id, "error")
  }
}
