import { lte, type SQL, sql } from "drizzle-orm"
import type { Queries } from "./database.ts"
import { rateLimits } from "./tables.ts"

/** Maximum number of hits of a name in a window. */
export interface Hits {
  name: string
  hits: number
  /** Length of a window that begins now [ms]. */
  windowMs: number
}

/** State of a name's limit, by the database's clock, because clocks of running processes may be changed. */
export interface HitsLeft {
  hits: number
  /** Time until the window ends [ms]. */
  endsInMs: number
}

/** The statement's own moment: within a transaction `now()` would be its beginning. */
const NOW = sql`clock_timestamp()`
const inMs = (ms: number): SQL => sql`(${NOW} + make_interval(secs => ${ms / 1000}))`
const MS_LEFT = sql<number>`(extract(epoch from ${rateLimits.endsAt} - ${NOW}) * 1000)::double precision`

/** True if a window has passed, or is so far ahead that the database's clock must have been set back. */
const isOver = (windowMs: number): SQL =>
  sql`(${rateLimits.endsAt} <= ${NOW} or ${rateLimits.endsAt} > ${inMs(windowMs)})`

/** Adds hits to a name's window, or to a new window if it has passed; returns the resulting window. */
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

/** True if a window of a name, of this length, is not over. */
export const isWithin = async (queries: Queries, name: string, windowMs: number): Promise<boolean> => {
  const [row] = await queries
    .select({ isWithin: sql<boolean>`not ${isOver(windowMs)}` })
    .from(rateLimits)
    .where(sql`${rateLimits.name} = ${name}`)
  return row?.isWithin ?? false
}

/** Deletes passed windows. */
export const sweepHits = async (queries: Queries): Promise<void> => {
  await queries.delete(rateLimits).where(lte(rateLimits.endsAt, NOW))
}

/**
 * Waiting rule for attempts at a secret: no wait for the first few, then a second, doubled after each further attempt.
 */
export interface Waits {
  freeTries: number
  maxWaitMs: number
  /** Time after the last attempt at which its count resets [ms]; longer than any wait. */
  forgetMs: number
}

/** Above this power of two every wait is at its maximum. */
const MAX_DOUBLINGS = 20

/** Remaining wait of a name before its next attempt [ms]; 0 or less: no wait. */
const waitLeft = ({ freeTries, maxWaitMs, forgetMs }: Waits): SQL<number> => sql<number>`(
  case when ${isOver(forgetMs)} or ${rateLimits.hits} < ${freeTries} then 0 else
    least(${maxWaitMs}::double precision, 1000 * power(2::double precision, least(${rateLimits.hits} - ${freeTries}, ${MAX_DOUBLINGS})))
    + extract(epoch from ${rateLimits.endsAt} - ${NOW}) * 1000 - ${forgetMs}
  end)::double precision`

/**
 * Counts an attempt before it is made, so that simultaneous attempts are counted one by one. Returns 0, or the wait
 * [ms]; in that case the attempt must not be made and does not count.
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
