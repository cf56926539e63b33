import { and, eq, isNotNull, lt, sql } from "drizzle-orm"
import type { Bus } from "../infra/bus/bus.ts"
import type { Log } from "../infra/log.ts"
import type { Metrics } from "../infra/metrics.ts"
import type { Database, Queries } from "../store/database.ts"
import { isUnfinished, scans } from "../store/tables.ts"
import { moveScan } from "./moves.ts"
import { tellStatus } from "./results.ts"

/** A scan on its way to the bus is not looked for yet: gathering its material takes up to 20 s. */
const GRACE_SECONDS = 30
/** From its first start to its end, whatever is tried in between. */
const TIME_LIMIT_MINUTES = 15
const TOO_LONG = `the scan was not solved within ${TIME_LIMIT_MINUTES} minutes of its start; please try it again`
/** Scans that one round looks at; the next one goes on with what is left. */
const MAX_PER_ROUND = 20_000
/** Scans named in one statement. */
const CHUNK = 1_000

interface ReconcileOptions {
  database: Database
  bus: Bus
  log: Log
  metrics: Metrics
}

/**
 * Finds again what the bus lost: a scan that is said to be on the bus, but neither as a job nor as a result, is given
 * back to the relay, which makes a new attempt of it. Scans past their time limit end in error. Returns how many scans
 * were given back. Rejects, having done nothing, while the bus cannot tell what it holds. Ages are told by the
 * database's clock alone, and every change names the attempt it is about: any number of processes may run it.
 */
export const reconcile = async (options: ReconcileOptions): Promise<number> => {
  const { database, log, metrics } = options
  await failOverdue(options)
  const lost = await findLost(options)
  for (let i = 0; i < lost.length; i += CHUNK) await giveBack(database.queries, lost.slice(i, i + CHUNK))
  if (lost.length > 0) {
    metrics.lostScans.inc(lost.length)
    log.warn({ scans: lost.length }, "the bus had lost scans; they are put on it again")
  }
  return lost.length
}

interface Attempt {
  id: string
  attempt: number
}

/**
 * First the database is asked, then for jobs, then for results. A worker puts its result on the bus before it lets go of
 * the job, and a dispatcher stores it before it lets go of the result: what is in neither is lost, or stored meanwhile,
 * which the guarded update of `giveBack` sees.
 */
const findLost = async ({ database, bus }: ReconcileOptions): Promise<Attempt[]> => {
  const queued = await database.queries
    .select({ id: scans.id, attempt: scans.attempt })
    .from(scans)
    .where(and(isUnfinished, lt(scans.queuedAt, sql`now() - make_interval(secs => ${GRACE_SECONDS})`)))
    .orderBy(scans.queuedAt)
    .limit(MAX_PER_ROUND)
  if (queued.length === 0) return []
  const jobs = await bus.held("jobs")
  const results = new Set([...(await bus.held("results"))].map(withoutKind))
  return queued.filter(({ id, attempt }) => !jobs.has(`${id}.${attempt}`) && !results.has(`${id}.${attempt}`))
}

/** `scan.attempt` of a result's id, `scan.attempt.kind`. */
const withoutKind = (resultId: string): string => resultId.slice(0, resultId.lastIndexOf("."))

const giveBack = async (queries: Queries, lost: Attempt[]): Promise<void> => {
  const pairs = sql.join(
    lost.map(({ id, attempt }) => sql`(${id}::uuid, ${attempt}::int)`),
    sql`, `,
  )
  await queries
    .update(scans)
    .set({ queuedAt: null })
    .where(and(sql`(${scans.id}, ${scans.attempt}) in (${pairs})`, isNotNull(scans.queuedAt), isUnfinished))
}

const failOverdue = async ({ database, bus, log, metrics }: ReconcileOptions): Promise<void> => {
  const overdue = await database.queries
    .select({ id: scans.id, attempt: scans.attempt })
    .from(scans)
    .where(
      and(
        isUnfinished,
        eq(scans.status, "processing"),
        eq(scans.mode, "live"),
        lt(scans.processingAt, sql`now() - make_interval(mins => ${TIME_LIMIT_MINUTES})`),
      ),
    )
    .limit(CHUNK)
  for (const { id, attempt } of overdue) {
    const scan = await database.queries.transaction(tx =>
      moveScan(tx as unknown as Queries, id, attempt, "error", { errorMessage: TOO_LONG }),
    )
    if (!scan) continue
    log.error({ scanId: id, attempt }, "a scan was not solved in time")
    metrics.scansEnded.inc({ status: "error" })
    tellStatus(bus, id, "error")
  }
}
