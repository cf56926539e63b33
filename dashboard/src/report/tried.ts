import type { Adjustment } from "../../../client/index.ts"
import type { ChartData, FullReport, Series } from "./data.ts"
import type { Priced } from "./priced.ts"

/** The report of a tried plant, instead of the scan's report. */
export interface Tried {
  report: FullReport
  /** The last report with all parts: of this plant, or of the previous one while a slider moves. */
  atRest: FullReport
  chart: ChartData
  series: Series
  /** True while ranges and alternatives are still the previously tried plant's. */
  isPartial: boolean
}

/** Price, payback and cash flow of a shown report: an offer counts for its own plant. */
export type PriceOf = (shown: Pick<Tried, "report" | "chart"> & Partial<Pick<Tried, "isPartial">>) => Priced

/** Stores a tried plant as a new scan. */
export type Keep = (variant: Adjustment) => Promise<void>

/** Address of the sliders' live case, and actions on a tried plant. */
export interface Trying {
  path: string
  keep?: Keep
}
