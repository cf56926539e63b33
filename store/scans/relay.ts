import { and, eq, getTableColumns, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm"
import type { StoredVersions } from "../../domain/case/versions.ts"
import { MESSAGE_VERSION } from "../../domain/report/messages.ts"
import type { Database, Queries } from "../database.ts"
import { isAmong } from "../isAmong.ts"
import { createStatement } from "../statement.ts"
import { isUnfinished, scanReports, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import type { Attempt, Scan } from "./move.ts"

/** Limits of one round of claims. */
export interface ClaimLimits {
  /** Total number of scans, and of visited organizations. */
  inAll: number
  /** Jobs of a single organization on the bus, including existing jobs. */
  alone: number
  /** Jobs of each organization on the bus if there are several. */
  amongOthers: number
}

/** Start of the turns of a claim. */
export interface Turn {
  /** Last visited organization; undefined at the first search. */
  after?: string | undefined
  /** Organizations with an immediate turn, because one of their jobs has ended. */
  first: readonly string[]
  /** Organizations whose oldest batch scan precedes single scans. */
  batchFirst?: readonly string[]
}

/** Claimed scans, and the organization after which the next search begins, if needed. */
export interface Claimed {
  scans: Scan[]
  after?: string | undefined
  /** True if scans remain that wait for their turn. */
  isMoreWaiting: boolean
}

/**
 * Number of the lock that allows one claim at a time, so that several processes together keep the limits. The number is
 * arbitrary.
 */
const CLAIM_LOCK = 7_401_229

/**
 * Claims the scans whose turn it is for this caller only, and marks each as queued on the bus with a new attempt. No
 * transaction begins if no scan has its turn, or on the embedded engine, whose single relay claims round by round.
 */
export const claimScans = async (
  { engine, queries }: Pick<Database, "engine" | "queries">,
  limits: ClaimLimits,
  turn: Turn,
): Promise<Claimed> => {
  const looked = await nextInTurn(queries, limits, turn)
  if (looked.ids.length === 0 || engine === "embedded") return claimLooked(queries, looked)
  return transaction(queries, async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    return claimLooked(tx, await nextInTurn(tx, limits, turn))
  })
}

const claimLooked = async (queries: Queries, { ids, after, waiting }: Looked): Promise<Claimed> => ({
  scans: ids.length > 0 ? await claim(queries, ids) : [],
  after: after ?? undefined,
  isMoreWaiting: waiting > ids.length,
})

const claiming = createStatement<Scan>(getTableColumns(scans), queries => {
  const isAsked = isAmong(scans.id, sql.placeholder("ids"))
  const free = queries
    .select({ id: scans.id })
    .from(scans)
    .where(and(isAsked, isNull(scans.queuedAt), isUnfinished, lte(scans.jobVersion, MESSAGE_VERSION)))
    .for("update", { skipLocked: true })
  const next = sql`${scans.attempt} + 1`
  return queries
    .update(scans)
    .set({ queuedAt: sql`now()`, attempt: next, claimedAttempt: next, keepsInputs: true })
    .where(inArray(scans.id, free))
    .returning()
})

/**
 * Scans without another claim that have not ended and whose job this version can write, in the order of their turns.
 */
const claim = async (queries: Queries, ids: string[]): Promise<Scan[]> => {
  const claimed = await claiming(queries, { ids: `{${ids}}` })
  const places = new Map(ids.map((id, place) => [id, place]))
  return claimed.sort((a, b) => places.get(a.id)! - places.get(b.id)!)
}

/** Releases a claimed scan that could not be put on the bus. */
export const unclaimScan = async (queries: Queries, { id, attempt }: Attempt): Promise<void> => {
  await queries
    .update(scans)
    .set({ queuedAt: null })
    .where(and(eq(scans.id, id), eq(scans.attempt, attempt)))
}

/** Requeues every scan that is recorded as on the bus: for a start with an empty bus. */
export const unclaimAll = async (queries: Queries): Promise<void> => {
  await queries
    .update(scans)
    .set({ queuedAt: null })
    .where(and(isNotNull(scans.queuedAt), isUnfinished))
}

/** Lowest possible id. */
const NIL = "00000000-0000-0000-0000-000000000000"

/** Result of a search. */
interface Looked {
  /** In the order of their turns. */
  ids: string[]
  /** Last visited organization. */
  after: string | null
  /** Scans that wait, these among them; no more than `inAll` and one are counted. */
  waiting: number
}

const parameter = (name: string) => sql.placeholder(name)
const [inAll, alone, amongOthers] = [parameter("inAll"), parameter("alone"), parameter("amongOthers")]
const [after, first, batchFirst] = [parameter("after"), parameter("first"), parameter("batchFirst")]

/**
 * Ids of the scans whose turn it is: the first of each organization, then the second of each, and so on. Within an
 * organization single scans precede scans of batches, older scans first, except the scan that `batchFirst` puts first.
 * Sandbox scans are never solved. A search steps from organization to organization along the index. It starts at the
 * end of the previous search and visits at most `inAll` organizations. Its time does not depend on the number of
 * waiting scans, and every organization has its turn.
 */
const turning = createStatement<Looked>(
  { ids: null, after: null, waiting: null },
  () => sql`
    with recursive ahead (organization_id, nth) as (
      (select organization_id, 1 from scans
       where mode = 'live' and queued_at is null and status in ('pending', 'processing')
         and organization_id > ${after}::uuid order by organization_id limit 1)
      union all
      select (select organization_id from scans
              where mode = 'live' and queued_at is null and status in ('pending', 'processing')
                and organization_id > ahead.organization_id order by organization_id limit 1), nth + 1
      from ahead where organization_id is not null and nth < ${inAll}::int
    ), around (organization_id, nth) as (
      (select organization_id, (select count(*)::int from ahead) + 1 from scans
       where mode = 'live' and queued_at is null and status in ('pending', 'processing')
         and organization_id <= ${after}::uuid and (select count(*) from ahead) < ${inAll}::int
       order by organization_id limit 1)
      union all
      select (select organization_id from scans
              where mode = 'live' and queued_at is null and status in ('pending', 'processing')
                and organization_id > around.organization_id and organization_id <= ${after}::uuid
              order by organization_id limit 1), nth + 1
      from around where organization_id is not null and nth < ${inAll}::int
    ), looked as (
      select organization_id, nth from ahead where organization_id is not null
      union all select organization_id, nth from around where organization_id is not null
    ), waiting as (
      select organization_id, min(nth) as nth from (
        select organization_id, nth from looked
        union all select value::uuid, 0 from jsonb_array_elements_text(${first}::text::jsonb)
      ) every group by organization_id
    ), allowed as (
      select case when (select count(*) from (select from organizations limit 2) first_two) > 1
        then ${amongOthers}::int else ${alone}::int end as jobs
    ), turns as (
      select turn.id, turn.place, waiting.nth from waiting
      cross join lateral (
        select greatest(0, (select jobs from allowed) - (
          select count(*)::int from scans busy where busy.organization_id = waiting.organization_id
            and queued_at is not null and status in ('pending', 'processing'))) as jobs
      ) room
      cross join lateral (
        select id, row_number() over (order by rank, id) as place from (
          (select id, 1 as rank from scans
           where organization_id = waiting.organization_id and is_batch = false
             and mode = 'live' and queued_at is null and status in ('pending', 'processing')
           order by id limit room.jobs)
          union all
          (select id, case when row_number() over (order by id) = 1 and exists (
             select from jsonb_array_elements_text(${batchFirst}::text::jsonb) ahead
             where ahead.value::uuid = waiting.organization_id) then 0 else 2 end
           from scans
           where organization_id = waiting.organization_id and is_batch = true
             and mode = 'live' and queued_at is null and status in ('pending', 'processing')
           order by id limit room.jobs)
        ) of_both
        order by rank, id limit room.jobs
      ) turn
      order by turn.place, waiting.nth, turn.id limit ${inAll}::int
    )
    select coalesce((select json_agg(id order by place, nth, id) from turns), '[]') as ids,
      (select organization_id from looked order by nth desc limit 1) as after,
      (select count(*)::int from (select from scans where mode = 'live' and queued_at is null and status in ('pending', 'processing')
        limit ${inAll}::int + 1) found) as waiting`,
)

const nextInTurn = async (queries: Queries, limits: ClaimLimits, turn: Turn): Promise<Looked> => {
  const { after: from = NIL, first: served, batchFirst: batches = [] } = turn
  const parameters = { ...limits, after: from, first: JSON.stringify(served), batchFirst: JSON.stringify(batches) }
  return (await turning(queries, parameters))[0]!
}

/** Versions of the report of an adjustment's original scan; undefined if it was deleted. */
export const versionsOfReport = async (queries: Queries, scanId: string): Promise<StoredVersions | undefined> => {
  const [stored] = await queries
    .select({
      engineVersion: sql<string | null>`${scanReports.report}->>'engineVersion'`,
      dataVersion: sql<string | null>`${scanReports.report}->>'dataVersion'`,
    })
    .from(scanReports)
    .where(eq(scanReports.scanId, scanId))
  return stored
}

/** Cuts of an adjustment's original scan; undefined if it was deleted or has no cuts. */
export const keptCuts = async (queries: Queries, rootId: string): Promise<Uint8Array | undefined> => {
  const [root] = await queries
    .select({ cuts: scanReports.cuts })
    .from(scanReports)
    .where(eq(scanReports.scanId, rootId))
  return root?.cuts ?? undefined
}
