import { and, eq, type SQL } from "drizzle-orm"
import { HOURLY_SERIES, type HourlySeriesName } from "../../../domain/report/series/hourly.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import { isId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { scanReports, scans } from "../../../store/tables.ts"
import type { Caller } from "../../credentials/authenticate.ts"
import { Conflict, NotFound } from "../../http/errors.ts"
import type { Series } from "./seriesSchemas.ts"

export interface SeriesService {
  /** The hours behind the report of a scan. Throws NotFound, or Conflict before completion. */
  ofScan(caller: Caller, id: string): Promise<Series>
  /** The hours behind a shared report. Throws NotFound. */
  ofToken(token: string): Promise<Series>
}

export const createSeriesService = (queries: Queries): SeriesService => {
  const read = async (which: SQL | undefined): Promise<Series> => {
    const [found] = await queries
      .select({ status: scans.status, series: scanReports.series })
      .from(scans)
      .leftJoin(scanReports, eq(scanReports.scanId, scans.id))
      .where(which)
      .limit(1)
    if (!found) throw new NotFound("scan")
    if (!found.series) throw new Conflict(`the scan is ${found.status}: it has no series`)
    const { hours } = unpackSeries(found.series)
    return Object.fromEntries(HOURLY_SERIES.map(name => [name, rounded(hours[name], decimalsOf(name))])) as Series
  }
  return {
    async ofScan({ organizationId, mode }, id) {
      if (!isId(id)) throw new NotFound("scan")
      return read(and(eq(scans.organizationId, organizationId), eq(scans.mode, mode), eq(scans.id, id)))
    },
    ofToken: token => read(eq(scans.shareToken, token)),
  }
}

const decimalsOf = (name: HourlySeriesName): number => (name.endsWith("EurPerKwh") ? 5 : 3)

const rounded = (values: Float32Array, decimals: number): number[] => {
  const scale = 10 ** decimals
  return Array.from(values, value => Math.round(value * scale) / scale)
}
