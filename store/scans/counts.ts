import { and, eq, type SQL, sql } from "drizzle-orm"
import { isEnded, SCAN_STATUSES, type ScanStatus } from "../../domain/organization/events/states.ts"
import type { Queries } from "../database.ts"
import { type Mode, scans } from "../tables.ts"
import { scanCounts } from "./countsTable.ts"

/** Number of rows of one sum from which on they are combined, so that sums stay short. */
const FOLD_FROM_ROWS = 200
/** Maximum number of sums combined per call. */
const MAX_SUMS = 1_000

type Counted = typeof scans | typeof scanCounts

/**
 * Number of an owner's scans in any of these states. Ended scans, possibly millions, have stored counts. Other scans
 * are counted, at the same moment.
 */
export const countScans = async (
  queries: Queries,
  owner: CountedOwner,
  statuses?: readonly ScanStatus[],
): Promise<number> => {
  const [counted] = await queries.execute<{ total: number }>(sql`select (${totalOf(owner, statuses)})::int as total`)
  return counted!.total
}

interface CountedOwner {
  organizationId: string
  mode: Mode
}

/** The same number as a part of a statement. */
export const totalOf = (
  { organizationId, mode }: CountedOwner,
  statuses: readonly ScanStatus[] = SCAN_STATUSES,
): SQL => {
  const inStates = (table: Counted, states: readonly ScanStatus[]): SQL | undefined =>
    and(
      eq(table.organizationId, organizationId),
      eq(table.mode, mode),
      sql`${table.status} = any(${`{${states}}`}::text::text[])`,
    )
  const ended = statuses.filter(isEnded)
  const unfinished = statuses.filter(status => !isEnded(status))
  return sql`(select coalesce(sum(${scanCounts.scans}), 0) from ${scanCounts} where ${inStates(scanCounts, ended)})
    + (select count(*) from ${scans} where ${inStates(scans, unfinished)})`
}

/**
 * Combines rows of the stored counts. Several processes may do so at the same time; each row is taken by one process.
 */
export const foldCounts = async (queries: Queries): Promise<void> => {
  await queries.execute(sql`
    with many as (
      select organization_id, mode, status from scan_counts group by 1, 2, 3 having count(*) >= ${FOLD_FROM_ROWS}::int
      limit ${MAX_SUMS}::int
    ), taken as (
      delete from scan_counts using many where scan_counts.organization_id = many.organization_id
        and scan_counts.mode = many.mode and scan_counts.status = many.status
      returning scan_counts.organization_id, scan_counts.mode, scan_counts.status, scan_counts.scans
    )
    insert into scan_counts (organization_id, mode, status, scans)
    select organization_id, mode, status, sum(scans)::int from taken group by 1, 2, 3 having sum(scans) <> 0`)
}
