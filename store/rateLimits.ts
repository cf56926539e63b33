import { lt, sql } from "drizzle-orm"
import type { Queries } from "./database.ts"
import { rateLimits } from "./tables.ts"

/** Hits that a name gets. */
export interface Hits {
  name: string
  hits: number
  now: Date
  /** When a window that begins now ends. */
  endsAt: Date
}

/** Adds hits to a name's window, or to a new one when that is over; the window as it is then. */
export const addHits = async (
  queries: Queries,
  { name, hits, now, endsAt }: Hits,
): Promise<{ hits: number; endsAt: Date }> => {
  const isOver = sql`${rateLimits.endsAt} <= ${now.toISOString()}`
  const [row] = await queries
    .insert(rateLimits)
    .values({ name, hits, endsAt })
    .onConflictDoUpdate({
      target: rateLimits.name,
      set: {
        hits: sql`case when ${isOver} then excluded.hits else ${rateLimits.hits} + excluded.hits end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning({ hits: rateLimits.hits, endsAt: rateLimits.endsAt })
  return row
}

/** Forgets the windows that are over at `now`. */
export const sweepHits = async (queries: Queries, now: Date): Promise<void> => {
  await queries.delete(rateLimits).where(lt(rateLimits.endsAt, now))
}
