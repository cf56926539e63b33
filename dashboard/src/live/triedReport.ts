import type { FullReport } from "../report/data.ts"
import type { Tried } from "../report/tried.ts"
import type { Solved } from "./useLive.ts"

/**
 * The report that the page shows for a solved adjustment. From the original it takes only its row's fields, since a
 * plant may lack parts such as phases and products. Parts missing from a frame come from the previous plant at rest.
 * The first alternative is the report's own plant, which every frame has.
 */
export const triedReport = (solved: Solved, original: FullReport, before: FullReport): Tried => {
  const { id, status, createdAt, hasError, isShared, shareToken } = original
  const isPartial = solved.depth === "plant"
  const { outlook, sensitivity, savingsSpread, uncertainty, alternatives = [] } = before
  const triedRows = (solved.report.alternatives ?? []).slice(0, 1)
  const shown = { outlook, sensitivity, savingsSpread, uncertainty }
  const rest = isPartial ? { ...shown, alternatives: [...triedRows, ...alternatives.slice(1)] } : {}
  const row = { id, status, createdAt, hasError, isShared, shareToken }
  const report = { ...row, ...solved.report, ...rest }
  return { report, atRest: isPartial ? before : report, chart: solved.chart, series: solved.hours, isPartial }
}
