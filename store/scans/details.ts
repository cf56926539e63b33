import { and, eq, isNotNull, sql } from "drizzle-orm"
import type { ScanDetailed, ScanJob } from "../../domain/report/messages.ts"
import type { Queries } from "../database.ts"
import { scanReports, scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { MOVED, type MovedScan, type Scan } from "./move.ts"

/**
 * Reports of the plant: the first read completes them. Completion changes no state, makes no event, and is put on the
 * bus by one process at a time.
 */

/** Time after which a completion on the bus counts as lost [s]. */
const LOST_AFTER_S = 30

/** Input of a completion: a scan, its report of the plant, its solved plant and its cuts. */
export interface PlantReport {
  scan: Scan
  report: NonNullable<ScanJob["stored"]>
  solved: Uint8Array
  cuts: Uint8Array | null
}

/** Claims the completion of a report; undefined if it is complete, or another process has claimed it. */
export const claimDetails = async (queries: Queries, id: string): Promise<PlantReport | undefined> => {
  const [scan] = await queries
    .update(scans)
    .set({ detailAskedAt: sql`now()` })
    .where(
      and(
        eq(scans.id, id),
        eq(scans.isPlant, true),
        sql`coalesce(${scans.detailAskedAt} < now() - make_interval(secs => ${LOST_AFTER_S}), true)`,
      ),
    )
    .returning()
  if (!scan) return undefined
  const [stored] = await queries.select().from(scanReports).where(eq(scanReports.scanId, id))
  if (!stored?.solved) return undefined
  const { report, solved, cuts } = stored
  return { scan, report, solved, cuts }
}

/** Releases a claimed completion. */
export const unclaimDetails = async (queries: Queries, id: string): Promise<void> => {
  await queries.update(scans).set({ detailAskedAt: null }).where(eq(scans.id, id))
}

/** Releases all completions: for a start with an empty bus. */
export const unclaimAllDetails = async (queries: Queries): Promise<void> => {
  await queries.update(scans).set({ detailAskedAt: null }).where(isNotNull(scans.detailAskedAt))
}

/** True if the report of a scan is of the plant alone; false after its deletion. */
export const lacksDetails = async (queries: Queries, id: string): Promise<boolean> => {
  const [scan] = await queries.select({ isPlant: scans.isPlant }).from(scans).where(eq(scans.id, id))
  return scan?.isPlant ?? false
}

/** Stores a completed report; undefined if the scan was deleted or its report is complete. */
export const storeDetails = (queries: Queries, result: ScanDetailed): Promise<MovedScan | undefined> =>
  transaction(queries, async tx => {
    const { scanId, summary, report, series, cuts } = result
    const [scan] = await tx
      .update(scans)
      .set({ ...summary, isPlant: false, detailAskedAt: null })
      .where(and(eq(scans.id, scanId), eq(scans.isPlant, true)))
      .returning(MOVED)
    if (!scan) return undefined
    await tx.update(scanReports).set({ report, series, cuts, solved: null }).where(eq(scanReports.scanId, scanId))
    return scan
  })
