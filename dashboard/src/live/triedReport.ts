import type { FullReport } from "../report/data.ts"
import type { Tried } from "../report/tried.ts"
import type { Solved } from "./useLive.ts"

/**
 * The report that the page shows for a solved adjustment: of the original only what its row says, since parts that a
 * plant may lack, such as phases and products, are the frame's or none. What a frame leaves out is that of the plant at
 * rest before: of what is compared the first is the report's own plant, which every frame has.
 */
export const triedReport = (solved: Solved, original: FullReport, before: FullReport): Tried => {
  const { id, status, createdAt, hasError, isShared, shareToken } = original
  const isPartial = solved.depth === "plant"
  const { sensitivity, savingsSpread, alternatives = [] } = before
  const own = (solved.report.alternatives ?? []).slice(0, 1)
  const rest = isPartial ? { sensitivity, savingsSpread, alternatives: [...own, ...alternatives.slice(1)] } : {}
  const row = { id, status, createdAt, hasError, isShared, shareToken }
  return { report: { ...row, ...solved.report, ...rest }, chart: solved.chart, series: solved.hours, isPartial }
}
