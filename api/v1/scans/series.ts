import { HOURLY_SERIES, type HourlySeriesName } from "../../../domain/report/series/hourly.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import type { SeriesOfScan } from "../../../store/scans/reports.ts"
import { Conflict, found } from "../../http/errors.ts"
import type { Series } from "./seriesSchemas.ts"

/** The hours behind the report of a scan. Throws NotFound, or Conflict before completion. */
export const seriesOf = (scan: SeriesOfScan | undefined): Series => {
  const { status, series } = found(scan, "scan")
  if (!series) throw new Conflict("scan-without-series", { status })
  const { hours } = unpackSeries(series)
  return Object.fromEntries(HOURLY_SERIES.map(name => [name, rounded(hours[name], decimalsOf(name))])) as Series
}

const decimalsOf = (name: HourlySeriesName): number => (name.endsWith("EurPerKwh") ? 5 : 3)

const rounded = (values: Float32Array, decimals: number): number[] => {
  const scale = 10 ** decimals
  return Array.from(values, value => Math.round(value * scale) / scale)
}
