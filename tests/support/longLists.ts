import { expect } from "bun:test"
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { ScanStatus } from "../../domain/organization/events/states.ts"
import { firstIdOf, newId } from "../../infra/ids.ts"
import type { Queries } from "../../store/database.ts"
import { listScans, type Owner } from "../../store/scans/read.ts"
import { organizations, scans } from "../../store/tables.ts"
import { SCAN_INPUT } from "./scans.ts"

const MINUTE_MS = 60_000
const LIMIT = 20
/** One scan in this many failed. */
const FAILED_EVERY = 10
const FILTERS: (ScanStatus[] | undefined)[] = [undefined, ["completed"], ["completed", "error"]]

const newOwner = async (queries: Queries): Promise<Owner> => {
  const organizationId = newId()
  await queries.insert(organizations).values({ id: organizationId, displayName: "Long lists" })
  return { organizationId, mode: "live" }
}

const MONTH_AGO_MS = Date.now() - 30 * 24 * 60 * MINUTE_MS
const BY_MINUTES = { startMs: MONTH_AGO_MS, stepMs: MINUTE_MS }

/** Stores ended scans, one for each step from `from` to `until`; by default the steps are minutes of the last month. */
const store = async (
  queries: Queries,
  owner: Owner,
  { from, until }: { from: number; until: number },
  { startMs, stepMs } = BY_MINUTES,
): Promise<void> => {
  await queries.execute(sql`
    insert into scans (id, organization_id, mode, status, input, goal, run_id, queued_at, processing_at, ended_at, created_at)
    select (lpad(to_hex(${startMs}::bigint + n * ${stepMs}::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
        || '8' || substr(md5(${owner.organizationId}::text || n), 4, 15))::uuid,
      ${owner.organizationId}::uuid, ${owner.mode}::text,
      case when n % ${FAILED_EVERY}::int = 0 then 'error' else 'completed' end,
      ${JSON.stringify(SCAN_INPUT)}::json, 'cost-savings', gen_random_uuid(), now(), now(), now(), now()
    from generate_series(${from}::int, ${until - 1}::int) as n`)
}

const idsOf = async (queries: Queries, owner: Owner, statuses?: ScanStatus[], more?: SQL): Promise<string[]> => {
  const found = await queries
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.organizationId, owner.organizationId), statuses && inArray(scans.status, statuses), more))
    .orderBy(desc(scans.id))
  return found.map(({ id }) => id)
}

/** Expects pages at both ends, near them and in the middle to match the whole list. */
const expectPages = async (queries: Queries, owner: Owner): Promise<void> => {
  for (const statuses of FILTERS) {
    const ids = await idsOf(queries, owner, statuses)
    const middle = Math.floor(ids.length / 2)
    const nearEnd = Math.max(0, ids.length - 2_002)
    for (const offset of [0, 2_000, 2_987, middle, middle + 1, nearEnd, ids.length - 1, ids.length]) {
      const { rows, total } = await listScans(queries, owner, { statuses }, { limit: LIMIT, offset })
      expect([statuses, offset, total]).toEqual([statuses, offset, ids.length])
      expect([statuses, offset, rows.map(({ id }) => id)]).toEqual([
        statuses,
        offset,
        ids.slice(offset, offset + LIMIT),
      ])
    }
  }
}

const remove = (queries: Queries, ids: string[]) =>
  queries.execute(sql`delete from scans where id = any(${`{${ids}}`}::text::uuid[])`)

/** Pages of a long list by number, while scans are deleted, added, and added late. */
export const keepsPlacesOfLongLists = async (queries: Queries): Promise<void> => {
  const [owner, other] = [await newOwner(queries), await newOwner(queries)]
  await store(queries, owner, { from: 0, until: 9_000 })
  await store(queries, other, { from: 3_000, until: 3_050 })
  await expectPages(queries, owner)
  const ids = await idsOf(queries, owner)
  await remove(queries, [ids[4_000]!])
  await expectPages(queries, owner)
  await remove(queries, [...ids.filter((_, i) => i % 300 === 0), ...ids.slice(6_000, 6_030)])
  await expectPages(queries, owner)
  await store(queries, owner, { from: 9_000, until: 13_000 })
  await expectPages(queries, owner)
  // A scan that was stored long after its id was created.
  const [late] = [...ids].reverse()
  const earlier = firstIdOf(Number.parseInt(late!.replace("-", "").slice(0, 12), 16) - MINUTE_MS)
  await queries.execute(sql`insert into scans (id, organization_id, mode, status, input, goal, run_id, created_at)
    select ${earlier}::uuid, organization_id, mode, 'completed', input, goal, gen_random_uuid(), now()
    from scans where id = ${(await idsOf(queries, owner))[0]!}::uuid`)
  await expectPages(queries, owner)
  await expectPages(queries, other)
}

/** Pages by number of the scans of a state, while an old scan enters the state. */
export const keepsPlacesOfStates = async (queries: Queries): Promise<void> => {
  const owner = await newOwner(queries)
  await store(queries, owner, { from: 0, until: 9_000 })
  const ids = await idsOf(queries, owner)
  const waiting = [ids[3_001]!, ids[5_003]!]
  await remove(queries, waiting)
  for (const id of waiting)
    await queries.execute(sql`insert into scans (id, organization_id, mode, status, input, goal, run_id, created_at)
      select ${id}::uuid, organization_id, mode, 'pending', input, goal, gen_random_uuid(), now()
      from scans where id = ${ids[0]!}::uuid`)
  await expectPages(queries, owner)
  for (const id of waiting) {
    await queries.execute(sql`update scans set status = 'completed', ended_at = now() where id = ${id}::uuid`)
    await expectPages(queries, owner)
  }
  await store(queries, owner, { from: 9_000, until: 12_500 })
  await expectPages(queries, owner)
  // Many scans of the last minute, which belong to no block yet.
  await store(queries, owner, { from: 0, until: 12_000 }, { startMs: Date.now(), stepMs: 1 })
  await expectPages(queries, owner)
}
