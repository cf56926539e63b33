import type { Adjustment } from "../../../client/index.ts"
import type { ChartData, FullReport, Series } from "./data.ts"

/** The report of a plant that is tried, in place of the found one's. */
export interface Tried {
  report: FullReport
  chart: ChartData
  series: Series
  /** Other futures and plants are still those of the plant tried before. */
  isPartial: boolean
}

/** Makes a tried plant a scan of its own. */
export type Keep = (variant: Adjustment) => Promise<void>

/** Where the sliders of a report get what they solve with, and what can be done with what they find. */
export interface Trying {
  path: string
  keep?: Keep
}
