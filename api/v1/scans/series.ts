import { InvalidInput } from "../../../domain/base/errors.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import type { ScanStatus } from "../../../domain/organization/events/states.ts"
import { answeredHours } from "../../../domain/report/series/answered.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import type { SeriesOfScan } from "../../../store/scans/reports.ts"
import { Conflict, orNotFound, ScanFailed, ScanNotCompleted } from "../../http/errors.ts"
import type { ScanContext } from "./context.ts"
import type { Series, SeriesQuery } from "./seriesSchemas.ts"

const REFUSALS: Partial<Record<ScanStatus, typeof Conflict>> = {
  pending: ScanNotCompleted,
  processing: ScanNotCompleted,
  error: ScanFailed,
}

/** Reads series, again if their report was completed. */
export const completeSeries = async (
  { complete }: Pick<ScanContext, "complete">,
  read: () => Promise<SeriesOfScan | undefined>,
): Promise<SeriesOfScan | undefined> => {
  const scan = await read()
  if (!scan?.isPlant || scan.status !== "completed") return scan
  await complete(scan)
  return read()
}

/**
 * The hours or quarters behind the report of a scan. Throws NotFound, the Conflict of a scan without hours, and
 * InvalidInput for quarters of a scan in hours.
 */
export const seriesOf = (scan: SeriesOfScan | undefined, { resolution }: SeriesQuery): Series => {
  const { status, series } = orNotFound(scan, "scan")
  if (!series) throw new (REFUSALS[status] ?? Conflict)("scan-without-series", { status })
  const { hours, quarters } = unpackSeries(series)
  if (resolution !== "quarter") return answeredHours(hours)
  if (!quarters) throw new InvalidInput([violation(["resolution"], "scan-in-hours")])
  return answeredHours(quarters)
}
