import type { FullReport } from "../report/data.ts"
import type { Tried } from "../report/tried.ts"
import type { Solved } from "./useLive.ts"

/** Premises of the previous plant at rest: their rows stay in order until the values of the new plant are there. */
const premisesBefore = ({ premises = [], financial }: FullReport, netPresentValue: number) =>
  premises.map(premise => {
    const { effect } = premise
    if (!effect) return premise
    const moved = effect.netPresentValue - financial.netPresentValue + netPresentValue
    return { ...premise, effect: { ...effect, netPresentValue: moved } }
  })

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
  const rest = isPartial
    ? {
        ...shown,
        alternatives: [...triedRows, ...alternatives.slice(1)],
        premises: premisesBefore(before, solved.report.financial.netPresentValue),
      }
    : {}
  const row = { id, status, createdAt, hasError, isShared, shareToken }
  return { report: { ...row, ...solved.report, ...rest }, chart: solved.chart, series: solved.hours, isPartial }
}
