import { lte, type SQL, sql } from "drizzle-orm"
import type { Queries } from "./database.ts"
import { rateLimits } from "./tables.ts"

/** Hits that a name gets. */
export interface Hits {
  name: string
  hits: number
  /** How long a window lasts that begins now [ms]. */
  windowMs: number
}

/** State of a name's limit, by the database's clock: clocks of processes may be set while they run. */
export interface HitsLeft {
  hits: number
  /** Until the window ends [ms]. */
  endsInMs: number
}

/** The statement's own moment: within a transaction `now()` would be its beginning. */
const NOW = sql`clock_timestamp()`
const inMs = (ms: number): SQL => sql`(${NOW} + make_interval(secs => ${ms / 1000}))`
const MS_LEFT = sql<number>`(extract(epoch from ${rateLimits.endsAt} - ${NOW}) * 1000)::double precision`

/** A window has passed; or lies so far ahead that the database's clock was set back since. */
const isOver = (windowMs: number): SQL =>
  sql`(${rateLimits.endsAt} <= ${NOW} or ${rateLimits.endsAt} > ${inMs(windowMs)})`

/** Adds hits to a name's window, or to a new one when that is over; the window after it. */
export const addHits = async (queries: Queries, { name, hits, windowMs }: Hits): Promise<HitsLeft> => {
  const [row] = await queries
    .insert(rateLimits)
    .values({ name, hits, endsAt: inMs(windowMs) })
    .onConflictDoUpdate({
      target: rateLimits.name,
      set: {
        hits: sql`case when ${isOver(windowMs)} then excluded.hits else ${rateLimits.hits} + excluded.hits end`,
        endsAt: sql`case when ${isOver(windowMs)} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning({ hits: rateLimits.hits, endsInMs: MS_LEFT })
  return row!
}

/** Deletes the windows that are over. */
export const sweepHits = async (queries: Queries): Promise<void> => {
  await queries.delete(rateLimits).where(lte(rateLimits.endsAt, NOW))
}

/** How tries of a secret must wait: not for the first few, then a second, and twice as long after each further one. */
export interface Waits {
  freeTries: number
  maxWaitMs: number
  /** Tries count no more so long after the last [ms]; longer than any wait. */
  forgetMs: number
}

/** Above this power of two every wait is at its maximum. */
const MAX_DOUBLINGS = 20

/** Remaining wait of a name before its next try [ms]; 0 or less: it may try. */
const waitLeft = ({ freeTries, maxWaitMs, forgetMs }: Waits): SQL<number> => sql<number>`(
  case when ${isOver(forgetMs)} or ${rateLimits.hits} < ${freeTries} then 0 else
    least(${maxWaitMs}::double precision, 1000 * power(2::double precision, least(${rateLimits.hits} - ${freeTries}, ${MAX_DOUBLINGS})))
    + extract(epoch from ${rateLimits.endsAt} - ${NOW}) * 1000 - ${forgetMs}
  end)::double precision`

/**
 * Counts a try before it is made, so that tries at the same moment are counted one by one. Returns 0, or how long the
 * name must wait [ms]: then the try is not to be made, and does not count.
 */
export const addTry = async (queries: Queries, name: string, waits: Waits): Promise<number> => {
  const counted = await queries
    .insert(rateLimits)
    .values({ name, hits: 1, endsAt: inMs(waits.forgetMs) })
    .onConflictDoUpdate({
      target: rateLimits.name,
      set: {
        hits: sql`case when ${isOver(waits.forgetMs)} then 1 else ${rateLimits.hits} + 1 end`,
        endsAt: sql`excluded.ends_at`,
      },
      setWhere: sql`${waitLeft(waits)} <= 0`,
    })
    .returning({ hits: rateLimits.hits })
  if (counted.length > 0) return 0
  const [row] = await queries
    .select({ waitMs: waitLeft(waits) })
    .from(rateLimits)
    .where(sql`${rateLimits.name} = ${name}`)
  return Math.max(1, row?.waitMs ?? 0)
}

/** Deletes the counts of names. */
export const forgetHits = async (queries: Queries, names: readonly string[]): Promise<void> => {
  for (const name of names) await queries.delete(rateLimits).where(sql`${rateLimits.name} = ${name}`)
}
