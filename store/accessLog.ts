import { and, desc, eq, gte, lt, sql } from "drizzle-orm"
import { firstIdOf } from "../infra/ids.ts"
import { accessLog } from "./accessLogTable.ts"
import type { Queries } from "./database.ts"
import { createStatement } from "./statement.ts"

export type AccessRow = typeof accessLog.$inferSelect

/** Retention of the access log. */
const ACCESS_DAYS = 90
const DAY_MS = 86_400_000
/** Rows deleted per statement, because on the embedded engine all other work waits during a statement. */
const ROWS_PER_STEP = 1_000

const inserting = createStatement<object>(
  {},
  () => sql`
    insert into access_log (id, organization_id, mode, operation, object_id, reader, reader_id, read_at)
    select id, organization_id, mode, operation, object_id, reader, reader_id, read_at
    from json_to_recordset(${sql.placeholder("rows")}::json) as r(
      id uuid, organization_id uuid, mode text, operation text, object_id uuid, reader text, reader_id uuid,
      read_at timestamptz
    )
    where exists (select from organizations where organizations.id = r.organization_id)`,
)

/** Writes reads; the rows of an organization that was deleted in the meantime are left out. */
export const insertAccess = async (queries: Queries, rows: readonly AccessRow[]): Promise<void> => {
  const named = rows.map(({ organizationId, objectId, readerId, readAt, ...same }) => ({
    ...same,
    organization_id: organizationId,
    object_id: objectId,
    reader_id: readerId,
    read_at: readAt,
  }))
  await inserting(queries, { rows: JSON.stringify(named) })
}

/** Filter of the access log; `after` is the id of the last row of the previous page. */
export interface AccessFilter {
  objectId?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
  after?: string | undefined
}

/** Reads of an organization's data, newest first. Ids begin with their time, so their index finds a range of time. */
export const accessRows = (
  queries: Queries,
  organizationId: string,
  { objectId, from, before, after }: AccessFilter,
  limit: number,
): Promise<AccessRow[]> =>
  queries
    .select()
    .from(accessLog)
    .where(
      and(
        eq(accessLog.organizationId, organizationId),
        objectId === undefined ? undefined : eq(accessLog.objectId, objectId),
        from && gte(accessLog.id, firstIdOf(from.getTime())),
        before && lt(accessLog.id, firstIdOf(before.getTime())),
        after === undefined ? undefined : lt(accessLog.id, after),
      ),
    )
    .orderBy(desc(accessLog.id))
    .limit(limit)

/** Deletes some of the rows that are older than 90 days at `now`, the oldest first. Returns true if more may remain. */
export const sweepAccess = async (queries: Queries, now: Date): Promise<boolean> => {
  const [swept] = await queries.execute<{ rows: number }>(sql`
    with old as (
      select id from access_log where id < ${firstIdOf(now.getTime() - ACCESS_DAYS * DAY_MS)}::uuid
      order by id limit ${ROWS_PER_STEP}::int
    ), deleted as (
      delete from access_log using old where access_log.id = old.id returning 1
    )
    select count(*)::int as rows from deleted`)
  return (swept?.rows ?? 0) >= ROWS_PER_STEP
}
