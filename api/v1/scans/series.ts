import { HOURLY_SERIES, type HourlySeriesName } from "../../../domain/report/series/hourly.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import type { Queries } from "../../../store/database.ts"
import { type SeriesOfScan, seriesOfScan, seriesOfToken } from "../../../store/scans/reports.ts"
import type { Caller } from "../../credentials/callers.ts"
import { Conflict, NotFound } from "../../http/errors.ts"
import type { Series } from "./seriesSchemas.ts"

export interface SeriesService {
  /** The hours behind the report of a scan. Throws NotFound, or Conflict before completion. */
  ofScan(caller: Caller, id: string): Promise<Series>
  /** The hours behind a shared report. Throws NotFound. */
  ofToken(token: string): Promise<Series>
}

export const createSeriesService = (queries: Queries): SeriesService => ({
  ofScan: async (caller, id) => shown(await seriesOfScan(queries, caller, id)),
  ofToken: async token => shown(await seriesOfToken(queries, token)),
})

const shown = (found: SeriesOfScan | undefined): Series => {
  if (!found) throw new NotFound("not-found", { what: "scan" })
  if (!found.series) throw new Conflict("scan-without-series", { status: found.status })
  const { hours } = unpackSeries(found.series)
  return Object.fromEntries(HOURLY_SERIES.map(name => [name, rounded(hours[name], decimalsOf(name))])) as Series
}

const decimalsOf = (name: HourlySeriesName): number => (name.endsWith("EurPerKwh") ? 5 : 3)

const rounded = (values: Float32Array, decimals: number): number[] => {
  const scale = 10 ** decimals
  return Array.from(values, value => Math.round(value * scale) / scale)
}
