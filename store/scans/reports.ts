import { and, eq, type SQL } from "drizzle-orm"
import type { StoredReport } from "../../domain/report/schema.ts"
import type { ScanStatus } from "../../domain/scan/states.ts"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { scanReports, scans } from "../tables.ts"
import { type Owner, ownedBy } from "./read.ts"

/** The report of a scan that was solved; undefined when there is none. */
export const findReport = async (queries: Queries, scanId: string): Promise<StoredReport | undefined> => {
  const [stored] = await queries
    .select({ report: scanReports.report })
    .from(scanReports)
    .where(eq(scanReports.scanId, scanId))
    .limit(1)
  return stored?.report
}

/** The packed hourly series of a scan that was solved; undefined when there are none. */
export const findSeries = async (queries: Queries, scanId: string): Promise<Uint8Array | undefined> => {
  const [stored] = await queries
    .select({ series: scanReports.series })
    .from(scanReports)
    .where(eq(scanReports.scanId, scanId))
    .limit(1)
  return stored?.series
}

/** State and packed hourly series of a scan; null before it is solved. */
export interface SeriesOfScan {
  status: ScanStatus
  series: Uint8Array | null
}

export const seriesOfScan = async (queries: Queries, owner: Owner, id: string): Promise<SeriesOfScan | undefined> =>
  isId(id) ? readSeries(queries, and(ownedBy(owner), eq(scans.id, id))) : undefined

export const seriesOfToken = (queries: Queries, token: string): Promise<SeriesOfScan | undefined> =>
  readSeries(queries, eq(scans.shareToken, token))

const readSeries = async (queries: Queries, where: SQL | undefined): Promise<SeriesOfScan | undefined> => {
  const [found] = await queries
    .select({ status: scans.status, series: scanReports.series })
    .from(scans)
    .leftJoin(scanReports, eq(scanReports.scanId, scans.id))
    .where(where)
    .limit(1)
  return found
}
