import type { ChartData } from "../../../domain/report/chart/schema.ts"
import type { FullReport } from "../../../domain/report/schema.ts"
import type { HourlySeriesName } from "../../../domain/report/series/hourly.ts"

export type { ChartData, FullReport }

/** The hours behind a report, as GET /v1/scans/{id}/series gives them. */
export type Series = Record<HourlySeriesName, number[]>

/** Whose report it is; without a name of its own the service's. */
export interface Branding {
  brandingLogo: string | null
  brandingDisplayName: string
  brandingEnabled: boolean
}

/** A report with all that its page draws; the hours come a moment later. */
export interface ReportData {
  report: FullReport
  chart: ChartData
  branding: Branding
  series?: Series | undefined
}

/** Answer of GET /v1/scans/shared/{token}. */
export interface SharedAnswer extends Branding {
  scanId: string
  report: FullReport
  chartData: ChartData
}

/** Query of a chart of the months from January on; its year does not matter. */
export const CALENDAR_YEAR = "?interval=year&startDate=2023-01-01"

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * The logo's address on this service, whatever name the service is known by elsewhere; undefined where there is none, or
 * where it is not an address of a logo.
 */
export const logoPath = ({ brandingLogo, brandingEnabled }: Branding): string | undefined => {
  if (!brandingEnabled || !brandingLogo || !URL.canParse(brandingLogo)) return undefined
  const { pathname, search } = new URL(brandingLogo)
  return /^\/v1\/organizations\/[\w-]+\/logo$/.test(pathname) ? pathname + search : undefined
}
