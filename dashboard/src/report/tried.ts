import type { Adjustment } from "../../../client/index.ts"
import type { ChartData, FullReport, Series } from "./data.ts"

/** The report of a plant that is tried, in place of the found one's. */
export interface Tried {
  report: FullReport
  chart: ChartData
  series: Series
  /** True while ranges and alternatives are still the previously tried plant's. */
  isPartial: boolean
}

/** Makes a tried plant a scan of its own. */
export type Keep = (variant: Adjustment) => Promise<void>

/** Address of the sliders' live case, and actions on a tried plant. */
export interface Trying {
  path: string
  keep?: Keep
}
