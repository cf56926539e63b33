import { sql } from "drizzle-orm"
import { SERVICE_EVENTS } from "../../domain/organization/events/serviceEvents.ts"
import type { Queries } from "../database.ts"
import { createStatement } from "../statement.ts"

/**
 * Maximum number of scans and batches whose events one statement places; small, because on the embedded engine all
 * other work waits.
 */
const SUBJECTS_PER_STATEMENT = 50

const placing = createStatement<{ subjects: number }>(
  { subjects: null },
  () => sql`
    with oldest as (
      select scan_id, id from scan_events where position is null order by id limit ${SUBJECTS_PER_STATEMENT}::int
    ), unplaced as (
      select id, min(id::text) over (partition by scan_id) as first, array_position(${`{${SERVICE_EVENTS}}`}::text::text[], name) as step
      from scan_events where position is null and scan_id in (select scan_id from oldest)
      -- A batch has one event.
      union all select id, id::text, 0 from oldest where scan_id is null
    ), waiting as (
      select id, row_number() over (order by first, step) as place from unplaced
    ), places as (
      update event_places set last = last + (select count(*) from waiting) where exists (select from waiting) returning last
    ), placed as (
      update scan_events event set position = places.last - (select count(*) from waiting) + waiting.place
      from waiting, places
      -- Another process may have placed it while this statement waited for the lock.
      where event.id = waiting.id and event.position is null
    )
    select count(*)::int as subjects from oldest`,
)

/**
 * Gives events without a place the next places, in the order of creation, events of one scan in the order of its
 * states. An event is written in the transaction that moves its scan. Two such transactions may end in another order
 * than they began. A number drawn during the write would therefore not give the order in which readers see events. A
 * place is assigned afterwards, under the lock of the row that counts places, which is held until the commit. A reader
 * that sees a place therefore sees all previous places, and misses nothing when it continues from its last place. Any
 * number of processes may call it. Returns true if more events may remain.
 */
export const placeEvents = async (queries: Queries): Promise<boolean> => {
  const [placed] = await placing(queries)
  return (placed?.subjects ?? 0) >= SUBJECTS_PER_STATEMENT
}
