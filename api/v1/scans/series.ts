import { answeredHours } from "../../../domain/report/series/answered.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import type { SeriesOfScan } from "../../../store/scans/reports.ts"
import { Conflict, found } from "../../http/errors.ts"
import type { Series } from "./seriesSchemas.ts"

/** The hours behind the report of a scan. Throws NotFound, or Conflict before completion. */
export const seriesOf = (scan: SeriesOfScan | undefined): Series => {
  const { status, series } = found(scan, "scan")
  if (!series) throw new Conflict("scan-without-series", { status })
  return answeredHours(unpackSeries(series).hours)
}
