import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Queries } from "../database.ts"
import { isUnfinished, scanReports, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import type { Scan } from "./move.ts"

/** Names the attempt that a change is about: it changes nothing when the scan is at another. */
export interface Attempt {
  id: string
  attempt: number
}

/** How many scans one round may claim. */
export interface ClaimLimits {
  inAll: number
  /** Jobs of the only organization on the bus, those that are there already included. */
  alone: number
  /** Jobs of each organization on the bus where there are several. */
  amongOthers: number
}

/** One claim at a time, so that several processes together keep to the limits. Any fixed number will do. */
const CLAIM_LOCK = 7_401_229

/** Claims the scans whose turn it is for the caller alone: each is said to be on the bus, as a new attempt. */
export const claimScans = (queries: Queries, limits: ClaimLimits): Promise<Scan[]> =>
  transaction(queries, async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const ids = await nextInTurn(tx, limits)
    if (ids.length === 0) return []
    const free = tx
      .select({ id: scans.id })
      .from(scans)
      .where(and(inArray(scans.id, ids), isNull(scans.queuedAt), isUnfinished))
      .for("update", { skipLocked: true })
    return tx
      .update(scans)
      .set({ queuedAt: sql`now()`, attempt: sql`${scans.attempt} + 1` })
      .where(inArray(scans.id, free))
      .returning()
  })

/** Gives a claimed scan back: it is not on the bus. */
export const unclaimScan = async (queries: Queries, { id, attempt }: Attempt): Promise<void> => {
  await queries
    .update(scans)
    .set({ queuedAt: null })
    .where(and(eq(scans.id, id), eq(scans.attempt, attempt)))
}

/** Gives back every scan that is said to be on the bus: for a start with an empty bus. */
export const unclaimAll = async (queries: Queries): Promise<void> => {
  await queries
    .update(scans)
    .set({ queuedAt: null })
    .where(and(isNotNull(scans.queuedAt), isUnfinished))
}

/**
 * Ids of the scans whose turn it is: the oldest of each organization first, then the second of each, and so on.
 * Sandbox scans are never solved. Steps from organization to organization along the index, however many scans each has.
 */
const nextInTurn = async (queries: Queries, { inAll, alone, amongOthers }: ClaimLimits): Promise<string[]> => {
  const rows = await queries.execute<{ id: string }>(sql`
    with recursive waiting as (
      (select organization_id from scans
       where mode = 'live' and queued_at is null and status in ('pending', 'processing')
       order by organization_id limit 1)
      union all
      select (select organization_id from scans
              where mode = 'live' and queued_at is null and status in ('pending', 'processing')
                and organization_id > waiting.organization_id order by organization_id limit 1)
      from waiting where waiting.organization_id is not null
    )
    select turn.id from waiting
    cross join lateral (
      select id, row_number() over (order by id) as place from scans
      where organization_id = waiting.organization_id
        and mode = 'live' and queued_at is null and status in ('pending', 'processing')
      order by id limit greatest(0, (
        case when (select count(*) from (select from organizations limit 2) first_two) > 1
          then ${amongOthers}::int else ${alone}::int end) - (
        select count(*)::int from scans busy where busy.organization_id = waiting.organization_id
          and queued_at is not null and status in ('pending', 'processing')))
    ) turn
    order by turn.place, turn.id limit ${inAll}`)
  return rows.map(({ id }) => id)
}

/** Cuts of the scan that another one adjusts; undefined when it is gone or kept none. */
export const keptCuts = async (queries: Queries, rootId: string): Promise<Uint8Array | undefined> => {
  const [root] = await queries
    .select({ cuts: scanReports.cuts })
    .from(scanReports)
    .where(eq(scanReports.scanId, rootId))
  return root?.cuts ?? undefined
}
