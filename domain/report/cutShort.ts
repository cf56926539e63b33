import { type Note, note } from "../base/note.ts"
import type { Solution } from "../case/case.ts"

/** Notes on steps of the scan that its budget ended. */
export const cutShortNotes = ({ cutShort, optimisation: { gap } }: Solution): Note[] => {
  if (!cutShort) return []
  const { search, sensitivity, savingsSpread, alternatives, contracts, byTime, budgetMs } = cutShort
  const leftOut = [
    ...(sensitivity ? ["sensitivity" as const] : []),
    ...(savingsSpread ? ["savingsSpread" as const] : []),
    ...(alternatives ? ["alternatives" as const] : []),
    ...(contracts ? ["contracts" as const] : []),
  ]
  return [
    ...(search ? [note("search-cut-short", { budgetMs, gap })] : []),
    ...(leftOut.length > 0 ? [note("parts-left-out", { budgetMs, parts: leftOut })] : []),
    ...(byTime ? [note("limited-by-time", {})] : []),
  ]
}
