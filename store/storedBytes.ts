import { sql } from "drizzle-orm"
import type { Queries } from "./database.ts"
import { createStatement } from "./statement.ts"
import type { Mode } from "./tables.ts"

/** Number of rows of one sum from which on they are combined, so that sums stay short. */
const FOLD_FROM_ROWS = 200
/** Maximum number of sums combined per call. */
const MAX_SUMS = 1_000

/** Stored data of an organization in a mode. */
export interface StoredData {
  /** Before compression. */
  bytes: number
  /** Live scans without a result so far. */
  unfinishedScans: number
  /** Name of the organization's tier; null: the default tier. */
  tierName: string | null
}

const reading = createStatement<Record<keyof StoredData, string | number | null>>(
  { bytes: null, unfinishedScans: null, tierName: null },
  () => sql`
    select coalesce((select sum(bytes) from stored_bytes where organization_id = id and mode = ${sql.placeholder("mode")}), 0)
      ::double precision as bytes,
      (select count(*)::int from scans where organization_id = organizations.id and mode = ${sql.placeholder("mode")}
        and mode = 'live' and status in ('pending', 'processing')) as unfinished_scans,
      tier as tier_name
    from organizations where id = ${sql.placeholder("organizationId")}`,
)

/** Reads the counted bytes of an organization; zeros after its deletion. */
export const readStored = async (queries: Queries, organizationId: string, mode: Mode): Promise<StoredData> => {
  const [row] = await reading(queries, { organizationId, mode })
  if (!row) return { bytes: 0, unfinishedScans: 0, tierName: null }
  const { bytes, unfinishedScans, tierName } = row
  return { bytes: Number(bytes), unfinishedScans: Number(unfinishedScans), tierName: tierName as string | null }
}

/** Counted bytes of all organizations together, by mode. */
export const readAllStored = (queries: Queries): Promise<{ mode: Mode; bytes: number }[]> =>
  queries.execute<{ mode: Mode; bytes: number }>(sql`
    select mode, coalesce((select sum(bytes) from stored_bytes where stored_bytes.mode = modes.mode), 0)
      ::double precision as bytes
    from (values ('live'), ('sandbox')) as modes (mode)`)

/**
 * Combines rows of the counted bytes. Several processes may do so at the same time; each row is taken by one process.
 */
export const foldBytes = async (queries: Queries): Promise<void> => {
  await queries.execute(sql`
    with many as (
      select organization_id, mode from stored_bytes group by 1, 2 having count(*) >= ${FOLD_FROM_ROWS}::int
      limit ${MAX_SUMS}::int
    ), taken as (
      delete from stored_bytes using many where stored_bytes.organization_id = many.organization_id
        and stored_bytes.mode = many.mode
      returning stored_bytes.organization_id, stored_bytes.mode, stored_bytes.bytes
    )
    insert into stored_bytes (organization_id, mode, bytes)
    select organization_id, mode, sum(bytes) from taken group by 1, 2 having sum(bytes) <> 0`)
}
