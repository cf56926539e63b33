import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm"
import type { ScanError } from "../../domain/base/scanError.ts"
import type { Queries } from "../database.ts"
import { isUnfinished, scans } from "../tables.ts"
import { type Attempt, MOVED, type MovedScan, moveScan } from "./move.ts"

/** Maximum number of scans per statement. */
const CHUNK = 1_000

/** Unfinished scans said to be on the bus for longer than `graceSeconds` by the database's clock, the longest first. */
export const queuedScans = (queries: Queries, graceSeconds: number, limit: number): Promise<Attempt[]> =>
  queries
    .select({ id: scans.id, attempt: scans.attempt })
    .from(scans)
    .where(and(isUnfinished, lt(scans.queuedAt, sql`now() - make_interval(secs => ${graceSeconds})`)))
    .orderBy(scans.queuedAt)
    .limit(limit)

/** Returns scans that the bus lost to the relay. */
export const giveBackScans = async (queries: Queries, lost: Attempt[]): Promise<void> => {
  for (let i = 0; i < lost.length; i += CHUNK) {
    const pairs = sql.join(
      lost.slice(i, i + CHUNK).map(({ id, attempt }) => sql`(${id}::uuid, ${attempt}::int)`),
      sql`, `,
    )
    await queries
      .update(scans)
      .set({ queuedAt: null })
      .where(and(sql`(${scans.id}, ${scans.attempt}) in (${pairs})`, isNotNull(scans.queuedAt), isUnfinished))
  }
}

/** Live scans whose first start is older than `limitMinutes` by the database's clock, at most 1000. */
export const overdueScans = (queries: Queries, limitMinutes: number): Promise<Attempt[]> =>
  queries
    .select({ id: scans.id, attempt: scans.attempt })
    .from(scans)
    .where(
      and(
        isUnfinished,
        eq(scans.status, "processing"),
        eq(scans.mode, "live"),
        lt(scans.processingAt, sql`now() - make_interval(mins => ${limitMinutes})`),
      ),
    )
    .limit(CHUNK)

/** Ends a scan in error; undefined if it has already ended or is at another attempt. */
export const failScan = (queries: Queries, attempt: Attempt, error: ScanError): Promise<MovedScan | undefined> =>
  moveScan(queries, attempt, "error", { error })

const isAt = ({ id, attempt }: Attempt) => and(eq(scans.id, id), eq(scans.attempt, attempt), isUnfinished)

/**
 * Requeues a scan that a worker released unsolved: it waits for the relay, and its time limit starts again with its
 * next start. Undefined if it has already ended or is at another attempt.
 */
export const returnScan = async (queries: Queries, attempt: Attempt): Promise<MovedScan | undefined> => {
  const [scan] = await queries
    .update(scans)
    .set({ queuedAt: null, processingAt: null })
    .where(isAt(attempt))
    .returning(MOVED)
  return scan
}

/** Records the start of a scan that was requeued; undefined for any other. */
export const restartScan = async (queries: Queries, attempt: Attempt): Promise<MovedScan | undefined> => {
  const [scan] = await queries
    .update(scans)
    .set({ processingAt: sql`now()` })
    .where(and(isAt(attempt), eq(scans.status, "processing"), isNull(scans.processingAt)))
    .returning(MOVED)
  return scan
}
