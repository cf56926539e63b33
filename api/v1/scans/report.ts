import { and, eq } from "drizzle-orm"
import type { FullReport, ReportBody } from "../../../domain/report/schema.ts"
import { fixtureResult } from "../../../domain/scan/sandbox/fixtures.ts"
import type { Queries } from "../../../store/database.ts"
import { scanReports, scans } from "../../../store/tables.ts"
import { Conflict, NotFound } from "../../http/errors.ts"
import type { Scan } from "./scope.ts"

/** Throws Conflict for a scan that has no report, with the reason. */
export const assertCompleted = (scan: Scan): void => {
  if (scan.status === "error") throw new Conflict(`the scan failed: ${scan.errorMessage}`)
  if (scan.status !== "completed") throw new Conflict(`the scan is ${scan.status}: its report is not there yet`)
}

/** The report of a completed scan, with what may change after it was stored. Throws NotFound when the scan is being deleted. */
export const fullReport = async (queries: Queries, scan: Scan): Promise<FullReport> => {
  const { status, ...body } = await storedReport(queries, scan)
  return {
    id: scan.id,
    status,
    createdAt: scan.createdAt.toISOString(),
    hasError: false,
    ...body,
    isShared: scan.shareToken !== null,
    shareToken: scan.shareToken,
  }
}

/** Notes that the owner's side has read the report. */
export const markSeen = async (queries: Queries, scan: Scan): Promise<void> => {
  if (scan.hasSeenReport) return
  await queries
    .update(scans)
    .set({ hasSeenReport: true })
    .where(and(eq(scans.id, scan.id), eq(scans.hasSeenReport, false)))
}

const storedReport = async (queries: Queries, { id, fixture }: Scan): Promise<ReportBody> => {
  if (fixture !== null) return fixtureResult(fixture).report
  const [stored] = await queries
    .select({ report: scanReports.report })
    .from(scanReports)
    .where(eq(scanReports.scanId, id))
    .limit(1)
  if (!stored) throw new NotFound("report")
  return stored.report
}

/** The packed hourly series of a completed scan. Throws NotFound when the scan is being deleted. */
export const storedSeries = async (queries: Queries, { id, fixture }: Scan): Promise<Uint8Array> => {
  if (fixture !== null) return fixtureResult(fixture).series
  const [stored] = await queries
    .select({ series: scanReports.series })
    .from(scanReports)
    .where(eq(scanReports.scanId, id))
    .limit(1)
  if (!stored) throw new NotFound("report")
  return stored.series
}
