import { sql } from "drizzle-orm"
import type { Queries } from "../database.ts"

/** Retention of events. */
const EVENT_DAYS = 30
/** Rows deleted per statement, because on the embedded engine all other work waits during a statement. */
const ROWS_PER_STEP = 500

const DAY_MS = 86_400_000

/** Deletes some of the events that are older than 30 days at `now`, the oldest first; whether there may be more. */
export const sweepEvents = async (queries: Queries, now: Date): Promise<boolean> => {
  const [swept] = await queries.execute<{ events: number }>(sql`
    with old as (
      select id from scan_events
      where id < ${firstIdOf(now.getTime() - EVENT_DAYS * DAY_MS)}::uuid and relayed_at is not null and position is not null
      order by id limit ${ROWS_PER_STEP}::int
    ), deleted as (
      delete from scan_events using old where scan_events.id = old.id returning position
    ), noted as (
      update event_places set swept = greatest(swept, (select max(position) from deleted)) where exists (select from deleted)
    )
    select count(*)::int as events from deleted`)
  return (swept?.events ?? 0) >= ROWS_PER_STEP
}

/** Lowest UUIDv7 of a moment. Ids begin with their 48 bits of milliseconds, so age needs no index of its own. */
const firstIdOf = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
