import type { ScanStatus } from "../../../domain/organization/events/states.ts"
import { answeredHours } from "../../../domain/report/series/answered.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import type { SeriesOfScan } from "../../../store/scans/reports.ts"
import { Conflict, found, ScanFailed, ScanNotCompleted } from "../../http/errors.ts"
import type { ScanContext } from "./context.ts"
import type { Series } from "./seriesSchemas.ts"

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

/** The hours behind the report of a scan. Throws NotFound, or the Conflict of a scan without hours. */
export const seriesOf = (scan: SeriesOfScan | undefined): Series => {
  const { status, series } = found(scan, "scan")
  if (!series) throw new (REFUSALS[status] ?? Conflict)("scan-without-series", { status })
  return answeredHours(unpackSeries(series).hours)
}
