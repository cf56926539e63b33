import { fixtureLocation, fixtureResult } from "../../../domain/report/sandbox/fixtures.ts"
import type { FullReport, StoredReport } from "../../../domain/report/schema.ts"
import type { Language } from "../../../domain/texts/render.ts"
import { readReport } from "../../../domain/texts/report.ts"
import type { Queries } from "../../../store/database.ts"
import { markReportSeen } from "../../../store/scans/change.ts"
import type { ScanState } from "../../../store/scans/read.ts"
import { findReport, findSeries, type PlacedSeries } from "../../../store/scans/reports.ts"
import { orNotFound, ScanFailed, ScanNotCompleted } from "../../http/errors.ts"

/** Throws ScanFailed or ScanNotCompleted for a scan without a report. */
export const assertCompleted = (scan: ScanState): void => {
  if (scan.status === "error") throw new ScanFailed("scan-failed", { error: scan.error })
  if (scan.status !== "completed") throw new ScanNotCompleted("scan-not-completed", { status: scan.status })
}

/**
 * The report of a completed scan, with fields that may change after storage. Throws NotFound when the scan is being
 * deleted.
 */
export const fullReport = async (queries: Queries, scan: ScanState, language: Language): Promise<FullReport> => {
  const { status, ...body } = readReport(await storedReport(queries, scan), language)
  return {
    id: scan.id,
    status,
    createdAt: scan.createdAt.toISOString(),
    hasError: false,
    ...body,
    isShared: scan.isShared,
    shareToken: scan.shareToken,
  }
}

/** Records that a person of the organization has read the report; a read by a key is the work of a program. */
export const markSeen = async (queries: Queries, scan: ScanState): Promise<void> => {
  if (!scan.hasSeenReport) await markReportSeen(queries, scan.id)
}

/** The stored report of a completed scan. Throws NotFound when the scan is being deleted. */
export const storedReport = async (queries: Queries, { id, fixture }: ScanState): Promise<StoredReport> => {
  if (fixture !== null) return fixtureResult(fixture).report
  return orNotFound(await findReport(queries, id), "report")
}

/** The packed hourly series of a completed scan, and its location. Throws NotFound when the scan is being deleted. */
export const storedSeries = async (queries: Queries, { id, fixture }: ScanState): Promise<PlacedSeries> => {
  if (fixture !== null) {
    return { series: fixtureResult(fixture).series, location: fixtureLocation(fixture), control: null }
  }
  return orNotFound(await findSeries(queries, id), "report")
}
