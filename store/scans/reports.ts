import { and, eq, type SQL, sql } from "drizzle-orm"
import type { ControllerName } from "../../domain/base/controllers.ts"
import type { ScanStatus } from "../../domain/organization/events/states.ts"
import type { StoredReport } from "../../domain/report/schema.ts"
import { isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import { isLinkOpen, scanReports, scans } from "../tables.ts"
import { type Owner, ownedBy } from "./read.ts"
import { withShipped } from "./shippedSeries.ts"

/** Report of a solved scan; undefined without a report. */
export const findReport = async (queries: Queries, scanId: string): Promise<StoredReport | undefined> => {
  const [stored] = await queries
    .select({ report: scanReports.report })
    .from(scanReports)
    .where(eq(scanReports.scanId, scanId))
    .limit(1)
  return stored?.report
}

/** The packed hourly series of a solved scan, and its location; undefined without series. */
export interface PlacedSeries {
  series: Uint8Array
  location: { lat: number; lon: number }
  /** As the request names it; null without such a name, and for fixtures, which are already solved. */
  control: ControllerName | null
}

export const findSeries = async (queries: Queries, scanId: string): Promise<PlacedSeries | undefined> => {
  const [stored] = await queries
    .select({
      series: scanReports.series,
      lat: sql`${scans.input}->'location'->>'lat'`.mapWith(Number),
      lon: sql`${scans.input}->'location'->>'lon'`.mapWith(Number),
      control: sql<ControllerName | null>`${scans.input}->>'control'`,
    })
    .from(scanReports)
    .innerJoin(scans, eq(scans.id, scanReports.scanId))
    .where(eq(scanReports.scanId, scanId))
    .limit(1)
  if (!stored) return undefined
  const { series, lat, lon, control } = stored
  return { series: await withShipped(queries, series), location: { lat, lon }, control }
}

/** State and packed hourly series of a scan; null before it is solved. */
export interface SeriesOfScan {
  id: string
  organizationId: string
  status: ScanStatus
  /** True if the series are not computed yet. */
  isPlant: boolean
  series: Uint8Array | null
}

export const seriesOfScan = async (queries: Queries, owner: Owner, id: string): Promise<SeriesOfScan | undefined> =>
  isId(id) ? readSeries(queries, and(ownedBy(owner), eq(scans.id, id))) : undefined

export const seriesOfToken = (queries: Queries, token: string): Promise<SeriesOfScan | undefined> =>
  readSeries(queries, and(eq(scans.shareToken, token), isLinkOpen))

const { id, organizationId, status, isPlant } = scans
const OF_SERIES = { id, organizationId, status, isPlant }

const readSeries = async (queries: Queries, where: SQL | undefined): Promise<SeriesOfScan | undefined> => {
  const [row] = await queries
    .select({ ...OF_SERIES, series: scanReports.series })
    .from(scans)
    .leftJoin(scanReports, eq(scanReports.scanId, scans.id))
    .where(where)
    .limit(1)
  return row?.series ? { ...row, series: await withShipped(queries, row.series) } : row
}
